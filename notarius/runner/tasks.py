"""One chunk on its way from the queue to its result."""

import asyncio
import traceback
from pathlib import Path
from typing import Any, Final

import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse, StopReason, Usage
from notarius.contracts.results import FailedAnswer
from notarius.contracts.sources import Chunk
from notarius.errors import ModelError
from notarius.runner.halting import Halt
from notarius.runner.jobs import LaneJob
from notarius.runner.limits import Limits
from notarius.runner.outcomes import ChunkResult, ChunkState, Failure
from notarius.runner.seats import Seat

_FRAMES: Final = 3


@attrs.define(eq=False)
class ChunkTask:
    """What was done about a chunk so far.

    Attributes:
        job: the lane's.
        chunk: the chunk.
        request: what is asked; None before the job was asked for it.
        key: under which the answer is kept, or None.
        attempts: requests sent, those that were rate limited aside.
        requests: all requests sent.
        errors: requests in a row that failed, rate limits aside: what the limit of attempts is about.
        reasks: how often it was asked again because of its answers.
        usage: tokens of all answers.
        started: time of the event loop at the first request; None before.
        error: the last error of the client, or None.
        answer: the last answer, or None.
        failed_answers: those that could not be used.
        result: how it ended; None until then.
        seat: of the worker that has it now.
    """

    job: LaneJob[Any]
    chunk: Chunk
    request: ModelRequest | None = None
    key: str | None = None
    attempts: int = 0
    requests: int = 0
    errors: int = 0
    reasks: int = 0
    usage: Usage = attrs.field(factory=Usage)
    started: float | None = None
    error: ModelError | None = None
    answer: ModelResponse | None = None
    failed_answers: list[FailedAnswer] = attrs.field(factory=list)
    result: ChunkResult[Any] | None = None
    seat: Seat = attrs.field(factory=Seat)

    @property
    def answer_text(self) -> str:
        """The last answer's text, empty if there was none."""
        return self.answer.text if self.answer else ""

    def deadline(self, limits: Limits) -> float:
        """When it must have ended, as the event loop's time; infinity before its first request."""
        return float("inf") if self.started is None else self.started + limits.chunk_deadline_seconds

    def answered(self, value: Any, *, cached: bool = False) -> ChunkResult[Any]:
        """The result with a value, from the last answer."""
        return self._result("answered", value=value, cached=cached)

    def failed(self, kind: str, message: str, text: str = "") -> ChunkResult[Any]:
        """The result of a chunk that was asked about in vain."""
        return self._result("failed", failure=Failure(kind, message, text))

    def crashed(self, error: Exception) -> ChunkResult[Any]:
        """The result after a fault in the extractor's code: its chunk is lost, the others are not."""
        frames = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
        where = " > ".join(frames[-_FRAMES:])
        message = f"unexpected {type(error).__name__}: {error} ({where})"
        return self.failed("crashed", message, self.answer_text)

    def late(self, limits: Limits) -> ChunkResult[Any]:
        """The result when its deadline has passed, or would pass while it has to wait."""
        message = f"no usable answer within the chunk's deadline of {limits.chunk_deadline_seconds:g} s"
        if self.error is not None and not self.failed_answers:
            return self.failed(self.error.kind, f"{message}; the last try: {self.error}")
        return self._unusable_or("timeout", message)

    def unfinished(self, halt: Halt) -> ChunkResult[Any]:
        """The result when the run ends before the chunk does."""
        reason = halt.reason or "interrupted"
        message = halt.message or "the run was interrupted"
        if self.requests == 0:
            return self._result("not_asked", failure=Failure(reason, message))
        if self.error is not None:
            return self.failed(self.error.kind, f"{self.error}; not asked again: {message}")
        return self._unusable_or(reason, message)

    def keep_failed(self, kind: str, message: str) -> None:
        """Keep the last answer among those that could not be used."""
        self.failed_answers.append(FailedAnswer(self.chunk.id, self.requests, kind, message, self.answer_text))

    def _unusable_or(self, kind: str, message: str) -> ChunkResult[Any]:
        """Failed by its last unusable answer, if it had one, for that is what the user can do something about."""
        if not self.failed_answers:
            return self.failed(kind, message)
        last = self.failed_answers[-1]
        return self.failed(last.kind, f"{last.message}; not asked again: {message}", last.text)

    def _result(
        self, state: ChunkState, *, value: Any = None, failure: Failure | None = None, cached: bool = False
    ) -> ChunkResult[Any]:
        answer = self.answer
        stop_reason: StopReason | None = answer.stop_reason if answer else None
        return ChunkResult(
            self.chunk,
            state,
            value,
            failure,
            attempts=self.attempts,
            requests=self.requests,
            usage=answer.usage if cached and answer else self.usage,
            cached=cached,
            stop_reason=stop_reason,
            model=answer.model if answer else "",
            seconds=self._seconds(),
            failed_answers=tuple(self.failed_answers),
        )

    def _seconds(self) -> float:
        return 0.0 if self.started is None else asyncio.get_running_loop().time() - self.started
