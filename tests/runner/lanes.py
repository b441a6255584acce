"""Runs of small lanes, against a server or a scripted client, for the tests of this folder."""

from collections.abc import Sequence
from typing import Any

from notarius.cache import AnswerCache
from notarius.contracts.generation import ModelClient
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from notarius.runner import ChunkResult, Limits, Observer, RunOutcome, run, silent
from tests.meetings import Minutes, chunks_of, lane
from tests.server import ModelServer

# Everything that waits in these tests waits for tens of milliseconds.
QUICK = Limits(
    max_concurrency=8,
    attempt_timeout_seconds=10,
    chunk_deadline_seconds=30,
    backoff_base_seconds=0.02,
    backoff_cap_seconds=0.1,
    rate_limit_budget_seconds=5,
    interrupt_grace_seconds=2,
)


def client_of(server: ModelServer, **settings: Any) -> HttpClient:
    """A client of that server."""
    return HttpClient(HttpSettings(server.base_url, "scripted", **settings))


def run_lane(
    client: ModelClient,
    limits: Limits = QUICK,
    *,
    chunks: int = 10,
    cache: AnswerCache | None = None,
    observer: Observer = silent,
    **changes: Any,
) -> RunOutcome:
    """One lane, to its end."""
    return run([lane(client, chunks_of(chunks), **changes)], limits, cache=cache, observer=observer)


def results_of(outcome: RunOutcome, name: str = "decisions") -> Sequence[ChunkResult[Minutes]]:
    """The results of a lane."""
    return outcome.lanes[name]


def states_of(outcome: RunOutcome, name: str = "decisions") -> list[str]:
    """How the chunks of a lane ended: the state, or the kind of the failure."""
    return [result.failure.kind if result.failure else result.state for result in outcome.lanes[name]]
