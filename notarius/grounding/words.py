"""A text as its words, each known by its characters in the original text."""

import bisect
import functools
import itertools
import re
from typing import Final

import attrs

from notarius.contracts.sources import Span
from notarius.text import UNSPACED, plain

# A word is a run of letters and digits with their combining marks and inner apostrophes; where a script has no
# blanks between words, every character is one.
_WORD: Final = re.compile(
    rf"[{UNSPACED}]|(?:[^\W_{UNSPACED}][\u0300-\u036f]*)+(?:['\u2019\u02bc](?:[^\W_{UNSPACED}][\u0300-\u036f]*)+)*"
)
_ASCII_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*")


@attrs.frozen(eq=False)
class Words:
    """The words of a text without case, accents, punctuation, width of blanks and compatibility forms.

    Attributes:
        words: in order; none is empty.
        spans: where each stands in the original text.
        joined: the words, single blanks between.
    """

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    joined: str = attrs.field(init=False)

    @joined.default
    def _join(self) -> str:
        return " ".join(self.words)

    @functools.cached_property
    def starts(self) -> list[int]:
        """Where each word begins in `joined`."""
        return [0, *itertools.accumulate(len(word) + 1 for word in self.words[:-1])]

    @functools.cached_property
    def compact(self) -> str:
        """The words without blanks."""
        return "".join(self.words)

    @functools.cached_property
    def compact_starts(self) -> list[int]:
        """Where each word begins in `compact`, and its length at the end."""
        return [0, *itertools.accumulate(map(len, self.words))]

    def word_at(self, position: int) -> int:
        """Index of the word that holds, or stands right before, a position of `joined`."""
        return max(0, bisect.bisect_right(self.starts, position) - 1)

    def first_from(self, position: int) -> int:
        """Index of the first word that begins at or behind a position of the original text."""
        return bisect.bisect_left(self.spans, (position, 0)) if position else 0

    def span(self, first: int, end: int) -> Span:
        """The original characters of the words `first` to `end`, which is behind the last."""
        return Span(self.spans[first][0], self.spans[end - 1][1])

    def text(self, first: int, end: int) -> str:
        """The words `first` to `end` as in `joined`."""
        return self.joined[self.starts[first] : self.starts[end - 1] + len(self.words[end - 1])] if end > first else ""


# A unit is looked into again and again while its chunk's answer is read, then never again.
@functools.lru_cache(maxsize=128)
def words_of(text: str) -> Words:
    """The words of a text."""
    if text.isascii():
        matches = list(_ASCII_WORD.finditer(text.lower()))
        words = [match[0].replace("'", "") for match in matches]
    else:
        matches = list(_WORD.finditer(text))
        words = [plain(match[0]).replace(" ", "") for match in matches]
    kept = [index for index, word in enumerate(words) if word]
    return Words(tuple(words[index] for index in kept), tuple(matches[index].span() for index in kept))
