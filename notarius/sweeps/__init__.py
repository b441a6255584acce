"""The summary of a sweep: what differs between its jobs, and what came of each."""

from notarius.sweeps.summary import GivenJob, JobStatus, SweepJob, SweepSummary, sweep_summary, write_sweep
from notarius.sweeps.table import render_sweep

__all__ = ["GivenJob", "JobStatus", "SweepJob", "SweepSummary", "render_sweep", "sweep_summary", "write_sweep"]
