"""Finding a quote that differs a little from what the unit says, all of it or not at all.

The place is found by characters, then the words decide: what differs must differ as a mishearing or a spelling does,
word against word. So a real beginning with an invented end is refused however long the beginning is.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from notarius.contracts.sources import Span
from notarius.grounding.words import Words

# Measured with rapidfuzz 3.14: up to 64 characters its search for the best place takes 0.05 ms in a unit of 10,000
# characters; with 500 characters it takes 3 ms. So long quotes are located by their first and last words.
_LOCATED: Final = 60
# Below this a part of the quote has no place; a search that may stop there is twice as fast.
_LOCATION_CUTOFF: Final = 70.0
# Moving a range's ends gains less than this; measured on quotes with every twentieth word left out.
_FITTING_GAIN: Final = 0.2
# Words that differ must share more than this of their letters: `harber` and `harbour` do, `wall` and `roof` do not.
_ALIKE: Final = 0.6
# At one place a mishearing changes one word or two (`I will` for `I'll`); three in a row are invented.
_RUN: Final = 2
# Words as short as `a` or `uh` may be added, or stand for as short a one, one in every so many, but not at the end.
_TINY: Final = 2
_REPLACED_BY_TINY: Final = 4
_WORDS_PER_TINY: Final = 8
_END: Final = 3


def find_fuzzy(quote: Words, text: Words, min_similarity: float, first: int = 0) -> Span | None:
    """Where the unit says nearly what the quote says, from its first word to its last.

    Args:
        quote: words of the quote, at least one.
        text: words of the unit.
        min_similarity: twice the characters in common, by all characters of both, blanks counted.
        first: from which word on.
    """
    characters = len(text.joined) - text.starts[first]
    if 2 * characters < min_similarity * (characters + len(quote.joined)):  # most of the quote has no counterpart
        return None
    best: tuple[float, int, int] | None = None
    for start, end in _locations(quote, text, first):
        if _similarity(quote.joined, text.text(start, end)) < min_similarity - _FITTING_GAIN:
            continue
        found = _fitted(quote.joined, text, start, end, first)
        if found[0] >= min_similarity and (best is None or found[0] > best[0]):
            best = found
    if best is None or not _differs_little(quote.words, text.words[best[1] : best[2]]):
        return None
    return text.span(best[1], best[2])


def _locations(quote: Words, text: Words, first: int) -> Iterator[tuple[int, int]]:
    """Ranges of words where the quote may stand, judged by its first and last characters."""
    head = _locate(quote.joined[:_LOCATED], text, first)
    if head is None:
        return
    if len(quote.joined) <= _LOCATED:
        yield head
        return
    tail = _locate(quote.joined[-_LOCATED:], text, first)
    if tail is None:
        return
    size = len(quote.words)
    if size // 2 <= tail[1] - head[0] <= 2 * size:
        yield head[0], tail[1]
        return
    yield head[0], min(len(text.words), head[0] + size)
    yield max(first, tail[1] - size), tail[1]


def _locate(part: str, text: Words, first: int) -> tuple[int, int] | None:
    from rapidfuzz import fuzz  # costs 25 ms, and most quotes are exact

    start = text.starts[first]
    said = text.joined[start:]
    found = fuzz.partial_ratio_alignment(part, said, score_cutoff=_LOCATION_CUTOFF)
    # With a text shorter than the part, it is the text that is looked for in the part.
    if found is None or len(said) < len(part):
        return (first, len(text.words)) if found is not None else None
    return text.word_at(start + found.dest_start), text.word_at(start + found.dest_end - 1) + 1


def _fitted(quote: str, text: Words, start: int, end: int, first: int) -> tuple[float, int, int]:
    """The range's similarity, start and end, after moving both ends to where the similarity is largest."""
    reach = 3 + (end - start) // 16
    ends = range(max(start + 1, end - reach), min(len(text.words), end + reach) + 1)
    best = _best(quote, text, [(start, end) for end in ends])
    starts = range(max(first, start - reach), min(best[2] - 1, start + reach) + 1)
    moved = _best(quote, text, [(start, best[2]) for start in starts])
    if moved[1] == start:
        return moved
    return _best(quote, text, [(moved[1], end) for end in ends if end > moved[1]])


def _best(quote: str, text: Words, ranges: Sequence[tuple[int, int]]) -> tuple[float, int, int]:
    best = (-1.0, *ranges[0])
    for start, end in ranges:
        similarity = _similarity(quote, text.text(start, end), best[0])
        if similarity > best[0]:
            best = (similarity, start, end)
    return best


def _differs_little(quote: Sequence[str], said: Sequence[str]) -> bool:
    if sorted(quote) == sorted(said):  # the same words in another order say something else
        return False
    tiny = 0
    for difference in _differences(quote, said):
        if difference.is_harmless:
            continue
        if not difference.is_tiny or difference.end > len(quote) - _END:
            return False
        tiny += 1
    return tiny <= len(quote) // _WORDS_PER_TINY


@attrs.frozen
class _Difference:
    """What differs between words that agree.

    Attributes:
        ours: the quote's words.
        theirs: the text's words.
        end: one behind the last of the quote's.
    """

    ours: Sequence[str]
    theirs: Sequence[str]
    end: int

    @property
    def is_harmless(self) -> bool:
        """Words left out, or heard or spelled a little differently."""
        if not self.ours:
            return True
        if len(self.ours) > _RUN or sorted(self.ours) == sorted(self.theirs):
            return False
        return _alike("".join(self.ours), "".join(self.theirs))

    @property
    def is_tiny(self) -> bool:
        letters = "".join(self.ours)
        return len(letters) <= _TINY and not letters.isdigit() and len("".join(self.theirs)) <= _REPLACED_BY_TINY


def _differences(quote: Sequence[str], said: Sequence[str]) -> Iterator[_Difference]:
    from rapidfuzz.distance import Levenshtein

    ours = theirs = 0
    operations: Any = Levenshtein.opcodes(quote, said)
    for operation in operations:
        if operation.tag != "equal":
            continue
        if ours < operation.src_start or theirs < operation.dest_start:
            yield _Difference(
                quote[ours : operation.src_start], said[theirs : operation.dest_start], operation.src_start
            )
        ours, theirs = operation.src_end, operation.dest_end
    if ours < len(quote) or theirs < len(said):
        yield _Difference(quote[ours:], said[theirs:], len(quote))


def _alike(ours: str, theirs: str) -> bool:
    if any(char.isdigit() for char in ours) and _digits(ours) != _digits(theirs):
        return False
    return bool(theirs) and _similarity(ours, theirs) > _ALIKE


def _similarity(ours: str, theirs: str, at_least: float = 0.0) -> float:
    """Twice the characters in common by all characters; 0 if it is below what it has to be at least."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_similarity(ours, theirs, score_cutoff=max(0.0, at_least)))


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
