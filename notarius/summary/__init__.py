"""What a person reads at the end of a run: what was found, refused, doubted, missed, and where it all is."""

from typing import TYPE_CHECKING

from notarius.contracts.results import RunResult
from notarius.summary.layout import laid_out
from notarius.summary.lines import summary_lines

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["render_summary"]


def render_summary(result: RunResult, console: "Console") -> None:
    """Prints the summary as wide as the console is; whether in colour is the console's business."""
    from rich.text import Text  # 40 ms that only this needs

    width = max(console.width, 20)
    for line in summary_lines(result, width):
        for text in laid_out(line, width, console.encoding):
            console.print(Text(text, style=line.style), soft_wrap=True)
