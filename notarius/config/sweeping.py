"""A sweep: its jobs, all of them checked before anything is written, then handed to a launcher.

Takes the place of Hydra's basic sweeper, which makes folders before it checks, raises the first job's error and loses
what the others returned.
"""

import copy
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from hydra._internal.callbacks import Callbacks
from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra._internal.hydra import Hydra
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn
from hydra.types import HydraContext, RunMode
from omegaconf import DictConfig, OmegaConf, open_dict

from notarius.config import nodes
from notarius.config.arguments import shown_override
from notarius.config.loader import Loader
from notarius.config.location import PRIMARY
from notarius.config.problems import COMPOSITION_ERRORS, config_error
from notarius.config.tasks import BASIC, FAILED, JobFailure, JobTask
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, UsageError
from notarius.rundir.directory import MANIFEST

_LAUNCHER: Final = "hydra/launcher"
_SWEEPER: Final = "hydra/sweeper"
_AWAITING_KEPT: Final = 128  # composed configs of some 0.4 MB
_WRONG_JOBS: Final = 50  # after so many the reasons repeat

_State = tuple[int, int, int] | None


class SweepLoader(Loader):
    """Composes the jobs of a sweep; what was composed for checking a job is what the job is launched with.

    Attributes:
        launching: whether all jobs were checked. From then on a job that cannot be composed or does not pass the
            preflight any more is that job's failure and nobody else's: its task says so.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.launching = False
        self._awaiting: dict[tuple[str, ...], DictConfig] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What goes along to another process, which composes for itself."""
        return {**super().__getstate__(), "_awaiting": {}}

    def load_sweep_config(self, master_config: DictConfig, sweep_overrides: list[str]) -> DictConfig:
        """The config of one job.

        Raises:
            UsageError: for what is wrong with it, unless jobs are being launched already.
        """
        key = tuple(sweep_overrides)
        if self.launching:
            return self._awaiting.pop(key, None) or self._load_for_launch(master_config, sweep_overrides)
        config = super().load_sweep_config(master_config, sweep_overrides)
        if len(self._awaiting) < _AWAITING_KEPT:
            self._awaiting[key] = config
        return config

    def _load_for_launch(self, master_config: DictConfig, sweep_overrides: list[str]) -> DictConfig:
        try:
            return super().load_sweep_config(master_config, sweep_overrides)
        except (UsageError, *COMPOSITION_ERRORS) as error:
            problems = _problems(error, self)
        config = copy.deepcopy(master_config)
        nodes.assign(config.hydra.overrides, "task", list(sweep_overrides))
        nodes.assign(config, FAILED, list(problems))
        OmegaConf.copy_cache(from_config=master_config, to_config=config)
        return config

    def _check(self, config: DictConfig) -> None:
        try:
            super()._check(config)
        except UsageError:
            if not self.launching:
                raise


@attrs.frozen
class SweptJob:
    """One job of a sweep.

    Attributes:
        overrides: all of its overrides, as people read them.
        title: those in which it differs from the others.
        directory: its run directory; None where only its launcher knows it.
        returned: what its task returned, or a `JobFailure`; None if what came of it stands in its directory alone.
    """

    overrides: tuple[str, ...]
    title: str
    directory: Path | None
    returned: Any = None


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
    jobs = _combinations(config, loader)
    planned = _checked(jobs, config, loader, DisplayPaths(loader.locations.campaign, cwd))
    loader.launching = True
    callbacks = Callbacks(config)
    callbacks.on_multirun_start(config=config, config_name=PRIMARY)
    launcher = Plugins.instance().instantiate_launcher(HydraContext(loader, callbacks), task, config)
    directory.mkdir(parents=True, exist_ok=True)
    OmegaConf.save(config, directory / "multirun.yaml")
    launched = _Launch(planned, {job.directory: _state(job.directory) for job in planned})
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


def _combinations(config: DictConfig, loader: Loader) -> list[list[str]]:
    """The overrides of each job: every combination of the values that are swept over."""
    parameters = [f"{key}={value}" for key, value in (config.hydra.sweeper.params or {}).items()]
    parser = OverridesParser.create(config_loader=loader)
    overrides = parser.parse_overrides([*parameters, *nodes.texts(config.hydra.overrides.task)])
    (jobs,) = BasicSweeper.split_arguments(overrides, None)
    return [list(job) for job in jobs]


def titles(overrides: Sequence[Sequence[str]]) -> list[str]:
    """What tells jobs apart: of each job's overrides those that not all jobs have."""
    common = set.intersection(*map(set, overrides)) if overrides else set()
    return [" ".join(text for text in job if text not in common) or "the same" for job in overrides]


