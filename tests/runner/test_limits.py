import asyncio
import time

import attrs
import pytest

from notarius.contracts.generation import ModelRequest, ModelResponse, Usage
from notarius.errors import (
    ModelConnectionError,
    ModelError,
    ModelTimeoutError,
    RecordingMissingError,
    RequestRefusedError,
    ServerError,
)
from notarius.runner import Limits
from tests.meetings import FAULTS, answer
from tests.runner.lanes import QUICK, client_of, results_of, run_lane, states_of
from tests.scripted import Answer, ScriptedClient
from tests.server import ModelServer, Reply, Seen, error

GOOD = '{"records": []}'


@pytest.mark.parametrize("most", [1, 3, 8])
def test_no_more_requests_at_once_than_allowed(most: int) -> None:
    """The limit of concurrency is kept, and used."""
    with ModelServer(lambda seen: attrs.evolve(answer(seen), delay=0.02)) as server:
        outcome = run_lane(client_of(server), attrs.evolve(QUICK, max_concurrency=most), chunks=20)
        assert server.most_at_once == most
    assert states_of(outcome) == ["answered"] * 20


@pytest.mark.parametrize(
    ("answers", "kind", "requests", "attempts"),
    [
        ([ServerError("no")], "server_error", 3, 3),
        ([ModelConnectionError("no")], "connection", 3, 3),
        ([ModelTimeoutError("no")], "timeout", 3, 3),
        ([RequestRefusedError("no")], "request_refused", 1, 1),
        ([RecordingMissingError("no")], "recording_missing", 1, 1),
        ([ModelConnectionError("no", retryable=False)], "connection", 1, 1),
        ([ServerError("no"), ServerError("no"), GOOD], None, 3, 3),
        (["never mind"], "unparsable", 2, 2),
        ([ModelResponse("I would rather not", "refusal")], "refusal", 2, 2),
        ([ModelResponse(GOOD, "length")], "truncated", 2, 2),
        ([ModelResponse(GOOD, "length"), RequestRefusedError("too much")], "truncated", 2, 2),
        ([ModelResponse(GOOD, "length"), "never mind", GOOD], None, 3, 3),
        ([ServerError("no")] * 2 + ["never mind"] + [ServerError("no")] * 2 + [GOOD], None, 6, 6),
    ],
    ids=[
        "server",
        "connection",
        "timeout",
        "refused",
        "no recording",
        "hopeless connection",
        "server, then good",
        "unparsable",
        "refusal",
        "cut off twice",
        "cut off, more room refused",
        "cut off, unparsable, good",
        "mixed",
    ],
)
def test_each_kind_is_tried_as_often_as_it_may(
    answers: list[Answer], kind: str | None, requests: int, attempts: int
) -> None:
    """Retries, re-asks and refusals are counted apart, and a failure has the name of what came last."""
    client = ScriptedClient({"c1": answers})
    limits = attrs.evolve(QUICK, max_attempts=3, max_reasks=1, backoff_base_seconds=0.001)
    (result,) = results_of(run_lane(client, limits, chunks=1))
    assert (result.failure.kind if result.failure else None) == kind
    assert (result.requests, result.attempts) == (requests, attempts)
    assert client.tries("c1") == requests


def test_a_cut_off_answer_is_named_so_and_kept() -> None:
    """The failure says at which limit, and both answers are there."""
    client = ScriptedClient({"c1": ModelResponse('{"records": [{"dec', "length")})
    (result,) = results_of(run_lane(client, chunks=1))
    assert result.failure is not None
    assert result.failure.message == "the answer was cut off at 1000 answer tokens, asked for the second time"
    assert [kept.text for kept in result.failed_answers] == ['{"records": [{"dec'] * 2


def test_a_hanging_server_fails_by_attempt_timeouts() -> None:
    """A server that never answers costs the attempts, each no longer than it may be."""
    limits = attrs.evolve(QUICK, attempt_timeout_seconds=0.05, max_attempts=3)
    began = time.monotonic()
    with ModelServer(FAULTS["hang"]) as server:
        (result,) = results_of(run_lane(client_of(server), limits, chunks=1))
    assert time.monotonic() - began < 3
    assert result.failure is not None
    assert (result.failure.kind, result.failure.message, result.requests) == ("timeout", "no answer within 0.05 s", 3)


def test_the_deadline_holds_with_all_retries_inside() -> None:
    """However many attempts are left, a chunk ends when its deadline does."""
    limits = attrs.evolve(
        QUICK, attempt_timeout_seconds=0.2, chunk_deadline_seconds=0.5, max_attempts=1000, give_up_after=99
    )
    with ModelServer(FAULTS["hang"]) as server:
        outcome = run_lane(client_of(server), limits, chunks=16)
    assert states_of(outcome) == ["timeout"] * 16
    assert max(result.seconds for result in results_of(outcome)) < 2
    assert "deadline of 0.5 s; the last try: no answer" in str(results_of(outcome)[0].failure)


def test_an_attempt_is_cut_short_by_the_deadline() -> None:
    """An attempt that might take longer than its chunk does not."""
    limits = attrs.evolve(QUICK, attempt_timeout_seconds=60, chunk_deadline_seconds=0.2)
    with ModelServer(FAULTS["hang"]) as server:
        (result,) = results_of(run_lane(client_of(server), limits, chunks=1))
    assert result.failure is not None
    assert result.failure.kind == "timeout"
    assert result.seconds < 2


def test_a_retry_that_would_come_too_late_is_not_waited_for() -> None:
    """A chunk whose next try lies behind its deadline fails now."""
    limits = attrs.evolve(QUICK, backoff_base_seconds=30, backoff_cap_seconds=30, chunk_deadline_seconds=3)
    client = ScriptedClient({"c1": ServerError("no")})
    (result,) = results_of(run_lane(client, limits, chunks=1))
    assert result.failure is not None
    assert result.failure.kind == "server_error"
    assert result.seconds < 2


