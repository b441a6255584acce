"""A comparison as JSON, for programs."""

from collections.abc import Sequence
from typing import Any, Final

from notarius.compare.causes import Difference
from notarius.compare.comparison import CandidateComparison, Comparison
from notarius.compare.effects import FindingChange, LaneComparison, RecordMatch
from notarius.compare.matrix import Row
from notarius.rundir import StoredRecord

COMPARISON_VERSION: Final = 1


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """Everything that a comparison says, as docs/reference/compare.md describes it."""
    return {
        "comparison_version": COMPARISON_VERSION,
        "matched_by": "quote" if comparison.by_quote else "unit",
        "runs": [_run(name, comparison, at) for at, name in enumerate(comparison.names)],
        "unfinished": list(comparison.unfinished),
        "differences": [_difference(one) for one in comparison.differences],
        "measures": {one.name: list(one.values) for one in comparison.measures},
        "candidates": [
            _candidate(name, one) for name, one in zip(comparison.names[1:], comparison.candidates, strict=True)
        ],
        "matrix": [_row(row) for row in comparison.rows],
    }


def _run(name: str, comparison: Comparison, at: int) -> dict[str, Any]:
    run = comparison.runs[at]
    return {
        "name": name,
        "directory": run.shown,
        "pipeline": run.manifest.pipeline,
        "input": run.manifest.input.name,
        "input_digest": run.manifest.input.digest,
        "status": run.manifest.status,
        "fingerprint": run.manifest.fingerprint,
        "overrides": list(run.manifest.run.overrides),
        "lanes": list(run.lanes),
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {"lane": one.lane, "name": one.name, "values": list(one.values)}


def _candidate(name: str, candidate: CandidateComparison) -> dict[str, Any]:
    return {
        "name": name,
        "lanes": [_lane(lane) for lane in candidate.lanes],
        "only_baseline": list(candidate.only_baseline),
        "only_candidate": list(candidate.only_candidate),
    }


def _lane(lane: LaneComparison) -> dict[str, Any]:
    return {
        "lane": lane.lane,
        "key": lane.key,
        "actor": lane.actor,
        "same_questions": lane.same_questions,
        "counts": dict(lane.counts),
        "records": [_match(match) for match in lane.matches],
        "findings": [_finding(one) for one in lane.findings],
    }


def _match(match: RecordMatch) -> dict[str, Any]:
    return {
        "status": match.status,
        "moved": match.moved,
        "reason": match.reason or None,
        "changes": [
            {"field": one.field, "baseline": one.baseline, "candidate": one.candidate} for one in match.changes
        ],
        "baseline": _record(match.baseline),
        "candidate": _record(match.candidate),
    }


def _record(record: StoredRecord | None) -> dict[str, Any] | None:
    if record is None:
        return None
    return {"id": record.id, "fields": dict(record.fields), "units": list(record.units), "time": _time(record)}


def _time(record: StoredRecord) -> float | None:
    return record.evidence[0].start_seconds


def _finding(one: FindingChange) -> dict[str, Any]:
    return {
        "change": one.change,
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        "record": one.record.id if one.record else None,
    }


def _row(row: Row) -> dict[str, Any]:
    first = row.record
    return {
        "lane": row.lane,
        "key": first.fields.get(row.key),
        "unit": first.units[0],
        "time": _time(first),
        "variants": [dict(variant) for variant in row.variants],
        "cells": _cells(row),
    }


def _cells(row: Row) -> Sequence[dict[str, Any] | None]:
    return [
        None if cell is None else {"record": cell.record.id, "units": list(cell.record.units), "variant": cell.variant}
        for cell in row.cells
    ]
