"""The party as a roster tells it: who plays whom, who runs the game, who is known to cast what.

A roster may be a table, a list, prose, YAML or JSON, in any order and with other words for its columns. What the text
alone leaves open (is "Mira: Ann" a character and her player, or the reverse?) the transcript's speaker labels decide.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.rosterforms import Entry, read_entries
from notarius.modules.dnd.wordlists import words
from notarius.text import plain

_JOINED: Final = re.compile(r"\s*(?:/|&|\+|,|;|\band\b|\bund\b)\s*", re.IGNORECASE)
_GM_LABEL: Final = words(
    "dm gm dungeon master game dungeonmaster gamemaster keeper narrator storyteller referee spielleiter "
    "spielleitung spielleiterin meister mj maitre du jeu director narrador"
)
_EVERYBODY: Final = words("all everyone everybody group party both alle crowd")


@attrs.frozen
class Member:
    """One row of the party: a character with its player, or whoever runs the game.

    Attributes:
        character: the character's name as the roster writes it, without aliases; None for a pure game master.
        names: every plain name, alias and first name of the character.
        player: the player's name as the roster writes it, or None.
        labels: plain names under which the transcript may label this person.
        is_game_master: whether this person runs the game.
        spells: names of spells the roster lists for the character.
    """

    character: str | None
    names: frozenset[str] = frozenset()
    player: str | None = None
    labels: frozenset[str] = frozenset()
    is_game_master: bool = False
    spells: tuple[str, ...] = ()


@attrs.frozen
class Party:
    """The members, with labels resolved against one transcript.

    Attributes:
        members: in the roster's order.
        features: names of powers that the roster says are no spells.
    """

    members: tuple[Member, ...] = ()
    features: tuple[str, ...] = ()

    def at_label(self, label: str | None) -> tuple[Member, ...]:
        """The members that a speaker label stands for: several for joined labels and players of several characters."""
        found: dict[int, Member] = {}
        for part in label_parts(label):
            for member in self._closest(part):
                found[id(member)] = member
        return tuple(found.values())

    def _closest(self, part: str) -> tuple[Member, ...]:
        exact = tuple(member for member in self.members if part in member.labels or part in member.names)
        if exact or len(part) < 3:
            return exact
        words = part.split()
        loose = tuple(
            m for m in self.members if any(word in m.labels or word in m.names for word in words if len(word) > 2)
        )
        return loose if len(loose) == 1 else ()

    def named(self, words: str) -> tuple[Member, ...]:
        """The members whose character goes by that name."""
        name = plain(words)
        return tuple(member for member in self.members if name in member.names)

    @property
    def characters(self) -> tuple[str, ...]:
        """The names of all characters."""
        return tuple(member.character for member in self.members if member.character)

    @property
    def spells(self) -> tuple[str, ...]:
        """All spells the roster lists for anyone, each once."""
        return tuple(dict.fromkeys(spell for member in self.members for spell in member.spells))


def label_parts(label: str | None) -> list[str]:
    """The plain names in a speaker label: `ANN/BOB` is two, `Ann (Mira)` is whole, outside and inside."""
    if not label:
        return []
    parts = [label, *_JOINED.split(label)]
    inner = re.findall(r"\(([^)]*)\)", label)
    outer = re.sub(r"\([^)]*\)", " ", label)
    return list(dict.fromkeys(filter(None, (plain(part) for part in [*parts, outer, *inner]))))


def is_game_master_label(label: str | None) -> bool:
    """Whether a label itself says that its speaker runs the game, such as `DM` or `Game Master (Ann)`."""
    return any(
        part in _GM_LABEL or part.split()[0] in {"dm", "gm", "spielleiter", "spielleitung"} or part.endswith(" master")
        for part in label_parts(label)
    )


def is_everybody(label: str | None) -> bool:
    """Whether a label stands for the whole table, such as `ALL`."""
    return plain(label or "") in _EVERYBODY


def party_of(references: ReferenceSet, labels: Iterable[str | None], slot: str = "roster") -> Party:
    """The party that the roster slot tells, open questions decided by the transcript's labels.

    Args:
        references: the lane's references; an unbound slot gives an empty party.
        labels: the speaker labels of the units at hand.
        slot: the name of the roster's slot.
    """
    text = references.text(slot)
    return (
        read_party(text, frozenset(part for label in set(labels) for part in label_parts(label))) if text else Party()
    )


@functools.lru_cache(maxsize=64)
def read_party(text: str, labels: frozenset[str] = frozenset()) -> Party:
    """The party that a roster's text tells, labels given as plain names."""
    entries = read_entries(text)
    swap = _character_first(entries, labels)
    members = tuple(
        _member(_oriented(entry, character_first=swap)) for entry in entries if entry.players or entry.characters
    )
    features = tuple(dict.fromkeys(feature for entry in entries for feature in entry.features))
    return Party(members, features)


def _hits(names: Sequence[str], labels: frozenset[str]) -> bool:
    return any(form in labels for name in names for form in _forms(name))


def _character_first(entries: Sequence[Entry], labels: frozenset[str]) -> bool:
    """Whether pairs of names with a mere sign between put the character first.

    Labels that know the game master by name are labels by player, and so tell which side the players stand on. Else the
    lines' own hints decide, else whichever side the labels know is the player's.
    """
    pairs = [entry for entry in entries if entry.order is not None]
    first = sum(_hits(entry.players, labels) for entry in pairs if not entry.is_game_master)
    second = sum(_hits(entry.characters, labels) for entry in pairs)
    by_player = any(entry.is_game_master and _hits(entry.players, labels) for entry in entries)
    way = sum(entry.order or 0 for entry in pairs)
    if first != second and (by_player or way == 0):
        return second > first
    return way < 0


def _oriented(entry: Entry, *, character_first: bool) -> Entry:
    if entry.order is None or entry.is_game_master or not character_first:
        return entry
    return attrs.evolve(entry, players=entry.characters, characters=entry.players)


def _member(entry: Entry) -> Member:
    return Member(
        character=entry.characters[0] if entry.characters else None,
        names=frozenset(form for name in entry.characters for form in _forms(name)),
        player=entry.players[0] if entry.players else None,
        labels=frozenset(form for name in entry.players for form in _forms(name)),
        is_game_master=entry.is_game_master,
        spells=entry.spells,
    )


_TITLES: Final = words(
    "the of von van de der den sir lady lord captain brother sister father mother dame prince princess king queen old "
    "young little big mister mr mrs miss ms doctor dr master saint st uncle aunt auntie great granny"
)


def _forms(name: str) -> list[str]:
    """The plain name and, of a name of several words, its first word that is no title and no number."""
    words = plain(name).split()
    first = next((word for word in words if word not in _TITLES and len(word) > 1), None)
    numbered = any(word.isdigit() for word in words)
    return list(dict.fromkeys(filter(None, [" ".join(words), None if numbered else first])))
