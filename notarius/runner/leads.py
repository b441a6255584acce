"""Letting the first request of a lane go ahead alone, where a provider's prefix cache is filled by it."""

import asyncio


class Lead:
    """The turn at the head of a lane.

    The first to come leads and the others wait until it is done, whatever its end; without `wanted` nobody waits.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._wanted = wanted
        self._taken = False
        self._done = asyncio.Event()

    async def turn(self) -> None:
        """Wait for the leader, or be it."""
        if self._wanted and self._taken:
            await self._done.wait()
        self._taken = True

    def done(self) -> None:
        """Let the others go."""
        self._done.set()
