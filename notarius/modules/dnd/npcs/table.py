"""Who sits at the table: whose turns are the game master's, and which names are players' and player characters'."""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final, Literal

import attrs
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.registry import read_registry
from notarius.modules.dnd.npcs.speech import Turn
from notarius.modules.dnd.npcs.words import LABEL_WORDS, NARRATION, NO_NAMES, PEOPLE, TITLES
from notarius.modules.dnd.rosters.party import Party, is_everybody, is_game_master_label, label_parts, party_of
from notarius.text import plain

Voice = Literal["game master", "player", "unknown"]

_NARRATION: Final = re.compile(NARRATION, re.IGNORECASE)
#: A guess at who runs the game needs that many of the narrator's phrases, and that many times those of the next.
_FEWEST_PHRASES: Final = 2
_LEAD: Final = 2
#: "Torvold" and "Torvald" score 86; names of fewer letters are too near each other for any such rule.
_NEARLY: Final = 82
_FEWEST_LETTERS: Final = 4


@attrs.frozen
class Table:
    """The people around the table, as far as roster, labels and turns tell.

    Attributes:
        voices: who speaks under each label of the chunk.
        names: plain whole names of players and player characters.
        words: the words these names consist of, titles left out.
        spells: plain names of spells and powers; they are capitalised too.
        told: whether a roster names the player characters, so that nobody has to guess them.
    """

    voices: dict[str | None, Voice]
    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    spells: frozenset[str] = frozenset()
    told: bool = False

    def voice(self, turn: Turn) -> Voice:
        """Whose turn it is."""
        return self.voices.get(turn.unit.speaker, "unknown")

    @property
    def has_game_master(self) -> bool:
        """Whether some turns are known to be the game master's."""
        return "game master" in self.voices.values()

    def has(self, text: str, *, introduced: bool = False) -> bool:
        """Whether a name is that of a player or a player character.

        Args:
            text: the name.
            introduced: whether the game master introduced it in so many words; then a full name that shares its first
                word with somebody at the table, or is spelled nearly like a name there, is somebody else's.
        """
        name = read_name(text)
        core = name.core or name.words
        if name.plain in self.names or " ".join(core) in self.names or all(word in self.words for word in core):
            return True
        return not introduced and (core[0] in self.words or any(self._nearly(word) for word in core))

    def _nearly(self, word: str) -> bool:
        if len(word) < _FEWEST_LETTERS:
            return False
        letters = range(max(_FEWEST_LETTERS, len(word) * 2 // 3), len(word) * 3 // 2 + 1)
        alike = (self._by_shape.get((word[0], many), ()) for many in letters)
        return any(extractOne(word, known, scorer=ratio, score_cutoff=_NEARLY) for known in alike)

    @functools.cached_property
    def _by_shape(self) -> dict[tuple[str, int], list[str]]:
        """The words by first letter and length: what is a third longer or shorter is not nearly the same."""
        shapes: dict[tuple[str, int], list[str]] = {}
        for word in self.words:
            shapes.setdefault((word[0], len(word)), []).append(word)
        return shapes

    def joined_by(self, names: Iterable[str]) -> "Table":
        """The table with further names of player characters."""
        more = tuple(names)
        return attrs.evolve(
            self,
            names=self.names | {read_name(name).plain for name in more},
            words=self.words | {word for name in more for word in _words(name)},
        )


def table_of(turns: Sequence[Turn], references: ReferenceSet, *, outsiders: frozenset[str]) -> Table:
    """The table that a chunk's labels and the roster tell.

    Args:
        turns: the chunk's turns.
        references: the lane's references.
        outsiders: plain names that are surely nobody's at the table; labels that say them are left out.
    """
    labels = tuple(dict.fromkeys(turn.unit.speaker for turn in turns))
    party = party_of(references, labels)
    voices = _voices(turns, labels, party)
    aliases = character_aliases(party, references.text("roster"))
    known = [
        *_names_of(party),
        *aliases,
        *(part for label in labels for part in label_parts(label) if part not in outsiders),
    ]
    names = frozenset(name for text in known if (name := plain(text)))
    words = frozenset(word for name in names for word in _words(name))
    spells = frozenset(plain(spell) for spell in (*_srd_spells(), *party.spells, *party.features))
    return Table(voices, names, words, spells, told=bool(party.characters))


def character_aliases(party: Party, roster: str) -> dict[str, str]:
    """What columns and fields such as "also called" call the roster's characters, each with the character's name."""
    return {alias: known.name for known in read_registry(roster) if party.named(known.name) for alias in known.aliases}


def _names_of(party: Party) -> Iterable[str]:
    for member in party.members:
        yield from (*member.names, *member.labels)
        yield from filter(None, (member.character, member.player))


def _words(name: str) -> Iterable[str]:
    return (
        word for word in read_name(name).core if len(word) > 2 and word not in LABEL_WORDS | TITLES | NO_NAMES | PEOPLE
    )


def _voices(turns: Sequence[Turn], labels: Sequence[str | None], party: Party) -> dict[str | None, Voice]:
    told: dict[str | None, Voice] = {label: _voice(label, party) for label in labels}
    runs = any(member.is_game_master for member in party.members)
    if "game master" in told.values() or (runs and any(party.at_label(label) for label in labels)):
        return told
    return _guessed(turns, told)


def _voice(label: str | None, party: Party) -> Voice:
    if label is None:
        return "unknown"
    if is_game_master_label(label) or any(member.is_game_master for member in party.at_label(label)):
        return "game master"
    return "player"


def _guessed(turns: Sequence[Turn], told: dict[str | None, Voice]) -> dict[str | None, Voice]:
    """Without label or roster to say so, the game master is who says what game masters say, by far; else nobody."""
    phrases: Counter[str | None] = Counter()
    for turn in turns:
        if turn.unit.speaker is not None and not is_everybody(turn.unit.speaker):
            phrases[turn.unit.speaker] += len(_NARRATION.findall(turn.text))
    (first, most), (_, next_most) = [*phrases.most_common(2), (None, 0), (None, 0)][:2]
    if most < _FEWEST_PHRASES or most < _LEAD * next_most:
        return dict.fromkeys(told, "unknown")
    return {**told, first: "game master"}


@functools.lru_cache(maxsize=1)
def _srd_spells() -> tuple[str, ...]:
    """Names of the SRD 5.1's spells, from the table beside the module that extracts spells."""
    table = files("notarius.modules.dnd").joinpath("spells", "srd51_spells.tsv").read_text(encoding="utf-8")
    rows = [line for line in table.splitlines() if line and not line.startswith("#")]
    return tuple(row.split("\t", 1)[0] for row in rows[1:])
