"""What became of a lane's records, as people read it: a line for each, and what repeats itself said first."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from notarius.compare.effects import FieldChange, FindingChange, LaneComparison, RecordMatch, Status
from notarius.display import clock, printable, value_text
from notarius.layout import Line, cells, tabulated
from notarius.rundir import StoredRecord

_NOTHING: Final = "(nothing)"
_STYLES: Final[Mapping[Status, str]] = {"changed": "yellow", "added": "green", "lost": "red", "kept": ""}
_TITLES: Final[Mapping[Status, str]] = {
    "changed": "changed",
    "added": "added",
    "lost": "lost",
    "kept": "kept, citing other turns",
}
_REPEATED: Final = 3  # kinds of change that are counted, of each field


def lane_lines(name: str, lane: LaneComparison, width: int) -> Iterator[Line]:
    """A candidate's lane beside the baseline's.

    Args:
        name: what the candidate is called.
        lane: the lane of both.
        width: columns of the terminal.
    """
    counts = ", ".join(f"{count} {status}" for status, count in lane.counts.items())
    asked = "equal" if lane.same_questions else "differ"
    yield Line(f"{name}, {lane.lane}: {counts}; fingerprints {asked}", style="bold")
    for status in ("changed", "added", "lost", "kept"):
        yield from _matches(status, lane, width)
    if lane.findings:
        yield Line("findings", 2)
        yield from (_finding(one, lane) for one in lane.findings)


def _matches(status: Status, lane: LaneComparison, width: int) -> Iterator[Line]:
    shown = [match for match in lane.matches if match.status == status and (status != "kept" or match.moved)]
    if not shown:
        return
    yield Line(f"{_TITLES[status]} ({len(shown)})", 2, _STYLES[status])
    yield from (Line(text, 4, "dim") for text in _repeated(shown))
    yield from _table([_rows(match, lane) for match in shown], width)


def _repeated(matches: Sequence[RecordMatch]) -> Iterator[str]:
    """Of each field, the changes that occur more than once, the most frequent first."""
    fields: dict[str, Counter[str]] = {}
    for change in (change for match in matches for change in match.changes):
        fields.setdefault(printable(change.field), Counter())[_from_to(change)] += 1
    for field, changes in fields.items():
        often = [f"{text} x{count}" for text, count in changes.most_common(_REPEATED) if count > 1]
        more = ", …" if often and len(changes) > len(often) else ""
        if often:
            yield f"{field} in {changes.total()}: {', '.join(often)}{more}"


def _rows(match: RecordMatch, lane: LaneComparison) -> list[list[str]]:
    """A record, and what differs: a line for each."""
    changed = {change.field for change in match.changes}
    actor = None if lane.actor in changed else lane.actor
    said = [f"{printable(change.field)}: {_from_to(change)}" for change in match.changes]
    if match.baseline and match.candidate and match.moved:
        said.append(f"evidence: {', '.join(match.baseline.units)} -> {', '.join(match.candidate.units)}")
    if match.reason:
        said.append(f"({printable(match.reason)})")
    first, *more = said or [""]
    return [[*_named(match.record, lane.key, actor), first], *(["", "", text] for text in more)]


def _named(record: StoredRecord, key: str, actor: str | None) -> list[str]:
    names = [value_text(record.fields.get(name)) for name in (key, actor) if name]
    return [", ".join(name for name in names if name) or "(no name)", place(record)]


def _table(records: Sequence[list[list[str]]], width: int) -> Iterator[Line]:
    """Columns where all lines fit; else what differs stands below its record."""
    texts = tabulated([row for rows in records for row in rows])
    if all(cells(text) <= width - 4 for text in texts):
        yield from (Line(text, 4) for text in texts)
        return
    heads = tabulated([rows[0][:2] for rows in records])
    for head, rows in zip(heads, records, strict=True):
        yield Line(head, 4)
        yield from (Line(row[2], 6) for row in rows if row[2])


def _from_to(change: FieldChange) -> str:
    before, after = (value_text(value) or _NOTHING for value in (change.baseline, change.candidate))
    return f"{before} -> {after}"


def _finding(one: FindingChange, lane: LaneComparison) -> Line:
    about = f" {'  '.join(_named(one.record, lane.key, lane.actor))}" if one.record else ""
    return Line(f"{one.change}: {printable(one.code)}{about}: {printable(one.message)}", 4)


def place(record: StoredRecord) -> str:
    """Unit and time of a record's first evidence."""
    first = record.evidence[0]
    return f"{first.unit} {clock(first.start_seconds)}".strip()
