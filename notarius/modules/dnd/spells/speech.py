"""A turn as the routine reads it: words with their places, sentences, and whether capitals mean anything.

What a pattern costs may grow faster than the text it is given, so no pattern is given much: a unit longer than people
speak is read as several turns of its speaker, and a sentence reaches so far to either side and no farther.
"""

import functools
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from notarius.contracts.sources import Chunk, SourceUnit, Span

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*")
_STAGE: Final = re.compile(r"\([^()]{1,60}\)|\[[^\[\]]{1,60}\]|(?<!\w)[*_~]+|[*_~]+(?!\w)|^\s*>+", re.MULTILINE)
_SENTENCE_END: Final = re.compile(
    r"(?:[.!?\u2026]+[\"'\u201d\u2019)]*(?=\s|$)|--+(?=\s|$)|\u2014|\n{2,}|(?<!\w)-(?=\s*$))"
)
_EMPHASIS: Final = re.compile(r"(?<![\w*])\*(?!\*)(?:[^*]|\*\*){24,}\*(?!\w)|(?<!\w)_[^_]{24,}_(?!\w)")
_COMMENT: Final = re.compile(r"[\u2018\u2019\u02bc]")
#: Characters of a turn. The longest turn of the recorded session has 2,400.
LONGEST_TURN: Final = 2500
#: Characters of a sentence that are looked at on either side of a place. The longest there has 400 in all.
LONGEST_SENTENCE: Final = 400
# Where a turn that is too long is cut, the best first: behind a sentence, behind a comma, behind a blank.
_CUTS: Final = tuple(
    re.compile(rf".*{behind}\s", re.DOTALL) for behind in (r"[.!?\u2026][\"'\u201d\u2019)]*", "[,;:]", "")
)


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


@attrs.frozen(eq=False)
class Turn:
    """One unit, read, or a part of one that is longer than anybody speaks at a time.

    Attributes:
        unit: the unit.
        at: its place among the chunk's turns.
        text: the unit's text with stage directions and markup blanked out, character for character.
        low: `text` in lower case with straight apostrophes, same length.
        words: the words of `text`.
        sentences: ends of sentences in `text`, in order.
        narration: ranges of `text` that are set in emphasis and long enough to be narration.
        unit_at: the unit's place in the chunk.
        offset: where in the unit's text `text` begins.
    """

    unit: SourceUnit
    at: int
    text: str = attrs.field(repr=False)
    low: str = attrs.field(repr=False)
    words: tuple[Word, ...] = attrs.field(repr=False)
    sentences: tuple[int, ...] = attrs.field(repr=False)
    narration: tuple[tuple[int, int], ...] = ()
    unit_at: int = 0
    offset: int = 0
    _found: dict["re.Pattern[str]", bool] = attrs.field(factory=dict, init=False, repr=False)

    @property
    def said(self) -> str:
        """`text` as the unit has it."""
        return self.unit.text[self.offset : self.offset + len(self.text)]

    def bare(self, word: Word) -> str:
        """A word as it is said, in lower case, without a possessive s."""
        return self.low[word.start : word.end].removesuffix("'s")

    def narrates(self, place: int) -> bool:
        """Whether a character stands in emphasised narration, as play by post writes what characters do."""
        return any(start <= place < end for start, end in self.narration)

    def says(self, pattern: "re.Pattern[str]") -> bool:
        """Whether a pattern is found in `low`; looked for once, however many mentions stand around the turn."""
        if pattern not in self._found:
            self._found[pattern] = pattern.search(self.low) is not None
        return self._found[pattern]

    def words_in(self, start: int, end: int) -> tuple[Word, ...]:
        """The words that begin in a range of characters."""
        first, last = (bisect_left(self.words, place, key=lambda word: word.start) for place in (start, end))
        return self.words[first:last]

    def sentence(self, place: int) -> tuple[int, int]:
        """Start and end of the sentence that a character stands in, as far as it is looked at from there."""
        after = bisect_right(self.sentences, place)
        start = self.sentences[after - 1] if after else 0
        end = self.sentences[after] if after < len(self.sentences) else len(self.text)
        return max(start, place - LONGEST_SENTENCE), min(end, place + LONGEST_SENTENCE)


def read_turn(unit: SourceUnit, at: int) -> Turn:
    """The unit as one turn, however long it is."""
    text, low, words, sentences = _read(unit.text)
    return Turn(unit, at, text, low, words, sentences, _narration(unit.text), unit_at=at)


def read_turns(chunk: Chunk) -> list[Turn]:
    """What a chunk shows of its units as turns, long units in several."""
    turns: list[Turn] = []
    for unit_at, unit in enumerate(chunk.units):
        narration = _narration(unit.text)
        for part in _parts(unit.text, chunk.clip or Span(0, len(unit.text))):
            text, low, words, sentences = _read(unit.text[part.start : part.end])
            inside = _inside(narration, part)
            turns.append(Turn(unit, len(turns), text, low, words, sentences, inside, unit_at, part.start))
    return turns


def _narration(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _EMPHASIS.finditer(text)) if "*" in text or "_" in text else ()


def _parts(text: str, shown: Span) -> Iterator[Span]:
    """The shown range in parts of at most `LONGEST_TURN` characters, cut where it does least harm."""
    start = shown.start
    while shown.end - start > LONGEST_TURN:
        end = _cut(text, start + LONGEST_TURN // 2, start + LONGEST_TURN)
        yield Span(start, end)
        start = end
    yield Span(start, shown.end)


def _cut(text: str, first: int, last: int) -> int:
    cuts = (pattern.match(text, first, last) for pattern in _CUTS)
    return next((found.end() for found in cuts if found), last)


def _inside(ranges: Sequence[tuple[int, int]], part: Span) -> tuple[tuple[int, int], ...]:
    """Those of the ordered ranges that reach into a part, counted from its start."""
    first = bisect_right(ranges, part.start, key=lambda one: one[1])
    last = bisect_left(ranges, part.end, key=lambda one: one[0])
    return tuple((start - part.start, end - part.start) for start, end in ranges[first:last])


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


_SIGNS: Final = re.compile(r"(?<=\W{10})\W+(?=\W{10})")


def squeezed(text: str) -> str:
    """The text with no more than twenty signs and blanks on end, the last and the first of which tell it all."""
    return _SIGNS.sub("", text)


def has_capitals(turns: Sequence[Turn]) -> bool:
    """Whether the transcript writes capitals as books do, so that a capital inside a sentence means a name."""
    words = [word for turn in turns for word in turn.words]
    capitals = sum(word.capital for word in words)
    return len(words) > 0 and 0.02 <= capitals / len(words) <= 0.6
