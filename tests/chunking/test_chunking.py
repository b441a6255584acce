"""Where chunks end: every unit in one, order kept, budgets held, borders between units."""

import itertools
import re

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.chunking import chunk_units
from notarius.contracts.sources import Chunk, SourceUnit, Span
from notarius.errors import ConfigError
from notarius.tokens import token_counter


@attrs.frozen
class WordCounter:
    """Counts words, so that budgets in tests can be read."""

    name: str = "words"
    exact: bool = True

    def count(self, text: str) -> int:
        """Words, a line break counting nothing."""
        return len(text.split())


WORDS = WordCounter()
ESTIMATE = token_counter("estimate")


def units(*texts: str) -> list[SourceUnit]:
    """Units of these texts, `u1` and on, said by M; each costs its words and two more for the label."""
    return [SourceUnit(f"u{number}", text, "M") for number, text in enumerate(texts, 1)]


def ids(chunks: tuple[Chunk, ...]) -> list[list[str]]:
    """The chunks' unit ids."""
    return [[unit.id for unit in chunk.units] for chunk in chunks]


def test_chunks_are_as_large_as_the_budget_allows() -> None:
    """A chunk ends where the next unit would go over the budget."""
    chunks = chunk_units(units("a", "b", "c d", "e"), max_tokens=7, counter=WORDS)
    assert ids(chunks) == [["u1", "u2"], ["u3", "u4"]]
    assert [chunk.tokens for chunk in chunks] == [6, 7]
    assert [chunk.index for chunk in chunks] == [0, 1]


def test_units_without_text_are_never_sent() -> None:
    """Empty and blank units are in no chunk; their numbers stay theirs."""
    assert ids(chunk_units(units("", "a", " \n ", "b"), max_tokens=99, counter=WORDS)) == [["u2", "u4"]]


def test_no_text_is_no_chunk() -> None:
    """Nothing to ask about makes no request."""
    assert chunk_units(units("", " "), max_tokens=9, counter=WORDS) == ()


def test_overlap_repeats_the_last_units() -> None:
    """Each chunk begins with the last units of the one before, and says how many."""
    chunks = chunk_units(units(*"abcdefg"), max_tokens=12, overlap_units=2, counter=WORDS)
    assert ids(chunks) == [["u1", "u2", "u3", "u4"], ["u3", "u4", "u5", "u6"], ["u5", "u6", "u7"]]
    assert [chunk.overlap for chunk in chunks] == [0, 2, 2]


def test_overlap_shrinks_where_a_new_unit_needs_the_room() -> None:
    """A large unit pushes repeated ones out rather than going over the budget."""
    chunks = chunk_units(units("a", "b", "c d e f g"), max_tokens=10, overlap_units=2, counter=WORDS)
    assert ids(chunks) == [["u1", "u2"], ["u2", "u3"]]
    assert chunks[1].overlap == 1


def test_overlap_as_large_as_a_chunk_still_makes_progress() -> None:
    """Every chunk holds a unit that no chunk before it held."""
    chunks = chunk_units(units(*"abcdef"), max_tokens=9, overlap_units=50, counter=WORDS)
    assert ids(chunks) == [["u1", "u2", "u3"], ["u2", "u3", "u4"], ["u3", "u4", "u5"], ["u4", "u5", "u6"]]


def test_a_limit_of_units_holds_beside_the_budget() -> None:
    """Thirty units a chunk is how the benchmark cuts; repeated units count."""
    assert ids(chunk_units(units(*"abcde"), max_tokens=99, max_units=2, counter=WORDS)) == [
        ["u1", "u2"],
        ["u3", "u4"],
        ["u5"],
    ]
    assert ids(chunk_units(units(*"abc"), max_tokens=99, max_units=2, overlap_units=5, counter=WORDS)) == [
        ["u1", "u2"],
        ["u2", "u3"],
    ]


def test_a_unit_over_the_budget_is_clipped_at_word_borders() -> None:
    """Its parts are consecutive chunks of its own; neighbours are not mixed in, nor repeated."""
    chunks = chunk_units(units("a", "one two  three four five", "b"), max_tokens=4, overlap_units=1, counter=WORDS)
    assert ids(chunks) == [["u1"], ["u2"], ["u2"], ["u2"], ["u3"]]
    assert [chunk.clip for chunk in chunks] == [None, Span(0, 9), Span(9, 20), Span(20, 24), None]
    assert [chunk.text for chunk in chunks[1:4]] == ["[u2] M: one two  ", "[u2] M: three four ", "[u2] M: five"]
    assert all(chunk.tokens <= 4 for chunk in chunks)


