"""What the runner is given: for each lane the chunks, how to ask about one, and how to read an answer."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import attrs

from notarius.contracts.generation import ModelClient, ModelRequest, Usage
from notarius.contracts.sources import Chunk
from notarius.runner.limits import Limits

T = TypeVar("T")


def _free(request: ModelRequest, usage: Usage) -> float:  # noqa: ARG001
    """What an answer costs where no prices are known."""
    return 0.0


def _nothing(request: ModelRequest) -> float:  # noqa: ARG001
    """The most that a request can cost where no prices are known."""
    return 0.0


def _as_it_is(text: str) -> str:
    """How an answer is decoded where `read` takes its text."""
    return text


@attrs.frozen
class LaneJob(Generic[T]):
    """The work of one lane.

    Attributes:
        lane: the lane's name.
        chunks: what is asked about, in order.
        ask: the request about a chunk; quick, and the same every time.
        read: what a decoded answer says about the chunk, with everything that is checked per answer. Called for
            kept answers too.
        client: who answers. Lanes that share a client share its limits.
        cache_key: under which key an answer is kept; None bypasses the cache.
        lead: whether the lane's first request goes alone, so that the provider's prefix cache serves the others.
        limits: of this client, in place of the run's; of the first lane that has the client. The run's
            `max_requests`, `max_cost` and `interrupt_grace_seconds` hold all the same.
        cost: what an answer cost.
        worst_cost: the most that a request can cost, before it is sent.
        decode: an answer's text in the shape that `read` takes; quick. Raises `DecodingError` for one that cannot
            be used.
    """

    lane: str
    chunks: tuple[Chunk, ...]
    ask: Callable[[Chunk], ModelRequest]
    read: Callable[[Chunk, Any], T]
    client: ModelClient
    cache_key: Callable[[ModelRequest], str] | None = None
    lead: bool = False
    limits: Limits | None = None
    cost: Callable[[ModelRequest, Usage], float] = _free
    worst_cost: Callable[[ModelRequest], float] = _nothing
    decode: Callable[[str], Any] = _as_it_is
