"""A turn as the routine reads it: what is told, what is said in quotes, and where sentences begin."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

import attrs

from notarius.contracts.sources import Chunk, SourceUnit

_STAGE: Final = re.compile(r"\([^()]{1,60}\)|\[[^\[\]]{1,60}\]|(?<!\w)[*_~]+|(?<![*_~])[*_~]+(?!\w)")
#: The signs with which mail and forums begin a line that quotes, and all blanks before them.
_CITED: Final = re.compile(r"\A\s*>+|(?<!\s)\s+>+")
_QUOTE: Final = re.compile(r"[\"\u201c\u201d\u201e\u00ab\u00bb]")
_SENTENCE: Final = re.compile(r"(?:(?<=[.!?\u2026:;])|(?<=--)|(?<=[\u2014\u2013]))[\"'\u201c\u201d\u2019)\s]+|\n+")
_LOOK_BACK: Final = 40
_COMMA_TYPES: Final = str.maketrans("\u2018\u2019\u02bc", "'''")


@attrs.frozen
class Part:
    """A stretch of a turn that is told, or said in quotes.

    Attributes:
        start: first character in the turn's text.
        end: one behind its last.
        quoted: whether it stands in quotation marks.
    """

    start: int
    end: int
    quoted: bool


@attrs.frozen
class Turn:
    """One unit, read.

    Attributes:
        unit: the unit.
        at: its place in the chunk.
        text: what the chunk shows of it; stage directions and markup are blanks, apostrophes straight, places kept.
        shown: the same as it stands in the unit.
        parts: told and quoted stretches, in order, without the quotation marks.
    """

    unit: SourceUnit
    at: int
    text: str = attrs.field(repr=False)
    shown: str = attrs.field(repr=False)
    parts: tuple[Part, ...] = attrs.field(repr=False)

    def quoted(self, place: int) -> bool:
        """Whether a character stands in quotation marks."""
        before = bisect_right(self.parts, place, key=lambda part: part.start)
        return before > 0 and self.parts[before - 1].quoted and place < self.parts[before - 1].end

    def begins_sentence(self, place: int) -> bool:
        """Whether a word that starts there is the first of a sentence, so that its capital says nothing."""
        before = self.text[max(0, place - _LOOK_BACK) : place].rstrip(" \t'(")
        return (not before and place < _LOOK_BACK) or bool(
            re.search(r"(?:[.!?\u2026:;\"\u201c\u201d\u201e\u00ab\u00bb\u2014\u2013\n]|--)$", before)
        )

    def sentence(self, place: int) -> tuple[int, int]:
        """Start and end of the sentence that a character stands in, blanks and quotation marks around it left out."""
        before = bisect_right(self._borders, place, key=lambda border: border[1])
        after = bisect_right(self._borders, place, key=lambda border: border[0])
        start = self._borders[before - 1][1] if before else 0
        end = self._borders[after][0] if after < len(self._borders) else len(self.text)
        while start < end and self.text[start] in ' \t\n"':
            start += 1
        return start, end

    @cached_property
    def _borders(self) -> list[tuple[int, int]]:
        """Where sentences end and the next begin."""
        return [match.span() for match in _SENTENCE.finditer(self.text)]


def read_turns(chunk: Chunk) -> tuple[Turn, ...]:
    """The chunk's units as turns; of a clipped unit only what the chunk shows."""
    return tuple(_read(unit, at, chunk) for at, unit in enumerate(chunk.units))


def _read(unit: SourceUnit, at: int, chunk: Chunk) -> Turn:
    shown = unit.text if chunk.clip is None else unit.text[chunk.clip.start : chunk.clip.end]
    text = _STAGE.sub(lambda match: " " * len(match.group()), _CITED.sub(_uncited, shown)).translate(_COMMA_TYPES)
    return Turn(unit, at, text, shown, _parts(text))


def _uncited(match: re.Match[str]) -> str:
    """Blanks in place of the signs that quote a line; the end of the line before stays."""
    found = match.group()
    kept = found.find("\n") + 1 if match.start() else 0
    return found if match.start() and not kept else found[:kept] + " " * (len(found) - kept)


def _parts(text: str) -> tuple[Part, ...]:
    """Quotation marks open and close in turn; one that never closes lasts to the end of the turn."""
    parts, start, quoted = [], 0, False
    for mark in _QUOTE.finditer(text):
        parts.append(Part(start, mark.start(), quoted))
        start, quoted = mark.end(), not quoted
    parts.append(Part(start, len(text), quoted))
    return tuple(part for part in parts if part.start < part.end)
