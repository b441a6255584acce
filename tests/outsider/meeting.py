"""The ferry board's folder, and what a command line did in it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import attrs

from tests.installed import Installed

MEETING = "input.path=board-02.txt"


@attrs.frozen
class Board:
    """A folder in which the program is started.

    Attributes:
        installed: where the program is installed.
        folder: the board's folder, the working directory.
        home: an empty home folder.
    """

    installed: Installed
    folder: Path
    home: Path

    def notarius(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a command line of the program."""
        return self.installed.run("-m", "notarius", *arguments, cwd=self.folder, home=self.home)

    def lines(self, name: str) -> list[Any]:
        """The values of a JSON Lines file of the only run."""
        return [json.loads(line) for line in self.text(name).splitlines()]

    def text(self, name: str) -> str:
        """A file of the only run."""
        (path,) = self.folder.glob(f"outputs/*/*/{name}")
        return path.read_text(encoding="utf-8")
