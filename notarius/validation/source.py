"""What is said near a unit, in plain words, and whether a phrase is among them."""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from notarius.contracts.sources import SourceUnit
from notarius.text import UNSPACED, plain

_UNSPACED: Final = re.compile(f"[{UNSPACED}]")
# A close variant differs by one character in five or more, by two in ten or more: what transcription does to names.
# In shorter words an edit is another word (`bane`, `bone`).
_ONE_EDIT: Final = 5
_TWO_EDITS: Final = 10


@attrs.frozen(eq=False)
class SourceIndex:
    """The transcript's units by id, with their words as far as anybody asked for them.

    Attributes:
        units: all units of the transcript, in file order.
    """

    units: Sequence[SourceUnit]
    _positions: dict[str, int] = attrs.field(init=False)

    @_positions.default
    def _index(self) -> dict[str, int]:
        return {unit.id: position for position, unit in enumerate(self.units)}

    @functools.cached_property
    def _words(self) -> dict[int, str]:
        return {}

    def near(self, ids: Iterable[str], reach: int) -> str:
        """The framed words, speakers' labels included, of the units cited and those within reach either side.

        Args:
            ids: ids of units.
            reach: how many units either side count as near.
        """
        wanted: set[int] = set()
        for unit in ids:
            position = self._positions[unit]
            wanted.update(range(max(0, position - reach), min(len(self.units), position + reach + 1)))
        return framed(" ".join(self._plain(position) for position in sorted(wanted)))

    def _plain(self, position: int) -> str:
        if position not in self._words:
            unit = self.units[position]
            self._words[position] = f"{plain(unit.speaker or '')} {plain(unit.text)}".strip()
        return self._words[position]


def framed(words: str) -> str:
    """Plain words with a blank before the first and behind the last, as `says` looks into them."""
    return f" {words} "


def says(words: str, phrase: str) -> bool:
    """Whether a phrase stands among words, at word borders where the script has blanks.

    Args:
        words: plain and framed.
        phrase: plain, not empty.
    """
    return (phrase if _UNSPACED.search(phrase) else f" {phrase} ") in words


def nearly_says(words: str, phrase: str) -> bool:
    """Whether a close variant of a phrase stands among words: other blanks, or an edit or two by its length.

    Args:
        words: plain and framed.
        phrase: plain, not empty.
    """
    wanted = phrase.replace(" ", "")
    edits = (len(wanted) >= _ONE_EDIT) + (len(wanted) >= _TWO_EDITS)
    said, size = words.split(), phrase.count(" ") + 1
    if edits == 0:
        return wanted in ("".join(said[at : at + count]) for count in _sizes(size) for at in range(len(said)))
    return _has_close(wanted, said, _sizes(size), edits)


def _sizes(size: int) -> range:
    return range(max(1, size - 1), size + 2)


def _has_close(wanted: str, said: Sequence[str], sizes: range, edits: int) -> bool:
    from rapidfuzz.distance import Levenshtein  # costs 25 ms, and most keys are said as they are

    lengths = range(len(wanted) - edits, len(wanted) + edits + 1)
    for size in sizes:
        for at in range(len(said) - size + 1):
            part = said[at] if size == 1 else "".join(said[at : at + size])
            if len(part) in lengths and Levenshtein.distance(wanted, part, score_cutoff=edits) <= edits:
                return True
    return False
