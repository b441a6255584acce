"""The jobs of a sweep before they run: every combination of the values, each composed and checked."""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.override_parser.overrides_parser import OverridesParser
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.arguments import shown_override
from notarius.config.loader import Loader
from notarius.config.outputs import check_job_output, job_directory
from notarius.config.problems import COMPOSITION_ERRORS, explained
from notarius.config.tasks import FAILED
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, UsageError

_AWAITING_KEPT: Final = 128  # composed configs of some 0.4 MB
_WRONG_JOBS: Final = 50  # after so many the reasons repeat


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


def combinations(config: DictConfig, loader: Loader) -> list[list[str]]:
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


def checked(
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
            check_job_output(config, loader.composition, number)
        except (UsageError, *COMPOSITION_ERRORS) as error:
            for problem in _problems(error, loader):
                wrong.setdefault(problem, []).append(number)
        else:
            planned.append(SweptJob(shown[number], names[number], job_directory(config, number)))
        if len({number for numbers in wrong.values() for number in numbers}) >= _WRONG_JOBS:
            wrong[f"{len(jobs) - number - 1} more jobs were not looked at"] = []
            break
    if wrong:
        raise UsageError(*(_about(problem, numbers, names) for problem, numbers in wrong.items()))
    _require_own_directories(planned)
    return tuple(planned)


def _problems(error: BaseException, loader: Loader) -> tuple[str, ...]:
    found = error if isinstance(error, UsageError) else explained(error, loader.locations)
    return found.problems


def _about(problem: str, numbers: Sequence[int], names: Sequence[str]) -> str:
    """A problem with the jobs that have it, unless all do."""
    if not numbers or len(numbers) == len(names):
        return problem
    if len(numbers) == 1:
        return f"job {numbers[0]} ({names[numbers[0]]}): {problem}"
    return f"jobs {', '.join(map(str, numbers))}: {problem}"


def _require_own_directories(jobs: Sequence[SweptJob]) -> None:
    owners: dict[Path, int] = {}
    for number, job in enumerate(jobs):
        if job.directory is not None and owners.setdefault(job.directory, number) != number:
            raise ConfigError(
                f"hydra.sweep.subdir: jobs {owners[job.directory]} and {number} would write to one folder, "
                f"{job.directory.name}; it must differ between jobs, as ${{hydra.job.num}} does"
            )
