"""Writes a run to its directory, each file whole or not at all, and reads it again."""

from notarius.rundir.diagnostics import token_costs, total_cost, usage_totals
from notarius.rundir.directory import RunDirectory
from notarius.rundir.environment import package_versions, platform_name
from notarius.rundir.fingerprints import fingerprinted, lane_fingerprint, manifest_fingerprint, run_fingerprint
from notarius.rundir.leftovers import SWEEP, WRITTEN_THROUGH, clear_sweep
from notarius.rundir.links import leading_out
from notarius.rundir.manifests import manifest_json, read_manifest, stable_json
from notarius.rundir.names import unique_suffix
from notarius.rundir.reading import (
    StoredEvidence,
    StoredFinding,
    StoredLane,
    StoredRecord,
    StoredRun,
    SweepJobs,
    read_run,
    sweep_jobs,
)

__all__ = [
    "SWEEP",
    "WRITTEN_THROUGH",
    "RunDirectory",
    "StoredEvidence",
    "StoredFinding",
    "StoredLane",
    "StoredRecord",
    "StoredRun",
    "SweepJobs",
    "clear_sweep",
    "fingerprinted",
    "lane_fingerprint",
    "leading_out",
    "manifest_fingerprint",
    "manifest_json",
    "package_versions",
    "platform_name",
    "read_manifest",
    "read_run",
    "run_fingerprint",
    "stable_json",
    "sweep_jobs",
    "token_costs",
    "total_cost",
    "unique_suffix",
    "usage_totals",
]
