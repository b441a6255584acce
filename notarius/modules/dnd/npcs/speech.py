"""A turn as the routine reads it: what is told, what is said in quotes, and where sentences begin."""

import re
from typing import Final

import attrs

from notarius.contracts.sources import Chunk, SourceUnit

_STAGE: Final = re.compile(r"\([^()]{1,60}\)|\[[^\[\]]{1,60}\]|(?<!\w)[*_~]+|[*_~]+(?!\w)|^\s*>+", re.MULTILINE)
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
        return any(part.quoted and part.start <= place < part.end for part in self.parts)

    def begins_sentence(self, place: int) -> bool:
        """Whether a word that starts there is the first of a sentence, so that its capital says nothing."""
        before = self.text[max(0, place - _LOOK_BACK) : place].rstrip(" \t'(")
        return (not before and place < _LOOK_BACK) or bool(
            re.search(r"(?:[.!?\u2026:;\"\u201c\u201d\u201e\u00ab\u00bb\u2014\u2013\n]|--)$", before)
        )

    def sentence(self, place: int) -> tuple[int, int]:
        """Start and end of the sentence that a character stands in, blanks and quotation marks around it left out."""
        start, end = 0, len(self.text)
        for match in _SENTENCE.finditer(self.text):
            if match.end() <= place:
                start = match.end()
            elif match.start() > place:
                end = match.start()
                break
        while start < end and self.text[start] in ' \t\n"':
            start += 1
        return start, end


def read_turns(chunk: Chunk) -> tuple[Turn, ...]:
    """The chunk's units as turns; of a clipped unit only what the chunk shows."""
    return tuple(_read(unit, at, chunk) for at, unit in enumerate(chunk.units))


def _read(unit: SourceUnit, at: int, chunk: Chunk) -> Turn:
    shown = unit.text if chunk.clip is None else unit.text[chunk.clip.start : chunk.clip.end]
    text = _STAGE.sub(lambda match: " " * len(match.group()), shown).translate(_COMMA_TYPES)
    return Turn(unit, at, text, shown, _parts(text))


def _parts(text: str) -> tuple[Part, ...]:
    """Quotation marks open and close in turn; one that never closes lasts to the end of the turn."""
    parts, start, quoted = [], 0, False
    for mark in _QUOTE.finditer(text):
        parts.append(Part(start, mark.start(), quoted))
        start, quoted = mark.end(), not quoted
    parts.append(Part(start, len(text), quoted))
    return tuple(part for part in parts if part.start < part.end)
