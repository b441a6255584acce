"""Prints one of the README's first two commands: `main` or `tests`."""

import re
import sys
from pathlib import Path


def commands(text: str) -> list[str]:
    """Every command of a document's fenced shell blocks, continued lines joined."""
    lines: list[str] = []
    for block in re.findall(r"```(?:sh|bash|shell|console)\n(.*?)```", text, re.DOTALL):
        joined = block.replace("\\\n", " ")
        lines += [line.removeprefix("$ ").strip() for line in joined.split("\n") if line.strip()]
    return [line for line in lines if not line.startswith("#")]


if __name__ == "__main__":
    document, which = sys.argv[1:]
    sys.stdout.write(commands(Path(document).read_text(encoding="utf-8"))[("main", "tests").index(which)] + "\n")
