"""From what a command line came to to an exit code, every failure said."""

import sys
from typing import Any

from notarius.assembly import RunReport
from notarius.cli.printing import print_error
from notarius.config.driver import JobFailure, Sweep
from notarius.contracts.runs import EXIT_CODES
from notarius.display import DisplayPaths
from notarius.errors import UsageError
from notarius.sweeps import GivenJob, render_sweep, sweep_summary, write_sweep


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
    summary = sweep_summary(
        [_given(job) for job in sweep.jobs],
        launcher=sweep.launcher,
        interrupted=sweep.interrupted,
        problem=sweep.problem,
        display=DisplayPaths(None, sweep.cwd),
    )
    from rich.console import Console

    write_sweep(sweep.directory, summary)
    render_sweep(summary, DisplayPaths(None, sweep.cwd)(sweep.directory), Console(file=sys.stdout))
    return EXIT_CODES[summary.status]
