"""`notarius compare`: what differs between runs, and what that changed."""

import argparse
import json
import sys
from pathlib import Path

from notarius.cli.runs import read_given
from notarius.compare import compare_runs, comparison_document, render_comparison


def compare(arguments: list[str]) -> int:
    """`notarius compare RUN RUN [RUN...] | SWEEP_DIR [--json] [--across-inputs]`."""
    given = parser().parse_args(arguments)
    named = read_given(given.runs)
    comparison = compare_runs(
        named.runs,
        names=named.names if named.sweep else None,
        unfinished=named.unfinished,
        across_inputs=given.across_inputs,
    )
    if given.json:
        sys.stdout.write(json.dumps(comparison_document(comparison), indent=2) + "\n")
        return 0
    from rich.console import Console

    render_comparison(comparison, Console(file=sys.stdout), overview=named.sweep)
    return 0


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
