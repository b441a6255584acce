"""The loop: workers take chunks from the queue of their model until every chunk of every lane has a result."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from notarius.cache import AnswerCache
from notarius.runner.events import Observer, RunEvent, silent
from notarius.runner.exchange import Budget, Exchange
from notarius.runner.halting import Halt
from notarius.runner.jobs import LaneJob
from notarius.runner.leads import Lead
from notarius.runner.limits import Limits
from notarius.runner.outcomes import ChunkResult, Halted, RunOutcome
from notarius.runner.seats import Seat, Seats
from notarius.runner.settling import Settling
from notarius.runner.tasks import ChunkTask
from notarius.runner.throttle import Throttle

# How often a chunk that somebody else is asking about is looked for in the cache.
_POLL_SECONDS: Final = 0.05
_WORKERS_A_SEAT: Final = 3


class ModelQueue:
    """The chunks that one model is asked about, and the workers that do it.

    Attributes:
        lanes: names of the lanes, in order.
        halt: whether the model may still be asked.
    """

    def __init__(
        self,
        jobs: Sequence[LaneJob[Any]],
        limits: Limits,
        budget: Budget,
        *,
        cache: AnswerCache | None,
        observer: Observer,
    ) -> None:
        self.lanes = tuple(job.lane for job in jobs)
        self.halt = Halt()
        self.throttle = Throttle(limits, self.halt)
        leads = {job.lane: Lead(wanted=job.lead) for job in jobs}
        exchange = Exchange(jobs[0].client, limits, self.halt, self.throttle, budget, leads, observer)
        self._settling = Settling(exchange, cache)
        self._observer = observer
        self._seats = Seats(limits.max_concurrency, lambda: bool(self._queue))
        # More than seats: while some have an answer to read, others wait for theirs.
        self._workers = min(_WORKERS_A_SEAT * limits.max_concurrency, sum(len(job.chunks) for job in jobs))
        self.tasks = {job.lane: [ChunkTask(job, chunk) for chunk in job.chunks] for job in jobs}
        self._queue = deque(_in_order(jobs, self.tasks))
        self._elsewhere: deque[ChunkTask] = deque()

    def start(self) -> list[asyncio.Task[None]]:
        """Start the workers."""
        return [asyncio.create_task(self._work()) for _ in range(self._workers)]

    def interrupt(self) -> None:
        """Begin nothing more; what is under way comes in."""
        self._queue.clear()
        self._elsewhere.clear()
        if self.halt.stop("interrupted", "the run was interrupted"):
            self._observer(RunEvent("halted", message=self.halt.message))

    def finish(self) -> None:
        """Give a result to every chunk that has none."""
        for task in (task for tasks in self.tasks.values() for task in tasks if task.result is None):
            task.result = task.unfinished(self.halt)
            self._settling.tell(task, task.result)

    async def _work(self) -> None:
        while (task := await self._seated()) is not None:
            try:
                task.result = await self._settling.settle(task)
            finally:
                task.seat.leave()
            if task.result is None:
                self._elsewhere.append(task)
            task.request = None
            # A routine that never waits, or a full cache, must not keep answers, timers and Ctrl-C from the loop.
            await asyncio.sleep(0)

    async def _seated(self) -> ChunkTask | None:
        """The next chunk, with a seat at the model; None when there are no more."""
        seat = Seat(self._seats)
        await seat.take()
        task = await self._next()
        if task is None:
            seat.leave()
        else:
            task.seat = seat
        return task

    async def _next(self) -> ChunkTask | None:
        if self._queue:
            return self._queue.popleft()
        if self._elsewhere:
            task = self._elsewhere.popleft()
            await self.halt.pause(_POLL_SECONDS)
            return task
        return None


async def run_jobs(
    jobs: Sequence[LaneJob[Any]],
    limits: Limits,
    *,
    cache: AnswerCache | None = None,
    observer: Observer = silent,
) -> RunOutcome:
    """Ask about every chunk of every lane.

    Nothing that goes wrong with a chunk is raised: it is in the chunk's result. The clients stay open.

    Args:
        jobs: one a lane; names differ.
        limits: of the run.
        cache: kept answers; None asks everything anew.
        observer: told about everything, on the event loop; must be quick.

    Raises:
        ValueError: if two jobs have the same lane.
    """
    return await Run(jobs, limits, cache=cache, observer=observer).finish()


class Run:
    """A run under way, for those who want to interrupt it."""

    def __init__(
        self,
        jobs: Sequence[LaneJob[Any]],
        limits: Limits,
        *,
        cache: AnswerCache | None = None,
        observer: Observer = silent,
    ) -> None:
        self._lanes = [job.lane for job in jobs]
        if len(set(self._lanes)) < len(self._lanes):
            raise ValueError(f"two jobs have the same lane: {', '.join(self._lanes)}")
        self._limits = limits
        self._observer = observer
        self._observer_error: Exception | None = None
        self._budget = Budget(limits.max_requests, limits.max_cost)
        self._queues = [
            ModelQueue(group, group[0].limits or limits, self._budget, cache=cache, observer=self._tell)
            for group in _by_client(jobs).values()
        ]
        self._workers: list[asyncio.Task[None]] = []

    async def finish(self) -> RunOutcome:
        """Work until every chunk has a result.

        Raises:
            asyncio.CancelledError: if the caller's task is cancelled; all workers have ended then.
        """
        self._workers = [worker for queue in self._queues for worker in queue.start()]
        try:
            if self._workers:
                await asyncio.wait(self._workers)
        finally:
            await self._end_workers()
        for worker in self._workers:
            if not worker.cancelled():
                worker.result()
        for queue in self._queues:
            queue.finish()
        return self._outcome()

    def interrupt(self) -> None:
        """Send nothing more and wait for what is under way, for as long as the limits say."""
        for queue in self._queues:
            queue.interrupt()
        asyncio.get_running_loop().call_later(self._limits.interrupt_grace_seconds, self.abandon)

    def abandon(self) -> None:
        """Wait for nothing any more."""
        for worker in self._workers:
            worker.cancel()

    def _tell(self, event: RunEvent) -> None:
        """Pass an event on; a display that breaks must not cost an answer, so it is asked no more and reported."""
        if self._observer_error is None:
            try:
                self._observer(event)
            except Exception as error:  # noqa: BLE001 - whatever it is, it stands in the outcome
                self._observer_error = error

    async def _end_workers(self) -> None:
        self.abandon()
        await asyncio.gather(*self._workers, return_exceptions=True)

    def _outcome(self) -> RunOutcome:
        results: dict[str, tuple[ChunkResult[Any], ...]] = {}
        for queue in self._queues:
            for lane, tasks in queue.tasks.items():
                results[lane] = tuple(task.result for task in tasks if task.result is not None)
        return RunOutcome(
            {lane: results[lane] for lane in self._lanes},
            tuple(
                Halted(queue.halt.reason, queue.halt.message, queue.lanes)
                for queue in self._queues
                if queue.halt.reason is not None
            ),
            self._budget.sent,
            sum(queue.throttle.blocked_seconds for queue in self._queues),
            self._budget.spent,
            self._observer_error,
        )


def _by_client(jobs: Iterable[LaneJob[Any]]) -> dict[int, list[LaneJob[Any]]]:
    groups: dict[int, list[LaneJob[Any]]] = {}
    for job in jobs:
        groups.setdefault(id(job.client), []).append(job)
    return groups


def _in_order(jobs: Sequence[LaneJob[Any]], tasks: Mapping[str, list[ChunkTask]]) -> list[ChunkTask]:
    """Lane after lane, for prefix caches hold few prefixes; those that lead before all, for others wait for them."""
    leaders = [tasks[job.lane][0] for job in jobs if job.lead and job.chunks]
    rest = [task for job in jobs for task in tasks[job.lane][1 if job.lead else 0 :]]
    return leaders + rest
