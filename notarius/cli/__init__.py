"""The command line: verbs, exit codes, and how errors are printed."""

import gc
import logging
import os
import sys
from collections.abc import Sequence
from typing import Final

from notarius.cli.printing import print_error
from notarius.errors import NotariusError, UsageError

USAGE_EXIT = 2
FAILURE_EXIT = 1
INTERRUPTED_EXIT = 130
_COLLECT_AFTER: Final = 200_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 done, 1 in part or failed, 2 usage, 130 interrupted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        collect_rarely()
        logging.raiseExceptions = False  # a log that cannot be written, on a full disk, is no reason for tracebacks
    _speak_utf8()
    try:
        return _dispatch(given)
    except UsageError as error:
        print_error(error.problems)
        return USAGE_EXIT
    except NotariusError as error:
        print_error((str(error),))
        return FAILURE_EXIT
    except KeyboardInterrupt:
        print_error(("interrupted",))
        return INTERRUPTED_EXIT
    except SystemExit as stop:  # argparse: 0 after its own help, 2 after bad usage
        return stop.code if isinstance(stop.code, int) else USAGE_EXIT
    except BrokenPipeError:
        return _closed_output()


def collect_rarely() -> None:
    """Look for cycles of garbage less often than Python does, in a process that is ours.

    Starting makes hundreds of thousands of objects that stay, and looking through them again and again costs a
    tenth of the time until the first request.
    """
    gc.set_threshold(_COLLECT_AFTER)


def _require_working_directory() -> None:
    try:
        os.getcwd()  # noqa: PTH109  (only whether there is one)
    except OSError as error:
        raise UsageError(f"there is no working directory any more ({error.strerror}); change to a folder") from error


def _dispatch(arguments: list[str]) -> int:
    from notarius.cli import verbs

    if arguments != ["--version"]:
        _require_working_directory()
    verb = verbs.VERBS.get(arguments[0]) if arguments else None
    if verb is not None:
        return verb(arguments[1:])
    if any(argument in ("-h", "--help") for argument in arguments):
        return verbs.show_help()
    if arguments == ["--version"]:
        return verbs.show_version()
    return verbs.run_overrides(arguments)


def _speak_utf8() -> None:
    """Names and turns print on any terminal, also under a C locale: what it cannot show becomes an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _closed_output() -> int:
    """Whoever read our output stopped; say nothing more, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILURE_EXIT
