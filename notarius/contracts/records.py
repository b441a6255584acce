"""What was extracted: candidates as a model answered, records that hold, findings, rejections."""

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from notarius.contracts.sources import SourceRef, Span

Severity = Literal["fail", "warn"]
Match = Literal["exact", "normalized", "fuzzy"]


@attrs.frozen
class Citation:
    """Evidence as the model answered it, unchecked.

    Attributes:
        unit: the text the model gave for a unit.
        quote: the words it says stand there; may be empty.
    """

    unit: str
    quote: str


@attrs.frozen
class Candidate:
    """One item of an answer that fits the record class, before its evidence is checked.

    Attributes:
        fields: an instance of the extractor's record class.
        citations: the evidence it claims.
        raw: the item as it stood in the answer.
    """

    fields: Any
    citations: tuple[Citation, ...]
    raw: Mapping[str, Any]


@attrs.frozen
class Evidence:
    """A quote found in a source unit.

    Attributes:
        source: the unit.
        quote: the unit's own characters, `text[span.start:span.end]`.
        span: where they stand in the unit's original text.
        match: how the model's quote was found.
        speaker: the unit's label, or None.
        start_seconds: the unit's time, or None.
        end_seconds: the unit's time, or None.
    """

    source: SourceRef
    quote: str
    span: Span
    match: Match
    speaker: str | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None


@attrs.frozen
class Finding:
    """A validator's result.

    Attributes:
        code: stable code, documented in docs/reference/findings.md.
        severity: `fail` sends the record to `rejected/`, `warn` does not.
        message: for people.
    """

    code: str
    severity: Severity
    message: str


@attrs.frozen
class Record:
    """Something that happened, with the turns that prove it.

    Attributes:
        id: hash of lane, key fields and evidence units.
        lane: the lane that found it.
        fields: an instance of the extractor's record class.
        evidence: at least one, in unit order.
        chunks: ids of the chunks whose answers held it.
        findings: what validators said.
    """

    id: str
    lane: str
    fields: Any
    evidence: tuple[Evidence, ...]
    chunks: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


@attrs.frozen
class Rejection:
    """An item that did not become a record, kept whole.

    Attributes:
        lane: the lane that asked.
        chunk: id of the chunk whose answer held it.
        item: as it stood in the answer.
        findings: why.
    """

    lane: str
    chunk: str
    item: Any
    findings: tuple[Finding, ...]
