"""What a job of a sweep costs beside its work: 100 jobs, offline model, the example session, engine by engine.

    python benchmarks/sweep.py [--jobs 100] [--engines basic,joblib,submitit,ray] [--runs 3] [--input FILE]

Prints the time per job of the whole command, and for the basic launcher where it goes: composing and checking, running,
and what Hydra does around a job. Each run is a process of its own. The machine may be shared: the least of several runs
is the figure, and CPU time stands beside wall time.
"""

import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
EXAMPLE: Final = ROOT / "examples" / "dnd-session"
ENGINES: Final[Mapping[str, Sequence[str]]] = {
    "basic": (),
    "joblib": ("hydra/launcher=joblib", "hydra.launcher.n_jobs=2"),
    "submitit": ("hydra/launcher=submitit_local", "hydra.sweeper.max_batch_size=2"),
    "ray": ("hydra/launcher=ray", "+hydra.launcher.ray.init.num_cpus=2"),
}


def command(jobs: int, work: Path, engine: Sequence[str], transcript: Path) -> list[str]:
    """A sweep over as many seeds, which the routine does not look at, as jobs are wanted."""
    return [
        *(sys.executable, "-m", "notarius", "-m", "--config-dir", str(EXAMPLE), "pipeline=quillwater"),
        *(f"input.path={transcript}", f"model.seed={','.join(map(str, range(jobs)))}"),
        *(f"hydra.sweep.dir={work / 'swept'}", *engine),
    ]


def timed(jobs: int, engine: Sequence[str], transcript: Path) -> tuple[float, float, list[float]]:
    """Wall and CPU seconds of the whole command, and the seconds of each run as its manifest says."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "NOTARIUS_CONFIG_DIR": folder}
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            command(jobs, Path(folder), engine, transcript),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
        summary = json.loads((Path(folder) / "swept" / "sweep.json").read_text(encoding="utf-8"))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, [job["seconds"] for job in summary["jobs"]]


def parts(jobs: int, transcript: Path) -> dict[str, float]:
    """CPU seconds a job of the basic launcher by what they go into, measured in this process."""
    sys.path.insert(0, str(ROOT))
    from notarius import assembly
    from notarius.config import tasks
    from notarius.config.loader import Loader

    spent = {"composing": 0.0, "structuring": 0.0, "preflight": 0.0, "running": 0.0, "whole": 0.0}

    def counted(name: str, function: Any) -> Any:
        def wrapper(*arguments: Any, **named: Any) -> Any:
            began = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                spent[name] += time.process_time() - began

        return wrapper

    Loader.load_configuration = counted("composing", Loader.load_configuration)  # type: ignore[method-assign]
    tasks.to_job = counted("structuring", tasks.to_job)
    assembly.check = counted("preflight", assembly.check)
    assembly.run = counted("running", assembly.run)
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w", encoding="utf-8") as quiet:
        os.environ["NOTARIUS_CONFIG_DIR"] = folder
        out, sys.stdout = sys.stdout, quiet
        try:
            from notarius.cli import main as program

            began = time.process_time()
            program(command(jobs, Path(folder), (), transcript)[3:])
            spent["whole"] = time.process_time() - began
        finally:
            sys.stdout = out
    spent["composing"] -= spent["structuring"] + spent["preflight"]  # both are called at the end of it
    own = ("composing", "structuring", "preflight", "running")
    spent["around it"] = spent["whole"] - sum(spent[name] for name in own)
    return {name: seconds / jobs for name, seconds in spent.items()}


def is_there(engine: str) -> bool:
    """Whether the plugin of an engine is installed."""
    if engine == "basic":
        return True
    found = importlib.util.find_spec("hydra_plugins")
    return found is not None and importlib.util.find_spec(f"hydra_plugins.hydra_{engine}_launcher") is not None


def main() -> None:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=100)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--input", type=Path, default=EXAMPLE / "session-014.json")
    given = parser.parse_args()
    sys.stdout.write("engine    jobs  wall s  wall ms a job  CPU ms a job  run ms a job  load\n")
    for engine in given.engines.split(","):
        if not is_there(engine):
            sys.stdout.write(f"{engine:<9} not installed\n")
            continue
        for jobs in (1, given.jobs):
            runs = [timed(jobs, ENGINES[engine], given.input) for _ in range(given.runs)]
            wall, cpu = min(run[0] for run in runs), min(run[1] for run in runs)
            inside = min(sum(run[2]) for run in runs) / jobs
            sys.stdout.write(
                f"{engine:<9} {jobs:>4}  {wall:>6.1f}  {1000 * wall / jobs:>13.0f}  {1000 * cpu / jobs:>12.0f}"
                f"  {1000 * inside:>12.0f}  {os.getloadavg()[0]:.1f}\n"
            )
    if "basic" in given.engines:
        sys.stdout.write("\nCPU ms a job, basic launcher\n")
        for name, seconds in parts(given.jobs, given.input).items():
            sys.stdout.write(f"  {name:<12} {1000 * seconds:>7.1f}\n")


if __name__ == "__main__":
    main()
