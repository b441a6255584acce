"""Commands of the documentation, run as a reader would type them, in a copy of an example."""

import contextlib
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs
import pytest

from notarius.cli import main
from tests.docs.pages import Block
from tests.installed import REPOSITORY, Installed

# What a shell acts on outside single quotes; a command without any of it is words and nothing else.
_SHELL_ONLY: Final = re.compile(r"[|&;<>$`*?~\[\](){}\"\\!]")
_QUOTED: Final = re.compile(r"'[^']*'")
WHOLE: Final = "."
_OF_THE_REPOSITORY: Final = ("examples", "benchmarks", "tests/examples", "tests/fixtures/recordings")
_RUN_OUTPUT: Final = shutil.ignore_patterns("outputs", "multirun", "__pycache__")


@attrs.frozen
class Command:
    """A command and what the page shows of its output.

    Attributes:
        text: what is typed, continued lines joined.
        output: lines that it prints, in this order; `...` stands for anything.
    """

    text: str
    output: tuple[str, ...]


@attrs.frozen
class Ran:
    """What a command did.

    Attributes:
        code: its exit code.
        output: what it printed, on either stream.
    """

    code: int
    output: str


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
        folder: the copy, the working directory.
        home: an empty home folder, with `notarius` and `python` on the path.
    """

    installed: Installed
    folder: Path
    home: Path

    @classmethod
    def opened(cls, installed: Installed, example: str, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> "Shell":
        """A shell in a fresh copy of an example."""
        home = scratch / "user"
        folder = home / ("repository" if example == WHOLE else Path(example).name)
        copied = _OF_THE_REPOSITORY if example == WHOLE else (f"examples/{example}",)
        for name in copied:
            shutil.copytree(REPOSITORY / name, folder / name if example == WHOLE else folder, ignore=_RUN_OUTPUT)
        for name, arguments in {"notarius": "-m notarius", "python": ""}.items():
            program = home / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        monkeypatch.chdir(folder)
        monkeypatch.syspath_prepend(str(installed.folder))
        for name, value in installed.environment(home).items():
            monkeypatch.setenv(name, value)
        return cls(installed, folder, home)

    def write(self, name: str, text: str) -> None:
        """Put a file into the copy."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, text: str) -> Ran:
        """Run what is typed: a plain command of the program in this process, which is faster, others in bash."""
        words = shlex.split(text)
        if words[0] == "notarius" and not _SHELL_ONLY.search(_QUOTED.sub("", text)):
            return _here(words[1:])
        environment = self.installed.environment(self.home)
        environment["PATH"] = f"{self.home / 'bin'}:{environment['PATH']}"
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout)


def _here(arguments: list[str]) -> Ran:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = main(arguments)
    return Ran(code, printed.getvalue())


def missing(shown: tuple[str, ...], printed: str) -> Iterator[str]:
    """The first line that a page shows and that was not printed, in this order; blanks may differ in width."""
    rest = iter([_words(line) for line in printed.splitlines()])
    for line in shown:
        pattern = re.escape(_words(line)).replace(re.escape("..."), ".*")
        if not any(re.fullmatch(pattern, candidate) for candidate in rest):
            yield line
            return


def _words(line: str) -> str:
    return " ".join(line.split())
