"""How a run ended: a result for every chunk of every lane, whatever happened."""

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

import attrs

from notarius.contracts.generation import StopReason, Usage
from notarius.contracts.results import FailedAnswer
from notarius.contracts.sources import Chunk

T = TypeVar("T")
ChunkState = Literal["answered", "failed", "not_asked"]
HaltReason = Literal["interrupted", "rate_limited", "max_requests", "max_cost", "unavailable"]


@attrs.frozen
class Failure:
    """Why a chunk has no value.

    Attributes:
        kind: `rate_limited`, `server_error`, `timeout`, `connection`, `request_refused`, `recording_missing` (the
            kinds of `ModelError`); `unparsable`, `refusal`, `truncated` (of answers); `crashed` (code that
            raised what it may not, most likely the extractor's); or a `HaltReason`.
        message: for people; holds no secret.
        text: the answer that could not be used, whole; empty if there was none.
    """

    kind: str
    message: str
    text: str = ""


@attrs.frozen
class ChunkResult(Generic[T]):
    """What became of one chunk.

    Attributes:
        chunk: the chunk.
        state: `answered`; `failed`, asked in vain; `not_asked`.
        value: what the lane's `read` gave; None unless answered.
        failure: why there is none; None if answered.
        attempts: requests that were sent, those that were rate limited aside.
        requests: all requests that were sent.
        usage: tokens of all its answers, unusable ones too; if `cached`, what the kept answer had cost.
        cached: whether the answer came from the cache.
        stop_reason: the model's, of the last answer; None if there was none.
        model: who answered, as the server names it.
        seconds: from its first request to the end.
        failed_answers: answers that could not be used, also of a chunk that was answered in the end.
    """

    chunk: Chunk
    state: ChunkState
    value: T | None = None
    failure: Failure | None = None
    attempts: int = 0
    requests: int = 0
    usage: Usage = attrs.field(factory=Usage)
    cached: bool = False
    stop_reason: StopReason | None = None
    model: str = ""
    seconds: float = 0.0
    failed_answers: tuple[FailedAnswer, ...] = ()


@attrs.frozen
class Halted:
    """Asking a model ended before everything was asked.

    Attributes:
        reason: what ended it.
        message: for people.
        lanes: those that ask this model.
    """

    reason: HaltReason
    message: str
    lanes: tuple[str, ...]


@attrs.frozen
class RunOutcome:
    """How a run ended.

    Attributes:
        lanes: by lane name, in the jobs' order; results in the order of the chunks.
        halts: what ended the asking early; empty if nothing did.
        requests: all requests that were sent.
        rate_limited_seconds: how long rate limits kept the run from asking, summed over models.
        cost: of all answers, in the unit of the prices; 0 where no prices are known.
        observer_error: what the observer raised, if it did; it was told nothing more after that.
    """

    lanes: Mapping[str, tuple[ChunkResult[Any], ...]]
    halts: tuple[Halted, ...] = ()
    requests: int = 0
    rate_limited_seconds: float = 0.0
    cost: float = 0.0
    observer_error: Exception | None = None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return any(halt.reason == "interrupted" for halt in self.halts)
