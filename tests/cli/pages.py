"""The examples of docs/reference/describe-and-validate.md; `python -m tests.cli.pages` writes their output anew."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]
PAGE: Final = REPOSITORY / "docs" / "reference" / "describe-and-validate.md"
EXAMPLE: Final = REPOSITORY / "examples" / "dnd-session"
BLOCK: Final = re.compile(r"```console\n\$ (notarius [^\n]*)\n(.*?)```", re.DOTALL)


def output(command: str, home: Path) -> str:
    """What a command prints in a copy of the example campaign that is made below a home folder.

    Raises:
        RuntimeError: if it says something on standard error.
    """
    folder = home / EXAMPLE.name
    if not folder.exists():
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("outputs", "multirun"))
    where = {"HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": str(REPOSITORY)}
    arguments = [sys.executable, "-m", "notarius", *shlex.split(command)[1:]]
    ran = subprocess.run(arguments, cwd=folder, env={**os.environ, **where}, capture_output=True, check=False)
    if ran.stderr:
        raise RuntimeError(ran.stderr.decode("utf-8"))
    return ran.stdout.decode("utf-8")


def write() -> None:
    """Put what each example prints today into the page."""
    with tempfile.TemporaryDirectory() as home:
        text = BLOCK.sub(
            lambda block: f"```console\n$ {block[1]}\n{output(block[1], Path(home))}```",
            PAGE.read_text(encoding="utf-8"),
        )
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
