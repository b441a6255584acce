"""Seats: how many chunks are at the model, so that reading one's answer keeps no other from being asked about."""

import asyncio
from typing import Final

# Turns of the event loop until whoever took the seat has its request on the way: it wakes, asks, and writes.
_TURNS: Final = 3


class Seat:
    """A worker's seat among those that its model has; one that belongs to no model holds nobody up."""

    def __init__(self, seats: asyncio.Semaphore | None = None) -> None:
        self._seats = seats
        self._taken = False

    async def take(self) -> None:
        """Wait until one is free."""
        if self._seats is not None:
            await self._seats.acquire()
            self._taken = True

    def leave(self) -> None:
        """Give it back, unless that was done."""
        if self._seats is not None and self._taken:
            self._taken = False
            self._seats.release()

    async def give_way(self) -> None:
        """Leave, and let the next request go out first: while a server thinks there is time to read an answer."""
        self.leave()
        for _ in range(_TURNS):
            await asyncio.sleep(0)
