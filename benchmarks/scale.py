"""Wall time, CPU time and peak memory of the main job on a session and on one ten times as long.

    python benchmarks/scale.py SESSION.crd3.json ROSTER.md [--times 1 10]

The longer session is the same turns again, in CRD3's shape. Every run is a process of its own.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

MEASURE = """
import json, resource, sys, time
began = time.perf_counter()
from notarius.cli import main
code = main()
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"exit": code, "wall": time.perf_counter() - began, "cpu": used.ru_utime + used.ru_stime,
                  "peak_mb": used.ru_maxrss / 1024}), file=sys.stderr)
"""


def measured(session: Path, roster: Path, work: Path) -> dict[str, float]:
    """One run: exit code, wall and CPU seconds, peak memory in MB."""
    overrides = ["pipeline=dnd-session", f"input.path={session}", f"references.roster={roster}"]
    command = [sys.executable, "-c", MEASURE, *overrides, f"hydra.run.dir={work / session.stem}"]
    ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if ran.returncode:
        sys.exit(ran.stderr)
    return dict(json.loads(ran.stderr.splitlines()[-1]))


def main() -> None:
    """Print a line for each length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("session", type=Path)
    parser.add_argument("roster", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    given = parser.parse_args()
    turns = json.loads(given.session.read_text(encoding="utf-8"))["TURNS"]
    with tempfile.TemporaryDirectory() as folder:
        for times in given.times:
            session = Path(folder) / f"x{times}.json"
            session.write_text(json.dumps({"TURNS": turns * times}), encoding="utf-8")
            row = measured(session.resolve(), given.roster.resolve(), Path(folder))
            wall, cpu, peak = row["wall"], row["cpu"], row["peak_mb"]
            print(f"{len(turns) * times:>7} turns: {wall:.1f} s wall, {cpu:.1f} s CPU, {peak:.0f} MB")


main()
