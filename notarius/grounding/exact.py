"""The two ways of finding a quote that admit no difference in its words."""

from collections.abc import Iterator
from typing import Final

from notarius.contracts.sources import Span
from notarius.grounding.words import Words

# A quote that stands more often in one unit than this is not worth looking further for its best place.
_PLACES: Final = 50


def find_exact(quote: str, text: str, start: int = 0) -> Span | None:
    """Where the quote stands character by character; at word borders if it does so anywhere.

    Args:
        quote: without surrounding blanks.
        text: where to look.
        start: from which character on.
    """
    first = None
    for place in _places(quote, text, start):
        span = Span(place, place + len(quote))
        if not (_splits_word(text, span.start) or _splits_word(text, span.end)):
            return span
        first = first or span
    return first


def find_normalized(quote: Words, text: Words, first: int = 0) -> Span | None:
    """Where the words of the quote stand one after the other, whatever is between them; whole words only.

    What is one word here and several there (`fire ball`) is found too.

    Args:
        quote: words of the quote, at least one.
        text: words of the unit.
        first: from which word on.
    """
    if first >= len(text.words):
        return None
    for place in _places(f" {quote.joined} ", f" {text.joined} ", text.starts[first]):
        index = text.word_at(place)
        return text.span(index, index + len(quote.words))
    return _find_compact(quote, text, first)


def _find_compact(quote: Words, text: Words, first: int) -> Span | None:
    if quote.compact not in text.compact:
        return None
    borders = {position: index for index, position in enumerate(text.compact_starts)}
    for place in _places(quote.compact, text.compact, text.compact_starts[first]):
        start, end = borders.get(place), borders.get(place + len(quote.compact))
        if start is not None and end is not None:
            return text.span(start, end)
    return None


def _places(part: str, text: str, start: int) -> Iterator[int]:
    place = text.find(part, start)
    for _ in range(_PLACES):
        if place < 0:
            return
        yield place
        place = text.find(part, place + 1)


def _splits_word(text: str, position: int) -> bool:
    return 0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum()
