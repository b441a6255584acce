"""Asking a model about one chunk until it has a value or a named failure.

| what came back | what is done | how often |
| --- | --- | --- |
| rate limit | all workers wait, it is sent again; no attempt | within deadline and rate limit budget |
| server error, timeout, broken connection | sent again after a jittered, growing wait | `max_attempts` |
| the server will not take the request | failed | |
| an answer that was cut off (`length`) | asked again with twice the room | once |
| an answer that refuses, or does not parse | asked again | `max_reasks` |
| an answer that parses | committed to the cache, then given on | |
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import attrs

from notarius.contracts.generation import ModelClient, ModelRequest, ModelResponse, Usage
from notarius.errors import (
    DecodingError,
    ModelError,
    ModelTimeoutError,
    RateLimitedError,
    RecordingMissingError,
    RequestRefusedError,
    ServerError,
)
from notarius.runner.events import EventCode, Observer, RunEvent
from notarius.runner.halting import Halt
from notarius.runner.leads import Lead
from notarius.runner.limits import Limits
from notarius.runner.outcomes import ChunkResult
from notarius.runner.tasks import ChunkTask
from notarius.runner.throttle import Throttle

Commit = Callable[[ModelResponse], None]
Step = ChunkResult[Any] | ModelRequest

_MORE_ROOM: Final = 2


class Budget:
    """What the whole run may send and spend.

    Attributes:
        sent: requests so far.
        spent: their cost, in the unit of the prices.
    """

    def __init__(self, max_requests: int | None, max_cost: float | None = None) -> None:
        self.sent = 0
        self.spent = 0.0
        self._reserved = 0.0
        self._max_requests = max_requests
        self._max_cost = max_cost

    def take(self, worst: float = 0.0) -> Literal["max_requests", "max_cost"] | None:
        """Which limit forbids one more request, or None; then it counts from now on.

        Args:
            worst: the most that the request can cost, set aside until it is settled.
        """
        if self._max_requests is not None and self.sent >= self._max_requests:
            return "max_requests"
        if self._max_cost is not None and self.spent + self._reserved + worst > self._max_cost:
            return "max_cost"
        self.sent += 1
        self._reserved += worst
        return None

    def settle(self, worst: float, cost: float) -> None:
        """A request has come to its end: what was set aside for it is free again, and what it cost is spent."""
        self._reserved -= worst
        self.spent += cost


@attrs.define(eq=False)
class Exchange:
    """Talks to one model, for all chunks of all lanes that have it.

    Attributes:
        client: the model.
        limits: its limits.
        halt: whether it may still be asked.
        throttle: the way to it.
        budget: the run's requests and costs.
        leads: by lane name.
        observer: who is told.
    """

    client: ModelClient
    limits: Limits
    halt: Halt
    throttle: Throttle
    budget: Budget
    leads: Mapping[str, Lead]
    observer: Observer
    _unanswered_in_row: int = attrs.field(default=0, init=False)

    async def ask(self, task: ChunkTask, request: ModelRequest, commit: Commit) -> ChunkResult[Any]:
        """The chunk's result.

        Args:
            task: the chunk; notes what was done.
            request: what is asked first.
            commit: called with the answer as soon as it has turned out to be good, before anything else is done
                with it.
        """
        lead = self.leads[task.job.lane]
        await lead.turn()
        try:
            step: Step = request
            while not isinstance(step, ChunkResult):
                step = await self._enter(task, step) or await self._try(task, step, commit)
        finally:
            lead.done()
        return step

    async def _enter(self, task: ChunkTask, request: ModelRequest) -> ChunkResult[Any] | None:
        """Get a place at the model and a request of the budget; a result if they are not to be had."""
        entry = await self.throttle.enter(task.deadline(self.limits))
        if entry == "late":
            return self._unanswered(task, task.late(self.limits))
        if entry == "go":
            forbidden = self.budget.take(task.job.worst_cost(request))
            if forbidden is None:
                return None
            self.throttle.leave()
            self._stop_for_budget(task, forbidden)
        return task.unfinished(self.halt)

    async def _try(self, task: ChunkTask, request: ModelRequest, commit: Commit) -> Step:
        """Send it once: the chunk's result, or what to ask next."""
        sent_at = asyncio.get_running_loop().time()
        task.started = sent_at if task.started is None else task.started
        task.requests += 1
        self.tell("asked", task)
        worst, cost = task.job.worst_cost(request), 0.0
        try:
            answer = await self._send(
                request, min(self.limits.attempt_timeout_seconds, task.deadline(self.limits) - sent_at)
            )
            if isinstance(answer, ModelResponse):
                cost = task.job.cost(request, answer.usage)
        finally:
            self.budget.settle(worst, cost)
        if isinstance(answer, ModelResponse):
            return await self._judge(task, request, answer, commit)
        task.error = answer
        if isinstance(answer, RateLimitedError):
            return self._slow_down(task, request, answer, sent_at)
        return await self._recover(task, request, answer, sent_at)

    async def _send(self, request: ModelRequest, seconds: float) -> ModelResponse | ModelError:
        try:
            async with asyncio.timeout(seconds):
                return await self.client.generate(request)
        except ModelError as error:
            return error
        except TimeoutError:
            return ModelTimeoutError(f"no answer within {seconds:.3g} s")
        finally:
            self.throttle.leave()

    def _slow_down(
        self, task: ChunkTask, request: ModelRequest, error: RateLimitedError | ServerError, sent_at: float
    ) -> Step:
        wait = self.throttle.slow_down(sent_at, error.retry_after)
        self.tell("rate_limited", task, f"{error}; nobody asks for {wait:.1f} s")
        if self.halt.reason == "rate_limited":
            self.tell("halted", task, self.halt.message)
        return request

    async def _recover(self, task: ChunkTask, request: ModelRequest, error: ModelError, sent_at: float) -> Step:
        """After an error that is no rate limit: wait and try again, or fail."""
        task.attempts += 1
        task.errors += 1
        if request.room > 1 and isinstance(error, RequestRefusedError):
            return task.failed("truncated", f"the answer was cut off; asked for more room: {error}", task.answer_text)
        if not error.retryable or task.errors >= self.limits.max_attempts:
            return self._unanswered(task, task.failed(error.kind, str(error)))
        if isinstance(error, ServerError) and error.retry_after is not None:
            # An overloaded server says it this way too, and to all.
            return self._slow_down(task, request, error, sent_at)
        wait = self.limits.backoff_seconds(task.errors, self.throttle.luck())
        if asyncio.get_running_loop().time() + wait >= task.deadline(self.limits):
            return self._unanswered(task, task.late(self.limits))
        self.tell("retried", task, str(error))
        await self.halt.pause(wait)
        return request

    async def _judge(self, task: ChunkTask, request: ModelRequest, response: ModelResponse, commit: Commit) -> Step:
        """An answer came: is it one?"""
        self.throttle.speed_up()
        self._unanswered_in_row = 0
        task.attempts += 1
        task.answer, task.error, task.errors = response, None, 0
        task.usage += response.usage
        if response.stop_reason == "length":
            return self._truncated(task, request)
        if response.stop_reason == "refusal":
            return self._ask_again(task, request, "refusal", "the model refused to answer")
        try:
            decoded = task.job.decode(response.text)
        except DecodingError as error:
            return self._ask_again(task, request, "unparsable", str(error))
        commit(response)
        self.tell("received", task)
        self.leads[task.job.lane].done()
        await task.seat.give_way()
        return task.answered(task.job.read(task.chunk, decoded))

    def _truncated(self, task: ChunkTask, request: ModelRequest) -> Step:
        limit = request.max_output_tokens
        room = "the server's limit of answer tokens" if limit is None else f"{limit} answer tokens"
        message = f"the answer was cut off at {room}"
        task.keep_failed("truncated", message)
        if request.room > 1:
            return task.failed("truncated", f"{message}, asked for the second time", task.answer_text)
        self.tell("reasked", task, message)
        return attrs.evolve(request, room=_MORE_ROOM)

    def _ask_again(self, task: ChunkTask, request: ModelRequest, kind: str, message: str) -> Step:
        task.keep_failed(kind, message)
        if task.reasks >= self.limits.max_reasks:
            return task.failed(kind, f"{message} (asked {len(task.failed_answers)} times)", task.answer_text)
        task.reasks += 1
        self.tell("reasked", task, message)
        return request

    def _unanswered(self, task: ChunkTask, result: ChunkResult[Any]) -> ChunkResult[Any]:
        """A chunk failed without an answer; if many do in a row, the server is not there."""
        if isinstance(task.error, RecordingMissingError | None) or result.failure is None:
            return result
        self._unanswered_in_row += 1
        if self._unanswered_in_row >= self.limits.give_up_after:
            message = f"{self._unanswered_in_row} chunks in a row got no answer; the last: {result.failure.message}"
            if self.halt.stop("unavailable", message):
                self.tell("halted", task, message)
        return result

    def _stop_for_budget(self, task: ChunkTask, reason: Literal["max_requests", "max_cost"]) -> None:
        spent = f"{self.budget.sent} requests" if reason == "max_requests" else f"{self.budget.spent:.4g}"
        if self.halt.stop(reason, f"the run's budget is spent after {spent} ({reason})"):
            self.tell("halted", task, self.halt.message)

    def tell(self, code: EventCode, task: ChunkTask, message: str = "", usage: Usage | None = None) -> None:
        """Tell the observer about a chunk."""
        self.observer(RunEvent(code, task.job.lane, task.chunk.id, message, usage or Usage()))
