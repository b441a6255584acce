"""Cutting a transcript into chunks: consecutive units within a budget, borders between units."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from notarius.contracts.sources import Chunk, SourceUnit, Span
from notarius.contracts.tokens import TokenCounter
from notarius.errors import ConfigError

_WORD_START: Final = re.compile(r"(?<=\s)\S")
# No encoding needs less than a token for eight characters of speech, so the largest part that fits is in sight.
_CHARACTERS_PER_TOKEN: Final = 8


def chunk_units(
    units: Sequence[SourceUnit],
    *,
    max_tokens: int,
    overlap_units: int = 0,
    counter: TokenCounter,
    max_units: int | None = None,
) -> tuple[Chunk, ...]:
    """Cut units into chunks; every unit with text is in one or more of them, in file order.

    Units without text are never sent. A unit that is over the budget by itself is clipped at word borders (inside
    a word only if that word alone is over budget) into consecutive chunks, whose `clip` spans cover its text.

    Args:
        units: in file order.
        max_tokens: largest size of a chunk's text, as the counter sees it line by line.
        overlap_units: how many of the last units of a chunk the next one repeats at its start, as far as they fit
            beside at least one new unit. Parts of a clipped unit are not repeated.
        counter: asked once for each unit, and a few times for each part of a clipped one.
        max_units: largest number of units in a chunk, repeated ones included; None for no limit.

    Raises:
        ConfigError: for a limit that makes no sense, or a budget too small for a unit's label.
    """
    _check_limits(max_tokens, overlap_units, max_units)
    cutter = _Cutter(
        [unit for unit in units if unit.text.strip()],
        max_tokens=max_tokens,
        overlap_units=overlap_units,
        counter=counter,
        max_units=max_units,
    )
    return tuple(_knowing_what_follows(cutter.chunks()))


def _knowing_what_follows(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Each chunk with the number of its last units that the next one repeats."""
    before: Chunk | None = None
    for chunk in chunks:
        if before is not None:
            yield attrs.evolve(before, ahead=chunk.overlap) if chunk.overlap else before
        before = chunk
    if before is not None:
        yield before


def _check_limits(max_tokens: int, overlap_units: int, max_units: int | None) -> None:
    problems = []
    if max_tokens < 1:
        problems.append(f"chunking: max_tokens is {max_tokens}; it must be 1 or more")
    if overlap_units < 0:
        problems.append(f"chunking: overlap_units is {overlap_units}; it must be 0 or more")
    if max_units is not None and max_units < 1:
        problems.append(f"chunking: max_units is {max_units}; it must be 1 or more, or null for no limit")
    if problems:
        raise ConfigError(*problems)


@attrs.frozen(kw_only=True)
class _Cutter:
    units: list[SourceUnit] = attrs.field(kw_only=False)
    max_tokens: int
    overlap_units: int
    counter: TokenCounter
    max_units: int | None
    costs: list[int] = attrs.field(init=False)
    separator: int = attrs.field(init=False)

    @costs.default
    def _count_each_unit_once(self) -> list[int]:
        return [self.counter.count(unit.line()) for unit in self.units]

    @separator.default
    def _count_line_break(self) -> int:
        return self.counter.count("\n")

    def chunks(self) -> Iterator[Chunk]:
        index, fresh, first = 0, 0, 0
        while fresh < len(self.units):
            if self.costs[fresh] > self.max_tokens:
                for span, tokens in self._clips(self.units[fresh]):
                    yield Chunk(index=index, units=(self.units[fresh],), clip=span, tokens=tokens)
                    index += 1
                fresh = first = fresh + 1
                continue
            start = self._start(first, fresh)
            end, tokens = self._end(start, fresh)
            yield Chunk(index=index, units=tuple(self.units[start:end]), overlap=fresh - start, tokens=tokens)
            index, fresh, first = index + 1, end, start

    def _start(self, first: int, fresh: int) -> int:
        """Where a chunk begins whose first new unit is `fresh`, when the one before began at `first`."""
        start = max(first, fresh - self.overlap_units)
        if self.max_units is not None:
            start = max(start, fresh + 1 - self.max_units)
        tokens = sum(self.costs[start : fresh + 1]) + self.separator * (fresh - start)
        while tokens > self.max_tokens:
            tokens -= self.costs[start] + self.separator
            start += 1
        return start

    def _end(self, start: int, fresh: int) -> tuple[int, int]:
        """One behind the chunk's last unit, and its tokens; `start` to `fresh` are known to fit."""
        end = fresh + 1
        tokens = sum(self.costs[start:end]) + self.separator * (fresh - start)
        limit = len(self.units) if self.max_units is None else min(len(self.units), start + self.max_units)
        while end < limit and tokens + self.separator + self.costs[end] <= self.max_tokens:
            tokens += self.separator + self.costs[end]
            end += 1
        return end, tokens

    def _clips(self, unit: SourceUnit) -> Iterator[tuple[Span, int]]:
        label = self.counter.count(unit.line(""))
        start = 0
        while start < len(unit.text):
            end = self._clip_end(unit, start)
            if end == start:
                raise ConfigError(
                    f"chunking: max_tokens is {self.max_tokens}, too small for a part of unit {unit.id}, whose label "
                    f"{unit.line('').rstrip()!r} alone takes {label} tokens"
                )
            yield Span(start, end), self.counter.count(unit.line(unit.text[start:end]))
            start = end

    def _clip_end(self, unit: SourceUnit, start: int) -> int:
        """The farthest word border, or else character, to which the part from `start` fits; `start` if none does."""
        text = unit.text
        sight = min(len(text), start + self.max_tokens * _CHARACTERS_PER_TOKEN)

        def fits(end: int) -> bool:
            return self.counter.count(unit.line(text[start:end])) <= self.max_tokens

        borders = [match.start() for match in _WORD_START.finditer(text, start + 1, sight)]
        if sight == len(text):
            borders.append(sight)
        return _last(borders, fits) or _last(range(start + 1, sight + 1), fits) or start


def _last(ends: Sequence[int], fits: Callable[[int], bool]) -> int | None:
    """The last of the ascending ends that fits, found by bisection; None if none does."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if fits(ends[middle]):
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] if low else None
