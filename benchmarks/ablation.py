"""What a reference buys: runs with it, with a wrong one and without it, held against gold.

    python benchmarks/ablation.py --input session.json --reference roster=roster.md --gold gold.jsonl
    python benchmarks/ablation.py ... model=ollama -- --part A --offset 1020

Prints the table of `notarius evaluate`: job 0 has the reference, job 1 a wrong one, job 2 none.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")


def main(arguments: Sequence[str]) -> int:
    """Runs the sweep and prints the table; the exit code is that of what failed first."""
    given, evaluating = _parsed(arguments)
    slot, _, file = given.reference.partition("=")
    with tempfile.TemporaryDirectory() as scratch:
        right = Path(file).resolve()
        wrong = given.wrong.resolve() if given.wrong else _wrong(right, Path(scratch), given.columns)
        sweep = (given.sweep or Path(scratch) / "sweep").resolve()
        values = ",".join([_quoted(right), _quoted(wrong), "null"])
        runs = [f"pipeline={given.pipeline}", f"input.path={_quoted(given.input.resolve())}"]
        runs += [f"references.{slot}={values}", f"hydra.sweep.dir={_quoted(sweep)}", *given.overrides]
        if given.config_dir:
            runs += ["--config-dir", str(given.config_dir)]
        code = _notarius("-m", *runs, quiet=True)
        return code or _notarius("evaluate", str(sweep), "--gold", str(given.gold), *evaluating, quiet=False)


def _parsed(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command line, and what stands behind `--`."""
    own, evaluating = list(arguments), []
    if "--" in own:
        at = own.index("--")
        own, evaluating = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(description="What a reference buys, by gold.")
    parser.add_argument("--input", type=Path, required=True, help="the transcript")
    parser.add_argument("--reference", required=True, metavar="SLOT=FILE", help="the reference to vary")
    parser.add_argument("--gold", type=Path, required=True, help="gold rows")
    parser.add_argument(
        "--wrong", type=Path, metavar="FILE", help="a wrong reference; made from the right one if left out"
    )
    parser.add_argument(
        "--columns", type=int, default=1, metavar="N", help="columns to move on together when making a wrong one"
    )
    parser.add_argument("--pipeline", default="dnd-session")
    parser.add_argument("--config-dir", type=Path, help="campaign folder")
    parser.add_argument("--sweep", type=Path, metavar="DIR", help="keep the runs here")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="overrides for the runs")
    return parser.parse_intermixed_args(own), evaluating


def _wrong(right: Path, folder: Path, columns: int) -> Path:
    """The reference with the first columns of its first Markdown table moved on by a row."""
    lines = right.read_text(encoding="utf-8").split("\n")
    rule = next((at for at, line in enumerate(lines) if _RULE.fullmatch(line)), None)
    if rule is None:
        raise SystemExit(f"{right.name} has no Markdown table to make a wrong one from; give --wrong FILE")
    end = next((at for at in range(rule + 1, len(lines)) if not lines[at].startswith("|")), len(lines))
    rows = [line.split("|") for line in lines[rule + 1 : end]]
    first = [row[1 : 1 + columns] for row in rows]
    for row, moved in zip(rows, [*first[1:], *first[:1]], strict=True):
        row[1 : 1 + columns] = moved
    lines[rule + 1 : end] = ["|".join(row) for row in rows]
    path = folder / f"wrong-{right.name}"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _quoted(path: Path) -> str:
    """A path as one value of an override."""
    escaped = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _notarius(*arguments: str, quiet: bool) -> int:
    command = [sys.executable, "-m", "notarius", *arguments]
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL if quiet else None)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
