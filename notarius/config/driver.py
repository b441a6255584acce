"""Runs Hydra for us: composes, sweeps, shows. The one place that starts it.

It drives `Hydra` directly instead of through `hydra.main`: one composition fewer, the jobs' return values in hand, and
no patching of Hydra's own loader.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from hydra import version
from hydra._internal.hydra import Hydra
from hydra._internal.utils import get_args_parser
from hydra.core.global_hydra import GlobalHydra
from hydra.core.hydra_config import HydraConfig
from hydra.core.utils import JobReturn
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.effective import effective_yaml
from notarius.config.loader import Composition, Loader
from notarius.config.location import PRIMARY, Locations, find_locations
from notarius.config.problems import COMPOSITION_ERRORS, config_error
from notarius.config.replayed import read_replayed
from notarius.config.settings import Job
from notarius.config.stamps import register_resolvers
from notarius.config.structure import plain_config, to_settings
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, UsageError

Task = Callable[[Job, Path], Any]
Check = Callable[[Job], Any]


# Jobs that passed the preflight in this process, until they run: structuring them again would cost as much again.
_checked: dict[tuple[str, ...], Job] = {}


def _key(hydra: Any) -> tuple[str, ...]:
    return (str(hydra.runtime.cwd), *hydra.overrides.hydra, "", *hydra.overrides.task)


@attrs.frozen
class _Preflight:
    """Structures a composed config and hands it to the check. Picklable, for launchers in other processes."""

    check: Check

    def __call__(self, config: DictConfig, composition: Composition) -> None:
        job = to_job(config, composition)
        self.check(job)
        _checked[_key(config.hydra)] = job


@attrs.frozen
class _Task:
    """What Hydra calls in a job."""

    task: Task
    locations: Locations

    def __call__(self, config: DictConfig) -> Any:
        hydra = HydraConfig.get()
        checked = _checked.pop(_key(hydra), None)
        if checked is not None:
            return self.task(checked, Path(hydra.runtime.output_dir))
        composition = Composition(self.locations)
        composition.choices = OmegaConf.to_container(hydra.runtime.choices)  # type: ignore[assignment]
        composition.overrides = tuple(hydra.overrides.task)
        composition.in_sweep = hydra.mode == RunMode.MULTIRUN
        job = to_job(config, composition, cwd=Path(hydra.runtime.cwd))
        return self.task(job, Path(hydra.runtime.output_dir))


def to_job(config: DictConfig, composition: Composition, cwd: Path | None = None) -> Job:
    """A composed config as a job.

    Raises:
        ConfigError: for what is wrong with it, a missing pipeline included.
    """
    pipeline = composition.choices.get("pipeline")
    if pipeline is None:
        raise ConfigError(_no_pipeline(composition.locations))
    plain = plain_config(config)
    settings = to_settings(plain, composition)
    folder = cwd or Path(str(config.hydra.runtime.cwd))
    return Job(
        settings=settings,
        pipeline=str(pipeline),
        choices={
            str(group): str(option) for group, option in composition.choices.items() if "hydra/" not in str(group)
        },
        campaign=composition.locations.campaign,
        cwd=folder,
        overrides=tuple(composition.overrides),
        in_sweep=composition.in_sweep,
        effective=effective_yaml(plain, DisplayPaths(composition.locations.campaign, folder)),
    )


def _no_pipeline(locations: Locations) -> str:
    names = ", ".join(locations.options("pipeline")) or "none"
    return f"no pipeline was chosen; say pipeline=NAME. There are: {names}"


@attrs.frozen
class JobOutcome:
    """What came of a job.

    Attributes:
        returned: what the task returned; the exception where it raised.
        overrides: the job's own.
        directory: its run directory.
    """

    returned: Any
    overrides: tuple[str, ...] = ()
    directory: Path | None = None


@attrs.frozen
class Outcome:
    """What came of a command line.

    Attributes:
        jobs: in order.
        directory: the sweep's directory; None for a single run.
        cwd: the working directory.
    """

    jobs: tuple[JobOutcome, ...] = ()
    directory: Path | None = None
    cwd: Path = attrs.field(factory=Path.cwd)


def launch(arguments: Sequence[str], *, check: Check, task: Task) -> Outcome:
    """Run the task once, or once a job of a sweep.

    Args:
        arguments: overrides and Hydra's own flags, already prepared (`notarius.config.arguments`).
        check: called with every job before any output directory is made; raises UsageError.
        task: called with the job and its run directory.

    Raises:
        UsageError: for everything that ends in exit 2.
    """
    version.setbase("1.3")
    register_resolvers()
    _checked.clear()
    parsed = get_args_parser().parse_intermixed_args(list(arguments))
    locations = find_locations(Path.cwd(), parsed.config_dir)
    shows = parsed.cfg or parsed.info or parsed.hydra_help or parsed.shell_completion
    replayed = read_replayed(parsed.config_path, parsed.config_name, Path.cwd())
    loader = Loader(locations, None if shows else _Preflight(check), replayed)
    hydra = Hydra(task_name=PRIMARY, config_loader=loader)
    GlobalHydra.instance().clear()
    GlobalHydra.instance().initialize(hydra)
    handlers = list(logging.getLogger().handlers)
    try:
        return _show(hydra, parsed) if shows else _run(hydra, parsed, _Task(task, locations))
    except UsageError:
        raise
    except COMPOSITION_ERRORS as error:
        if os.environ.get("HYDRA_FULL_ERROR") == "1":
            raise
        raise config_error(error, locations) from error
    finally:
        GlobalHydra.instance().clear()
        _close_logs(handlers)


def _close_logs(before: Sequence[logging.Handler]) -> None:
    """Take Hydra's handlers away again, so that no log file stays open behind a program that goes on."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()


