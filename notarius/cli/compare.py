"""`notarius compare`: what differs between runs, and what that changed."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from notarius.cli.runs import GivenRuns, read_given
from notarius.compare import Comparison, compare_runs, comparison_document, render_comparison
from notarius.display import printable
from notarius.layout import Line, print_lines


def compare(arguments: list[str]) -> int:
    """`notarius compare RUN RUN [RUN...] | SWEEP_DIR [--json] [--across-inputs]`."""
    given = parser().parse_args(arguments)
    named = read_given(given.runs)
    groups, alone = ([named], ()) if given.across_inputs or not named.sweep else _by_input(named)
    comparisons = [
        compare_runs(
            group.runs,
            names=group.names if group.sweep else None,
            unfinished=group.unfinished,
            across_inputs=given.across_inputs,
        )
        for group in groups
    ]
    if given.json:
        sys.stdout.write(json.dumps(_document(comparisons, alone), indent=2) + "\n")
    else:
        _print(comparisons, alone, overview=named.sweep)
    return 0


def _by_input(named: GivenRuns) -> tuple[list[GivenRuns], tuple[str, ...]]:
    """Jobs of one input together; those that have no other beside them are named.

    Where no two jobs have one input, or all have, nothing is taken apart.
    """
    inputs: dict[str, list[int]] = {}
    for at, run in enumerate(named.runs):
        inputs.setdefault(run.manifest.input.digest, []).append(at)
    groups = [which for which in inputs.values() if len(which) > 1]
    if not groups:
        return [named], ()
    alone = tuple(named.runs[which[0]].shown for which in inputs.values() if len(which) == 1)
    unfinished = [named.unfinished, *[()] * (len(groups) - 1)]  # said once
    return [
        GivenRuns(tuple(named.runs[at] for at in which), tuple(named.names[at] for at in which), left, named.sweep)
        for which, left in zip(groups, unfinished, strict=True)
    ], alone


def _document(comparisons: Sequence[Comparison], alone: Sequence[str]) -> dict[str, Any]:
    """One comparison as it is; several, or some with runs left out, in a list."""
    if len(comparisons) == 1 and not alone:
        return comparison_document(comparisons[0])
    return {"inputs": [comparison_document(one) for one in comparisons], "alone": list(alone)}


def _print(comparisons: Sequence[Comparison], alone: Sequence[str], *, overview: bool) -> None:
    from rich.console import Console

    console = Console(file=sys.stdout)
    for at, comparison in enumerate(comparisons):
        if at or alone or len(comparisons) > 1:
            name = printable(comparison.baseline.manifest.input.name)
            print_lines([*([Line("")] if at else []), Line(f"input {name}", style="bold")], console)
        render_comparison(comparison, console, overview=overview)
    if alone:
        text = f"left out, since no other job ran on the same input: {', '.join(map(printable, alone))}"
        print_lines([Line(""), Line(text, style="yellow")], console)


def parser() -> argparse.ArgumentParser:
    """What the verb takes."""
    made = argparse.ArgumentParser(
        prog="notarius compare",
        description="What differs between runs on one input, and what that changed, record by record.",
    )
    made.add_argument(
        "runs", nargs="+", type=Path, metavar="RUN", help="run directories, baseline first, or a sweep's folder"
    )
    made.add_argument("--json", action="store_true", help="print JSON for programs")
    made.add_argument("--across-inputs", action="store_true", help="compare runs of different inputs, by quoted words")
    return made
