"""What a run found, as the run directory is written from it and the summary is told from it."""

from typing import Any, Literal

import attrs

from notarius.contracts.lanes import is_lane_name
from notarius.contracts.records import Finding, Record, Rejection
from notarius.contracts.runs import RunManifest


@attrs.frozen
class MergeSource:
    """One of the findings that became one record.

    Attributes:
        chunk: id of the chunk whose answer held it.
        units: ids of its evidence units.
        fields: an instance of the extractor's record class, before merging.
    """

    chunk: str
    units: tuple[str, ...]
    fields: Any


@attrs.frozen
class Merge:
    """A record that more than one item became.

    Attributes:
        record: the record's id.
        rule: `overlap`, or `session` for a module's own rule.
        sources: what it was made of, in unit order.
    """

    record: str
    rule: Literal["overlap", "session"]
    sources: tuple[MergeSource, ...]


@attrs.frozen
class FailedAnswer:
    """An answer that could not be used, kept whole.

    Attributes:
        chunk: id of the chunk that was asked.
        attempt: which of the chunk's requests, counted from 1.
        kind: what was wrong, such as `unparsable`.
        message: for people.
        text: the answer as it came.
    """

    chunk: str
    attempt: int
    kind: str
    message: str
    text: str


@attrs.frozen
class AnswerNote:
    """Something to know about the answer to a chunk that is no finding on a record.

    Attributes:
        chunk: id of the chunk that was asked.
        text: what the answer itself says, or what was passed over in it.
    """

    chunk: str
    text: str


@attrs.frozen
class LaneResult:
    """What one selected lane found.

    Attributes:
        lane: the lane's name.
        fields: names of the record class's fields, in order.
        key: the field that says what a record is about.
        actor: the field a summary groups by, or None.
        records: in unit order.
        rejections: in chunk order.
        merges: in the records' order.
        findings: those that belong to no record and no rejection.
        failed_answers: in chunk order; also of chunks that were answered in the end.
        notes: in chunk order.
    """

    lane: str = attrs.field(validator=is_lane_name)
    fields: tuple[str, ...]
    key: str
    actor: str | None = None
    records: tuple[Record, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    merges: tuple[Merge, ...] = ()
    findings: tuple[Finding, ...] = ()
    failed_answers: tuple[FailedAnswer, ...] = ()
    notes: tuple[AnswerNote, ...] = ()


@attrs.frozen
class RunResult:
    """A run as it is written to its directory and summed up on the terminal.

    Attributes:
        manifest: what ran on what.
        lanes: one for every lane that was not deselected, in the pipeline's order.
        effective_config: the composed configuration as YAML, secrets redacted.
    """

    manifest: RunManifest
    lanes: tuple[LaneResult, ...]
    effective_config: str = ""
