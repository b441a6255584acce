"""What the runner tells while it works, for progress displays and logs."""

from collections.abc import Callable
from typing import Literal

import attrs

from notarius.contracts.generation import Usage

EventCode = Literal[
    "asked",
    "rate_limited",
    "retried",
    "reasked",
    "received",
    "answered",
    "recalled",
    "failed",
    "not_asked",
    "halted",
]


@attrs.frozen
class RunEvent:
    """Something that happened. A chunk is under way from `asked` to its next event of any other code.

    Attributes:
        code: `asked`, a request was sent; `rate_limited`, `retried`, `reasked`, it has to be sent again;
            `received`, an answer came that can be used, and is about to be read; `answered`; `recalled`, answered
            by the cache; `failed`; `not_asked`; `halted`, no more requests are sent to that lane's model (lane and
            chunk are empty).
        lane: the lane's name.
        chunk: the chunk's id.
        message: why, for people; holds no secret.
        usage: tokens of the answer that came.
    """

    code: EventCode
    lane: str = ""
    chunk: str = ""
    message: str = ""
    usage: Usage = attrs.field(factory=Usage)


Observer = Callable[[RunEvent], None]


def silent(event: RunEvent) -> None:
    """The observer that tells nobody."""
