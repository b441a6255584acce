"""A sweep of 8 rosters over 100 chunks, with a second lane that sees no roster: how many requests, and how long.

    python benchmarks/sweep_requests.py [--runs 3] [--rosters 8]

Against the benchmark's mock server (`BENCH_SHARED`, by default `../shared/bench`; its data in `BENCH_STATE`) at 200 ms,
16 requests at once. The limit of a job is ceil(its requests / 16) times 200 ms: nobody can be faster. Each run begins
with an empty cache, in a process of its own, whose whole wall time counts. The machine may be shared: the least of
several runs is the figure.
"""

import argparse
import json
import math
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
SHARED: Final = Path(os.environ.get("BENCH_SHARED", str(ROOT.parent / "shared" / "bench")))
STATE: Final = Path(os.environ.get("BENCH_STATE", str(Path.home() / ".cache" / "notarius-bench")))
TRANSCRIPT: Final = STATE / "data" / "transcript_1x.whisperx.json"
LATENCY_MS: Final = 200
AT_ONCE: Final = 16
ENGINES: Final = {
    "basic": [],
    "joblib, two at a time": ["hydra/launcher=joblib", "hydra.launcher.n_jobs=2"],
}
PLAYERS: Final = ("Mara (cleric)", "Tobin (rogue)", "Zoë (wizard)", "Kestrel (ranger)", "Bram (warlock)")


@contextmanager
def mock_server() -> Iterator[str]:
    """The base URL of the benchmark's server, for as long as it runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "mock_server.py", "--port", str(port), "--latency-ms", str(LATENCY_MS)]
    with subprocess.Popen(command, cwd=SHARED, stdout=subprocess.DEVNULL) as process:
        base = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                _ask(f"{base}/_stats")
                break
            except OSError:
                time.sleep(0.05)
        try:
            yield base
        finally:
            process.terminate()


def _ask(url: str, post: bool = False) -> Any:  # noqa: FBT001, FBT002
    request = urllib.request.Request(url, b"{}" if post else None)  # noqa: S310  (loopback)
    with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
        return json.load(response)


def swept(base: str, work: Path, rosters: int, engine: Sequence[str]) -> tuple[float, int, list[int]]:
    """Wall time of the whole command, requests that the server saw, and requests of each job."""
    for number in range(rosters):
        names = ", ".join(PLAYERS[number % len(PLAYERS) :] + PLAYERS[: number % len(PLAYERS)])
        (work / f"roster-{number}.md").write_text(f"Evening {number}: DM (game master), {names}.\n", encoding="utf-8")
    arguments = [
        *("-m", "pipeline=dnd-session", "+lane@lanes.blind=spells", "lanes.blind.references.roster=null"),
        *("only=[spells,blind]", f"input.path={TRANSCRIPT}"),
        f"references.roster={','.join(f'roster-{number}.md' for number in range(rosters))}",
        *("model=server", f"model.base_url={base}/notarius/v1", "model.name=mock"),
        f"limits.max_concurrency={AT_ONCE}",
        *("chunking.max_tokens=100000", "chunking.max_units=30", "chunking.overlap_units=0"),
        *(f"cache.dir={work / 'cache'}", "hydra.sweep.dir=swept", *engine),
    ]
    _ask(f"{base}/_reset", post=True)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "notarius", *arguments],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.monotonic() - began
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    jobs = json.loads((work / "swept" / "sweep.json").read_text(encoding="utf-8"))["jobs"]
    return wall, _ask(f"{base}/_stats")["requests"], [job["requests"] for job in jobs]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rosters", type=int, default=8)
    given = parser.parse_args()
    if not TRANSCRIPT.is_file():
        raise SystemExit(f"no file {TRANSCRIPT}: run the benchmark's gen_data.py, or set BENCH_STATE")
    sys.stdout.write("engine                  requests  wall s  jobs' limits s  allowed s  wall / limits  load\n")
    for name, engine in ENGINES.items():
        runs = []
        for _ in range(given.runs):
            with mock_server() as base, tempfile.TemporaryDirectory() as work:
                runs.append(swept(base, Path(work), given.rosters, engine))
        wall, _, each = min(runs)
        limit = sum(math.ceil(count / AT_ONCE) * LATENCY_MS / 1000 for count in each)
        allowed = 1.15 * limit + 0.3 * given.rosters
        most = max(count for _, count, _ in runs)
        sys.stdout.write(
            f"{name:<23} {most:>8}  {wall:>6.2f}  {limit:>14.2f}  {allowed:>9.2f}  {wall / limit:>13.2f}"
            f"  {os.getloadavg()[0]:.1f}\n"
        )


if __name__ == "__main__":
    main()
