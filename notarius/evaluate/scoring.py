"""A lane's records against its gold rows: what was found, missed, false, and right field by field."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import attrs

from notarius.evaluate.gold import GoldRow
from notarius.rundir import StoredLane, StoredRecord

FieldVerdict = Literal["right", "wrong", "empty"]


@attrs.frozen
class Hit:
    """A gold row that was found.

    Attributes:
        row: the gold row.
        record: the record that counts for it.
        attributed: whether the record names the right actor.
        fields: verdicts on the other fields that the row expects, by name; `empty` where the record has null.
    """

    row: GoldRow
    record: StoredRecord
    attributed: bool
    fields: Mapping[str, FieldVerdict]


@attrs.frozen
class FalseRecord:
    """A record that is none.

    Attributes:
        record: the record.
        near_misses: near misses that it may have been taken in by.
        duplicate_of: rows that it is one more record of.
    """

    record: StoredRecord
    near_misses: tuple[GoldRow, ...] = ()
    duplicate_of: tuple[GoldRow, ...] = ()


@attrs.frozen
class LaneScore:
    """How a lane did.

    Attributes:
        lane: its name.
        key: the field that says what a record is about.
        actor: the field that says who did it; None if there is none or the gold names nobody.
        records: how many records it wrote.
        hits: gold rows that were found, in gold order.
        misses: gold rows that were not.
        false: records that are none, in their order.
        neutral: records that count neither way.
        near_misses: how many near misses the gold has.
    """

    lane: str
    key: str
    actor: str | None
    records: int
    hits: tuple[Hit, ...]
    misses: tuple[GoldRow, ...]
    false: tuple[FalseRecord, ...]
    neutral: tuple[StoredRecord, ...]
    near_misses: int

    @property
    def near_misses_taken(self) -> tuple[GoldRow, ...]:
        """Near misses that some false record took for a record, each once."""
        taken = {row.where: row for one in self.false for row in one.near_misses}
        return tuple(taken.values())

    @property
    def duplicates(self) -> int:
        """How many of the false records are one more of something that is true."""
        return sum(1 for one in self.false if one.duplicate_of)

    @property
    def field_verdicts(self) -> dict[str, Counter[FieldVerdict]]:
        """How often each expected field was right, wrong or empty, over what was found."""
        counts: dict[str, Counter[FieldVerdict]] = {}
        for hit in self.hits:
            for name, verdict in hit.fields.items():
                counts.setdefault(name, Counter())[verdict] += 1
        return counts


@attrs.frozen
class _Scorer:
    """What matches in one lane.

    Attributes:
        key: the field that says what a record is about.
        actor: the field that says who did it, or None.
    """

    key: str
    actor: str | None

    def matches(self, record: StoredRecord, row: GoldRow) -> bool:
        """Whether a record cites an accepted unit and is about the row's key."""
        cites = any(evidence.number in row.units for evidence in record.evidence)
        return cites and self._agree(self.key, record, row)

    def attributed(self, record: StoredRecord, row: GoldRow) -> bool:
        return self.actor is not None and self._agree(self.actor, record, row)

    def verdict(self, field: str, record: StoredRecord, row: GoldRow) -> FieldVerdict:
        if record.fields.get(field) in (None, "", []):
            return "empty"
        return "right" if self._agree(field, record, row) else "wrong"

    def _agree(self, field: str, record: StoredRecord, row: GoldRow) -> bool:
        expected = row.fields.get(field)
        rule = row.rules.rule(field, expected, key=self.key, actor=self.actor)
        return row.rules.agree(rule, record.fields.get(field), expected)


def score_lane(lane: StoredLane, rows: Sequence[GoldRow]) -> LaneScore:
    """Scores a lane.

    A gold row takes one record of its key that cites one of its units: rows with the fewest units choose first, in
    gold order, and of several free records the first with the right actor, else the first. Records that are left and
    match a neutral row are neutral; all others are false.

    Args:
        lane: the lane as the run directory holds it.
        rows: its gold rows.
    """
    wanted = [row for row in rows if row.kind == "record"]
    actor = lane.manifest.actor if any(_names_actor(row, lane.manifest.actor) for row in wanted) else None
    scorer = _Scorer(lane.key, actor)
    taken = _assigned(lane.records, wanted, scorer)
    left = [record for at, record in enumerate(lane.records) if at not in taken.values()]
    undecided = [row for row in rows if row.kind == "neutral"]
    neutral = [any(scorer.matches(record, row) for row in undecided) for record in left]
    found = {at: lane.records[taken[at]] for at in range(len(wanted)) if at in taken}
    return LaneScore(
        lane=lane.manifest.name,
        key=lane.key,
        actor=actor,
        records=len(lane.records),
        hits=tuple(_hit(wanted[at], record, scorer) for at, record in found.items()),
        misses=tuple(row for at, row in enumerate(wanted) if at not in found),
        false=tuple(_false(one, rows, scorer) for one, skip in zip(left, neutral, strict=True) if not skip),
        neutral=tuple(one for one, skip in zip(left, neutral, strict=True) if skip),
        near_misses=sum(1 for row in rows if row.kind == "near_miss"),
    )


def _names_actor(row: GoldRow, actor: str | None) -> bool:
    return actor is not None and row.fields.get(actor) is not None


def _assigned(records: Sequence[StoredRecord], rows: Sequence[GoldRow], scorer: _Scorer) -> dict[int, int]:
    """Which record each row takes, by index."""
    taken: dict[int, int] = {}
    used: set[int] = set()
    for at in sorted(range(len(rows)), key=lambda at: len(rows[at].units)):
        row = rows[at]
        free = [one for one, record in enumerate(records) if one not in used and scorer.matches(record, row)]
        if free:
            taken[at] = min(free, key=lambda one: not scorer.attributed(records[one], row))
            used.add(taken[at])
    return taken


def _hit(row: GoldRow, record: StoredRecord, scorer: _Scorer) -> Hit:
    return Hit(row, record, scorer.attributed(record, row), dict(_verdicts(row, record, scorer)))


def _verdicts(row: GoldRow, record: StoredRecord, scorer: _Scorer) -> Iterator[tuple[str, FieldVerdict]]:
    for field, expected in row.fields.items():
        if field not in (scorer.key, scorer.actor) and not _nothing(expected):
            yield field, scorer.verdict(field, record, row)


def _nothing(expected: Any) -> bool:
    return expected is None or expected == []


def _false(record: StoredRecord, rows: Sequence[GoldRow], scorer: _Scorer) -> FalseRecord:
    matching = [row for row in rows if scorer.matches(record, row)]
    return FalseRecord(
        record,
        near_misses=tuple(row for row in matching if row.kind == "near_miss"),
        duplicate_of=tuple(row for row in matching if row.kind == "record"),
    )
