"""A chunk knows how many of its last units the next one repeats."""

import itertools

from notarius.chunking import chunk_units
from notarius.contracts.sources import SourceUnit
from notarius.tokens import token_counter

UNITS = [
    SourceUnit(f"u{number}", "eleven words of speech about the weather on the northern pier") for number in range(1, 60)
]


def test_what_is_ahead_is_the_next_chunks_overlap() -> None:
    """The same units, counted from the other side."""
    chunks = chunk_units(UNITS, max_tokens=200, overlap_units=3, counter=token_counter("estimate"))
    assert len(chunks) > 3
    for chunk, following in itertools.pairwise(chunks):
        assert chunk.ahead == following.overlap == 3
        assert chunk.units[-chunk.ahead :] == following.units[: following.overlap]
    assert chunks[-1].ahead == 0


def test_without_overlap_nothing_is_ahead() -> None:
    """Zero everywhere."""
    chunks = chunk_units(UNITS, max_tokens=200, overlap_units=0, counter=token_counter("estimate"))
    assert {chunk.ahead for chunk in chunks} == {0}
