"""notarius as one client of the benchmark against its peers: the command line's own code, timed from inside.

The benchmark's `clients/` folder must be on PYTHONPATH (its `common.py` parses arguments and prints the result).
"""

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.environ.get("BENCH_CLIENTS", str(Path(__file__).parents[2] / "shared" / "bench" / "clients")))

import common  # type: ignore[import-not-found]

arguments = common.args()
timing = common.Rec("notarius", arguments)

from notarius.cli import collect_rarely

collect_rarely()  # as the command line does first

from notarius import assembly
from notarius.config.arguments import prepare
from notarius.config.driver import launch
from notarius.config.settings import Job
from notarius.models import http  # noqa: F401  (what a run imports when it asks a server)

timing.mark("import")

ROSTER = "DM (game master), Mara (cleric), Tobin (rogue), Zoë (wizard), Kestrel (ranger), Bram (warlock).\n"


def overrides(work: Path) -> list[str]:
    """The command line of a person with this server and this transcript."""
    (work / "roster.md").write_text(ROSTER, encoding="utf-8")
    cache = ["cache.mode=off"] if arguments.cache is None else [f"cache.dir={arguments.cache}"]
    return [
        "pipeline=dnd-session",
        "only=[spells]",
        f"input.path={common.HERE}/data/transcript_{arguments.scale}.whisperx.json",
        f"references.roster={work / 'roster.md'}",
        "model=server",
        f"model.base_url={arguments.base}/notarius/v1",
        "model.name=mock",
        f"limits.max_concurrency={arguments.concurrency}",
        f"limits.attempt_timeout_seconds={arguments.timeout}",
        "chunking.max_tokens=100000",
        "chunking.max_units=30",
        "chunking.overlap_units=0",
        f"hydra.run.dir={work / 'run'}",
        *cache,
    ]


def task(job: Job, directory: Path) -> Path | None:
    """A run, or nothing where only the start is timed."""
    timing.mark("build")
    if arguments.cold:
        return None
    assembly.run(job, directory)
    timing.mark("run")
    return directory


def graded(directory: Path) -> dict[str, int]:
    """Records and failures of a run, against the benchmark's gold."""
    manifest = json.loads((directory / "manifest.json").read_text(encoding="utf-8"))
    (lane,) = (lane for lane in manifest["lanes"] if lane["name"] == "spells")
    lines = (directory / "artifacts" / "spells.jsonl").read_text(encoding="utf-8").splitlines()
    records = []
    for line in map(json.loads, lines):
        (first, *_) = line["evidence"]
        records.append({"unit": f"u{int(first['unit'][1:]):05d}", "quote": first["quote"]})
    failed = sum(1 for chunk in lane["chunks"] if chunk["status"] in ("failed", "not_asked"))
    return {
        "chunks": len(lane["chunks"]),
        "records": len(records),
        "errors": failed,
        **common.grade(records, arguments),
    }


def main() -> None:
    """Run, and print the result line."""
    with tempfile.TemporaryDirectory() as folder:
        returned = launch(prepare(overrides(Path(folder))), check=assembly.check, task=task)
        if returned is not None and not isinstance(returned, Path):
            sys.exit(f"the run failed: {returned}")
        timing.done(**(graded(returned) if returned is not None else {}))


main()
