"""What a reference buys: runs with it, with a wrong one and without it, held against gold.

    python benchmarks/ablation.py --input session.json --reference roster=roster.md --gold gold.jsonl
    python benchmarks/ablation.py ... model=ollama -- --part A --offset 1020
    python benchmarks/ablation.py ... --update docs/how-to/measure-a-reference.md --table session

Prints the table of `notarius evaluate`: job 0 has the reference, job 1 a wrong one, job 2 none. With --update it writes
the figures into a page instead, between the comments `<!-- ablation: NAME -->` and `<!-- end -->`.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

_RULE: Final = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_FIGURES: Final = ("recall", "precision", "f1", "attribution")


def main(arguments: Sequence[str]) -> int:
    """Runs the sweep and prints the table; the exit code is that of what failed first."""
    given, evaluating = _parsed(arguments)
    slot, _, file = given.reference.partition("=")
    with tempfile.TemporaryDirectory() as scratch:
        right = Path(file).resolve()
        wrong = given.wrong.resolve() if given.wrong else _wrong(right, Path(scratch), given.columns, given.keep)
        sweep = (given.sweep or Path(scratch) / "sweep").resolve()
        values = ",".join([_quoted(right), _quoted(wrong), "null"])
        runs = [f"pipeline={given.pipeline}", f"input.path={_quoted(given.input.resolve())}"]
        runs += [f"references.{slot}={values}", f"hydra.sweep.dir={_quoted(sweep)}", *given.overrides]
        if given.config_dir:
            runs += ["--config-dir", str(given.config_dir)]
        code, _ = _notarius("-m", *runs)
        if code:
            return code
        asked = ["evaluate", str(sweep), "--gold", str(given.gold), *evaluating]
        code, told = _notarius(*asked, *(["--json"] if given.update else []))
        if code or not given.update:
            sys.stdout.write(told)
            return code
        _update(given.update, given.table, _table(json.loads(told)))
    return 0


def _table(document: Any) -> str:
    """What the reference buys and costs, as a Markdown table."""
    runs = document["runs"]
    rows = [["", "with it", "a wrong one", "without"], ["---"] * 4]
    rows += [[name, *(_figure(run["overall"], name) for run in runs)] for name in _FIGURES]
    less = document["differences"]
    rows += [[f"{name}, less that with it", "", *(_figure(one, name, "+.2f") for one in less)] for name in _FIGURES]
    scores = [run["overall"] for run in runs]
    rows.append(["found", *(f"{one['found']} of {one['gold']}" for one in scores)])
    rows.append(["wrong records", *(str(one["wrong"]) for one in scores)])
    rows.append(["near misses taken", *(f"{one['near_misses_taken']} of {one['near_misses']}" for one in scores)])
    rows.append(["tokens of the reference, in all prompts", *(f"{run['usage']['reference_tokens']:,}" for run in runs)])
    rows.append(["tokens of the transcript, in all prompts", *(f"{run['usage']['chunk_tokens']:,}" for run in runs)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _figure(score: Any, name: str, form: str = ".2f") -> str:
    value, interval = score[name], score["intervals"][name]
    if value is None:
        return "-"
    return f"{value:{form}}" + (f" ({interval[0]:{form}} to {interval[1]:{form}})" if interval else "")


def _update(page: Path, name: str, table: str) -> None:
    """Put a table between the comments that name it."""
    text = page.read_text(encoding="utf-8")
    place = re.compile(rf"(<!-- ablation: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not place.search(text):
        raise SystemExit(f"{page} has no <!-- ablation: {name} --> with an <!-- end --> behind it")
    page.write_text(place.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text, count=1), encoding="utf-8")


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
    parser.add_argument(
        "--keep", type=int, default=0, metavar="N", help="first rows to leave alone, such as who leads the table"
    )
    parser.add_argument("--update", type=Path, metavar="PAGE", help="write the figures into this Markdown page")
    parser.add_argument("--table", default="session", metavar="NAME", help="which of the page's tables")
    parser.add_argument("--pipeline", default="dnd-session")
    parser.add_argument("--config-dir", type=Path, help="campaign folder")
    parser.add_argument("--sweep", type=Path, metavar="DIR", help="keep the runs here")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="overrides for the runs")
    return parser.parse_intermixed_args(own), evaluating


def _wrong(right: Path, folder: Path, columns: int, keep: int) -> Path:
    """The reference with the first columns of its first Markdown table moved on by a row, save in its first rows."""
    lines = right.read_text(encoding="utf-8").split("\n")
    rule = next((at for at, line in enumerate(lines) if _RULE.fullmatch(line)), None)
    if rule is None:
        raise SystemExit(f"{right.name} has no Markdown table to make a wrong one from; give --wrong FILE")
    end = next((at for at in range(rule + 1, len(lines)) if not lines[at].startswith("|")), len(lines))
    begin = rule + 1 + keep
    rows = [line.split("|") for line in lines[begin:end]]
    first = [row[1 : 1 + columns] for row in rows]
    for row, moved in zip(rows, [*first[1:], *first[:1]], strict=True):
        row[1 : 1 + columns] = moved
    lines[begin:end] = ["|".join(row) for row in rows]
    path = folder / f"wrong-{right.name}"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _quoted(path: Path) -> str:
    """A path as one value of an override."""
    escaped = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _notarius(*arguments: str) -> tuple[int, str]:
    """The exit code and what was printed; errors go to the terminal."""
    command = [sys.executable, "-m", "notarius", *arguments]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, encoding="utf-8")
    return done.returncode, done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
