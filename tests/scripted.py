"""A model client that answers as a test wrote down: the outermost seam, for every test that needs a model."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse

Answer = str | ModelResponse | Exception
NOTHING_HERE: Final = '{"records": []}'


@attrs.define
class ScriptedClient:
    """Answers by lane and chunk, or by chunk alone.

    Attributes:
        answers: keyed by `lane/c1` or `c1`: one answer for every try, or a sequence with an answer for each try, of
            which the last one stays. A text is a complete answer, an exception is raised.
        default: what a chunk without an entry gets; None makes it an AssertionError.
        pause: seconds that an answer takes.
        requests: what was asked so far, in the order in which it came.
        peak: how many requests were under way at once, at most.
        closed: how often the client was closed.
    """

    answers: Mapping[str, Answer | Sequence[Answer]] = attrs.field(factory=dict)
    default: Answer | None = NOTHING_HERE
    pause: float = 0.0
    requests: list[ModelRequest] = attrs.field(factory=list, init=False)
    peak: int = attrs.field(default=0, init=False)
    closed: int = attrs.field(default=0, init=False)
    _running: int = attrs.field(default=0, init=False)

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """The next answer for the request's chunk."""
        answer = self._next(request)
        self.requests.append(request)
        self._running += 1
        self.peak = max(self.peak, self._running)
        try:
            await asyncio.sleep(self.pause)
        finally:
            self._running -= 1
        if isinstance(answer, Exception):
            raise answer
        return ModelResponse(answer, model="scripted") if isinstance(answer, str) else answer

    async def aclose(self) -> None:
        """Count the call."""
        self.closed += 1

    def tries(self, chunk: str, lane: str | None = None) -> int:
        """How often a chunk was asked about, in one lane or in all."""
        return sum(1 for request in self.requests if request.chunk.id == chunk and lane in (None, request.lane))

    def _next(self, request: ModelRequest) -> Answer:
        chunk = request.chunk.id
        entry = self.answers.get(f"{request.lane}/{chunk}", self.answers.get(chunk, self.default))
        if entry is None:
            raise AssertionError(f"nothing is scripted for {request.lane}/{chunk}")
        if isinstance(entry, (str, ModelResponse, Exception)):
            return entry
        return entry[min(self.tries(chunk, request.lane), len(entry) - 1)]
