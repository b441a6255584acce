"""A sweep: its jobs, all of them checked before anything is written, then handed to a launcher.

Takes the place of Hydra's basic sweeper, which makes folders before it checks, raises the first job's error and loses
what the others returned.
"""

import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

import attrs
from hydra._internal.callbacks import Callbacks
from hydra._internal.hydra import Hydra
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn
from hydra.types import HydraContext, RunMode
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.engines import Lost, Return, launch
from notarius.config.location import PRIMARY
from notarius.config.planning import SweepLoader, SweptJob, checked, combinations
from notarius.config.tasks import BASIC, JobFailure, JobTask
from notarius.display import DisplayPaths
from notarius.errors import ConfigError
from notarius.rundir import clear_sweep
from notarius.rundir.directory import MANIFEST

_LAUNCHER: Final = "hydra/launcher"
_SWEEPER: Final = "hydra/sweeper"
_BY_NUMBER: Final = "${hydra.job.num}"
_UNKNOWN: Final = "did not end"
_MANY: Final = 100  # jobs whose check takes seconds, so that it is said
_log: Final = logging.getLogger(__name__)

_State = tuple[int, int, int] | None
_Traces = tuple[_State, ...]


@attrs.frozen
class Sweep:
    """How a sweep ended.

    Attributes:
        directory: where its summary goes.
        cwd: the working directory.
        launcher: the option of `hydra/launcher`.
        jobs: in order.
        interrupted: whether Ctrl-C ended it.
        problem: what the launcher raised, if it did.
        seconds: wall time, checking all jobs included.
    """

    directory: Path
    cwd: Path
    launcher: str
    jobs: tuple[SweptJob, ...]
    interrupted: bool = False
    problem: str = ""
    seconds: float = 0.0


def run_sweep(hydra: Hydra, loader: SweepLoader, overrides: Sequence[str], task: JobTask) -> Sweep:
    """Check every job, then run them.

    Raises:
        UsageError: for what is wrong with any of them; nothing was written then.
    """
    began = time.monotonic()
    config = hydra.compose_config(
        PRIMARY, [*overrides, "hydra.mode=MULTIRUN"], RunMode.MULTIRUN, with_log_configuration=True
    )
    _require_basic_sweeper(config)
    cwd = Path(str(config.hydra.runtime.cwd))
    directory = cwd / str(config.hydra.sweep.dir)  # resolved before jobs are composed, which copy what it came to
    numbered = nodes.raw(nodes.child(config.hydra.sweep, "subdir")) == _BY_NUMBER
    jobs = combinations(config, loader)
    if len(jobs) >= _MANY:
        _log.info("Checking %d jobs", len(jobs))
    planned = checked(jobs, config, loader, DisplayPaths(loader.locations.campaign, cwd))
    loader.launching = True
    callbacks = Callbacks(config)
    callbacks.on_multirun_start(config=config, config_name=PRIMARY)
    launcher = Plugins.instance().instantiate_launcher(HydraContext(loader, callbacks), task, config)
    directory.mkdir(parents=True, exist_ok=True)
    clear_sweep(directory, numbered=numbered)
    OmegaConf.save(config, directory / "multirun.yaml")
    launched = _Launch(planned)
    launched.run(launcher, jobs, config.hydra.sweeper.max_batch_size or len(jobs))
    callbacks.on_multirun_end(config=config, config_name=PRIMARY)
    return Sweep(
        directory=directory,
        cwd=cwd,
        launcher=str(config.hydra.runtime.choices[_LAUNCHER]),
        jobs=launched.jobs(),
        interrupted=launched.interrupted,
        problem=launched.problem,
        seconds=time.monotonic() - began,
    )


def _require_basic_sweeper(config: DictConfig) -> None:
    chosen = config.hydra.runtime.choices[_SWEEPER]
    if chosen != BASIC:
        raise ConfigError(f"{_SWEEPER}={chosen}: a run has no number to optimise; the only sweeper is {BASIC}")


def _traces(directory: Path | None) -> _Traces:
    """What tells whether a job began and ended: the files that are written first and last."""
    files = () if directory is None else (directory / ".hydra" / "hydra.yaml", directory / MANIFEST)
    return tuple(_state(file) for file in files)


def _state(file: Path) -> _State:
    """What changes when a file is written anew; None if there is none."""
    try:
        seen = file.stat()
    except OSError:
        return None
    return (seen.st_mtime_ns, seen.st_size, seen.st_ino)


class _Launch:
    """Jobs on their way through a launcher, which may raise and forget what it knew.

    Attributes:
        interrupted: whether Ctrl-C ended it.
        problem: what the launcher raised, if it did.
    """

    def __init__(self, planned: Sequence[SweptJob]) -> None:
        self.interrupted = False
        self.problem = ""
        self._planned = planned
        self._before = [_traces(job.directory) for job in planned]
        self._returns: list[Return] = []

    def run(self, launcher: Any, jobs: Sequence[Sequence[str]], batch: int) -> None:
        """Launch the jobs, a batch after the other."""
        try:
            for first in range(0, len(jobs), batch):
                self._returns += launch(launcher, jobs[first : first + batch], first, self._trace)
        except KeyboardInterrupt:
            self.interrupted = True
        except Exception as error:  # noqa: BLE001  (whatever a launcher raises, the jobs that ended have ended)
            self.problem = f"{type(error).__name__}: {error}"

    def jobs(self) -> tuple[SweptJob, ...]:
        """The jobs, with what became of them."""
        lost = Lost(_UNKNOWN)
        returns = [*self._returns, *[lost] * (len(self._planned) - len(self._returns))]
        return tuple(
            self._looked_at(number, done.reason) if isinstance(done, Lost) else _returned(self._planned[number], done)
            for number, done in enumerate(returns)
        )

    def _trace(self, number: int) -> Literal["none", "begun", "ended"]:
        if self._is_new(number, 1):
            return "ended"
        return "begun" if self._is_new(number, 0) else "none"

    def _is_new(self, number: int, which: int) -> bool:
        seen = _traces(self._planned[number].directory)
        return bool(seen) and seen[which] not in (None, self._before[number][which])

    def _looked_at(self, number: int, reason: str) -> SweptJob:
        """A job that nothing was returned for: what its directory says."""
        job = self._planned[number]
        if self._is_new(number, 1):
            return job
        if job.directory is None or self._trace(number) == "begun" or reason != _UNKNOWN:
            return attrs.evolve(job, returned=JobFailure("lost", (reason,)))
        return attrs.evolve(job, returned=JobFailure("not_run", ("was not run",)))


def _returned(job: SweptJob, done: JobReturn) -> SweptJob:
    try:
        returned = done.return_value
    except Exception as error:  # noqa: BLE001  (Hydra's own, for tasks raise nothing)
        returned = JobFailure("crashed", (f"{type(error).__name__}: {error}",))
    output = nodes.child(nodes.child(nodes.child(done.hydra_cfg, "hydra"), "runtime"), "output_dir")
    directory = Path(str(nodes.raw(output))) if output is not None else job.directory
    return attrs.evolve(job, returned=returned, directory=directory)
