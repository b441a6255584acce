import attrs
import pytest

from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from notarius.runner import Limits, RunOutcome, run
from tests.meetings import FAULTS, chunks_of, is_hit, lane, with_fault
from tests.server import ModelServer

CHUNKS = chunks_of(60)
HIT = [chunk for chunk in CHUNKS if is_hit(chunk.units[0].id)]
LIMITS = Limits(
    max_concurrency=8,
    attempt_timeout_seconds=30,
    chunk_deadline_seconds=60,
    backoff_base_seconds=0.02,
    rate_limit_budget_seconds=30,
)
# Short enough for a test, long enough for an answer on a busy machine.
HANG_TIMEOUT = 1.0


@attrs.frozen
class Expected:
    """What a run must make of a fault that hits every tenth chunk.

    Attributes:
        transient: whether only the first request about a chunk is hit.
        lost: whether the chunks that are hit end without a value.
        requests: sent about each chunk that is hit.
        kind: of the failures, or of the answers that were not used.
        rejected: items refused in each chunk that is hit.
        empty: whether nothing is decided in the chunks that are hit.
    """

    transient: bool = False
    lost: bool = False
    requests: int = 1
    kind: str | None = None
    rejected: int = 0
    empty: bool = False


TABLE = {
    "fence": Expected(),
    "think": Expected(),
    "trailing": Expected(),
    "truncated": Expected(transient=True, requests=2, kind="unparsable"),
    "length": Expected(transient=True, requests=2, kind="truncated"),
    "empty": Expected(transient=True, requests=2, kind="unparsable"),
    "badjson": Expected(lost=True, requests=3, kind="unparsable"),
    "refusal": Expected(lost=True, requests=3, kind="unparsable"),
    "http429": Expected(transient=True, requests=2),
    "http500": Expected(transient=True, requests=2),
    "drop": Expected(transient=True, requests=2),
    "leak": Expected(rejected=1),
    "badunit": Expected(rejected=1, empty=True),
    "dup": Expected(),
    "hang": Expected(transient=True, requests=2),
}


def outcome_of(fault: str, expected: Expected) -> tuple[RunOutcome, ModelServer]:
    """A run against a server with that fault."""
    script = with_fault(FAULTS[fault], transient=expected.transient)
    with ModelServer(script) as server:
        client = HttpClient(HttpSettings(server.base_url, "scripted", api_key="key-of-the-test"))
        limits = attrs.evolve(LIMITS, attempt_timeout_seconds=HANG_TIMEOUT) if fault == "hang" else LIMITS
        return run([lane(client, CHUNKS)], limits), server


def test_there_is_something_to_hit() -> None:
    """The table means nothing unless some chunks are hit and some are not."""
    assert 3 <= len(HIT) <= 12
    assert set(TABLE) == set(FAULTS)


@pytest.mark.parametrize("fault", TABLE)
def test_a_fault_costs_what_it_must_and_no_more(fault: str) -> None:
    """Each of the fifteen kinds: nothing but what cannot be had is lost, and that by name; no request too many."""
    expected = TABLE[fault]
    outcome, server = outcome_of(fault, expected)
    results = outcome.lanes["decisions"]
    assert [result.chunk for result in results] == list(CHUNKS)
    for result in results:
        hit = result.chunk in HIT
        assert result.state == ("failed" if hit and expected.lost else "answered"), result
        assert server.requests_of(result.chunk.units[0].id) == result.requests == (expected.requests if hit else 1)
        assert {answer.kind for answer in result.failed_answers} == ({expected.kind} - {None} if hit else set())
        if result.value is not None:
            assert len(result.value.decisions) == (0 if hit and expected.empty else 1)
            assert result.value.rejected == (expected.rejected if hit else 0)
    assert outcome.requests == len(server.seen) == len(CHUNKS) + (expected.requests - 1) * len(HIT)


@pytest.mark.parametrize("fault", ["badjson", "refusal"])
def test_an_answer_that_cannot_be_used_is_kept_whole(fault: str) -> None:
    """A failure names its kind and brings the answer that caused it, and every earlier one."""
    outcome, _ = outcome_of(fault, TABLE[fault])
    failed = [result for result in outcome.lanes["decisions"] if result.state == "failed"]
    assert [result.chunk for result in failed] == HIT
    for result in failed:
        assert result.failure is not None
        assert result.failure.kind == "unparsable"
        assert result.failure.text
        assert [answer.attempt for answer in result.failed_answers] == [1, 2, 3]
        assert all(answer.text == result.failure.text for answer in result.failed_answers)


def test_a_cut_off_answer_gets_more_room() -> None:
    """After `length` the limit of answer tokens is doubled, once."""
    _, server = outcome_of("length", TABLE["length"])
    rooms = [seen.body["max_tokens"] for seen in server.seen if seen.key == HIT[0].units[0].id]
    assert rooms == [500, 1000]


@pytest.mark.parametrize("fault", ["http429", "http500", "drop"])
def test_a_passing_fault_costs_a_tenth_more_requests(fault: str) -> None:
    """Faults on the first try of a tenth of the chunks cost one request more for each of these."""
    outcome, _ = outcome_of(fault, TABLE[fault])
    assert outcome.requests == len(CHUNKS) + len(HIT)
    assert outcome.halts == ()


def test_a_hanging_server_costs_one_timeout() -> None:
    """Chunks whose first request hangs are answered by the second, within the deadline."""
    outcome, _ = outcome_of("hang", TABLE["hang"])
    slow = [result.seconds for result in outcome.lanes["decisions"] if result.chunk in HIT]
    assert all(HANG_TIMEOUT <= seconds < LIMITS.chunk_deadline_seconds for seconds in slow)
