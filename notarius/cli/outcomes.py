"""From what a command line came to to an exit code, every failure said."""

import sys
from typing import TYPE_CHECKING, Any, Literal

from notarius.assembly import RunReport
from notarius.cli.printing import print_error
from notarius.config.driver import JobFailure, Sweep, SweptJob
from notarius.contracts.runs import EXIT_CODES
from notarius.display import DisplayPaths, copyable
from notarius.errors import UsageError

if TYPE_CHECKING:
    from notarius.sweeps import GivenJob


def exit_code(outcome: Any) -> int:
    """The exit code of a command line; prints what failed, and a sweep's summary.

    A sweep's code is 130 if it was interrupted, else 1 if any job did not end well.

    Args:
        outcome: what `notarius.config.driver.launch` gave.

    Raises:
        UsageError: where a run found something wrong that its preflight did not.
        OutputError: if a sweep's summary cannot be written.
    """
    if isinstance(outcome, Sweep):
        return _sweep_code(outcome)
    if isinstance(outcome, RunReport):
        return EXIT_CODES[outcome.status]
    if isinstance(outcome, JobFailure):
        if outcome.kind == "usage":
            raise UsageError(*outcome.problems)
        print_error(outcome.problems)
        return 1
    return 0


def _sweep_code(sweep: Sweep) -> int:
    from rich.console import Console

    from notarius.sweeps import render_sweep, sweep_summary, write_sweep

    summary = sweep_summary(
        [_given(job) for job in sweep.jobs],
        sweep.directory,
        DisplayPaths(None, sweep.cwd),
        launcher=sweep.launcher,
        interrupted=sweep.interrupted,
        problem=sweep.problem,
        seconds=sweep.seconds,
    )
    try:
        write_sweep(sweep.directory, summary)
    finally:
        render_sweep(summary, Console(file=sys.stdout), copyable(sweep.directory, sweep.cwd))
    return EXIT_CODES[summary.status]


def _given(job: SweptJob) -> "GivenJob":
    from notarius.sweeps import GivenJob

    failure = job.returned
    if not isinstance(failure, JobFailure):
        return GivenJob(job.overrides, job.title, job.directory)
    status: Literal["error", "lost", "not_run"] = failure.kind if failure.kind in ("lost", "not_run") else "error"
    return GivenJob(job.overrides, job.title, job.directory, status, failure.problems)
