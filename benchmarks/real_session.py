"""How well the offline routine of `dnd/spells` does on a recorded session with a gold list, whole and in parts.

    python benchmarks/real_session.py ../shared

The folder has `eval/score.py` and `data/crd3/dev` with the session, its gold lists, a roster and two windows. Each is
run with the roster, with the roster without its spells, and with none, and scored by score.py. For the halves, records
and gold rows are divided at the middle turn by their first turn of evidence.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Rows = Sequence[dict[str, Any]]


def main() -> None:
    """Prints a table of F1 and attribution."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    shared = parser.parse_args().shared.resolve()
    folder = shared / "data" / "crd3" / "dev"
    session = next(folder.glob("*.crd3.json"), None)
    if session is None:
        parser.error(f"{folder} has no *.crd3.json")
    middle = (len(json.loads(session.read_text(encoding="utf-8"))["TURNS"]) + 1) // 2
    parts: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for roster in rosters(folder, Path(scratch)):
            for part, told in scores(shared, folder, session, middle, roster, Path(scratch)):
                parts.setdefault(part, []).append(told)
    print("| | roster | roster without spells | no roster |\n| --- | --- | --- | --- |")
    for part, told in parts.items():
        print(f"| {part} | {' | '.join(told)} |")


def rosters(folder: Path, scratch: Path) -> list[str]:
    """The roster, the same without the items of its section on spells, and none."""
    text = (folder / "roster.md").read_text(encoding="utf-8")
    kept, spells = [], False
    for line in text.splitlines():
        if line.startswith("#"):
            spells = "spells" in line.lower()
        if not (spells and line.startswith("- ")):
            kept.append(line)
    bare = scratch / "roster.md"
    bare.write_text("\n".join(kept), encoding="utf-8")
    return [str(folder / "roster.md"), str(bare), "null"]


def scores(shared: Path, folder: Path, session: Path, middle: int, roster: str, scratch: Path) -> list[tuple[str, str]]:
    """The scores of each part with one roster."""
    found = []
    for name, part, offset in (("window A", "A", 1020), ("window A2", "A2", 1280)):
        (window,) = folder.glob(f"*_part_{part}.json")
        records = run(window, roster)
        gold = rows_of(folder / "gold.jsonl")
        found.append((name, scored(shared, scratch, records, gold, ["--part", part, "--offset", str(offset)])))
    records, gold = run(session, roster), rows_of(folder / "gold_episode.jsonl")
    for name, low, high in (("first half", 0, middle), ("second half", middle, 10**9), ("whole session", 0, 10**9)):
        inside = [one for one in records if low <= int(one["evidence"][0]["unit"][1:]) - 1 < high]
        wanted = [row for row in gold if low <= (row["turn"] or 0) < high]
        found.append((name, scored(shared, scratch, inside, wanted, [])))
    return found


def run(transcript: Path, roster: str) -> Rows:
    """The records of a run."""
    with tempfile.TemporaryDirectory() as scratch:
        overrides = ["pipeline=dnd-session", "only=[spells]", f"input.path={transcript}", f"references.roster={roster}"]
        command = [sys.executable, "-m", "notarius", *overrides, f"hydra.run.dir={scratch}/run"]
        subprocess.run(command, check=True, capture_output=True)
        return rows_of(Path(scratch) / "run" / "artifacts" / "spells.jsonl")


def rows_of(path: Path) -> Rows:
    """The rows of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def scored(shared: Path, scratch: Path, records: Rows, gold: Rows, options: Sequence[str]) -> str:
    """F1, attribution, casts found and wrong records."""
    paths = []
    for name, rows in (("records", records), ("gold", gold)):
        path = scratch / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        paths.append(str(path))
    command = [sys.executable, str(shared / "eval" / "score.py"), *paths, *options]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return f"{told['f1']:.2f}, {told['attribution']:.2f} ({told['found']}, {told['wrong']})"


if __name__ == "__main__":
    main()
