"""Holds runs on one input against each other: what differed before the model was asked, and what that changed."""

from typing import TYPE_CHECKING

from notarius.compare.comparison import Comparison, compare_runs
from notarius.compare.documents import comparison_document
from notarius.compare.lines import detail_lines
from notarius.compare.overview import overview_lines
from notarius.layout import columns_of, print_lines

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Comparison", "compare_runs", "comparison_document", "render_comparison"]


def render_comparison(comparison: Comparison, console: "Console", *, overview: bool) -> None:
    """Prints a comparison.

    Args:
        comparison: what to print.
        console: where; its width is kept to.
        overview: whether to show all runs beside each other, as for a sweep, and not each beside the baseline.
    """
    lines = overview_lines if overview else detail_lines
    print_lines(lines(comparison, columns_of(console)), console)
