"""Figures and their intervals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.evaluate.figures import FIGURES, Item, Tally, differences, figures, intervals

FOUND, MISSED, WRONG = Tally(1, 1, 0, 1, 1), Tally(gold=1), Tally(wrong=1)
STRANGER = Tally(1, 1, 0, 1, 0)
ITEMS = st.lists(st.sampled_from([FOUND, MISSED, WRONG, STRANGER]), min_size=1, max_size=12)


def _single(tallies: list[Tally]) -> list[Item]:
    return [(one,) for one in tallies]


@given(ITEMS)
@settings(max_examples=50)
def test_figures_are_shares_and_intervals_are_ranges_of_shares(tallies: list[Tally]) -> None:
    """All between 0 and 1, whatever was counted."""
    found = figures(sum(tallies, start=Tally()))
    assert all(value is None or 0 <= value <= 1 for value in found.values())
    for interval in intervals(_single(tallies), 40).values():
        assert interval is None or 0 <= interval.low <= interval.high <= 1


def test_intervals_are_the_same_every_time_whatever_the_order() -> None:
    """The draws have a seed."""
    tallies = [FOUND] * 20 + [MISSED] * 10 + [WRONG] * 5
    assert intervals(_single(tallies), 200) == intervals(_single(tallies[::-1]), 200)


def test_an_interval_holds_the_figure_and_shrinks_with_more_rows() -> None:
    """Ten times the rows, about a third of the width."""
    few, many = [FOUND] * 20 + [MISSED] * 10, [FOUND] * 200 + [MISSED] * 100
    widths = []
    for tallies in (few, many):
        interval = intervals(_single(tallies))["recall"]
        assert interval is not None
        assert interval.low < 2 / 3 < interval.high
        widths.append(interval.high - interval.low)
    assert widths[1] == pytest.approx(widths[0] / 10**0.5, rel=0.25)


def test_an_interval_is_as_wide_as_the_binomial_says() -> None:
    """Recall of 50 in 100: plus and minus 0.098 at 95 percent, by the normal approximation."""
    interval = intervals(_single([FOUND] * 50 + [MISSED] * 50))["recall"]
    assert interval is not None
    assert interval.low == pytest.approx(0.402, abs=0.02)
    assert interval.high == pytest.approx(0.598, abs=0.02)


def test_pairs_tell_what_two_intervals_do_not() -> None:
    """A run that finds the same and five more is better for sure, though the intervals of both overlap."""
    items = [(FOUND, FOUND)] * 20 + [(MISSED, FOUND)] * 6 + [(MISSED, MISSED)] * 10
    first = intervals([(one,) for one, _ in items])["recall"]
    second = intervals([(two,) for _, two in items])["recall"]
    difference = differences(items)["recall"]
    assert first is not None
    assert second is not None
    assert difference is not None
    assert first.high > second.low
    assert difference.low > 0


def test_equal_runs_do_not_differ() -> None:
    """Drawn in pairs, the difference is 0 in every draw."""
    items = [(FOUND, FOUND)] * 5 + [(WRONG, WRONG)] * 3
    for name in FIGURES:
        interval = differences(items, 50)[name]
        assert interval is not None
        assert (interval.low, interval.high) == (0, 0)


def test_nothing_to_draw_from_has_no_interval() -> None:
    """No rows, no records."""
    assert intervals([], 10) == dict.fromkeys(FIGURES)
