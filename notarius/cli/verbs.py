"""The verbs by name. `run` is sugar: it composes the same way as bare overrides do."""

import argparse
import difflib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from notarius.cli import jobs
from notarius.cli.describe import describe
from notarius.cli.validate import validate
from notarius.errors import UsageError

Verb = Callable[[list[str]], int]


def run_overrides(arguments: Sequence[str]) -> int:
    """`notarius key=value ...`: compose and run, once or, with --multirun, as a sweep."""
    from notarius.config.arguments import prepare, require_one_run

    if arguments and jobs.is_name(arguments[0]):
        raise UsageError(_no_verb(arguments[0]))
    require_one_run(arguments)
    return _launch(prepare(arguments))


def _no_verb(word: str) -> str:
    close = difflib.get_close_matches(word, VERBS, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; to run a pipeline of that name: notarius run {word}."
    return f"{word}: neither a verb nor key=value{hint} Verbs: {', '.join(VERBS)}"


def _launch(prepared: Sequence[str]) -> int:
    from notarius import assembly
    from notarius.cli.outcomes import exit_code
    from notarius.config.driver import launch

    return exit_code(launch(prepared, check=assembly.check, task=assembly.run))


def _run(arguments: list[str]) -> int:
    """`notarius run NAME --input FILE ...`."""
    parser = jobs.parser("run", "Run a pipeline on a transcript.")
    parser.add_argument("-m", "--multirun", action="store_true", help="sweep over comma-separated values of overrides")
    given = parser.parse_intermixed_args(arguments)
    return _launch(jobs.overrides(given, sweeps=given.multirun))


def _compare(arguments: list[str]) -> int:
    from notarius.cli.compare import compare

    return compare(arguments)


def _evaluate(arguments: list[str]) -> int:
    from notarius.cli.evaluate import evaluate

    return evaluate(arguments)


def _recordings(arguments: list[str]) -> int:
    from notarius.cli.recordings import recordings

    return recordings(arguments)


def _trust(arguments: list[str]) -> int:
    """`notarius trust FOLDER`."""
    from notarius.config.trust import trust

    parser = argparse.ArgumentParser(
        prog="notarius trust",
        description="Let a campaign folder's YAML name other hosts, read the environment, bind files outside itself.",
    )
    parser.add_argument("folder", type=Path)
    folder = trust(parser.parse_args(arguments).folder)
    sys.stdout.write(f"trusted from now on: {folder}\n")
    return 0


def show_version() -> int:
    """`notarius --version`."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        sys.stdout.write(f"notarius {version('notarius')}\n")
    except PackageNotFoundError:
        sys.stdout.write("notarius, from a checkout that was not installed\n")
    return 0


def show_help() -> int:
    """`notarius --help`: one sentence, the groups with their options, examples."""
    from notarius.config.location import find_locations

    locations = find_locations(Path.cwd(), _config_dir(sys.argv))
    groups = {group: locations.options(group) for group in locations.groups}
    sys.stdout.write(help_text(groups, str(locations.campaign) if locations.campaign else None))
    return 0


def _config_dir(arguments: Sequence[str]) -> str | None:
    for at, argument in enumerate(arguments):
        if argument == "--config-dir" and at + 1 < len(arguments):
            return arguments[at + 1]
        if argument.startswith("--config-dir="):
            return argument.partition("=")[2]
    return None


def help_text(groups: Mapping[str, Sequence[str]], campaign: str | None) -> str:
    """The program's help.

    Args:
        groups: options by config group.
        campaign: the campaign folder in use, or None.
    """
    width = max(len(group) for group in groups) + 2
    lines = [
        f"  {group + ('' if group == _LANE else '='):<{width}} {', '.join(names) or '-'}"
        for group, names in groups.items()
    ]
    where = [f"\nCampaign folder: {campaign}\n"] if campaign else []
    return _HELP.format(groups="\n".join(lines), campaign="".join(where))


_LANE: Final = "lane"  # chosen by pipelines, several at once, so it has no one value to set

_HELP: Final = """\
notarius reads a session transcript and records what happened in it, every record citing the turns that prove it.

Usage:
  notarius pipeline=NAME input.path=FILE [key=value ...]
  notarius run NAME --input FILE [--reference SLOT=FILE ...] [--only LANE] [--model NAME] [key=value ...]
  notarius describe NAME [the same; no input is needed] [--json]
  notarius validate NAME --input FILE [the same] [--json]
  notarius compare RUN RUN [RUN ...] | SWEEP [--json] [--across-inputs]
  notarius evaluate RUN [RUN ...] --gold FILE [--lane LANE] [--part P] [--offset N] [--json]
  notarius recordings rekey NAME --input FILE model=replay model.recordings=FOLDER [the same] [--prune]
  notarius trust FOLDER

Groups and their options:
{groups}
{campaign}
Examples:
  notarius pipeline=dnd-session input.path=session-014.json references.roster=./alt_roster.md
  notarius pipeline=dnd-session input.path=session-014.json 'only=[spells]' model=offline
  notarius -m pipeline=dnd-session input.path=session-014.json references.roster=a.md,b.md,null
  notarius run dnd-session --input session-014.json --reference roster=./alt_roster.md
  notarius describe dnd-session
  notarius validate dnd-session --input session-014.json --reference roster=./alt_roster.md

Any key can be set: see them all with  notarius --cfg job pipeline=NAME
`+lane@lanes.NAME=OPTION` adds a lane to a pipeline; `references.SLOT=null` unbinds a slot.
Hydra's own flags: notarius --hydra-help
Exit codes: 0 done, 1 done in part or failed, 2 wrong configuration, references, input or usage, 130 interrupted
"""

VERBS: Final[Mapping[str, Verb]] = {
    "run": _run,
    "describe": describe,
    "validate": validate,
    "compare": _compare,
    "evaluate": _evaluate,
    "recordings": _recordings,
    "trust": _trust,
}
__all__ = ["VERBS", "help_text", "run_overrides", "show_help", "show_version"]
