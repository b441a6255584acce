"""Composition root: settings to objects. The only place that names concrete classes."""

from notarius.assembly.execution import RunReport, run
from notarius.assembly.inspection import inspect_job
from notarius.assembly.preparation import PreparedLane, PreparedRun, check, prepare
from notarius.assembly.rekeying import rekey_recordings

__all__ = ["PreparedLane", "PreparedRun", "RunReport", "check", "inspect_job", "prepare", "rekey_recordings", "run"]
