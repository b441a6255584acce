"""Composition root: settings to objects. The only place that names concrete classes.

`inspection` and `rekeying` are imported where they are used: a run needs neither.
"""

from notarius.assembly.execution import RunReport, run
from notarius.assembly.preparation import PreparedLane, PreparedRun, check, prepare

__all__ = ["PreparedLane", "PreparedRun", "RunReport", "check", "prepare", "run"]
