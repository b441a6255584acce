"""How many requests may be out at one model, and from when on: the answer to rate limits.

One rate limit is an answer to all workers. None of them sends anything before the time the server named; then
they come back one after the other; half as many as before may be out at once, and each answer raises that a
little, by one for each round of answers (additive increase, multiplicative decrease, as in RFC 5681, 3.1).
"""

import asyncio
import contextlib
import math
import random
from typing import Final, Literal

from notarius.runner.halting import Halt
from notarius.runner.limits import Limits

Entry = Literal["go", "halted", "late"]

# Those who waited come back within this part of the wait, at random, behind its end.
_SPREAD: Final = 0.25


class Throttle:
    """The way to one model, for all who ask it.

    Attributes:
        blocked_seconds: how long rate limits kept it closed so far, or will have when it next opens.
    """

    def __init__(self, limits: Limits, halt: Halt) -> None:
        self.blocked_seconds = 0.0
        self._limits = limits
        self._halt = halt
        self._random = random.Random()  # noqa: S311 - spreads requests, keeps no secret
        self._places = float(limits.max_concurrency)
        self._out = 0
        self._freed = asyncio.Event()
        halt.wakes(self._freed)
        self._opens_at = -math.inf
        self._spread = 0.0
        self._slowed_at = -math.inf
        self._slowed_in_row = 0

    @property
    def concurrency(self) -> int:
        """Requests that may be out at once just now."""
        return int(self._places)

    def luck(self) -> float:
        """A number from 0 to 1, for spreading things out."""
        return self._random.random()

    async def enter(self, until: float) -> Entry:
        """Wait for a place; with `go` the caller has it and gives it back by `leave`.

        Args:
            until: time of the event loop after which the caller has no use for it.
        """
        loop = asyncio.get_running_loop()
        while True:
            now = loop.time()
            if self._halt.reason is not None:
                return "halted"
            if max(now, self._opens_at) >= until:
                return "late"
            if now < self._opens_at:
                await self._halt.pause(self._opens_at - now + self.luck() * self._spread)
            elif self._out < self.concurrency:
                self._out += 1
                return "go"
            else:
                await self._place(until)

    def leave(self) -> None:
        """Give the place back."""
        self._out -= 1
        self._freed.set()

    def slow_down(self, sent_at: float, retry_after: float | None) -> float:
        """Take note of a rate limit; halts the run if the next wait would pass the budget.

        Args:
            sent_at: when the request was sent, as the event loop's time. Requests that were out together lower
                the concurrency once.
            retry_after: seconds the server asked for, or None.

        Returns:
            How many seconds nobody asks.
        """
        now = asyncio.get_running_loop().time()
        if sent_at >= self._slowed_at:
            self._places = max(1.0, self._places / 2)
            self._slowed_at = now
            self._slowed_in_row += 1
        wait = max(retry_after or 0.0, self._limits.backoff_seconds(self._slowed_in_row, self.luck()))
        closed = max(0.0, now + wait - max(now, self._opens_at))
        if self.blocked_seconds + closed > self._limits.rate_limit_budget_seconds:
            self._halt.stop("rate_limited", self._over_budget(wait))
            return wait
        self.blocked_seconds += closed
        if closed:
            self._opens_at, self._spread = now + wait, _SPREAD * wait
        return wait

    def speed_up(self) -> None:
        """Take note of an answer."""
        self._slowed_in_row = 0
        if self._places < self._limits.max_concurrency:
            self._places = min(float(self._limits.max_concurrency), self._places + 1 / self._places)
            self._freed.set()

    async def _place(self, until: float) -> None:
        self._freed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(None if until == math.inf else until):
                await self._freed.wait()

    def _over_budget(self, wait: float) -> str:
        budget = self._limits.rate_limit_budget_seconds
        return (
            f"rate limits have kept the run waiting for {self.blocked_seconds:.0f} s, and the model server asks for "
            f"{wait:.0f} s more: over the budget of {budget:g} s (rate_limit_budget_seconds)"
        )
