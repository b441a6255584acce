"""What a person sees while a run works: a live display on a terminal, plain lines elsewhere, or nothing."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, Self, TextIO

import attrs

from notarius.contracts.generation import Usage
from notarius.runner import Observer, RunEvent, silent

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Price = Callable[[Usage], float | None]
ProgressMode = Literal["auto", "live", "lines", "off"]

_FIRST_LINE_SECONDS: Final = 5.0
_LINE_SECONDS: Final = 15.0
_LIVE_SECONDS: Final = 0.2
_DONE: Final = frozenset({"answered", "recalled", "failed", "not_asked"})
_AGAIN: Final = frozenset({"rate_limited", "retried", "reasked"})


@attrs.define
class LaneProgress:
    """How far a lane is.

    Attributes:
        total: its chunks.
        done: chunks with an end, whatever it is.
        failed: of those, without an answer.
        recalled: of those, answered by the cache.
        flying: chunks whose request is out.
        again: requests that had to be sent again.
        tokens: of prompts and answers, as far as servers say.
        price: what tokens cost; None where no price is stated.
        cost: of the answers that came.
    """

    total: int
    done: int = 0
    failed: int = 0
    recalled: int = 0
    again: int = 0
    tokens: int = 0
    price: Price | None = None
    cost: float = 0.0
    flying: set[str] = attrs.field(factory=set)

    def count(self, event: RunEvent) -> None:
        """Take an event of this lane into account."""
        if event.code == "asked":
            self.flying.add(event.chunk)
        else:
            self.flying.discard(event.chunk)
        self.again += event.code in _AGAIN
        self.done += event.code in _DONE
        self.failed += event.code == "failed"
        self.recalled += event.code == "recalled"
        self.tokens += (event.usage.input_tokens or 0) + (event.usage.output_tokens or 0)
        if self.price is not None and event.code != "recalled":
            self.cost += self.price(event.usage) or 0.0

    def words(self) -> str:
        """The counts that are not zero, in words."""
        counted = {
            "in flight": len(self.flying),
            "sent again": self.again,
            "failed": self.failed,
            "from the cache": self.recalled,
        }
        parts = [f"{count} {word}" for word, count in counted.items() if count]
        parts += [f"{self.tokens:,} tokens"] if self.tokens else []
        parts += [f"cost {self.cost:,.4g}"] if self.cost else []
        return ", ".join(parts)


@contextmanager
def shown_progress(
    mode: ProgressMode,
    lanes: Mapping[str, int],
    *,
    prices: Mapping[str, Price] = MappingProxyType({}),
    stream: TextIO | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[Observer]:
    """An observer for the runner that shows how far it is.

    Args:
        mode: `auto` is `live` on a terminal and `lines` elsewhere.
        lanes: number of chunks by lane.
        prices: what a lane's tokens cost, for lanes with prices.
        stream: where to; standard error by default.
        now: seconds, for the intervals of lines.
    """
    out = stream if stream is not None else sys.stderr
    counts = {lane: LaneProgress(total, price=prices.get(lane)) for lane, total in lanes.items()}
    wanted = mode if mode != "auto" else ("live" if out.isatty() else "lines")
    if wanted == "off" or not any(lanes.values()):
        yield silent
    elif wanted == "live":
        with _Live(counts, out, now) as live:
            yield live.tell
    else:
        yield _Lines(counts, out, now).tell


class _Lines:
    """A line for each lane that is under way: the first after some seconds, so that short runs say nothing."""

    def __init__(self, counts: Mapping[str, LaneProgress], out: TextIO, now: Callable[[], float]) -> None:
        self._counts = counts
        self._out = out
        self._now = now
        self._due = now() + _FIRST_LINE_SECONDS

    def tell(self, event: RunEvent) -> None:
        if event.lane in self._counts:
            self._counts[event.lane].count(event)
        if event.code == "halted":
            self._out.write(f"notarius: {event.message}\n")
        if self._now() >= self._due:
            self._due = self._now() + _LINE_SECONDS
            self._say()

    def _say(self) -> None:
        for lane, count in self._counts.items():
            if count.done < count.total:
                more = f" ({count.words()})" if count.words() else ""
                self._out.write(f"notarius: {lane}: {count.done} of {count.total} chunks{more}\n")
        self._out.flush()


class _Live:
    """A bar a lane, redrawn in place; gone when the run ends, where the summary says what came of it."""

    def __init__(self, counts: Mapping[str, LaneProgress], out: TextIO, now: Callable[[], float]) -> None:
        self._counts = counts
        self._out = out
        self._now = now
        self._due = 0.0
        self._bars: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[words]}", style="dim", markup=False),
        )
        self._bars = Progress(*columns, console=Console(file=self._out), transient=True, auto_refresh=False)
        for lane, count in self._counts.items():
            self._tasks[lane] = self._bars.add_task(lane, total=count.total, words="")
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars is not None:
            self._bars.refresh()
            self._bars.stop()

    def tell(self, event: RunEvent) -> None:
        count = self._counts.get(event.lane)
        if count is None or self._bars is None:
            return
        count.count(event)
        self._bars.update(self._tasks[event.lane], completed=count.done, words=count.words())
        if self._now() >= self._due:  # no thread of rich's own: it would have to be waited for at the end
            self._due = self._now() + _LIVE_SECONDS
            self._bars.refresh()
