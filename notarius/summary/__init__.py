"""What a person reads at the end of a run: what was found, refused, doubted, missed, and where it all is."""

from typing import TYPE_CHECKING

from notarius.contracts.results import RunResult
from notarius.layout import columns_of, print_lines
from notarius.summary.lines import summary_lines

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["render_summary"]


def render_summary(result: RunResult, console: "Console", place: str | None = None) -> None:
    """Prints the summary as wide as the console is; whether in colour is the console's business.

    Args:
        result: the run.
        console: where to.
        place: the run directory as it is to be shown; None for the manifest's display path.
    """
    print_lines(summary_lines(result, columns_of(console), place), console)
