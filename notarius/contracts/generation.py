"""Asking a model: the request, the response, and the protocol that every model client keeps."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

import attrs

from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk

StopReason = Literal["stop", "length", "refusal"]


@attrs.frozen
class Parameters:
    """What shapes an answer beside messages and schema.

    Attributes:
        temperature: or None for the server's default.
        seed: or None.
        max_output_tokens: room for the answer, or None for the server's default.
        extra_body: sent as it is in the request's body.
    """

    temperature: float | None = 0.0
    seed: int | None = None
    max_output_tokens: int | None = None
    extra_body: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class ModelRequest:
    """One question to a model.

    Attributes:
        messages: what is sent, system message first.
        schema: JSON schema of the answer.
        parameters: sampling.
        lane: name of the lane that asks; never sent.
        chunk: the typed chunk; never sent.
        references: the lane's references; never sent.
        room: factor on `parameters.max_output_tokens`, for asking again after an answer was cut off. It is no part
            of what identifies the question: an answer that was whole is the same with more room.
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    parameters: Parameters
    lane: str
    chunk: Chunk
    references: ReferenceSet
    room: int = 1

    @property
    def max_output_tokens(self) -> int | None:
        """What a client asks the server for: room for the answer in tokens, or None for the server's default."""
        limit = self.parameters.max_output_tokens
        return None if limit is None else limit * self.room

    @property
    def asked(self) -> dict[str, Any]:
        """What identifies the question: messages, schema and parameters, as a JSON value."""
        return {
            "messages": [{"role": message.role, "content": message.content} for message in self.messages],
            "schema": dict(self.schema),
            "parameters": attrs.asdict(self.parameters),
        }


@attrs.frozen
class Usage:
    """Tokens of one or more answers, as the server counts them; None where it does not say.

    Attributes:
        input_tokens: prompt tokens, cached ones included.
        output_tokens: answer tokens.
        cached_tokens: prompt tokens served from the provider's prefix cache.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; None only where neither says."""
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.cached_tokens, other.cached_tokens),
        )


def _sum(first: int | None, second: int | None) -> int | None:
    return first if second is None else second if first is None else first + second


@attrs.frozen
class ModelResponse:
    """An answer as it came.

    Attributes:
        text: what the model wrote.
        stop_reason: `stop`, `length` (cut off) or `refusal`.
        usage: tokens.
        model: the model that answered, as the server names it.
    """

    text: str
    stop_reason: StopReason = "stop"
    usage: Usage = Usage()
    model: str = ""


class ModelClient(Protocol):
    """Whatever answers requests: a routine, a folder of recordings, a server.

    `generate` raises `ModelError` and nothing else; it may be awaited many times at once.
    """

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """Answer one request."""
        ...

    async def aclose(self) -> None:
        """Release connections and processes; the client is not used again."""
        ...


class AnswerStore(Protocol):
    """Keeps answers by what was asked, without the model's name: see `ModelRequest.asked`."""

    @property
    def location(self) -> str:
        """Where the answers lie, for messages."""
        ...

    def exists(self) -> bool:
        """Whether there is such a place."""
        ...

    def __len__(self) -> int:
        """How many answers it holds."""
        ...

    def digest_of(self, request: ModelRequest) -> str:
        """`sha256:<hex>` under which the answer to this request is kept."""
        ...

    def find(self, request: ModelRequest) -> ModelResponse | None:
        """The answer to this request, or None.

        Raises:
            ModelError: if what is kept is broken.
        """
        ...

    def store(self, request: ModelRequest, response: ModelResponse) -> None:
        """Keep an answer in place of any earlier one.

        Raises:
            ModelError: if it cannot be written.
        """
        ...