def test_the_deadline_of_a_chunk_begins_with_its_first_request() -> None:
    """Waiting in the queue is not held against a chunk."""
    limits = attrs.evolve(QUICK, max_concurrency=1, chunk_deadline_seconds=1)
    with ModelServer(lambda seen: attrs.evolve(answer(seen), delay=0.25)) as server:
        outcome = run_lane(client_of(server), limits, chunks=6)
    assert states_of(outcome) == ["answered"] * 6


def test_a_model_that_never_parses_ends_by_its_deadline_too() -> None:
    """Asking again is inside the deadline, and the failure is still named after the answers."""
    limits = attrs.evolve(QUICK, chunk_deadline_seconds=0.2, max_reasks=1000)
    (result,) = results_of(run_lane(ScriptedClient({"c1": "never mind"}, pause=0.03), limits, chunks=1))
    assert result.failure is not None
    assert (result.failure.kind, result.failure.text) == ("unparsable", "never mind")
    assert result.seconds < 2


def test_a_budget_of_requests_is_never_overspent() -> None:
    """The run ends in part after exactly that many requests; those under way are still taken in."""
    with ModelServer(lambda seen: attrs.evolve(answer(seen), delay=0.01)) as server:
        outcome = run_lane(client_of(server), attrs.evolve(QUICK, max_requests=13), chunks=30)
        assert len(server.seen) == outcome.requests == 13
    assert states_of(outcome) == ["answered"] * 13 + ["max_requests"] * 17
    assert {result.state for result in results_of(outcome)} == {"answered", "not_asked"}
    assert [halt.reason for halt in outcome.halts] == ["max_requests"]


def test_a_server_that_is_not_there_is_not_asked_a_thousand_times() -> None:
    """After so many chunks in a row without any answer the rest is not asked, and the reason says why."""
    with ModelServer(answer) as server:
        client = client_of(server)
    limits = attrs.evolve(QUICK, give_up_after=4, max_attempts=2, max_concurrency=2)
    outcome = run_lane(client, limits, chunks=1000)
    states = states_of(outcome)
    assert states.count("connection") <= 4 + limits.max_concurrency
    assert set(states) == {"connection", "unavailable"}
    assert outcome.halts[0].message.startswith("4 chunks in a row got no answer; the last: no connection to 127.0.0.1:")


def test_failures_between_answers_do_not_end_a_run() -> None:
    """A server that fails every other chunk is asked to the end."""
    answers = {f"c{n}": ServerError("no") for n in range(1, 41, 2)}
    limits = attrs.evolve(QUICK, max_attempts=1, max_concurrency=1, give_up_after=2)
    outcome = run_lane(ScriptedClient(answers), limits, chunks=40)
    assert states_of(outcome) == ["server_error", "answered"] * 20


def test_missing_recordings_are_all_listed() -> None:
    """A replay that lacks every answer names each: asking costs nothing there."""
    client = ScriptedClient(default=RecordingMissingError("no"))
    assert states_of(run_lane(client, attrs.evolve(QUICK, give_up_after=1), chunks=30)) == ["recording_missing"] * 30


def test_usage_counts_every_answer() -> None:
    """Tokens of answers that could not be used were paid for too."""
    tokens = Usage(10, 2, None)
    answers = [
        ModelResponse("never mind", usage=tokens),
        ModelResponse(GOOD, usage=attrs.evolve(tokens, cached_tokens=8)),
    ]
    (result,) = results_of(run_lane(ScriptedClient({"c1": answers}), chunks=1))
    assert result.usage == Usage(20, 4, 8)


def test_backoff_grows_to_its_cap_and_is_spread() -> None:
    """Half of the wait is certain, half is luck; it doubles up to the cap, however long it goes on."""
    limits = Limits(backoff_base_seconds=1, backoff_cap_seconds=10)
    assert [limits.backoff_seconds(n, 1.0) for n in (1, 2, 3, 4, 5, 10_000)] == [1, 2, 4, 8, 10, 10]
    assert [limits.backoff_seconds(n, 0.0) for n in (1, 2, 10_000)] == [0.5, 1, 5]


@pytest.mark.parametrize(
    "wrong", [{"max_concurrency": 0}, {"attempt_timeout_seconds": 0}, {"max_attempts": 0}, {"max_reasks": -1}], ids=str
)
def test_senseless_limits_are_refused(wrong: dict[str, int]) -> None:
    """A limit that would let nothing be asked is an error where it is made."""
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limits(**wrong)


def test_the_servers_words_reach_the_failure() -> None:
    """A refused request says what the server said, and is not sent again."""

    def script(seen: Seen) -> Reply:
        return error(400, "this model's maximum context length is 4096 tokens") if seen.key == "u5" else answer(seen)

    with ModelServer(script) as server:
        outcome = run_lane(client_of(server), chunks=3)
        assert server.requests_of("u5") == 1
    assert states_of(outcome) == ["answered", "request_refused", "answered"]
    assert "maximum context length is 4096" in str(results_of(outcome)[1].failure)


@attrs.define
class Sleeper:
    """A client whose waiting can be seen to end."""

    cancelled: int = 0

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """Never answers."""
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise ModelError(request.lane)

    async def aclose(self) -> None:
        """Nothing to close."""


def test_an_attempt_that_timed_out_is_ended_in_the_client() -> None:
    """Nothing goes on behind the runner's back."""
    client = Sleeper()
    run_lane(client, attrs.evolve(QUICK, attempt_timeout_seconds=0.02, max_attempts=2), chunks=1)
    assert client.cancelled == 2
