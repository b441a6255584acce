import asyncio
import email.utils
import itertools
import time

import attrs
import pytest

from notarius.contracts.generation import ModelResponse
from notarius.errors import RateLimitedError
from notarius.runner import Limits, RunEvent
from notarius.runner.halting import Halt
from notarius.runner.throttle import Throttle
from tests.meetings import answer
from tests.runner.lanes import QUICK, client_of, results_of, run_lane, states_of
from tests.scripted import ScriptedClient
from tests.server import ModelServer, Reply, Seen, error

WORKERS = 16


def test_sixteen_workers_limited_at_once_come_back_spread_out() -> None:
    """None comes back before the time the server named, and they do not come back together."""
    wait = 0.4

    def script(seen: Seen) -> Reply:
        return error(429, "slow down", Retry_After=str(wait)) if seen.number == 1 else answer(seen)

    with ModelServer(lambda seen: attrs.evolve(script(seen), delay=0.02)) as server:
        outcome = run_lane(client_of(server), attrs.evolve(QUICK, max_concurrency=WORKERS), chunks=WORKERS)
        first = [seen.at for seen in server.seen if seen.number == 1]
        again = sorted(seen.at for seen in server.seen if seen.number == 2)
    assert states_of(outcome) == ["answered"] * WORKERS
    assert len(first) == len(again) == WORKERS
    assert again[0] >= min(first) + wait
    assert again[-1] - again[0] > 0.05
    gaps = [late - early for early, late in itertools.pairwise(again)]
    assert max(gaps) < (again[-1] - again[0]) * 0.8, "they came in two crowds"


def test_retry_after_holds_for_all_workers() -> None:
    """While one chunk's rate limit runs, no other chunk is asked about either."""

    def script(seen: Seen) -> Reply:
        hit = seen.key == "u1" and seen.number == 1
        return error(429, "slow down", Retry_After="0.6") if hit else attrs.evolve(answer(seen), delay=0.03)

    with ModelServer(script) as server:
        outcome = run_lane(client_of(server), chunks=30)
        limited = next(seen.at for seen in server.seen if seen.key == "u1")
        quiet = [seen.at - limited for seen in server.seen if 0.1 < seen.at - limited < 0.6]
    assert states_of(outcome) == ["answered"] * 30
    assert quiet == []


def test_retry_after_may_be_a_date() -> None:
    """An HTTP date is obeyed, by the server's own clock if the answer says what time that is."""
    now = time.time() + 3600
    headers = {
        "Date": email.utils.formatdate(now, usegmt=True),
        "Retry_After": email.utils.formatdate(now + 1, usegmt=True),
    }

    def script(seen: Seen) -> Reply:
        return error(429, "slow down", **headers) if seen.number == 1 else answer(seen)

    with ModelServer(script) as server:
        outcome = run_lane(client_of(server), chunks=1)
        waited = server.seen[1].at - server.seen[0].at
    assert states_of(outcome) == ["answered"]
    assert 1 <= waited < 10


def test_rate_limits_are_no_attempts() -> None:
    """A chunk that is limited more often than it may be tried is answered in the end."""
    limits = attrs.evolve(QUICK, max_attempts=1, max_concurrency=1)
    client = ScriptedClient(
        {"c1": [*[RateLimitedError("slow", retry_after=0.01)] * 4, ModelResponse('{"records": []}')]}
    )
    outcome = run_lane(client, limits, chunks=1)
    (result,) = results_of(outcome)
    assert (result.state, result.attempts, result.requests) == ("answered", 1, 5)


@pytest.mark.parametrize("retry_after", ["0", "0.05", None], ids=["zero", "short", "none"])
def test_a_permanent_rate_limit_ends_within_its_budget(retry_after: str | None) -> None:
    """The run ends in part and in time; what was never asked is told from what was asked in vain."""
    headers = {} if retry_after is None else {"Retry_After": retry_after}
    limits = attrs.evolve(QUICK, rate_limit_budget_seconds=0.4)
    began = time.monotonic()
    with ModelServer(lambda _: error(429, "slow down", **headers)) as server:
        outcome = run_lane(client_of(server), limits, chunks=50)
        sent = len(server.seen)
    assert time.monotonic() - began < 0.4 * 1.25 + 3
    assert outcome.rate_limited_seconds <= 0.4
    assert [halt.reason for halt in outcome.halts] == ["rate_limited"]
    assert set(states_of(outcome)) == {"rate_limited"}
    assert {result.state for result in results_of(outcome)} == {"failed", "not_asked"}
    assert sent < 60, "it hammered the server"


