"""A turn as the routine reads it: words with their places, sentences, and whether capitals mean anything."""

import functools
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import attrs

from notarius.contracts.sources import SourceUnit

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*")
_STAGE: Final = re.compile(r"\([^()]{1,60}\)|\[[^\[\]]{1,60}\]|(?<!\w)[*_~]+|[*_~]+(?!\w)|^\s*>+", re.MULTILINE)
_SENTENCE_END: Final = re.compile(
    r"(?:[.!?\u2026]+[\"'\u201d\u2019)]*(?=\s|$)|--+(?=\s|$)|\u2014|\n{2,}|(?<!\w)-(?=\s*$))"
)
_EMPHASIS: Final = re.compile(r"(?<![\w*])\*(?!\*)(?:[^*]|\*\*){24,}\*(?!\w)|(?<!\w)_[^_]{24,}_(?!\w)")
_COMMENT: Final = re.compile(r"[\u2018\u2019\u02bc]")


@attrs.frozen
class Word:
    """One word.

    Attributes:
        plain: without case, accents and apostrophes.
        start: first character in the turn's text.
        end: one behind its last.
        capital: whether it begins with a capital.
    """

    plain: str
    start: int
    end: int
    capital: bool


@attrs.frozen
class Turn:
    """One unit, read.

    Attributes:
        unit: the unit.
        at: its place in the chunk.
        text: the unit's text with stage directions and markup blanked out, character for character.
        low: `text` in lower case with straight apostrophes, same length.
        words: the words of `text`.
        sentences: ends of sentences in `text`, in order.
        narration: ranges of `text` that are set in emphasis and long enough to be narration.
    """

    unit: SourceUnit
    at: int
    text: str = attrs.field(repr=False)
    low: str = attrs.field(repr=False)
    words: tuple[Word, ...] = attrs.field(repr=False)
    sentences: tuple[int, ...] = attrs.field(repr=False)
    narration: tuple[tuple[int, int], ...] = ()

    def narrates(self, place: int) -> bool:
        """Whether a character stands in emphasised narration, as play by post writes what characters do."""
        return any(start <= place < end for start, end in self.narration)

    def sentence(self, place: int) -> tuple[int, int]:
        """Start and end of the sentence that a character stands in."""
        start = 0
        for end in self.sentences:
            if place < end:
                return start, end
            start = end
        return start, len(self.text)


def read_turn(unit: SourceUnit, at: int) -> Turn:
    """The unit as a turn."""
    text, low, words, sentences = _read(unit.text)
    narration = (
        tuple(match.span() for match in _EMPHASIS.finditer(unit.text)) if "*" in unit.text or "_" in unit.text else ()
    )
    return Turn(unit, at, text, low, words, sentences, narration)


@functools.lru_cache(maxsize=8192)
def _read(raw: str) -> tuple[str, str, tuple[Word, ...], tuple[int, ...]]:
    text = _STAGE.sub(lambda match: " " * len(match.group()), raw)
    lowered = _COMMENT.sub("'", text).lower()
    low = (
        lowered if len(lowered) == len(text) else "".join(char.lower()[:1] or char for char in _COMMENT.sub("'", text))
    )
    words = tuple(Word(_plain(m.group()), m.start(), m.end(), m.group()[0].isupper()) for m in _WORD.finditer(text))
    return text, low, words, tuple(match.end() for match in _SENTENCE_END.finditer(text))


@functools.lru_cache(maxsize=16384)
def _plain(word: str) -> str:
    if word.isascii():
        return word.lower().replace("'", "")
    folded = unicodedata.normalize("NFKD", word.casefold())
    return re.sub(r"['\u2018\u2019\u02bc]", "", "".join(char for char in folded if not unicodedata.combining(char)))


def has_capitals(turns: Sequence[Turn]) -> bool:
    """Whether the transcript writes capitals as books do, so that a capital inside a sentence means a name."""
    words = [word for turn in turns for word in turn.words]
    capitals = sum(word.capital for word in words)
    return len(words) > 0 and 0.02 <= capitals / len(words) <= 0.6
