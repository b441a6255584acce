"""Answering without a model: the module's own deterministic routine, asked as if it were one."""

import asyncio
import json
from typing import Final

import attrs

from notarius.contracts.extraction import OfflineRoutine
from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import RoutineFailedError

MODEL: Final = "offline"


@attrs.frozen
class OfflineClient:
    """Gives a request's typed chunk and references to a routine, and its answer out as text.

    The rendered messages are not looked at. No tokens are spent, so none are reported.

    Attributes:
        routine: the extractor's offline routine.
        extractor: its name, for error messages.
    """

    routine: OfflineRoutine
    extractor: str

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """The routine's answer, as the JSON text that a model would have written.

        Raises:
            RoutineFailedError: if the routine raises or its answer is no JSON; names extractor, lane and chunk.
        """
        # The routine never waits: without this, nothing else on the loop would run until the last chunk is done.
        await asyncio.sleep(0)
        try:
            answer = self.routine(request.chunk, request.references)
            text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            where = f"lane {request.lane}, chunk {request.chunk.id}"
            raise RoutineFailedError(
                f"the offline routine of {self.extractor} failed in {where}: {said}", detail=said
            ) from error
        return ModelResponse(text, model=MODEL)

    async def aclose(self) -> None:
        """Nothing is held."""
