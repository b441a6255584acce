"""The way the data flows: units, chunks, prompts, responses, answers that hold; the runner takes chunks to answers.

It knows limits, retries, cancellation and order, and nothing of extraction: a lane brings `ask` and `read`.
"""

from notarius.runner.events import EventCode, Observer, RunEvent, silent
from notarius.runner.interrupts import run
from notarius.runner.jobs import LaneJob
from notarius.runner.limits import Limits
from notarius.runner.loop import run_jobs
from notarius.runner.outcomes import ChunkResult, ChunkState, Failure, Halted, HaltReason, RunOutcome

__all__ = [
    "ChunkResult",
    "ChunkState",
    "EventCode",
    "Failure",
    "HaltReason",
    "Halted",
    "LaneJob",
    "Limits",
    "Observer",
    "RunEvent",
    "RunOutcome",
    "run",
    "run_jobs",
    "silent",
]
