"""Answering from recordings, and from nothing else."""

import attrs

from notarius.contracts.generation import AnswerStore, ModelRequest, ModelResponse
from notarius.errors import ConfigError, RecordingMissingError


@attrs.frozen
class ReplayClient:
    """Answers every request with what was recorded for it.

    Attributes:
        recordings: where the answers lie.

    Raises:
        ConfigError: at construction, if that place does not exist.
    """

    recordings: AnswerStore

    def __attrs_post_init__(self) -> None:
        if not self.recordings.exists():
            raise ConfigError(f"model.recordings: there is no folder {self.recordings.location}")

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """The recorded answer.

        Raises:
            RecordingMissingError: if there is none; names digest, lane and chunk.
            RecordingError: if the file that holds it is broken.
        """
        response = self.recordings.find(request)
        if response is None:
            raise RecordingMissingError(self._miss(request))
        return response

    def _miss(self, request: ModelRequest) -> str:
        return (
            f"no recording for lane {request.lane}, chunk {request.chunk.id}: "
            f"none of the {len(self.recordings)} recordings in {self.recordings.location} has the digest "
            f"{self.recordings.digest_of(request)} of its messages, schema and parameters"
        )

    async def aclose(self) -> None:
        """Nothing is held."""
