"""How the summary's lines meet the terminal's width and letters."""

from collections.abc import Iterator
from typing import Literal

import attrs


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
