"""A sweep as people read it: what differs between its jobs, counts, and a matrix of the records."""

from collections.abc import Iterator, Sequence
from typing import Final

from notarius.compare.comparison import Comparison
from notarius.compare.effects import STATUSES
from notarius.compare.lines import difference_lines, heading_lines, measure_lines, place
from notarius.compare.matrix import Row
from notarius.display import printable, value_text
from notarius.layout import Line, paged

_ABSENT: Final = "-"
_NOT_RUN: Final = ""


def overview_lines(comparison: Comparison, width: int) -> Iterator[Line]:
    """The jobs beside each other, for a terminal that many columns wide."""
    yield from heading_lines(comparison)
    yield Line("")
    yield from difference_lines(comparison)
    yield Line("")
    yield Line(f"counts; kept, changed, lost and added are against {comparison.names[0]}", style="bold")
    yield from measure_lines(comparison, width, *_effects(comparison))
    for lane in dict.fromkeys(row.lane for row in comparison.rows):
        yield Line("")
        yield from _lane(lane, comparison, width)
    yield Line("")
    yield Line("give two of the run directories to see a pair field by field", style="dim")


def _effects(comparison: Comparison) -> Iterator[list[str]]:
    for status in STATUSES:
        counts = (sum(lane.counts[status] for lane in one.lanes) for one in comparison.candidates)
        yield [status, "", *map(str, counts)]


def _lane(lane: str, comparison: Comparison, width: int) -> Iterator[Line]:
    ran = [lane in run.lanes for run in comparison.runs]
    rows = [row for row in comparison.rows if row.lane == lane]
    shown = [row for row in rows if not row.same_in(ran)]
    yield Line(f"{lane}: {len(rows) - len(shown)} the same in all jobs, {len(shown)} not", style="bold")
    if shown:
        yield Line(f"a letter is a way of filling the fields, {_ABSENT} no such record", 2, "dim")
        yield from _matrix(shown, ran, comparison.names, width)


def _matrix(shown: Sequence[Row], ran: Sequence[bool], names: Sequence[str], width: int) -> Iterator[Line]:
    """Tables of as many jobs as fit beside each other; what the letters mean stands in the first."""
    first, *others = paged([["", "", *names], *(_row(row, ran) for row in shown)], width - 2, fixed=2)
    yield Line(first[0], 2, fit="cut")
    for row, text in zip(shown, first[1:], strict=True):
        yield Line(text, 2, fit="cut")
        yield from (Line(one, 4, "dim") for one in _variants(row))
    for page in others:
        yield from (Line(text, 2, fit="cut") for text in page)


def _row(row: Row, ran: Sequence[bool]) -> list[str]:
    key = value_text(row.record.fields.get(row.key)) or "(no name)"
    return [key, place(row.record), *(_cell(row, at, here=here) for at, here in enumerate(ran))]


def _cell(row: Row, at: int, *, here: bool) -> str:
    cell = row.cells[at]
    if cell is None:
        return _ABSENT if here else _NOT_RUN
    return _letter(cell.variant)


def _letter(variant: int) -> str:
    """From a to z, then aa, ab, and so on."""
    more, last = divmod(variant, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)


def _variants(row: Row) -> Iterator[str]:
    """Where there are several, the fields in which they differ."""
    if len(row.variants) < 2:
        return
    names = dict.fromkeys(name for variant in row.variants for name in variant)
    varying = [name for name in names if any(one.get(name) != row.variants[0].get(name) for one in row.variants)]
    for number, variant in enumerate(row.variants):
        said = (f"{printable(name)} {value_text(variant.get(name)) or '(nothing)'}" for name in varying)
        yield f"{_letter(number)}: {'; '.join(said)}"
