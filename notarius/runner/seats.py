"""Seats: how many chunks are at the model, so that reading one's answer keeps no other from being asked about."""

import asyncio
from collections.abc import Callable
from typing import Final

# Until whoever took the seat has its request on the way, and answers that come in the same burst made room as well.
_MOMENT_SECONDS: Final = 0.01


class Seats:
    """The seats at one model.

    Args:
        number: how many there are.
        wanted: whether anybody is left to take one.
    """

    def __init__(self, number: int, wanted: Callable[[], bool]) -> None:
        self.free = asyncio.Semaphore(number)
        self.wanted = wanted


class Seat:
    """A worker's seat; one that belongs to no model holds nobody up."""

    def __init__(self, seats: Seats | None = None) -> None:
        self._seats = seats
        self._taken = False

    async def take(self) -> None:
        """Wait until one is free."""
        if self._seats is not None:
            await self._seats.free.acquire()
            self._taken = True

    def leave(self) -> None:
        """Give it back, unless that was done."""
        if self._seats is not None and self._taken:
            self._taken = False
            self._seats.free.release()

    async def give_way(self) -> None:
        """Leave, and let the next request go out first: while a server thinks there is time to read an answer."""
        self.leave()
        if self._seats is not None and self._seats.wanted():
            await asyncio.sleep(_MOMENT_SECONDS)
