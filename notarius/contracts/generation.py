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
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    parameters: Parameters
    lane: str
    chunk: Chunk
    references: ReferenceSet

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
