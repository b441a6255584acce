"""Which names in a chunk are one person's: given name and full name, with and without title, and the registry's."""

from collections.abc import Iterable, Mapping, Sequence

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
    longer, by_form = _longer_names(by_key), _by_form(registry)
    groups: dict[object, tuple[Known | None, list[Mention]]] = {}
    for key in by_key:
        whole = _full(key, longer)
        known = _known(by_key[whole], by_form)
        groups.setdefault(known or whole, (known, []))[1].extend(by_key[key])
    people = (Person(tuple(sorted(mentions, key=_place)), known) for known, mentions in groups.values())
    return tuple(sorted(people, key=lambda person: _place(person.mentions[0])))


def _place(mention: Mention) -> tuple[int, int]:
    return mention.place


def _key(name: Name) -> _Key:
    return name.words if name.household else name.core


def _longer_names(keys: Iterable[_Key]) -> dict[str, list[_Key]]:
    """The names of several words by their first and by their last."""
    longer: dict[str, list[_Key]] = {}
    for key in keys:
        for word in {key[0], key[-1]} if len(key) > 1 else ():
            longer.setdefault(word, []).append(key)
    return longer


def _full(key: _Key, longer: Mapping[str, Sequence[_Key]]) -> _Key:
    """The one longer name that a name of one word is part of, else the name itself."""
    found = longer.get(key[0], ()) if len(key) == 1 else ()
    return found[0] if len(found) == 1 else key


def _by_form(registry: Iterable[Known]) -> dict[str, list[Known]]:
    by_form: dict[str, list[Known]] = {}
    for known in registry:
        for form in known.forms:
            by_form.setdefault(form, []).append(known)
    return by_form


def _known(mentions: Sequence[Mention], by_form: Mapping[str, Sequence[Known]]) -> Known | None:
    names = [read_name(mention.name) for mention in mentions]
    said = {form for name in names for form in ([name.plain] if name.household else [name.plain, " ".join(name.core)])}
    found = {id(known): known for form in said for known in by_form.get(form, ())}
    return next(iter(found.values())) if len(found) == 1 else None
