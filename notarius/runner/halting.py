"""Ending the asking early, and waiting in a way that ends then too."""

import asyncio
import contextlib

from notarius.runner.outcomes import HaltReason


class Halt:
    """Whether one model may still be asked. What is under way when it is halted still comes in.

    Attributes:
        reason: why not; None while it may.
        message: the same for people.
    """

    def __init__(self) -> None:
        self.reason: HaltReason | None = None
        self.message = ""
        self._halted = asyncio.Event()
        self._wake: list[asyncio.Event] = [self._halted]

    def stop(self, reason: HaltReason, message: str) -> bool:
        """Send no further request; whether this call was the first to say so."""
        if self.reason is not None:
            return False
        self.reason, self.message = reason, message
        for event in self._wake:
            event.set()
        return True

    def wakes(self, event: asyncio.Event) -> None:
        """Have the event set when it is halted."""
        self._wake.append(event)

    async def pause(self, seconds: float) -> None:
        """Wait that long, or until it is halted."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._halted.wait()
