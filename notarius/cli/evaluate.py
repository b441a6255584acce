"""`notarius evaluate`: how good runs are, by gold files."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

import attrs

from notarius.cli.printing import print_warnings
from notarius.cli.runs import read_given
from notarius.display import DisplayPaths
from notarius.errors import GoldError
from notarius.evaluate import (
    RESAMPLES,
    GoldFile,
    GoldMapping,
    evaluate_runs,
    evaluation_document,
    read_aliases,
    read_gold,
    read_mapping,
    render_evaluation,
)

MAPPINGS: Final = "gold"  # folder of mappings in every conf/


def evaluate(arguments: list[str]) -> int:
    """`notarius evaluate RUN [RUN...] --gold FILE [--lane LANE] [--part P] [--offset N] [--json]`."""
    given = parser().parse_args(arguments)
    gold = _gold(given)
    named = read_given(given.runs)
    print_warnings([f"{name} has no manifest.json: the job did not end, and is left out" for name in named.unfinished])
    evaluation = evaluate_runs(
        named.runs,
        gold,
        names=named.names,
        lane=given.lane,
        across_inputs=given.across_inputs,
        resamples=given.resamples,
    )
    if given.json:
        sys.stdout.write(json.dumps(evaluation_document(evaluation), indent=2) + "\n")
        return 0
    from rich.console import Console

    render_evaluation(evaluation, Console(file=sys.stdout))
    return 0


def parser() -> argparse.ArgumentParser:
    """What the verb takes."""
    made = argparse.ArgumentParser(
        prog="notarius evaluate", description="Precision, recall, F1 and attribution of runs against gold."
    )
    made.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="run directories, or a sweep's folder")
    made.add_argument(
        "--gold",
        action="append",
        type=Path,
        required=True,
        metavar="FILE",
        help="gold rows, JSON Lines; may be repeated",
    )
    made.add_argument("--lane", help="score this lane only, and take rows without a lane for it")
    made.add_argument("--part", help="take only the gold rows of this part")
    made.add_argument(
        "--offset", type=int, default=0, metavar="N", help="turns of the gold's count before the run's u1"
    )
    made.add_argument("--map", metavar="NAME|FILE", help="how to read gold of another shape; else the one that fits")
    made.add_argument("--aliases", type=Path, metavar="FILE", help="names that mean another, YAML or JSON")
    made.add_argument("--resamples", type=_positive, default=RESAMPLES, metavar="N", help="draws for the intervals")
    made.add_argument(
        "--across-inputs", action="store_true", help="score runs of different inputs against the same gold"
    )
    made.add_argument("--json", action="store_true", help="print JSON for programs")
    return made


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: a number from 1 was expected")
    return number


def _gold(given: argparse.Namespace) -> list[GoldFile]:
    shown = DisplayPaths(campaign=None, cwd=Path.cwd())
    mappings = _mappings(given.map, shown)
    if given.aliases is not None:
        aliases = read_aliases(given.aliases, shown(given.aliases))
        mappings = [_with_aliases(mapping, aliases) for mapping in [*mappings, GoldMapping("own")]]
    return [read_gold(path, mappings, shown=shown(path), part=given.part, offset=given.offset) for path in given.gold]


def _with_aliases(mapping: GoldMapping, aliases: dict[str, str]) -> GoldMapping:
    rules = attrs.evolve(mapping.rules, aliases={**mapping.rules.aliases, **aliases})
    return attrs.evolve(mapping, rules=rules)


def _mappings(chosen: str | None, shown: DisplayPaths) -> list[GoldMapping]:
    """The mapping that was chosen, by name or as a file; all there are if none was."""
    known = _known_mappings()
    if chosen is None:
        return [read_mapping(path, shown=f"{MAPPINGS}/{path.name}") for path in known.values()]
    if chosen in known:
        return [read_mapping(known[chosen], shown=f"{MAPPINGS}/{chosen}.yaml")]
    path = Path(chosen)
    if not path.is_file():
        raise GoldError(f"--map {chosen}: no such file, and no such mapping; mappings are {', '.join(known) or 'none'}")
    return [read_mapping(path, shown=shown(path))]


def _known_mappings() -> dict[str, Path]:
    """Mappings by name, from every folder of YAML; the strongest folder's where a name stands twice."""
    from notarius.config.location import find_locations

    found: dict[str, Path] = {}
    for folder in reversed(find_locations(Path.cwd()).searched):
        found.update({path.stem: path for path in sorted((folder / MAPPINGS).glob("*.yaml"))})
    return dict(sorted(found.items()))
