"""Run directories of a harbour's day, written and read again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from notarius.contracts.records import Evidence, Finding, Record, Rejection
from notarius.contracts.results import RunResult
from notarius.contracts.runs import LaneManifest, RunManifest
from notarius.contracts.sources import SourceRef, Span
from notarius.digests import digest_json
from notarius.rundir import RunDirectory, StoredRun, read_run
from tests.rundir.samples import Mooring, lane_manifest, lane_result, manifest, run_block

SETTINGS = "limits:\n  max_concurrency: {concurrency}\nchunking:\n  max_tokens: 800\n"


def moored(ship: str, *units: int, findings: Sequence[Finding] = (), quote: str = "", **fields: Any) -> Record:
    """A mooring that those units prove."""
    words = quote or f"{ship} made fast"
    proof = tuple(
        Evidence(SourceRef(f"u{unit}"), words, Span(0, len(words)), "exact", "RADIO", unit * 10.0) for unit in units
    )
    name = digest_json([ship, units, fields])[7:19]
    return Record(name, "moorings", Mooring(ship, **fields), proof, ("c1",), tuple(findings))


def refused(ship: str, *units: int, code: str = "quote_not_found") -> Rejection:
    """An item that was refused."""
    item = {"ship": ship, "evidence": [{"unit": f"u{unit}", "quote": f"{ship} made fast"} for unit in units]}
    return Rejection("moorings", "c1", item, (Finding(code, "fail", f"{ship} is not there"),))


def write(
    path: Path,
    *records: Record,
    rejections: Sequence[Rejection] = (),
    lane: Mapping[str, Any] | None = None,
    run: Mapping[str, Any] | None = None,
    concurrency: int = 8,
    **changes: Any,
) -> Path:
    """Writes a run of one lane.

    Args:
        path: the run directory.
        records: what the lane found.
        rejections: what it refused.
        lane: changes of the lane's manifest.
        run: changes of the manifest's run block.
        concurrency: a setting that decides nothing.
        changes: changes of the manifest.
    """
    ran = lane_manifest(**{"records": len(records), "rejected": len(rejections), **(lane or {})})
    whole = manifest(ran, **{"warnings": (), "run": run_block(**(run or {})), **changes})
    found = lane_result(*records, rejections=tuple(rejections))
    RunDirectory(path).write(RunResult(whole, (found,), SETTINGS.format(concurrency=concurrency)))
    return path


def a_run(path: Path, *records: Record, **changes: Any) -> StoredRun:
    """A run as its directory gives it back; takes what `write` takes."""
    return read_run(write(path, *records, **changes))


def with_lanes(run: StoredRun, *lanes: LaneManifest) -> StoredRun:
    """The run with other lanes in its manifest."""
    whole: RunManifest = attrs.evolve(run.manifest, lanes=lanes)
    ran = {lane.name for lane in lanes if lane.outcome != "deselected"}
    return attrs.evolve(run, manifest=whole, lanes={name: one for name, one in run.lanes.items() if name in ran})
