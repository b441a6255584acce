"""The program in a process of its own, on one of the engines, and what its jobs wrote."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from tests.engines import slurm

ROOT: Final = Path(__file__).parents[2]
# What a launcher adds to the command line, and the module without which it is not there.
ENGINES: Final[Mapping[str, tuple[str, ...]]] = {
    "joblib": ("hydra/launcher=joblib", "hydra.launcher.n_jobs=2"),
    "submitit": ("hydra/launcher=submitit_local", "hydra.sweeper.max_batch_size=4"),
    "slurm": ("hydra/launcher=submitit_slurm", "hydra.launcher.partition=long", "hydra.launcher.array_parallelism=2"),
    "ray": ("hydra/launcher=ray", "+hydra.launcher.ray.init.num_cpus=2"),
}
IDENTICAL: Final = ("artifacts", "rejected", "findings.jsonl", "diagnostics/bindings.json", "diagnostics/merges.jsonl")


@attrs.frozen
class Swept:
    """What a sweep did.

    Attributes:
        code: the exit code.
        out: standard output.
        err: standard error.
        folder: the sweep's.
    """

    code: int
    out: str
    err: str
    folder: Path

    @property
    def summary(self) -> Any:
        """`sweep.json`."""
        return json.loads((self.folder / "sweep.json").read_text(encoding="utf-8"))

    @property
    def statuses(self) -> list[str]:
        """How the jobs ended."""
        return [job["status"] for job in self.summary["jobs"]]

    def results(self) -> dict[str, bytes]:
        """Everything that must be the same on every engine, by its path in the sweep's folder."""
        found: dict[str, bytes] = {}
        for job in sorted(path.parent for path in self.folder.glob("*/manifest.json")):
            files = [file for name in IDENTICAL for file in [job / name, *(job / name).rglob("*")] if file.is_file()]
            found |= {file.relative_to(self.folder).as_posix(): file.read_bytes() for file in files}
            manifest = json.loads((job / "manifest.json").read_bytes())
            del manifest["run"]
            found[f"{job.name}/manifest.json"] = json.dumps(manifest).encode()
        return found


def require(engine: str) -> None:
    """Skip where the engine is not installed."""
    extra = "submitit" if engine == "slurm" else engine
    module = f"hydra_plugins.hydra_{extra}_launcher"
    if importlib.util.find_spec("hydra_plugins") is None or importlib.util.find_spec(module) is None:
        pytest.skip(f"the extra notarius[{extra}] is not installed")
    if sys.platform == "win32" and engine != "joblib":
        pytest.skip(f"{engine} does not run on Windows")


def environment(garden: Path) -> dict[str, str]:
    """Variables of a process that finds this checkout and the campaign's extractor."""
    path = os.pathsep.join([str(garden.parent / "site"), str(ROOT)])
    commands = slurm.install(garden.parent / "slurm")
    return {**os.environ, **commands, "PYTHONPATH": path, "COLUMNS": "120", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}


def command(engine: str | None, folder: str, *arguments: str) -> list[str]:
    """The command line of a sweep into that folder."""
    chosen = ENGINES[engine] if engine is not None else ()
    return [sys.executable, "-m", "notarius", "-m", *chosen, f"hydra.sweep.dir={folder}", *arguments]


def sweep(engine: str | None, garden: Path, *arguments: str, folder: str | None = None) -> Swept:
    """Run a sweep on an engine, the basic one by default."""
    name = folder or engine or "basic"
    done = subprocess.run(
        command(engine, name, *arguments),
        cwd=garden,
        env=environment(garden),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return Swept(done.returncode, done.stdout, done.stderr, garden / name)
