"""Recording what any client answers, so that it can be replayed."""

import attrs

from notarius.contracts.generation import AnswerStore, ModelClient, ModelRequest, ModelResponse


@attrs.frozen
class RecordingClient:
    """Passes requests on and keeps every complete answer; a cut off or refused one is not kept.

    Attributes:
        inner: the client that answers.
        recordings: where the answers are kept.
    """

    inner: ModelClient
    recordings: AnswerStore

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """The inner client's answer.

        Raises:
            ModelError: as the inner client raises it, or if the answer cannot be written.
        """
        response = await self.inner.generate(request)
        if response.stop_reason == "stop":
            self.recordings.store(request, response)
        return response

    async def aclose(self) -> None:
        """Close the inner client."""
        await self.inner.aclose()
