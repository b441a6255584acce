import asyncio
import threading
import time
from pathlib import Path

import attrs
import pytest

from notarius.cache import AnswerCache
from notarius.runner import run_jobs
from tests.meetings import FAULTS, answer, chunks_of, key_of, lane
from tests.runner.lanes import QUICK, client_of, run_lane
from tests.server import ModelServer, Script

FILES = Path("/proc/self/fd")
SCRIPTS: dict[str, Script] = {
    "answers": answer,
    **{name: FAULTS[name] for name in ("hang", "drop", "http500", "badjson", "http429")},
}
SHORT = attrs.evolve(QUICK, attempt_timeout_seconds=0.05, chunk_deadline_seconds=0.15, rate_limit_budget_seconds=0.1)


def open_files() -> int:
    """How many this process has open, where that can be told."""
    return len(list(FILES.iterdir())) if FILES.exists() else 0


def wait_until_closed(server: ModelServer) -> None:
    """A server sees a moment later that its client has gone."""
    until = time.monotonic() + 2
    while server.open_connections and time.monotonic() < until:
        time.sleep(0.01)


@pytest.mark.parametrize("script", SCRIPTS)
def test_nothing_is_left_behind(script: str, tmp_path: Path) -> None:
    """Whatever the server did: no thread, no connection, no open file, no claim, no half-written file."""
    with ModelServer(SCRIPTS[script]) as server:
        threads, files = threading.active_count(), open_files()
        with AnswerCache(tmp_path) as cache:
            run_lane(client_of(server), SHORT, chunks=12, cache=cache, cache_key=key_of)
        assert threading.active_count() == threads
        wait_until_closed(server)
        assert server.open_connections == 0
        assert open_files() <= files
    left = [path.name for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".json"]
    assert left == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_task_is_left_in_the_callers_loop(script: str) -> None:
    """Code that has an event loop gets it back as it was."""

    async def tasks_after() -> int:
        client = client_of(server)
        await run_jobs([lane(client, chunks_of(12))], SHORT)
        await client.aclose()
        return len(asyncio.all_tasks())

    with ModelServer(SCRIPTS[script]) as server:
        assert asyncio.run(tasks_after()) == 1


def test_connections_are_used_again() -> None:
    """A run opens no more connections than it has requests at once."""
    with ModelServer(answer) as server:
        run_lane(client_of(server), attrs.evolve(QUICK, max_concurrency=4), chunks=40)
        assert server.connections <= 4
