"""From what the jobs returned to an exit code, every failure said."""

import traceback

from notarius.assembly import RunReport
from notarius.cli.printing import print_error
from notarius.config.driver import Outcome
from notarius.contracts.runs import EXIT_CODES
from notarius.errors import NotariusError, UsageError


def exit_code(outcome: Outcome) -> int:
    """The exit code of a command line; prints what failed.

    A sweep's code is 130 if a job was interrupted, else 1 if any job did not end well.
    """
    codes = [_job_code(number, returned, sweep=outcome.sweep) for number, returned in enumerate(outcome.returns)]
    if not outcome.sweep:
        return codes[0] if codes else 0
    return 130 if 130 in codes else int(any(codes))


def _job_code(number: int, returned: object, *, sweep: bool) -> int:
    where = f"job {number}: " if sweep else ""
    if isinstance(returned, RunReport):
        if sweep and returned.status != "done":
            print_error((f"{where}{returned.status}; see {returned.directory}",))
        return EXIT_CODES[returned.status]
    if isinstance(returned, UsageError):
        print_error(tuple(f"{where}{problem}" for problem in returned.problems))
        return 2
    if isinstance(returned, BaseException):
        said = str(returned) if isinstance(returned, NotariusError) else "".join(traceback.format_exception(returned))
        print_error((f"{where}{said}",))
        return 130 if isinstance(returned, KeyboardInterrupt) else 1
    return 0
