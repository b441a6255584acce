"""The order in which a quote is looked for, and what counts as the quote."""

import re
from typing import Final

import attrs

from notarius.contracts.records import Citation, Evidence, Match
from notarius.contracts.sources import SourceRef, SourceUnit, Span
from notarius.grounding.exact import find_exact, find_normalized
from notarius.grounding.fuzzy import find_fuzzy
from notarius.grounding.words import words_of

DEFAULT_MIN_SIMILARITY: Final = 0.85

_ID_PREFIX: Final = re.compile(r"\[u\d+\]\s*")
# What stands for left-out words, often in brackets: "...", ". . .", "[...]", an ellipsis character.
_LEFT_OUT: Final = re.compile(r"\.(?:\s?\.)+|\u2026")
_BRACKETS_AND_BLANKS: Final = "[]() \t\r\n"


@attrs.frozen
class _Place:
    span: Span
    match: Match


def ground(
    citation: Citation, unit: SourceUnit, *, fuzzy: bool = True, min_similarity: float = DEFAULT_MIN_SIMILARITY
) -> Evidence | None:
    """The quote as the cited unit says it, or None if it does not.

    Looked for exactly; else without case, accents, punctuation, blanks and compatibility forms; else by parts, where
    it leaves out words with `...` (the parts must follow each other; the span holds what is between); else, unless
    switched off, with small differences all along. The unit's rendered prefix, `[u12] NAME:`, is not part of a
    quote. An empty quote, or one without a word that is not there exactly, is found nowhere.

    Args:
        citation: what the model answered; its `unit` is not looked at.
        unit: the unit it cites.
        fuzzy: whether small differences are allowed.
        min_similarity: 0 to 1; how much of quote and place must agree where they may differ.
    """
    quote = _without_prefix(citation.quote.strip(), unit)
    place = _place(quote, unit.text, fuzzy=fuzzy, min_similarity=min_similarity) if quote else None
    return None if place is None else _evidence(place, unit)


def _evidence(place: _Place, unit: SourceUnit) -> Evidence:
    return Evidence(
        source=SourceRef(unit.id),
        quote=unit.text[place.span.start : place.span.end],
        span=place.span,
        match=place.match,
        speaker=unit.speaker,
        start_seconds=unit.start_seconds,
        end_seconds=unit.end_seconds,
    )


def _without_prefix(quote: str, unit: SourceUnit) -> str:
    """The quote without the prefix that prompts show before the text, unless the text has that too."""
    bare = _ID_PREFIX.sub("", quote, count=1) if quote.startswith("[") else quote
    label = f"{unit.speaker}:"
    if unit.speaker and bare[: len(label)].casefold() == label.casefold():
        bare = bare[len(label) :].lstrip()
    return quote if quote in unit.text else bare


def _place(quote: str, text: str, *, fuzzy: bool, min_similarity: float) -> _Place | None:
    place = _place_strictly(quote, text, 0)
    if place is None and (parts := _parts(quote)):
        place = _place_parts(parts, text, fuzzy=fuzzy, min_similarity=min_similarity)
    if place is None and fuzzy:
        place = _place_loosely(quote, text, 0, min_similarity)
    return place


def _place_strictly(quote: str, text: str, start: int) -> _Place | None:
    if span := find_exact(quote, text, start):
        return _Place(span, "exact")
    wanted, said = words_of(quote), words_of(text)
    if wanted.words and (span := find_normalized(wanted, said, said.first_from(start))):
        return _Place(span, "normalized")
    return None


def _place_loosely(quote: str, text: str, start: int, min_similarity: float) -> _Place | None:
    wanted, said = words_of(quote), words_of(text)
    first = said.first_from(start)
    if wanted.words and first < len(said.words) and (span := find_fuzzy(wanted, said, min_similarity, first)):
        return _Place(span, "fuzzy")
    return None


def _parts(quote: str) -> list[str]:
    """The parts between left-out words, if there are two or more and three words in all."""
    parts = [part.strip(_BRACKETS_AND_BLANKS) for part in _LEFT_OUT.split(quote) if words_of(part).words]
    return parts if len(parts) > 1 and sum(len(words_of(part).words) for part in parts) > 2 else []


def _place_parts(parts: list[str], text: str, *, fuzzy: bool, min_similarity: float) -> _Place | None:
    first, end = None, 0
    loose = False
    for part in parts:
        place = _place_strictly(part, text, end)
        if place is None and fuzzy:
            place = _place_loosely(part, text, end, min_similarity)
        if place is None:
            return None
        first = place.span.start if first is None else first
        end = place.span.end
        loose = loose or place.match == "fuzzy"
    return _Place(Span(first or 0, end), "fuzzy" if loose else "normalized")
