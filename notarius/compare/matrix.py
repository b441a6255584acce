"""Many runs at once: a row for each thing that some run recorded, a cell for each run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from notarius.compare.matching import Item, Marks, item, matched
from notarius.rundir import StoredLane, StoredRecord, StoredRun


@attrs.frozen
class Cell:
    """A run's record of the row's thing.

    Attributes:
        record: the record.
        variant: which of the row's variants its fields are, counted from 0.
    """

    record: StoredRecord
    variant: int


@attrs.frozen
class Row:
    """Something that at least one run recorded.

    Attributes:
        lane: the lane.
        key: the field that says what a record is about.
        actor: the field that says who did it, or None.
        cells: one a run; None where the run has no such record.
        variants: the different ways in which the fields are filled, in the order of the runs.
    """

    lane: str
    key: str
    actor: str | None
    cells: tuple[Cell | None, ...]
    variants: tuple[Mapping[str, Any], ...]

    @property
    def record(self) -> StoredRecord:
        """The record of the first run that has one."""
        return next(cell.record for cell in self.cells if cell is not None)

    @property
    def varying(self) -> list[str]:
        """The fields that are not the same in all variants."""
        names = dict.fromkeys(name for variant in self.variants for name in variant)
        return [name for name in names if any(one.get(name) != self.variants[0].get(name) for one in self.variants)]

    def same_in(self, ran: Sequence[bool]) -> bool:
        """Whether every run in which the lane ran has the record, with equal fields."""
        there = all(cell is not None for cell, here in zip(self.cells, ran, strict=True) if here)
        return there and len(self.variants) == 1


def rows(runs: Sequence[StoredRun], marks: Marks) -> tuple[Row, ...]:
    """The rows lane by lane, in unit order.

    Runs are matched one after the other, each with the rows that those before it left: a row's evidence is that of
    all its records so far, its fields those of the first.
    """
    names = dict.fromkeys(name for run in runs for name in run.lanes)
    return tuple(row for name in names for row in _lane([run.lanes.get(name) for run in runs], marks))


def _lane(lanes: Sequence[StoredLane | None], marks: Marks) -> Iterator[Row]:
    ran = [lane for lane in lanes if lane is not None]
    key = next((lane.key for lane in ran if lane.key), "")
    actor = next((lane.manifest.actor for lane in ran if lane.manifest.actor), None)
    found = _grouped(lanes, key, marks)
    for records in sorted(found, key=_place):
        yield Row(ran[0].manifest.name, key, actor, *_cells(records))


def _grouped(lanes: Sequence[StoredLane | None], key: str, marks: Marks) -> list[list[StoredRecord | None]]:
    """Records by row, one place a run."""
    items: list[Item] = []
    found: list[list[StoredRecord | None]] = []
    for at, lane in enumerate(lanes):
        records = lane.records if lane else ()
        new = [item(record, key, marks) for record in records]
        row_of = {other: row for row, other in matched(items, new)}
        for place, (one, record) in enumerate(zip(new, records, strict=True)):
            if place not in row_of:
                row_of[place] = len(items)
                items.append(one)
                found.append([None] * len(lanes))
            row = row_of[place]
            items[row] = attrs.evolve(items[row], marks=items[row].marks | one.marks)
            found[row][at] = record
    return found


def _place(records: Sequence[StoredRecord | None]) -> tuple[int, str]:
    first = next(record for record in records if record is not None)
    return first.evidence[0].number, first.id


def _cells(records: Sequence[StoredRecord | None]) -> tuple[tuple[Cell | None, ...], tuple[Mapping[str, Any], ...]]:
    variants: list[Mapping[str, Any]] = []
    for record in records:
        if record is not None and record.fields not in variants:
            variants.append(record.fields)
    cells = tuple(None if record is None else Cell(record, variants.index(record.fields)) for record in records)
    return cells, tuple(variants)
