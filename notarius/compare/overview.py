"""A sweep as people read it: what differs between its jobs, counts, and a matrix of the records."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from notarius.compare.comparison import Comparison
from notarius.compare.effects import STATUSES
from notarius.compare.lines import difference_lines, given_rows, heading_lines, measure_lines
from notarius.compare.matrix import Row
from notarius.compare.records import place
from notarius.display import printable, value_text
from notarius.layout import Line, cells, fitted, paged, tabulated

_ABSENT: Final = "-"
_NOT_RUN: Final = ""
_HERE: Final = "yes"
_NOTHING: Final = "(nothing)"
_NARROWEST: Final = 8  # columns of a value; where less is left for each, letters stand for values
_WIDEST: Final = 24


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
        yield from _values(shown, ran, comparison, width) or _letters(shown, ran, comparison.names, width)


def _values(shown: Sequence[Row], ran: Sequence[bool], comparison: Comparison, width: int) -> list[Line]:
    """A table with the values that vary in its cells; empty where it does not fit, or cut values would look alike."""
    varying = list(dict.fromkeys(name for row in shown for name in row.varying))
    given = [[key, "", *values] for key, *values in given_rows(comparison.runs)]
    body = [[*_named(row), *_said(row, ran, varying)] for row in shown]
    fixed = sum(max(cells(row[at]) for row in (*given, *body)) + 2 for at in range(2))
    room = min(_WIDEST, (width - 2 - fixed) // len(ran) - 2)
    if room < _NARROWEST or any(_alike(row[2:], room) for row in body):
        return []
    head = [["", "", *comparison.names], *(row for row in given if not _alike(row[2:], room))]
    table = tabulated([[*row[:2], *(fitted(text, room) for text in row[2:])] for row in (*head, *body)])
    about = printable(", ".join(varying)) or f"{_HERE} where it is there"
    lines = [Line(text, 2, "cyan" if at < len(head) else "") for at, text in enumerate(table)]
    return [Line(f"{about}; {_ABSENT} no such record", 2, "dim"), *lines]


def _said(row: Row, ran: Sequence[bool], varying: Sequence[str]) -> Iterator[str]:
    """What each run has in the fields that vary: in the lane, if that is one, else in the row, with their names."""
    for cell, here in zip(row.cells, ran, strict=True):
        if cell is None:
            yield _ABSENT if here else _NOT_RUN
        elif len(varying) == 1:
            yield value_text(cell.record.fields.get(varying[0])) or _NOTHING
        else:
            yield _fields(cell.record.fields, row.varying) or _HERE


def _alike(texts: Sequence[str], room: int) -> bool:
    """Whether texts that differ look the same once they are cut."""
    return len({fitted(text, room) for text in texts}) < len(set(texts))


def _letters(shown: Sequence[Row], ran: Sequence[bool], names: Sequence[str], width: int) -> Iterator[Line]:
    """Tables of as many jobs as fit beside each other; what the letters mean stands in the first."""
    yield Line(f"a letter is a way of filling the fields, {_ABSENT} no such record", 2, "dim")
    body = [[*_named(row), *(_cell(row, at, here=here) for at, here in enumerate(ran))] for row in shown]
    first, *others = paged([["", "", *names], *body], width - 2, fixed=2)
    yield Line(first[0], 2, "cyan", "cut")
    for row, text in zip(shown, first[1:], strict=True):
        yield Line(text, 2, fit="cut")
        if row.varying:
            meanings = (f"{_letter(at)} {_fields(one, row.varying)}" for at, one in enumerate(row.variants))
            yield Line(" | ".join(meanings), 4, "dim")
    for page in others:
        yield from (Line(text, 2, "" if at else "cyan", "cut") for at, text in enumerate(page))


def _named(row: Row) -> list[str]:
    return [value_text(row.record.fields.get(row.key)) or "(no name)", place(row.record)]


def _cell(row: Row, at: int, *, here: bool) -> str:
    cell = row.cells[at]
    if cell is None:
        return _ABSENT if here else _NOT_RUN
    return _letter(cell.variant)


def _letter(variant: int) -> str:
    """From a to z, then aa, ab, and so on."""
    more, last = divmod(variant, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)


def _fields(fields: Mapping[str, Any], names: Sequence[str]) -> str:
    return "; ".join(f"{printable(name)} {value_text(fields.get(name)) or _NOTHING}" for name in names)
