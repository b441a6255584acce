"""What became of a lane's records from the baseline to a candidate, and of its findings."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import attrs

from notarius.compare.matching import Marks, by_unit, item, key_text, matched
from notarius.contracts.records import Finding, Rejection, Severity
from notarius.contracts.runs import ChunkOutcome
from notarius.rundir import StoredLane, StoredRecord
from notarius.text import plain

Status = Literal["kept", "changed", "lost", "added"]
STATUSES: Final[tuple[Status, ...]] = ("kept", "changed", "lost", "added")

_UNIT: Final = re.compile(r"u[1-9][0-9]*")


@attrs.frozen
class FieldChange:
    """A field that two matched records fill differently.

    Attributes:
        field: its name.
        baseline: the baseline's value, None where the field is absent.
        candidate: the candidate's.
    """

    field: str
    baseline: Any
    candidate: Any


@attrs.frozen
class RecordMatch:
    """A record of either run, or one of each that are the same thing.

    Attributes:
        baseline: the baseline's record, or None.
        candidate: the candidate's, or None.
        changes: fields that differ, where both are there.
        reason: what the run that lacks the record says of it: that it refused the item, or never asked there; empty
            where it says nothing.
        moved: whether both are there and cite other units, or other words where units do not tell.
    """

    baseline: StoredRecord | None
    candidate: StoredRecord | None
    changes: tuple[FieldChange, ...] = ()
    reason: str = ""
    moved: bool = False

    @property
    def status(self) -> Status:
        """`kept` means that all fields are equal; the evidence may differ."""
        if self.baseline is None:
            return "added"
        if self.candidate is None:
            return "lost"
        return "changed" if self.changes else "kept"

    @property
    def record(self) -> StoredRecord:
        """The record as it is now: the candidate's if there is one."""
        found = self.candidate or self.baseline
        if found is None:
            raise ValueError("a match holds at least one record")
        return found


@attrs.frozen
class FindingChange:
    """A finding that only one of the runs has.

    Attributes:
        change: `came` or `went`.
        code: stable code.
        severity: `fail` or `warn`.
        message: for people.
        record: the record that has it, or None for a refused item and for what concerns the whole lane.
    """

    change: Literal["came", "went"]
    code: str
    severity: Severity
    message: str
    record: StoredRecord | None = None


@attrs.frozen
class LaneComparison:
    """What became of one lane that ran in both runs.

    Attributes:
        lane: its name.
        key: the field that says what a record is about.
        actor: the field that says who did it, or None.
        same_questions: whether both asked the same, by their fingerprints.
        matches: in unit order.
        findings: those that came or went.
    """

    lane: str
    key: str
    actor: str | None
    same_questions: bool
    matches: tuple[RecordMatch, ...]
    findings: tuple[FindingChange, ...]

    @property
    def counts(self) -> dict[Status, int]:
        """How many records were kept, changed, lost and added."""
        found = Counter(match.status for match in self.matches)
        return {status: found[status] for status in STATUSES}


def compare_lanes(baseline: StoredLane, candidate: StoredLane, marks: Marks) -> LaneComparison:
    """What became of the baseline's records in the candidate."""
    key = baseline.key or candidate.key
    matches = tuple(sorted(_matches(baseline, candidate, key, marks), key=_place))
    return LaneComparison(
        lane=baseline.manifest.name,
        key=key,
        actor=baseline.manifest.actor or candidate.manifest.actor,
        same_questions=baseline.manifest.fingerprint == candidate.manifest.fingerprint,
        matches=matches,
        findings=tuple(_finding_changes(baseline, candidate, matches)),
    )


def _place(match: RecordMatch) -> tuple[int, str]:
    return match.record.evidence[0].number, match.record.id


def _matches(baseline: StoredLane, candidate: StoredLane, key: str, marks: Marks) -> Iterator[RecordMatch]:
    sides = [[item(record, key, marks) for record in lane.records] for lane in (baseline, candidate)]
    pairs = matched(*sides)
    for one, other in pairs:
        before, after = baseline.records[one], candidate.records[other]
        changes = tuple(_changes(before.fields, after.fields))
        yield RecordMatch(before, after, changes, moved=marks(before) != marks(after))
    for record in _without(baseline.records, {one for one, _ in pairs}):
        yield RecordMatch(record, None, reason=_reason(record, candidate, key, marks))
    for record in _without(candidate.records, {other for _, other in pairs}):
        yield RecordMatch(None, record, reason=_reason(record, baseline, key, marks))


def _without(records: Sequence[StoredRecord], taken: set[int]) -> list[StoredRecord]:
    return [record for at, record in enumerate(records) if at not in taken]


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield FieldChange(name, before.get(name), after.get(name))


def _reason(record: StoredRecord, lacking: StoredLane, key: str, marks: Marks) -> str:
    """Why the other run has no such record, as far as it says."""
    refused = [rejection for rejection in lacking.rejections if _is_of(rejection, record, key, marks)]
    if refused:
        codes = dict.fromkeys(finding.code for rejection in refused for finding in rejection.findings)
        return f"refused there: {', '.join(codes)}"
    numbers = {evidence.number for evidence in record.evidence} if marks is by_unit else set()
    silent = [chunk for chunk in lacking.manifest.chunks if _unanswered(chunk) and not numbers.isdisjoint(_span(chunk))]
    said = [f"{chunk.id} {chunk.failure or 'not asked'}" for chunk in silent]
    return f"not answered there: {', '.join(said)}" if said else ""


def _unanswered(chunk: ChunkOutcome) -> bool:
    return chunk.status in ("failed", "not_asked")


def _span(chunk: ChunkOutcome) -> range:
    return range(int(chunk.first_unit[1:]), int(chunk.last_unit[1:]) + 1)


def _is_of(rejection: Rejection, record: StoredRecord, key: str, marks: Marks) -> bool:
    """Whether a refused item, whatever its shape, is about the record's key and cites what the record does."""
    answered = rejection.item
    if not isinstance(answered, Mapping) or key_text(answered, key) != key_text(record.fields, key):
        return False
    evidence = answered.get("evidence")
    cited = [one for one in evidence if isinstance(one, Mapping)] if isinstance(evidence, list) else []
    if marks is by_unit:
        return any(unit in record.units for one in cited for unit in _UNIT.findall(str(one.get("unit"))))
    return any(plain(str(one.get("quote"))) in marks(record) for one in cited)


def _finding_changes(
    baseline: StoredLane, candidate: StoredLane, matches: Sequence[RecordMatch]
) -> Iterator[FindingChange]:
    for match in matches:
        before = match.baseline.findings if match.baseline else ()
        after = match.candidate.findings if match.candidate else ()
        yield from _came_and_went(before, after, match.record)
    yield from _came_and_went(_of_no_record(baseline), _of_no_record(candidate), None)


def _of_no_record(lane: StoredLane) -> list[Finding]:
    """Findings of refused items and of the lane; they match by what they say, since chunks may be cut anew."""
    return [Finding(one.code, one.severity, one.message) for one in lane.findings if one.record is None]


def _came_and_went(
    before: Sequence[Finding], after: Sequence[Finding], record: StoredRecord | None
) -> Iterator[FindingChange]:
    went, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
    for one in went.elements():
        yield FindingChange("went", one.code, one.severity, one.message, record)
    for one in came.elements():
        yield FindingChange("came", one.code, one.severity, one.message, record)
