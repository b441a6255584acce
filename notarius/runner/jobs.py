"""What the runner is given: for each lane the chunks, how to ask about one, and how to read an answer."""

from collections.abc import Callable
from typing import Generic, TypeVar

import attrs

from notarius.contracts.generation import ModelClient, ModelRequest
from notarius.contracts.sources import Chunk
from notarius.runner.limits import Limits

T = TypeVar("T")


@attrs.frozen
class LaneJob(Generic[T]):
    """The work of one lane.

    Attributes:
        lane: the lane's name.
        chunks: what is asked about, in order.
        ask: the request about a chunk; quick, and the same every time.
        read: what an answer's text says about the chunk, with everything that is checked per answer. Raises
            `DecodingError` for one that cannot be used. Called for kept answers too.
        client: who answers. Lanes that share a client share its limits.
        cache_key: under which key an answer is kept; None bypasses the cache.
        lead: whether the lane's first request goes alone, so that the provider's prefix cache serves the others.
        limits: of this client, in place of the run's; of the first lane that has the client. The run's
            `max_requests` and `interrupt_grace_seconds` hold all the same.
    """

    lane: str
    chunks: tuple[Chunk, ...]
    ask: Callable[[Chunk], ModelRequest]
    read: Callable[[Chunk, str], T]
    client: ModelClient
    cache_key: Callable[[ModelRequest], str] | None = None
    lead: bool = False
    limits: Limits | None = None