def test_a_word_over_the_budget_is_cut_inside() -> None:
    """A blob without blanks still goes through, in parts that fit."""
    (unit,) = units("x" * 500)
    chunks = chunk_units([unit], max_tokens=20, counter=ESTIMATE)
    assert len(chunks) > 1
    assert "".join(unit.text[chunk.clip.start : chunk.clip.end] for chunk in chunks if chunk.clip) == unit.text
    assert all(chunk.tokens <= 20 for chunk in chunks)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        pytest.param({"max_tokens": 0}, "max_tokens is 0; it must be 1 or more", id="no budget"),
        pytest.param({"max_tokens": 9, "overlap_units": -1}, "overlap_units is -1; it must be 0 or more", id="overlap"),
        pytest.param({"max_tokens": 9, "max_units": 0}, "max_units is 0; it must be 1 or more, or null", id="units"),
        pytest.param({"max_tokens": 2}, "max_tokens is 2, too small for a part of unit u1, whose label", id="label"),
    ],
)
def test_limits_that_make_no_sense_are_errors(limits: dict[str, int], message: str) -> None:
    """The message names the limit, its value, and what is allowed."""
    with pytest.raises(ConfigError, match=re.escape(message)):
        chunk_units(units("one two three"), counter=WORDS, **limits)


def test_all_wrong_limits_are_reported_together() -> None:
    """One run tells everything that is wrong."""
    with pytest.raises(ConfigError) as caught:
        chunk_units([], max_tokens=0, overlap_units=-1, max_units=0, counter=WORDS)
    assert len(caught.value.problems) == 3


_TEXTS = st.lists(
    st.one_of(st.just(""), st.text(st.sampled_from("ab \n\u00e9\u4e2d."), max_size=60), st.just("word " * 60)),
    max_size=25,
)
_LIMITS = st.fixed_dictionaries(
    {
        "max_tokens": st.integers(12, 80),
        "overlap_units": st.integers(0, 5),
        "max_units": st.one_of(st.none(), st.integers(1, 6)),
    }
)


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_every_unit_is_asked_about_once_as_a_new_one_and_in_order(texts: list[str], limits: dict[str, int]) -> None:
    """Without overlaps and counting a clipped unit once, the chunks are the units with text."""
    made = units(*texts)
    chunks = chunk_units(made, counter=ESTIMATE, **limits)
    fresh = [unit for chunk in chunks for unit in chunk.units[chunk.overlap :] if not (chunk.clip and chunk.clip.start)]
    assert fresh == [unit for unit in made if unit.text.strip()]
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_no_chunk_is_over_its_limits(texts: list[str], limits: dict[str, int]) -> None:
    """Whatever the units, the rendered text is within the tokens that the chunk claims, and those in the budget."""
    for chunk in chunk_units(units(*texts), counter=ESTIMATE, **limits):
        assert ESTIMATE.count(chunk.text) <= chunk.tokens <= limits["max_tokens"]
        assert len(chunk.units) <= (limits["max_units"] or len(chunk.units))


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_clips_tile_the_text(texts: list[str], limits: dict[str, int]) -> None:
    """The parts of a clipped unit, one after the other, are its text."""
    made = units(*texts)
    parts: dict[str, str] = {}
    for chunk in chunk_units(made, counter=ESTIMATE, **limits):
        if chunk.clip:
            (unit,) = chunk.units
            assert chunk.clip.start == len(parts.get(unit.id, ""))
            parts[unit.id] = parts.get(unit.id, "") + unit.text[chunk.clip.start : chunk.clip.end]
    assert all(parts[unit.id] == unit.text for unit in made if unit.id in parts)


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_overlaps_are_the_end_of_the_chunk_before(texts: list[str], limits: dict[str, int]) -> None:
    """Repeated units are the last ones of the previous chunk, no more than were asked for, and not all there is."""
    chunks = chunk_units(units(*texts), counter=ESTIMATE, **limits)
    for before, chunk in itertools.pairwise(chunks):
        assert chunk.overlap <= min(limits["overlap_units"], len(chunk.units) - 1)
        assert chunk.units[: chunk.overlap] == before.units[len(before.units) - chunk.overlap :]
        assert not (chunk.overlap and (before.clip or chunk.clip))


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_overlap_is_given_up_only_where_it_does_not_fit(texts: list[str], limits: dict[str, int]) -> None:
    """One more repeated unit would break a limit."""
    chunks = chunk_units(units(*texts), counter=ESTIMATE, **limits)
    for before, chunk in itertools.pairwise(chunks):
        if before.clip or chunk.clip or chunk.overlap == min(limits["overlap_units"], len(before.units)):
            continue
        wanted = before.units[-chunk.overlap - 1 :] + chunk.units[chunk.overlap : chunk.overlap + 1]
        tokens = sum(ESTIMATE.count(unit.line()) for unit in wanted) + len(wanted) - 1
        assert tokens > limits["max_tokens"] or len(wanted) > (limits["max_units"] or len(wanted))


@settings(deadline=None)
@given(_TEXTS, _LIMITS)
def test_chunking_is_deterministic(texts: list[str], limits: dict[str, int]) -> None:
    """The same units and limits make the same chunks."""
    once, again = (chunk_units(units(*texts), counter=ESTIMATE, **limits) for _ in range(2))
    assert once == again


def test_each_unit_is_counted_once() -> None:
    """Ten times the units are counted ten times as often, with overlap too: the work is linear."""

    @attrs.define
    class Counting:
        calls: int = 0
        name: str = "counting"
        exact: bool = True

        def count(self, text: str) -> int:
            self.calls += 1
            return len(text.split())

    calls = []
    for size in (100, 1000):
        counter = Counting()
        chunk_units(units(*["word"] * size), max_tokens=30, overlap_units=3, counter=counter)
        calls.append(counter.calls)
    assert calls == [101, 1001]