def _run(hydra: Hydra, parsed: Any, task: _Task) -> Outcome:
    name, overrides = PRIMARY, list(parsed.overrides)
    if parsed.multirun:
        batches = hydra.multirun(name, task, [*overrides, "hydra.mode=MULTIRUN"])
        jobs = tuple(_job(job) for batch in batches or [] for job in (batch if isinstance(batch, list) else [batch]))
        first = next((job.directory for job in jobs if job.directory is not None), None)
        return Outcome(jobs, directory=first.parent if first is not None else Path())
    return Outcome((_job(hydra.run(name, task, overrides)),))


def _job(job: JobReturn) -> JobOutcome:
    try:
        returned = job.return_value
    except Exception as error:  # noqa: BLE001  (a job's failure is a result here; the caller lists all of them)
        returned = error
    output = nodes.child(nodes.child(nodes.child(job.hydra_cfg, "hydra"), "runtime"), "output_dir")
    directory = Path(str(nodes.raw(output))) if output is not None else None
    return JobOutcome(returned, tuple(str(text) for text in job.overrides or ()), directory)


def _show(hydra: Hydra, parsed: Any) -> Outcome:
    name, overrides = PRIMARY, list(parsed.overrides)
    if parsed.cfg:
        hydra.show_cfg(name, overrides, cfg_type=parsed.cfg, package=parsed.package, resolve=parsed.resolve)
    elif parsed.info:
        hydra.show_info(parsed.info, config_name=name, overrides=overrides)
    elif parsed.hydra_help:
        hydra.hydra_help(config_name=name, args_parser=get_args_parser(), args=parsed)
    else:
        hydra.shell_completion(config_name=name, overrides=overrides)
    return Outcome()


def compose(arguments: Sequence[str]) -> Job:
    """The job that a run with these arguments would be, without running anything or making a folder.

    Args:
        arguments: as `launch` takes them; a sweep is none.

    Raises:
        UsageError: as `launch`.
    """
    version.setbase("1.3")
    parsed = get_args_parser().parse_intermixed_args(list(arguments))
    locations = find_locations(Path.cwd(), parsed.config_dir)
    replayed = read_replayed(parsed.config_path, parsed.config_name, Path.cwd())
    found: list[Job] = []
    loader = Loader(locations, lambda config, composition: found.append(to_job(config, composition)), replayed)
    try:
        loader.load_configuration(PRIMARY, list(parsed.overrides), RunMode.RUN)
    except COMPOSITION_ERRORS as error:
        raise config_error(error, locations) from error
    return found[0]


def options(locations: Locations) -> Mapping[str, tuple[str, ...]]:
    """The options of every group, for help."""
    from notarius.config.location import GROUPS

    return {group: locations.options(group) for group in GROUPS}
