"""How well the offline routine of `dnd/spells` does at tables that neither its patterns nor its weights have seen.

    python benchmarks/unseen.py [FOLDER]

FOLDER, by default spell_sessions/unseen, has `transcript_N.json`, `roster_N.md` and `gold_N.jsonl` for each table. They
are run with the roster and with none, and held against gold by `notarius evaluate`. Nobody reads them to mend the
routine: a table that was read for that moves to spell_sessions/tables, where the fit is made.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_HERE: Final = Path(__file__).parent / "spell_sessions" / "unseen"


def main() -> None:
    """Prints a line for each table, and one for all."""
    folder = (Path(sys.argv[1]) if sys.argv[1:] else _HERE).resolve()
    rows = [scores(folder, number) for number in numbers(folder)]
    print("| table | casts | F1, attribution with the roster | F1 without |\n| --- | --- | --- | --- |")
    for number, row in zip(numbers(folder), rows, strict=True):
        print(line(str(number), *row))
    print(line("**all**", *(summed([row[at] for row in rows]) for at in (0, 1))))


def line(name: str, bound: dict[str, Any], unbound: dict[str, Any]) -> str:
    """A line of the table."""
    attribution = share(bound["attributed"], bound["found"])
    return f"| {name} | {bound['gold']} | {told(bound)}, {attribution} | {told(unbound)} |"


def numbers(folder: Path) -> list[int]:
    """The numbers of the tables in a folder."""
    return sorted(int(file.stem.partition("_")[2]) for file in folder.glob("gold_*.jsonl"))


def scores(folder: Path, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `notarius evaluate` says of a table, with its roster and without any."""
    with tempfile.TemporaryDirectory() as scratch:
        runs = list(made(folder, number, Path(scratch)))
        gold = ["--gold", str(folder / f"gold_{number}.jsonl"), "--json"]
        first, second = json.loads(notarius("evaluate", *runs, *gold))["runs"]
    return first["overall"], second["overall"]


def made(folder: Path, number: int, scratch: Path) -> Iterator[str]:
    """The run directories of a table."""
    for name, roster in (("bound", str(folder / f"roster_{number}.md")), ("unbound", "null")):
        run = scratch / name
        overrides = ["pipeline=dnd-session", "only=[spells]", f"input.path={folder / f'transcript_{number}.json'}"]
        notarius(*overrides, f"references.roster={roster}", f"hydra.run.dir={run}")
        yield str(run)


def notarius(*arguments: str) -> str:
    """What a command prints.

    Raises:
        SystemExit: if it fails, with what it said.
    """
    command = [sys.executable, "-m", "notarius", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if ran.returncode:
        raise SystemExit(ran.stderr)
    return ran.stdout


def told(score: dict[str, Any]) -> str:
    """F1, with casts found and wrong records."""
    found, wrong, gold = score["found"], score["wrong"], score["gold"]
    return f"{2 * found / (found + wrong + gold):.2f} ({found}, {wrong})"


def share(part: int, whole: int) -> str:
    """A share with two places, or a dash of nothing."""
    return f"{part / whole:.2f}" if whole else "-"


def summed(all_scores: list[dict[str, Any]]) -> dict[str, Any]:
    """The counts of several tables together."""
    return {name: sum(score[name] for score in all_scores) for name in ("gold", "found", "wrong", "attributed")}


if __name__ == "__main__":
    main()
