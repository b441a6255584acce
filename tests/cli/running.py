"""Running the program in this process, and reading what it wrote."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.cli import main


@attrs.frozen
class Ran:
    """What a command line did.

    Attributes:
        code: the exit code.
        out: standard output.
        err: standard error.
    """

    code: int
    out: str
    err: str


class Program:
    """The program as a person starts it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Ran:
        """Run a command line."""
        code = main(list(arguments))
        captured = self._capsys.readouterr()
        return Ran(code, captured.out, captured.err)


def runs(folder: Path) -> list[Path]:
    """All run directories below a folder, in the order of their names."""
    return sorted(path.parent for path in folder.rglob("manifest.json"))


def only_run(folder: Path) -> Path:
    """The one run directory below a folder."""
    (found,) = runs(folder)
    return found


def lines(path: Path) -> list[Any]:
    """The values of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def manifest(run: Path) -> Any:
    """A run's manifest."""
    return json.loads((run / "manifest.json").read_text(encoding="utf-8"))
