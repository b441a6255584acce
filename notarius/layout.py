"""How lines and tables for people meet the terminal's width and letters."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

import attrs

if TYPE_CHECKING:
    from rich.console import Console

_NARROWEST: Final = 20  # columns


@attrs.frozen
class Line:
    """A line before it meets the terminal's width.

    Attributes:
        text: safe to print.
        indent: blanks before it.
        style: rich's name of a style, or nothing.
        fit: what happens where it is too wide: `wrap` goes on in the next line, a little further in; `cut` ends
            with an ellipsis; `whole` is left to the terminal, so that it can be copied.
    """

    text: str
    indent: int = 0
    style: str = ""
    fit: Literal["wrap", "cut", "whole"] = "wrap"


def cells(text: str) -> int:
    """Columns that the text takes; letters of some scripts take two."""
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, width: int) -> str:
    """The text with blanks up to that many columns."""
    return text + " " * (width - cells(text))


def fitted(text: str, width: int) -> str:
    """The text, cut to that many columns if it is wider; a wide letter is not cut in two."""
    from rich.cells import set_cell_size

    return text if cells(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def tabulated(rows: Sequence[Sequence[str]], *, right: Collection[int] = ()) -> list[str]:
    """The rows as lines, each column as wide as its widest cell, two blanks between.

    Args:
        rows: cells that are safe to print; rows may be of different lengths.
        right: columns, counted from 0, that are set to the right.
    """
    columns = max(map(len, rows), default=0)
    widths = [max((cells(row[at]) for row in rows if at < len(row)), default=0) for at in range(columns)]
    return [_row(row, widths, right).rstrip() for row in rows]


def _row(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    placed = ((at, text, " " * (widths[at] - cells(text))) for at, text in enumerate(row))
    return "  ".join(blanks + text if at in right else text + blanks for at, text, blanks in placed)


def paged(rows: Sequence[Sequence[str]], width: int, *, fixed: int = 1, right: bool = False) -> list[list[str]]:
    """The rows as tables that are no wider than the terminal: each repeats the first columns and shows some others.

    Args:
        rows: cells that are safe to print, all rows of one length.
        width: columns of the terminal.
        fixed: how many columns each table begins with.
        right: whether the other columns are set to the right.
    """
    widths = [max(cells(row[at]) for row in rows) + 2 for at in range(len(rows[0]))]
    room = width - sum(widths[:fixed])
    pages: list[list[int]] = [[]]
    for at in range(fixed, len(widths)):
        if pages[-1] and sum(widths[one] for one in pages[-1]) + widths[at] > room:
            pages.append([])
        pages[-1].append(at)
    set_right = range(fixed, len(widths)) if right else ()
    return [tabulated([[row[at] for at in (*range(fixed), *page)] for row in rows], right=set_right) for page in pages]


def columns_of(console: "Console") -> int:
    """How wide lines may be."""
    return max(console.width, _NARROWEST)


def print_lines(lines: Iterable[Line], console: "Console") -> None:
    """Prints the lines as wide as the console is; whether in colour is the console's business."""
    from rich.text import Text  # 40 ms that only this needs

    width = columns_of(console)
    for line in lines:
        for text in laid_out(line, width, console.encoding):
            console.print(Text(text, style=line.style), soft_wrap=True)


def laid_out(line: Line, width: int, encoding: str) -> Iterator[str]:
    """The line as the lines that are printed."""
    text, room, blanks = _encodable(line.text, encoding), width - line.indent, " " * line.indent
    if line.fit == "wrap" and cells(text) > room:
        first, *rest = _wrapped(text, room - 2)
        yield blanks + first
        yield from (f"{blanks}  {part}" for part in rest)
    elif line.fit == "cut" and cells(text) > room:
        yield blanks + _encodable(fitted(text, room), encoding, ellipsis="~")
    else:
        yield blanks + text if text else ""


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of whole words; a word wider than a line is broken. Unlike `textwrap`, it knows wide letters."""
    from rich.console import Console
    from rich.text import Text

    lines = Text(text).wrap(Console(width=width), width)
    return [line.plain.rstrip() for line in lines]


def _encodable(text: str, encoding: str, *, ellipsis: str = "...") -> str:
    """The text as a terminal of that encoding can show it, under a C locale too."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        spelled = text.replace("…", ellipsis)
        return spelled.encode(encoding, "replace").decode(encoding)
    return text
