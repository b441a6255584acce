"""The verbs. `run` is sugar: it composes the same way as bare overrides do."""

import argparse
import glob
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from notarius.errors import ConfigError

Verb = Callable[[list[str]], int]


def run_overrides(arguments: Sequence[str]) -> int:
    """`notarius key=value ...`: compose and run, once or, with --multirun, as a sweep."""
    from notarius.config.arguments import prepare

    return _launch(prepare(arguments))


def _launch(prepared: Sequence[str]) -> int:
    from notarius import assembly
    from notarius.cli.outcomes import exit_code
    from notarius.config.driver import launch

    return exit_code(launch(prepared, check=assembly.check, task=assembly.run))


def _run(arguments: list[str]) -> int:
    """`notarius run NAME --input FILE ...`."""
    from notarius.config.arguments import MULTIRUN, prepare

    given = _run_parser().parse_intermixed_args(arguments)
    inputs = _inputs(given.input)
    sweeps = given.multirun or len(inputs) > 1
    flags = [MULTIRUN[1]] if sweeps else []
    if given.config_dir is not None:
        flags += ["--config-dir", given.config_dir]
    rest = prepare([*given.overrides, *flags])
    return _launch([f"pipeline={given.pipeline}", *_sugar(given, inputs), *rest])


def _run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="notarius run", description="Run a pipeline on a transcript.")
    parser.add_argument("pipeline", help="name of the pipeline")
    parser.add_argument("--input", metavar="FILE", help="the transcript; a pattern such as 'sessions/*.json' runs each")
    parser.add_argument(
        "--reference", metavar="SLOT=FILE", action="append", default=[], help="bind a slot (nothing after = unbinds it)"
    )
    parser.add_argument("--only", metavar="LANE", action="append", help="run this lane; may be repeated")
    parser.add_argument("--model", metavar="NAME", help="option of the config group model")
    parser.add_argument("--config-dir", metavar="DIR", help="campaign folder, instead of the nearest one upwards")
    parser.add_argument("-m", "--multirun", action="store_true", help="sweep over comma-separated values of overrides")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="overrides of the configuration")
    return parser


def _inputs(given: str | None) -> list[str]:
    """The files an --input names: itself, or what the pattern matches, sorted."""
    if given is None:
        return []
    if not glob.has_magic(given) or Path(given).expanduser().exists():
        return [given]
    found = sorted(glob.glob(os.path.expanduser(given), recursive=True))  # noqa: PTH111, PTH207  (relative stays so)
    if not found:
        raise ConfigError(f"--input {given}: no file matches this pattern")
    return found


def _sugar(given: argparse.Namespace, inputs: Sequence[str]) -> list[str]:
    from notarius.config.arguments import as_path

    overrides = [f"input.path={','.join(as_path(path) for path in inputs)}"] if inputs else []
    overrides += _references(given.reference)
    if given.only:
        overrides.append(f"only=[{','.join(_word('--only', name) for name in given.only)}]")
    if given.model:
        overrides.append(f"model={_word('--model', given.model)}")
    return overrides


def _references(given: Sequence[str]) -> list[str]:
    """Overrides for --reference SLOT=FILE; repeated ones build a list."""
    from notarius.config.arguments import as_list, as_path

    bound: dict[str, list[str]] = {}
    for text in given:
        slot, equals, path = text.partition("=")
        if not equals:
            raise ConfigError(f"--reference {text}: write SLOT=FILE, or SLOT= to unbind")
        bound.setdefault(_word("--reference", slot), []).append(path)
    values = {slot: as_path(paths[0]) if len(paths) == 1 else as_list(paths) for slot, paths in bound.items()}
    return [f"references.{slot}={value}" for slot, value in values.items()]


def _word(flag: str, text: str) -> str:
    """A name as it may stand in an override, unquoted."""
    if not text or not all(char.isalnum() or char in "_-/" for char in text):
        raise ConfigError(f"{flag} {text}: a name of letters, digits, - and _ was expected")
    return text


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
    from notarius.config.location import GROUPS, find_locations

    locations = find_locations(Path.cwd(), _config_dir(sys.argv))
    groups = {group: locations.options(group) for group in GROUPS}
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
        f"  {group + '=':<{width}} {', '.join(names) or '-'}" for group, names in groups.items() if group != "lane"
    ]
    where = [f"\nCampaign folder: {campaign}\n"] if campaign else []
    return _HELP.format(groups="\n".join(lines), campaign="".join(where))


_HELP: Final = """\
notarius reads a session transcript and records what happened in it, every record citing the turns that prove it.

Usage:
  notarius pipeline=NAME input.path=FILE [key=value ...]
  notarius run NAME --input FILE [--reference SLOT=FILE ...] [--only LANE] [--model NAME] [key=value ...]
  notarius trust FOLDER

Groups and their options:
{groups}
{campaign}
Examples:
  notarius pipeline=dnd-session input.path=session-014.json references.roster=./alt_roster.md
  notarius pipeline=dnd-session input.path=session-014.json 'only=[spells]' model=offline
  notarius -m pipeline=dnd-session input.path=session-014.json references.roster=a.md,b.md,null
  notarius run dnd-session --input session-014.json --reference roster=./alt_roster.md

Any key can be set: see them all with  notarius --cfg job pipeline=NAME
`references.SLOT=null` unbinds a slot. Hydra's own flags: notarius --hydra-help
Exit codes: 0 done, 1 done in part or failed, 2 wrong configuration, references, input or usage, 130 interrupted
"""

VERBS: Final[Mapping[str, Verb]] = {"run": _run, "trust": _trust}
__all__ = ["VERBS", "help_text", "run_overrides", "show_help", "show_version"]
