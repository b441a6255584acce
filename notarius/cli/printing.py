"""How errors and warnings look on the terminal."""

import sys
from collections.abc import Sequence

from notarius.display import printable


def print_error(problems: Sequence[str]) -> None:
    """Say what is wrong on standard error: one line for one problem, a list for several."""
    _print("error", problems)


def print_warnings(warnings: Sequence[str]) -> None:
    """Say what the user should know on standard error."""
    if warnings:
        _print("warning", warnings)


def _print(word: str, texts: Sequence[str]) -> None:
    shown = [" ".join(_clean(text).split("\n")) for text in texts]
    if len(shown) == 1:
        sys.stderr.write(f"notarius: {word}: {shown[0]}\n")
    else:
        sys.stderr.write(f"notarius: {len(shown)} {word}s:\n" + "".join(f"  - {text}\n" for text in shown))


def _clean(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
