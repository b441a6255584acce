"""From what the jobs returned to an exit code, every failure said."""

import sys
import traceback

from notarius.assembly import RunReport
from notarius.cli.printing import print_error
from notarius.config.driver import JobOutcome, Outcome
from notarius.contracts.runs import EXIT_CODES
from notarius.display import DisplayPaths
from notarius.errors import NotariusError, UsageError


def exit_code(outcome: Outcome) -> int:
    """The exit code of a command line; prints what failed, and a sweep's summary.

    A sweep's code is 130 if a job was interrupted, else 1 if any job did not end well.
    """
    codes = [_job_code(job) for job in outcome.jobs]
    if outcome.directory is None:
        for job in outcome.jobs:
            if message := error_text(job.returned):
                print_error(message.split("\n") if isinstance(job.returned, UsageError) else (message,))
        return codes[0] if codes else 0
    _tell_sweep(outcome)
    return 130 if 130 in codes else int(any(codes))


def _job_code(job: JobOutcome) -> int:
    returned = job.returned
    if isinstance(returned, RunReport):
        return EXIT_CODES[returned.status]
    if isinstance(returned, UsageError):
        return 2
    if isinstance(returned, BaseException):
        return 130 if isinstance(returned, KeyboardInterrupt) else 1
    return 0


def error_text(returned: object) -> str:
    """What to say of what a job returned; empty where it is no exception."""
    if isinstance(returned, NotariusError):
        return str(returned)
    return "".join(traceback.format_exception(returned)) if isinstance(returned, BaseException) else ""


def _tell_sweep(outcome: Outcome) -> None:
    from rich.console import Console

    from notarius.sweeps import render_sweep, sweep_jobs, write_sweep

    directory = outcome.directory
    if directory is None or not outcome.jobs:
        return
    jobs = sweep_jobs([(job.overrides, job.directory, error_text(job.returned)) for job in outcome.jobs])
    write_sweep(directory, jobs)
    render_sweep(jobs, DisplayPaths(None, outcome.cwd)(directory), Console(file=sys.stdout))
