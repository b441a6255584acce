"""Records, rejections, findings and merges as the JSON objects that their files hold, keys in documented order."""

from collections.abc import Iterator
from typing import Any

from notarius.contracts.records import Evidence, Finding, Record, Rejection
from notarius.contracts.results import AnswerNote, FailedAnswer, LaneResult, Merge


def record_line(record: Record) -> dict[str, Any]:
    """A line of `artifacts/<lane>.jsonl`."""
    return {
        "id": record.id,
        "lane": record.lane,
        "fields": record.fields,
        "evidence": [_evidence(item) for item in record.evidence],
        "chunks": record.chunks,
        "findings": [_finding(item) for item in record.findings],
    }


def rejection_line(rejection: Rejection) -> dict[str, Any]:
    """A line of `rejected/<lane>.jsonl`: the item as it stood in the answer, and why it was refused."""
    return {
        "lane": rejection.lane,
        "chunk": rejection.chunk,
        "item": rejection.item,
        "findings": [_finding(item) for item in rejection.findings],
    }


def finding_lines(lane: LaneResult) -> Iterator[dict[str, Any]]:
    """The lane's lines of `findings.jsonl`: of records, then of rejections, then those of neither."""
    for record in lane.records:
        yield from (_placed(finding, lane.lane, record=record.id) for finding in record.findings)
    for rejection in lane.rejections:
        yield from (_placed(finding, lane.lane, chunk=rejection.chunk) for finding in rejection.findings)
    yield from (_placed(finding, lane.lane) for finding in lane.findings)


def merge_line(lane: str, merge: Merge) -> dict[str, Any]:
    """A line of `diagnostics/merges.jsonl`."""
    sources = [{"chunk": source.chunk, "units": source.units, "fields": source.fields} for source in merge.sources]
    return {"lane": lane, "record": merge.record, "rule": merge.rule, "sources": sources}


def note_line(lane: str, note: AnswerNote) -> dict[str, Any]:
    """A line of `diagnostics/notes.jsonl`."""
    return {"lane": lane, "chunk": note.chunk, "text": note.text}


def failure_line(lane: str, answer: FailedAnswer, file: str) -> dict[str, Any]:
    """A line of `diagnostics/failures/index.jsonl`; the answer itself is in `file`."""
    return {
        "lane": lane,
        "chunk": answer.chunk,
        "attempt": answer.attempt,
        "kind": answer.kind,
        "message": answer.message,
        "file": file,
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "unit": evidence.source.unit,
        "quote": evidence.quote,
        "span": [evidence.span.start, evidence.span.end],
        "match": evidence.match,
        "speaker": evidence.speaker,
        "start_seconds": evidence.start_seconds,
        "end_seconds": evidence.end_seconds,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "severity": finding.severity, "message": finding.message}


def _placed(finding: Finding, lane: str, *, record: str | None = None, chunk: str | None = None) -> dict[str, Any]:
    return {"lane": lane, "record": record, "chunk": chunk, **_finding(finding)}
