"""Holds runs against gold: precision, recall, F1, attribution, how sure they are, and every miss by name."""

from typing import TYPE_CHECKING

from notarius.evaluate.documents import evaluation_document
from notarius.evaluate.evaluation import Evaluation, evaluate_runs
from notarius.evaluate.figures import RESAMPLES
from notarius.evaluate.gold import GoldFile, GoldRow, read_gold
from notarius.evaluate.lines import evaluation_lines
from notarius.evaluate.mapping import GoldMapping, read_aliases, read_mapping
from notarius.layout import columns_of, print_lines

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "RESAMPLES",
    "Evaluation",
    "GoldFile",
    "GoldMapping",
    "GoldRow",
    "evaluate_runs",
    "evaluation_document",
    "read_aliases",
    "read_gold",
    "read_mapping",
    "render_evaluation",
]


def render_evaluation(evaluation: Evaluation, console: "Console") -> None:
    """Prints an evaluation as wide as the console is."""
    print_lines(evaluation_lines(evaluation, columns_of(console)), console)
