"""Commands of the documentation, run as a reader would type them, in a copy of an example."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

from tests.docs.pages import Block
from tests.installed import EXAMPLES, Installed


@attrs.frozen
class Command:
    """A command and what the page shows of its output.

    Attributes:
        text: what is typed, continued lines joined.
        output: lines that it prints, in this order; `...` stands for anything.
    """

    text: str
    output: tuple[str, ...]


def commands(block: Block) -> tuple[Command, ...]:
    """The commands of a block: lines that begin with `$ `, or every line of a block without any."""
    lines = block.text.replace("\\\n", " ").splitlines()
    if not any(line.startswith("$ ") for line in lines):
        return tuple(Command(line, ()) for line in lines if line.strip() and not line.startswith("#"))
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        elif line.strip():
            found[-1][1].append(line)
    return tuple(Command(text, tuple(output)) for text, output in found)


@attrs.frozen
class Shell:
    """A shell in a copy of an example.

    Attributes:
        installed: where the program is installed.
        folder: the copy.
        home: an empty home folder, with `notarius` and `python` on the path.
    """

    installed: Installed
    folder: Path
    home: Path

    @classmethod
    def opened(cls, installed: Installed, example: str, scratch: Path) -> "Shell":
        """A shell in a fresh copy of an example."""
        home = scratch / "home"
        folder = home / Path(example).name
        shutil.copytree(EXAMPLES / example, folder, ignore=shutil.ignore_patterns("outputs", "multirun", "__pycache__"))
        for name, arguments in {"notarius": "-m notarius", "python": ""}.items():
            program = home / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        return cls(installed, folder, home)

    def write(self, name: str, text: str) -> None:
        """Put a file into the copy."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, text: str) -> "subprocess.CompletedProcess[str]":
        """Run what is typed; both outputs stand in `stdout`."""
        environment = self.installed.environment(self.home)
        environment["PATH"] = f"{self.home / 'bin'}:{environment['PATH']}"
        return subprocess.run(
            ["bash", "-c", text],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )


def missing(shown: tuple[str, ...], printed: str) -> Iterator[str]:
    """Lines that a page shows and that were not printed, in this order; blanks may differ in width."""
    rest = iter([_words(line) for line in printed.splitlines()])
    for line in shown:
        pattern = re.escape(_words(line)).replace(re.escape("..."), ".*")
        if not any(re.fullmatch(pattern, candidate) for candidate in rest):
            yield line
            return


def _words(line: str) -> str:
    return " ".join(line.split())
