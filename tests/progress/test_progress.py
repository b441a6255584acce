"""What a person sees while a run works."""

import io
import threading

import pytest

from notarius.contracts.generation import Usage
from notarius.progress import LaneProgress, shown_progress
from notarius.runner import RunEvent


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        """Now."""
        return self.seconds


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


EVENTS = [
    RunEvent("asked", "minutes", "c1"),
    RunEvent("asked", "minutes", "c2"),
    RunEvent("retried", "minutes", "c1", "dropped"),
    RunEvent("asked", "minutes", "c1"),
    RunEvent("answered", "minutes", "c2", usage=Usage(1200, 34)),
    RunEvent("recalled", "minutes", "c3"),
]


def test_events_are_counted() -> None:
    """Done, in flight, sent again, from the cache, tokens."""
    count = LaneProgress(5)
    for event in EVENTS:
        count.count(event)
    assert (count.done, len(count.flying), count.again, count.recalled, count.tokens) == (2, 1, 1, 1, 1234)
    assert count.words() == "1 in flight, 1 sent again, 1 from the cache, 1,234 tokens"


def test_cost_is_counted_where_there_are_prices() -> None:
    """Of answers that came from a server this time; the cache's were paid for before."""
    count = LaneProgress(5, price=lambda usage: (usage.input_tokens or 0) / 1000)
    for event in (*EVENTS, RunEvent("recalled", "minutes", "c4", usage=Usage(5000, 1))):
        count.count(event)
    assert count.words().endswith("6,235 tokens, cost 1.2")


def test_a_chunk_that_ends_is_not_in_flight() -> None:
    """Whatever its end is."""
    count = LaneProgress(2)
    for event in (RunEvent("asked", "minutes", "c1"), RunEvent("not_asked", "minutes", "c1")):
        count.count(event)
    assert (count.done, len(count.flying)) == (1, 0)


def test_lines_come_at_sane_intervals() -> None:
    """The first after some seconds, then seldom; a short run says nothing."""
    clock, out = Clock(), io.StringIO()
    with shown_progress("auto", {"minutes": 5}, stream=out, now=clock) as tell:
        for event in EVENTS:
            tell(event)
        assert out.getvalue() == ""
        clock.seconds = 6
        tell(RunEvent("recalled", "minutes", "c4"))
        clock.seconds = 8
        tell(RunEvent("failed", "minutes", "c1"))
    assert out.getvalue().splitlines() == [
        "notarius: minutes: 3 of 5 chunks (1 in flight, 1 sent again, 2 from the cache, 1,234 tokens)"
    ]


def test_an_end_before_the_end_is_said_at_once() -> None:
    """Why no more is asked."""
    out = io.StringIO()
    with shown_progress("lines", {"minutes": 5}, stream=out) as tell:
        tell(RunEvent("halted", message="the budget of 3 requests is spent"))
    assert out.getvalue() == "notarius: the budget of 3 requests is spent\n"


@pytest.mark.parametrize("lanes", [{"minutes": 5}, {}, {"minutes": 0}], ids=["off", "no lanes", "nothing to ask"])
def test_off_says_nothing(lanes: dict[str, int]) -> None:
    """`progress=off`, and runs with nothing to wait for."""
    out = io.StringIO()
    with shown_progress("off" if any(lanes.values()) else "live", lanes, stream=out) as tell:
        tell(RunEvent("halted", message="x"))
    assert out.getvalue() == ""


def test_a_terminal_gets_a_live_display_that_goes_away() -> None:
    """Bars while it works; no thread stays behind."""
    out, before = Terminal(), threading.active_count()
    with shown_progress("auto", {"minutes": 5}, stream=out) as tell:
        for event in EVENTS:
            tell(event)
    assert "minutes" in out.getvalue()
    assert "2/5" in out.getvalue()
    assert threading.active_count() == before
