"""An evaluation as JSON, for programs."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from notarius.evaluate.evaluation import Evaluation, PairedDifference, RunScore, Score
from notarius.evaluate.figures import CONFIDENCE, Intervals
from notarius.evaluate.gold import GoldFile, GoldRow
from notarius.evaluate.scoring import FalseRecord, Hit, LaneScore
from notarius.rundir import StoredRecord, token_costs, total_cost, usage_totals

EVALUATION_VERSION: Final = 1


def evaluation_document(evaluation: Evaluation) -> dict[str, Any]:
    """Everything that an evaluation says, as docs/reference/evaluate.md describes it."""
    return {
        "evaluation_version": EVALUATION_VERSION,
        "confidence": CONFIDENCE,
        "resamples": evaluation.resamples,
        "warnings": list(evaluation.warnings),
        "gold": [_file(file) for file in evaluation.gold],
        "runs": [_run(run) for run in evaluation.runs],
        "differences": [_difference(one, evaluation.runs[0].name) for one in evaluation.differences],
        "rows": list(_rows(evaluation)),
    }


def _file(file: GoldFile) -> dict[str, Any]:
    return {"file": file.shown, "mapping": file.mapping.name, "rows": len(file.rows)}


def _run(score: RunScore) -> dict[str, Any]:
    manifest = score.run.manifest
    return {
        "name": score.name,
        "directory": score.run.shown,
        "status": manifest.status,
        "fingerprint": manifest.fingerprint,
        "overrides": list(manifest.run.overrides),
        "usage": {
            **token_costs(manifest),
            **usage_totals(manifest),
            "cost": total_cost(manifest),
            "seconds": manifest.run.seconds,
        },
        "overall": _score(score.lanes, score.overall),
        "lanes": [_lane(lane, score.lane_scores[lane.lane]) for lane in score.lanes],
    }


def _score(lanes: Sequence[LaneScore], score: Score) -> dict[str, Any]:
    """Counts under the names that people compare them by, then the figures."""
    return {
        "gold": score.tally.gold,
        "found": score.tally.found,
        "attributed": score.tally.attributed,
        "records": sum(lane.records for lane in lanes),
        "wrong": score.tally.wrong,
        "duplicates": sum(lane.duplicates for lane in lanes),
        "near_misses": sum(lane.near_misses for lane in lanes),
        "near_misses_taken": sum(len(lane.near_misses_taken) for lane in lanes),
        "neutral": sum(len(lane.neutral) for lane in lanes),
        **score.figures,
        "intervals": _intervals(score.intervals),
    }


def _intervals(found: Intervals) -> dict[str, list[float] | None]:
    return {name: None if one is None else [one.low, one.high] for name, one in found.items()}


def _lane(lane: LaneScore, score: Score) -> dict[str, Any]:
    return {
        "lane": lane.lane,
        "key": lane.key,
        "actor": lane.actor,
        **_score([lane], score),
        "fields": {
            name: {"expected": sum(counts.values()), **{one: counts[one] for one in ("right", "wrong", "empty")}}
            for name, counts in lane.field_verdicts.items()
        },
        "hits": [_hit(hit) for hit in lane.hits],
        "misses": [_gold_row(row) for row in lane.misses],
        "false": [_false(one) for one in lane.false],
        "neutral_records": [_record(record) for record in lane.neutral],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "row": hit.row.id,
        "record": _record(hit.record),
        "attributed": hit.attributed,
        "fields": {name: {"verdict": verdict, "gold": hit.row.fields[name]} for name, verdict in hit.fields.items()},
    }


def _false(one: FalseRecord) -> dict[str, Any]:
    return {
        "record": _record(one.record),
        "near_misses": [row.id for row in one.near_misses],
        "duplicate_of": [row.id for row in one.duplicate_of],
    }


def _record(record: StoredRecord) -> dict[str, Any]:
    return {"id": record.id, "fields": dict(record.fields), "units": list(record.units)}


def _gold_row(row: GoldRow) -> dict[str, Any]:
    units = [f"u{number}" for number in sorted(row.units)]
    return {"id": row.id, "fields": dict(row.fields), "units": units, "note": row.note or None}


def _difference(one: PairedDifference, against: str) -> dict[str, Any]:
    return {
        "name": one.name,
        "against": against,
        **one.figures,
        "intervals": _intervals(one.intervals),
        "gained": [row.id for row in one.gained],
        "lost": [row.id for row in one.lost],
    }


def _rows(evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    for lane, rows in evaluation.rows.items():
        outcomes = [evaluation.outcomes(at, lane) for at in range(len(evaluation.runs))]
        for row in rows:
            if row.kind == "record":
                yield {"lane": lane, **_gold_row(row), "outcomes": [found[row.where] for found in outcomes]}
