import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pytest

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.contracts.sources import Chunk
from notarius.errors import DecodingError, ServerError
from notarius.runner import Limits, RunEvent, run, run_jobs
from tests.meetings import Minutes, ask, chunks_of, lane, read
from tests.runner.lanes import QUICK, results_of, run_lane, states_of
from tests.scripted import Answer, ScriptedClient

CHUNKS = chunks_of(6)


def named(name: str) -> Callable[[Chunk], ModelRequest]:
    """The same question from another lane."""
    return lambda chunk: attrs.evolve(ask(chunk), lane=name)


@attrs.define
class Uneven:
    """A client that answers the first chunks last."""

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """Wait the longer the earlier the chunk."""
        await asyncio.sleep(0.05 - 0.005 * request.chunk.index)
        return ModelResponse('{"records": []}')

    async def aclose(self) -> None:
        """Nothing to close."""


def test_results_come_in_the_order_of_the_chunks() -> None:
    """Whatever the order of the answers, and lanes in the order of the jobs."""
    client = Uneven()
    jobs = [lane(client, CHUNKS, lane=name, ask=named(name)) for name in ("zebra", "apple")]
    outcome = run(jobs, QUICK)
    assert list(outcome.lanes) == ["zebra", "apple"]
    for results in outcome.lanes.values():
        assert [result.chunk for result in results] == list(CHUNKS)


def test_a_run_of_nothing_is_a_run() -> None:
    """No lanes, and lanes without chunks, end at once."""
    assert run([], QUICK).lanes == {}
    assert run([lane(ScriptedClient(), ())], QUICK).lanes == {"decisions": ()}


def test_two_jobs_of_one_lane_are_an_error() -> None:
    """Results are by lane; a lane that is there twice would hide one."""
    job = lane(ScriptedClient(), CHUNKS)
    with pytest.raises(ValueError, match="two jobs have the same lane: decisions, decisions"):
        run([job, job], QUICK)


def test_run_closes_every_client_once() -> None:
    """Also a client that two lanes share, and after failures."""
    shared, own = ScriptedClient(default=ServerError("no", retryable=False)), ScriptedClient()
    run([lane(shared, CHUNKS), lane(shared, CHUNKS, lane="b"), lane(own, CHUNKS, lane="c")], QUICK)
    assert (shared.closed, own.closed) == (1, 1)


def test_run_jobs_leaves_clients_open() -> None:
    """Whoever has an event loop also has the client's life in hand."""
    client = ScriptedClient()
    asyncio.run(run_jobs([lane(client, CHUNKS)], QUICK))
    assert client.closed == 0


def test_lanes_that_share_a_client_share_its_limits() -> None:
    """Two lanes at one model are not twice as many requests; two models are."""
    limits = attrs.evolve(QUICK, max_concurrency=2)
    shared, other = ScriptedClient(pause=0.01), ScriptedClient(pause=0.01)
    run([lane(shared, CHUNKS), lane(shared, CHUNKS, lane="b"), lane(other, CHUNKS, lane="c")], limits)
    assert (shared.peak, other.peak) == (2, 2)


def test_a_lane_may_bring_the_limits_of_its_model() -> None:
    """A small local model is asked one question at a time beside a large one that takes many."""
    small, large = ScriptedClient(pause=0.005), ScriptedClient(pause=0.005)
    jobs = [lane(small, CHUNKS, limits=Limits(max_concurrency=1)), lane(large, CHUNKS, lane="b")]
    run(jobs, attrs.evolve(QUICK, max_concurrency=4))
    assert (small.peak, large.peak) == (1, 4)


def test_one_model_that_fails_does_not_end_another() -> None:
    """Giving up on one model leaves the lanes of the other alone."""
    down, up = ScriptedClient(default=ServerError("no", retryable=False)), ScriptedClient()
    jobs = [lane(down, CHUNKS), lane(up, CHUNKS, lane="b")]
    outcome = run(jobs, attrs.evolve(QUICK, give_up_after=1, max_concurrency=1))
    assert states_of(outcome) == ["server_error"] + ["unavailable"] * 5
    assert states_of(outcome, "b") == ["answered"] * 6
    assert [halt.lanes for halt in outcome.halts] == [("decisions",)]


def test_a_fault_in_the_extractors_code_costs_one_chunk() -> None:
    """Reading that raises what it may not is a named failure with place and answer; the others are answered."""

    def faulty(chunk: Chunk, records: list[dict[str, Any]]) -> Minutes:
        if chunk.id == "c2":
            raise KeyError("anchor")
        return read(chunk, records)

    outcome = run_lane(ScriptedClient(), chunks=3, read=faulty)
    assert states_of(outcome) == ["answered", "crashed", "answered"]
    failure = results_of(outcome)[1].failure
    assert failure is not None
    assert failure.message.startswith("unexpected KeyError: 'anchor' (")
    assert "test_loop.py:" in failure.message
    assert failure.text == '{"records": []}'


def test_a_prompt_that_cannot_be_made_costs_one_chunk() -> None:
    """The same for `ask`: nothing was sent for that chunk."""

    def faulty(chunk: Chunk) -> ModelRequest:
        if chunk.id == "c1":
            raise ZeroDivisionError
        return ask(chunk)

    client = ScriptedClient()
    assert states_of(run_lane(client, chunks=3, ask=faulty)) == ["crashed", "answered", "answered"]
    assert client.tries("c1") == 0


