"""Settling a chunk: from the cache, from somebody who is asking the same, or from the model."""

from typing import Any

import attrs

from notarius.cache import AnswerCache, Claim
from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import DecodingError
from notarius.runner.events import EventCode
from notarius.runner.exchange import Exchange
from notarius.runner.outcomes import ChunkResult
from notarius.runner.tasks import ChunkTask


@attrs.frozen(eq=False)
class Settling:
    """Settles the chunks of all lanes that have one model.

    Attributes:
        exchange: the model.
        cache: kept answers, or None.
    """

    exchange: Exchange
    cache: AnswerCache | None

    async def settle(self, task: ChunkTask) -> ChunkResult[Any] | None:
        """The chunk's result; None while another task or process asks the same: to be tried again later."""
        try:
            result = await self._settle(task)
        except Exception as error:  # noqa: BLE001 - a module's fault costs one chunk, whatever it raises
            result = task.crashed(error)
        if result is not None:
            self.tell(task, result)
        return result

    def tell(self, task: ChunkTask, result: ChunkResult[Any]) -> None:
        """Tell the observer how a chunk ended."""
        code: EventCode = "recalled" if result.cached else result.state
        self.exchange.tell(code, task, result.failure.message if result.failure else "", result.usage)

    async def _settle(self, task: ChunkTask) -> ChunkResult[Any] | None:
        if task.request is None:
            task.request = task.job.ask(task.chunk)
            task.key = task.job.cache_key(task.request) if task.job.cache_key and self.cache else None
        if self.cache is None or task.key is None:
            return await self.exchange.ask(task, task.request, _keep_nothing)
        return self._recall(task, self.cache, task.key) or await self._claim(task, task.request, self.cache, task.key)

    async def _claim(
        self, task: ChunkTask, request: ModelRequest, cache: AnswerCache, key: str
    ) -> ChunkResult[Any] | None:
        if self.exchange.halt.reason is not None:
            return task.unfinished(self.exchange.halt)
        claim = cache.claim(key)
        if claim is None:
            return None
        try:
            # Between the look and the claim somebody may have answered it.
            return self._recall(task, cache, key) or await self.exchange.ask(
                task, request, lambda response: self._keep(task, key, response, claim)
            )
        finally:
            claim.release()

    def _recall(self, task: ChunkTask, cache: AnswerCache, key: str) -> ChunkResult[Any] | None:
        response = cache.get(key)
        if response is None:
            return None
        try:
            decoded = task.job.decode(response.text)
        except DecodingError as error:
            cache.drop(key, str(error))
            return None
        task.answer = response
        return task.answered(task.job.read(task.chunk, decoded), cached=True)

    def _keep(self, task: ChunkTask, key: str, response: ModelResponse, claim: Claim) -> None:
        if self.cache is not None:
            self.cache.put(key, response, claim=claim, lane=task.job.lane, chunk=task.chunk.id)


def _keep_nothing(response: ModelResponse) -> None:
    """What is done with an answer when there is no cache."""