def test_what_was_answered_before_the_limit_is_kept() -> None:
    """The first half is answered, then the limit never ends: the first half stands in the outcome."""

    def script(seen: Seen) -> Reply:
        return answer(seen) if len(server.seen) <= 10 else error(429, "slow down", Retry_After="0.1")

    with ModelServer(script) as server:
        outcome = run_lane(client_of(server), attrs.evolve(QUICK, rate_limit_budget_seconds=0.2), chunks=20)
    assert states_of(outcome).count("answered") == 10


def test_a_wait_beyond_the_budget_is_not_begun() -> None:
    """A server that asks for an hour gets no request more, and the user no hour of waiting."""
    began = time.monotonic()
    with ModelServer(lambda _: error(429, "come back tomorrow", Retry_After="3600")) as server:
        outcome = run_lane(client_of(server), chunks=20)
        sent = len(server.seen)
    assert time.monotonic() - began < 10
    assert sent <= QUICK.max_concurrency
    assert "3600 s more" in outcome.halts[0].message
    assert "budget of 5 s" in outcome.halts[0].message


def test_a_wait_beyond_the_deadline_fails_the_chunk() -> None:
    """Waiting for a rate limit is inside the chunk's deadline: the chunk fails at once, by that name."""
    limits = attrs.evolve(QUICK, chunk_deadline_seconds=0.5, rate_limit_budget_seconds=60, max_concurrency=1)
    began = time.monotonic()
    with ModelServer(lambda _: error(429, "slow down", Retry_After="20")) as server:
        outcome = run_lane(client_of(server), limits, chunks=1)
    (result,) = results_of(outcome)
    assert time.monotonic() - began < 5
    assert result.failure is not None
    assert result.failure.kind == "rate_limited"
    assert "deadline of 0.5 s" in result.failure.message


def test_an_overloaded_server_is_obeyed_too() -> None:
    """A 503 with Retry-After keeps all workers waiting, and counts as an attempt."""

    def script(seen: Seen) -> Reply:
        return error(503, "overloaded", Retry_After="0.3") if seen.number == 1 else answer(seen)

    with ModelServer(script) as server:
        outcome = run_lane(client_of(server), attrs.evolve(QUICK, max_concurrency=1), chunks=1)
        waited = server.seen[1].at - server.seen[0].at
    assert waited >= 0.3
    assert [(result.state, result.attempts) for result in results_of(outcome)] == [("answered", 2)]


def test_requests_that_were_out_together_halve_it_once() -> None:
    """Eight rate limits in a burst are one; the next burst halves again, and it never falls below one."""

    async def concurrencies() -> list[int]:
        throttle = Throttle(Limits(max_concurrency=8, backoff_base_seconds=0.001), Halt())
        found = []
        for _ in range(5):
            sent_at = asyncio.get_running_loop().time()
            for _ in range(8):
                throttle.slow_down(sent_at, 0.0)
            found.append(throttle.concurrency)
            await asyncio.sleep(0.001)
        return found

    assert asyncio.run(concurrencies()) == [4, 2, 1, 1, 1]


def test_concurrency_falls_under_rate_limits_and_recovers() -> None:
    """Requests that were limited together halve it once; answers raise it again to what was allowed."""
    limits = Limits(max_concurrency=8, backoff_base_seconds=0.01)
    client = ScriptedClient(
        {f"c{n}": [RateLimitedError("slow", retry_after=0.05), '{"records": []}'] for n in range(1, 9)}, pause=0.01
    )
    peaks: list[int] = []
    under_way: set[str] = set()

    def watch(event: RunEvent) -> None:
        (under_way.add if event.code == "asked" else under_way.discard)(event.chunk)
        peaks.append(len(under_way))

    outcome = run_lane(client, limits, chunks=80, observer=watch)
    assert states_of(outcome) == ["answered"] * 80
    limited = peaks.index(8)
    again = peaks[limited + 10 :]
    assert max(again[:16]) <= 5
    assert max(again) == 8