def test_the_leader_goes_alone() -> None:
    """With `lead`, the second request of a lane leaves after the first answer has come, and then all go at once."""
    client = ScriptedClient(pause=0.03)
    codes: list[str] = []
    run_lane(client, chunks=9, lead=True, observer=lambda event: codes.append(event.code))
    assert [code for code in codes if code != "answered"][:10] == ["asked", "received", *["asked"] * 8]


def test_leaders_of_several_lanes_go_together() -> None:
    """A lane does not wait for the leader of another."""
    client = ScriptedClient(pause=0.03)
    events: list[tuple[str, str]] = []
    jobs = [lane(client, CHUNKS, lane=name, ask=named(name), lead=True) for name in ("a", "b")]
    run(jobs, QUICK, observer=lambda event: events.append((event.code, event.lane)))
    assert events[:2] == [("asked", "a"), ("asked", "b")]


def test_a_leader_that_fails_blocks_nobody() -> None:
    """Its end, whatever it is, lets the others go."""
    client = ScriptedClient({"c1": ServerError("no", retryable=False)})
    assert states_of(run_lane(client, chunks=4, lead=True)) == ["server_error", *["answered"] * 3]


def test_the_observer_hears_of_everything() -> None:
    """Every request that goes out comes back in some way, and every chunk ends once."""
    answers: dict[str, Answer | Sequence[Answer]] = {
        "c1": ["never mind", '{"records": []}'],
        "c2": [ServerError("no"), '{"records": []}'],
        "c3": "never mind",
    }
    events: list[RunEvent] = []
    run_lane(ScriptedClient(answers), attrs.evolve(QUICK, max_concurrency=1), chunks=4, observer=events.append)
    codes = {chunk: [event.code for event in events if event.chunk == chunk] for chunk in ("c1", "c2", "c3", "c4")}
    assert codes == {
        "c1": ["asked", "reasked", "asked", "received", "answered"],
        "c2": ["asked", "retried", "asked", "received", "answered"],
        "c3": ["asked", "reasked", "asked", "reasked", "asked", "failed"],
        "c4": ["asked", "received", "answered"],
    }
    assert len(events) == sum(map(len, codes.values()))


def test_a_display_that_breaks_costs_no_answer() -> None:
    """It is told nothing more, and the outcome says what it raised."""
    told: list[RunEvent] = []

    def broken(event: RunEvent) -> None:
        told.append(event)
        raise UnicodeEncodeError("cp1252", "\u2192", 0, 1, "no such character")

    outcome = run_lane(ScriptedClient(), chunks=5, observer=broken)
    assert states_of(outcome) == ["answered"] * 5
    assert len(told) == 1
    assert isinstance(outcome.observer_error, UnicodeEncodeError)


def test_cancelling_the_caller_ends_all_workers() -> None:
    """In an event loop of somebody else's, a timeout around the run leaves no task behind."""

    async def impatient() -> int:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await run_jobs([lane(ScriptedClient(pause=60), CHUNKS)], QUICK)
        return len(asyncio.all_tasks())

    assert asyncio.run(impatient()) == 1


@attrs.define
class Routine:
    """A client that answers without ever giving the loop a turn."""

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """The same answer to all."""
        return ModelResponse('{"records": []}', model=request.lane)

    async def aclose(self) -> None:
        """Nothing to close."""


def test_a_client_that_never_waits_does_not_block_the_loop() -> None:
    """Other tasks of the event loop get their turn while a routine answers a thousand chunks."""

    async def beside() -> tuple[int, bool]:
        turns, done = 0, asyncio.Event()

        async def count() -> None:
            nonlocal turns
            while not done.is_set():
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        outcome = await run_jobs([lane(Routine(), chunks_of(300))], attrs.evolve(QUICK, max_concurrency=1))
        done.set()
        await counting
        return turns, all(result.state == "answered" for result in outcome.lanes["decisions"])

    turns, all_answered = asyncio.run(beside())
    assert all_answered
    assert turns >= 300


def test_reading_happens_while_others_are_waited_for() -> None:
    """Before an answer is read its place is given to the next request, so that all places are taken meanwhile."""
    asked: set[str] = set()
    asked_before: list[int] = []

    def watch(event: RunEvent) -> None:
        if event.code == "asked":
            asked.add(event.chunk)

    def noting(chunk: Chunk, records: list[dict[str, Any]]) -> Minutes:
        asked_before.append(len(asked))
        return read(chunk, records)

    run_lane(Uneven(), attrs.evolve(QUICK, max_concurrency=3), chunks=6, read=noting, observer=watch)
    assert asked_before[0] > 3
    assert len(asked_before) == 6


def test_only_a_decoding_error_is_asked_again() -> None:
    """The contract of `decode`: that error and no other means that the answer was bad."""

    def stubborn(text: str) -> list[dict[str, Any]]:
        raise DecodingError(f"{text} does not fit", text=text)

    (result,) = results_of(run_lane(ScriptedClient(), attrs.evolve(QUICK, max_reasks=0), chunks=1, decode=stubborn))
    assert result.failure is not None
    assert (result.failure.kind, result.requests) == ("unparsable", 1)
