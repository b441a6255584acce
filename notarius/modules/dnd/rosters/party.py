"""The party as a roster tells it: who plays whom, who runs the game, who is known to cast what.

A roster may be a table, a list, prose, YAML or JSON, in any order and with other words for its columns. What the text
alone leaves open (is "Mira: Ann" a character and her player, or the reverse?) the transcript's speaker labels decide.
"""

import functools
import re
from collections.abc import Iterable
from typing import Final

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.rosters.entries import Entry
from notarius.modules.dnd.rosters.forms import read_entries
from notarius.modules.dnd.rosters.sides import decided, forms_of
from notarius.modules.dnd.rosters.spans import Labels
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
        if label not in self._at_labels:
            found = {id(member): member for part in label_parts(label) for member in self._closest(part)}
            self._at_labels[label] = tuple(found.values())
        return self._at_labels[label]

    def _closest(self, part: str) -> tuple[Member, ...]:
        exact = self._by_any_name.get(part, ())
        if exact or len(part) < 3:
            return exact
        words = {word for word in part.split() if len(word) > 2}
        loose = {id(member): member for word in words for member in self._by_any_name.get(word, ())}
        return tuple(loose.values()) if len(loose) == 1 else ()

    def named(self, words: str) -> tuple[Member, ...]:
        """The members whose character goes by that name."""
        return self._by_name.get(plain(words), ())

    @functools.cached_property
    def _at_labels(self) -> dict[str | None, tuple[Member, ...]]:
        """Labels that were asked for; a transcript asks for the same few at every turn."""
        return {}

    @functools.cached_property
    def _by_name(self) -> dict[str, tuple[Member, ...]]:
        return _indexed((member, member.names) for member in self.members)

    @functools.cached_property
    def _by_any_name(self) -> dict[str, tuple[Member, ...]]:
        return _indexed((member, member.names | member.labels) for member in self.members)

    @functools.cached_property
    def characters(self) -> tuple[str, ...]:
        """The names of all characters."""
        return tuple(member.character for member in self.members if member.character)

    @functools.cached_property
    def spells(self) -> tuple[str, ...]:
        """All spells the roster lists for anyone, each once."""
        return tuple(dict.fromkeys(spell for member in self.members for spell in member.spells))


def _indexed(named: Iterable[tuple[Member, Iterable[str]]]) -> dict[str, tuple[Member, ...]]:
    """Names to the members that go by them, in order."""
    index: dict[str, list[Member]] = {}
    for member, names in named:
        for name in names:
            index.setdefault(name, []).append(member)
    return {name: tuple(members) for name, members in index.items()}


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
    return read_party(text, label_names(frozenset(labels))) if text else Party()


@functools.lru_cache(maxsize=64)
def label_names(labels: frozenset[str | None]) -> frozenset[str]:
    """The plain names in labels; validators ask for those of a whole transcript once a record."""
    return frozenset(part for label in labels for part in label_parts(label))


@functools.lru_cache(maxsize=64)
def read_party(text: str, labels: frozenset[str] = frozenset()) -> Party:
    """The party that a roster's text tells, labels given as plain names."""
    named = Labels(frozenset(name for name in labels if name not in _EVERYBODY and name not in _GM_LABEL))
    entries = decided(read_entries(text, named), named)
    members = tuple(_member(entry) for entry in entries if entry.players or entry.characters)
    features = tuple(dict.fromkeys(feature for entry in entries for feature in entry.features))
    return Party(members, features)


def _member(entry: Entry) -> Member:
    return Member(
        character=entry.characters[0] if entry.characters else None,
        names=frozenset(form for name in entry.characters for form in forms_of(name)),
        player=entry.players[0] if entry.players else None,
        labels=frozenset(form for name in entry.players for form in forms_of(name)),
        is_game_master=entry.is_game_master,
        spells=tuple(entry.spells),
    )
