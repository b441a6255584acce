"""Ctrl-C: the first ends the asking and keeps what is under way, the second waits no more, the third is Python's."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import Any, Final

import attrs

from notarius.cache import AnswerCache
from notarius.contracts.generation import ModelClient
from notarius.errors import ModelError
from notarius.runner.events import Observer, silent
from notarius.runner.jobs import LaneJob
from notarius.runner.limits import Limits
from notarius.runner.loop import Run
from notarius.runner.outcomes import RunOutcome

_CLOSE_SECONDS: Final = 5.0


def run(
    jobs: Sequence[LaneJob[Any]],
    limits: Limits,
    *,
    cache: AnswerCache | None = None,
    observer: Observer = silent,
) -> RunOutcome:
    """Ask about every chunk of every lane, from code that has no event loop; closes the clients.

    Ctrl-C is no exception here: the outcome says `interrupted` and holds what was done. See `run_jobs` for the rest.

    Raises:
        KeyboardInterrupt: at the third Ctrl-C, whatever is lost by it.
        ValueError: if two jobs have the same lane.
    """
    run = Run(jobs, limits, cache=cache, observer=observer)
    with _Interruption().listening() as interruption:
        return asyncio.run(_finish(run, interruption, [job.client for job in jobs]))


@attrs.define(eq=False)
class _Interruption:
    """What Ctrl-C does while a run is under way."""

    _run: Run | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _count: int = 0

    def bind(self, run: Run) -> None:
        """Say which run, from inside its event loop."""
        self._run, self._loop = run, asyncio.get_running_loop()
        if self._count:
            self._act()

    @contextlib.contextmanager
    def listening(self) -> Iterator["_Interruption"]:
        """Handle the signal; in a thread other than the main one that is not ours to do."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return
        before = signal.signal(signal.SIGINT, self._handle)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count > 2 or (self._loop is not None and self._loop.is_closed()):
            raise KeyboardInterrupt
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._act)

    def _act(self) -> None:
        if self._run is None:
            return
        if self._count > 1:
            self._run.abandon()
        else:
            self._run.interrupt()


async def _finish(run: Run, interruption: _Interruption, clients: Iterable[ModelClient]) -> RunOutcome:
    interruption.bind(run)
    try:
        return await run.finish()
    finally:
        for client in {id(client): client for client in clients}.values():
            with contextlib.suppress(TimeoutError, ModelError):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await client.aclose()