def _checked(
    jobs: Sequence[list[str]], master: DictConfig, loader: SweepLoader, display: DisplayPaths
) -> tuple[SweptJob, ...]:
    """The jobs as planned, each composed and past its preflight.

    Raises:
        UsageError: that says everything that is wrong, and with which jobs.
    """
    shown = [tuple(shown_override(override, display) for override in job) for job in jobs]
    names = titles(shown)
    wrong: dict[str, list[int]] = {}
    planned: list[SweptJob] = []
    for number, job in enumerate(jobs):
        try:
            config = loader.load_sweep_config(master, job)
        except (UsageError, *COMPOSITION_ERRORS) as error:
            for problem in _problems(error, loader):
                wrong.setdefault(problem, []).append(number)
        else:
            planned.append(SweptJob(shown[number], names[number], _directory(config, number)))
        if len({number for numbers in wrong.values() for number in numbers}) >= _WRONG_JOBS:
            wrong[f"{len(jobs) - number - 1} more jobs were not looked at"] = []
            break
    if wrong:
        raise UsageError(*(_about(problem, numbers, names) for problem, numbers in wrong.items()))
    _require_own_directories(planned)
    return tuple(planned)


def _problems(error: BaseException, loader: Loader) -> tuple[str, ...]:
    found = error if isinstance(error, UsageError) else config_error(error, loader.locations)
    return found.problems


def _about(problem: str, numbers: Sequence[int], names: Sequence[str]) -> str:
    """A problem with the jobs that have it, unless all do."""
    if not numbers or len(numbers) == len(names):
        return problem
    if len(numbers) == 1:
        return f"job {numbers[0]} ({names[numbers[0]]}): {problem}"
    return f"jobs {', '.join(map(str, numbers))}: {problem}"


def _directory(config: DictConfig, number: int) -> Path | None:
    """Where the job is going to write; None where that depends on what only the launcher knows."""
    with open_dict(config.hydra.job):
        config.hydra.job.num = number  # every launcher says the same once more
    try:
        below = Path(str(config.hydra.sweep.dir)) / str(config.hydra.sweep.subdir)
    except COMPOSITION_ERRORS:
        return None
    return Path(str(config.hydra.runtime.cwd)) / below


def _require_own_directories(jobs: Sequence[SweptJob]) -> None:
    owners: dict[Path, int] = {}
    for number, job in enumerate(jobs):
        if job.directory is not None and owners.setdefault(job.directory, number) != number:
            raise ConfigError(
                f"hydra.sweep.subdir: jobs {owners[job.directory]} and {number} would write to one folder, "
                f"{job.directory.name}; it must differ between jobs, as ${{hydra.job.num}} does"
            )


def _state(directory: Path | None) -> _State:
    """What tells whether a manifest was written anew; None if there is none."""
    try:
        seen = (directory / MANIFEST).stat() if directory is not None else None
    except OSError:
        return None
    return None if seen is None else (seen.st_mtime_ns, seen.st_size, seen.st_ino)


class _Launch:
    """Jobs on their way through a launcher, which may raise and forget what it knew.

    Attributes:
        interrupted: whether Ctrl-C ended it.
        problem: what the launcher raised, if it did.
    """

    def __init__(self, planned: Sequence[SweptJob], before: Mapping[Path | None, _State]) -> None:
        self.interrupted = False
        self.problem = ""
        self._planned = planned
        self._before = before
        self._returns: list[JobReturn] = []

    def run(self, launcher: Any, jobs: Sequence[Sequence[str]], batch: int) -> None:
        """Launch the jobs, a batch after the other."""
        try:
            for first in range(0, len(jobs), batch):
                self._returns += launcher.launch(jobs[first : first + batch], initial_job_idx=first)
        except KeyboardInterrupt:
            self.interrupted = True
        except Exception as error:  # noqa: BLE001  (whatever a launcher raises, the jobs that ended have ended)
            self.problem = f"{type(error).__name__}: {error}"

    def jobs(self) -> tuple[SweptJob, ...]:
        """The jobs, with what became of them."""
        known = [_returned(job, done) for job, done in zip(self._planned, self._returns, strict=False)]
        return (*known, *(self._unknown(job) for job in self._planned[len(known) :]))

    def _unknown(self, job: SweptJob) -> SweptJob:
        if job.directory is not None and _state(job.directory) not in (None, self._before[job.directory]):
            return job  # its manifest says what became of it
        if job.directory is None or job.directory.is_dir():
            return attrs.evolve(job, returned=JobFailure("lost", ("did not end",)))
        return attrs.evolve(job, returned=JobFailure("not_run", ("was not run",)))


def _returned(job: SweptJob, done: JobReturn) -> SweptJob:
    try:
        returned = done.return_value
    except Exception as error:  # noqa: BLE001  (Hydra's own, for tasks raise nothing)
        returned = JobFailure("crashed", (f"{type(error).__name__}: {error}",))
    output = nodes.child(nodes.child(nodes.child(done.hydra_cfg, "hydra"), "runtime"), "output_dir")
    directory = Path(str(nodes.raw(output))) if output is not None else job.directory
    return attrs.evolve(job, returned=returned, directory=directory)
