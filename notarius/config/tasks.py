"""What Hydra calls: a composed config becomes a job, is checked, and is run; whatever is raised becomes a result.

Everything here that travels to another process is picklable, and nothing of it holds a secret.
"""

import logging
import os
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import attrs
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.arguments import shown_override
from notarius.config.effective import effective_yaml
from notarius.config.loader import Composition
from notarius.config.location import Locations
from notarius.config.outputs import check_output
from notarius.config.reach import check_reach
from notarius.config.replayed import SavedBy
from notarius.config.seals import seal
from notarius.config.settings import Job
from notarius.config.structure import plain_config, to_settings
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, NotariusError, UsageError

Task = Callable[[Job, Path], Any]
Check = Callable[[Job], Any]
FAILED: Final = "notarius_failed"
BASIC: Final = "basic"
_LAUNCHER: Final = "hydra/launcher"
_FRAMES: Final = 3
_CHECKED_KEPT: Final = 256
_log: Final = logging.getLogger("notarius")

# Jobs that passed the preflight in this process, until they run: structuring them again would cost as much again.
_checked: dict[tuple[str, ...], Job] = {}


@attrs.frozen
class JobFailure:
    """Why a job has nothing to return.

    Attributes:
        kind: `usage`, something it was given is wrong; `failed`, such as results that cannot be written; `crashed`,
            a fault in some code; `lost`, it began, and nobody knows what became of it; `not_run`.
        problems: what to say, one text for each thing that is wrong.
    """

    kind: Literal["usage", "failed", "crashed", "lost", "not_run"]
    problems: tuple[str, ...]


def forget_checked() -> None:
    """Begin anew: what was checked before belongs to another command line."""
    _checked.clear()


def _key(hydra: Any) -> tuple[str, ...]:
    return (str(hydra.runtime.cwd), *nodes.texts(hydra.overrides.hydra), "", *nodes.texts(hydra.overrides.task))


@attrs.frozen
class Preflight:
    """Structures a composed config and hands it to the check."""

    check: Check

    def __call__(self, config: DictConfig, composition: Composition) -> None:
        """Check one job.

        Raises:
            UsageError: for what is wrong with it.
        """
        job = to_job(config, composition)
        check_output(config, composition)
        self.check(job)
        if len(_checked) < _CHECKED_KEPT:
            _checked[_key(config.hydra)] = job


@attrs.frozen
class JobTask:
    """What Hydra calls in a job. Raises KeyboardInterrupt only: each launcher does something else with an error."""

    task: Task
    locations: Locations
    trusted: bool = False
    saved_by: SavedBy | None = None

    def __call__(self, config: DictConfig) -> Any:
        """What the task returned, or a `JobFailure`, which then stands in the job's log."""
        hydra = HydraConfig.get()
        try:
            job = self._job(config, hydra)
            _seal(hydra)
            return self.task(job, Path(hydra.runtime.output_dir))
        except (Exception, SystemExit) as error:  # noqa: BLE001  (one job's fault must leave the others alone)
            return _noted(error)

    def _job(self, config: DictConfig, hydra: Any) -> Job:
        if problems := nodes.child(config, FAILED):
            raise ConfigError(*problems)
        checked = _checked.pop(_key(hydra), None)
        if checked is not None:
            return checked
        composition = Composition(self.locations, trusted=self.trusted, saved_by=self.saved_by)
        composition.choices = OmegaConf.to_container(hydra.runtime.choices)  # type: ignore[assignment]
        composition.overrides = nodes.texts(hydra.overrides.task)
        composition.in_sweep = hydra.mode == RunMode.MULTIRUN
        return to_job(config, composition, cwd=Path(hydra.runtime.cwd))


def _seal(hydra: Any) -> None:
    """Seal what Hydra saved of a job whose config passed the rules of trust."""
    if hydra.output_subdir is None:
        return
    try:
        seal(Path(hydra.runtime.output_dir) / str(hydra.output_subdir))
    except (OSError, RuntimeError) as error:  # no home folder, or none that may be written to
        _log.info("this run's config is not sealed, so running it again may want notarius trust: %s", error)


def _noted(error: BaseException) -> JobFailure:
    if isinstance(error, UsageError):
        failure = JobFailure("usage", error.problems)
    elif isinstance(error, NotariusError):
        failure = JobFailure("failed", (str(error),))
    else:
        failure = JobFailure("crashed", (_described(error),))
        _log.error("%s", "\n".join(_trace(error)))
        if os.environ.get("HYDRA_FULL_ERROR") == "1":
            traceback.print_exception(error)
    for problem in failure.problems:
        _log.error("%s", problem)
    return failure


def _described(error: BaseException) -> str:
    frames = [_place(frame) for frame in traceback.extract_tb(error.__traceback__)]
    return f"unexpected {type(error).__name__}: {error} ({' > '.join(frames[-_FRAMES:])})"


def _trace(error: BaseException) -> Iterator[str]:
    """A traceback, causes first, with file names instead of this machine's paths."""
    before = error.__cause__ or error.__context__
    if before is not None:
        yield from _trace(before)
        yield "which led to"
    yield f"{type(error).__name__}: {error}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {_place(frame)} in {frame.name}: {frame.line}"


def _place(frame: traceback.FrameSummary) -> str:
    return f"{Path(frame.filename).name}:{frame.lineno}"


def to_job(config: DictConfig, composition: Composition, cwd: Path | None = None) -> Job:
    """A composed config as a job.

    Raises:
        ConfigError: for what is wrong with it, a missing pipeline included.
    """
    pipeline = composition.choices.get("pipeline")
    if pipeline is None:
        raise ConfigError(_no_pipeline(composition.locations))
    plain = plain_config(config)
    check_reach(plain, composition)
    settings = to_settings(plain, composition)
    folder = cwd or Path(str(config.hydra.runtime.cwd))
    display = DisplayPaths(composition.locations.campaign, folder)
    return Job(
        settings=settings,
        pipeline=str(pipeline),
        choices={
            str(group): str(option) for group, option in composition.choices.items() if "hydra/" not in str(group)
        },
        campaign=composition.locations.campaign,
        cwd=folder,
        overrides=tuple(shown_override(override, display) for override in composition.overrides),
        in_sweep=composition.in_sweep,
        among_others=composition.in_sweep and composition.choices.get(_LAUNCHER, BASIC) != BASIC,
        effective=effective_yaml(plain, display),
    )


def _no_pipeline(locations: Locations) -> str:
    names = ", ".join(locations.options("pipeline")) or "none"
    return f"no pipeline was chosen; say pipeline=NAME. There are: {names}"
