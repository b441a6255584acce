"""Which names in a chunk are one person's: given name and full name, with and without title, and the registry's."""

from collections.abc import Mapping, Sequence

import attrs

from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.names import Name, best_name, read_name
from notarius.modules.dnd.npcs.registry import Known
from notarius.text import plain

_Key = tuple[str, ...]


@attrs.frozen
class Person:
    """Mentions that mean one person.

    Attributes:
        mentions: in order.
        known: who this is in the registry, or None.
    """

    mentions: tuple[Mention, ...]
    known: Known | None = None

    @property
    def name(self) -> str:
        """The registry's name, else the fullest that is said."""
        return self.known.name if self.known else best_name(mention.name for mention in self.mentions)

    @property
    def aliases(self) -> tuple[str, ...]:
        """What else is said for the same person."""
        said: dict[str, str] = {}
        for mention in self.mentions:
            said.setdefault(mention.key, mention.name)
        said.pop(plain(self.name), None)
        return tuple(said.values())


def people_of(mentions: Sequence[Mention], registry: Sequence[Known]) -> tuple[Person, ...]:
    """The persons behind mentions, in order of their first mention.

    A name of one word is the person whose only full name here begins or ends with it; one that two share is nobody's.
    Titles that a household shares are part of the name. The registry decides where a name is that of one person in it.
    """
    by_key: dict[_Key, list[Mention]] = {}
    for mention in mentions:
        by_key.setdefault(_key(read_name(mention.name)), []).append(mention)
    groups: dict[object, Person] = {}
    for key in by_key:
        whole = _full(key, by_key)
        known = _known(by_key[whole], registry)
        person = groups.get(known or whole, Person((), known))
        groups[known or whole] = attrs.evolve(person, mentions=(*person.mentions, *by_key[key]))
    ordered = (attrs.evolve(one, mentions=tuple(sorted(one.mentions, key=_place))) for one in groups.values())
    return tuple(sorted(ordered, key=lambda person: _place(person.mentions[0])))


def _place(mention: Mention) -> tuple[int, int]:
    return mention.place


def _key(name: Name) -> _Key:
    return name.words if name.household else name.core


def _full(key: _Key, by_key: Mapping[_Key, Sequence[Mention]]) -> _Key:
    """The one longer name that a name of one word is part of, else the name itself."""
    if len(key) > 1:
        return key
    longer = [other for other in by_key if len(other) > 1 and key[0] in (other[0], other[-1])]
    return longer[0] if len(longer) == 1 else key


def _known(mentions: Sequence[Mention], registry: Sequence[Known]) -> Known | None:
    names = [read_name(mention.name) for mention in mentions]
    said = {form for name in names for form in ([name.plain] if name.household else [name.plain, " ".join(name.core)])}
    found = [known for known in registry if said & known.forms]
    return found[0] if len(found) == 1 else None
