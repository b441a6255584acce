"""Runs Hydra for us: composes, sweeps, shows. The one place that starts it.

It drives `Hydra` directly instead of through `hydra.main`: one composition fewer, the jobs' return values in hand, and
no patching of Hydra's own loader.
"""

import contextlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hydra import version
from hydra._internal.hydra import Hydra
from hydra._internal.utils import get_args_parser
from hydra.core.global_hydra import GlobalHydra
from hydra.core.utils import setup_globals
from hydra.types import RunMode
from omegaconf import DictConfig

from notarius.config.flags import parsed_flags
from notarius.config.loader import Composition, Loader
from notarius.config.location import PRIMARY, Locations, find_locations
from notarius.config.outputs import check_output
from notarius.config.planning import SweepLoader, SweptJob
from notarius.config.problems import COMPOSITION_ERRORS, explained
from notarius.config.replayed import read_replayed
from notarius.config.settings import Job
from notarius.config.stamps import register_resolvers
from notarius.config.sweeping import Sweep, run_sweep
from notarius.config.tasks import Check, JobFailure, JobTask, Preflight, Task, forget_checked, to_job
from notarius.errors import UsageError

__all__ = ["Check", "JobFailure", "Sweep", "SweptJob", "Task", "compose", "launch", "options"]


def launch(arguments: Sequence[str], *, check: Check, task: Task) -> Any:
    """Run the task once, or once a job of a sweep.

    Returns:
        A `Sweep` with --multirun; else what the task returned, or a `JobFailure` if it raised; None where the
        command line only shows something.

    Args:
        arguments: overrides and Hydra's own flags, already prepared (`notarius.config.arguments`).
        check: called with every job before any output directory is made; raises UsageError.
        task: called with the job and its run directory.

    Raises:
        UsageError: for everything that ends in exit 2.
    """
    version.setbase("1.3")
    register_resolvers()
    forget_checked()
    parsed = parsed_flags(arguments)
    locations = find_locations(Path.cwd(), parsed.config_dir)
    shows = parsed.cfg or parsed.info or parsed.hydra_help or parsed.shell_completion
    replayed = read_replayed(parsed.config_path, parsed.config_name, Path.cwd())
    loader = SweepLoader(locations, None if shows else Preflight(check), replayed)
    hydra = Hydra(task_name=PRIMARY, config_loader=loader)
    GlobalHydra.instance().clear()
    GlobalHydra.instance().initialize(hydra)
    handlers = list(logging.getLogger().handlers)
    try:
        if shows:
            return _show(hydra, parsed)
        if parsed.multirun:
            return run_sweep(hydra, loader, parsed.overrides, JobTask(task, locations, loader.trusted, loader.saved_by))
        return hydra.run(
            PRIMARY, JobTask(task, locations, loader.trusted, loader.saved_by), list(parsed.overrides)
        ).return_value
    except UsageError:
        raise
    except COMPOSITION_ERRORS as error:
        raise explained(error, locations) from error
    finally:
        GlobalHydra.instance().clear()
        _close_logs(handlers)


def _close_logs(before: Sequence[logging.Handler]) -> None:
    """Take Hydra's handlers away again, so that no log file stays open behind a program that goes on."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        with contextlib.suppress(OSError):  # a full disk; whatever mattered was said elsewhere
            handler.close()


def _show(hydra: Hydra, parsed: Any) -> None:
    name, overrides = PRIMARY, list(parsed.overrides)
    if parsed.cfg:
        hydra.show_cfg(name, overrides, cfg_type=parsed.cfg, package=parsed.package, resolve=parsed.resolve)
    elif parsed.info:
        hydra.show_info(parsed.info, config_name=name, overrides=overrides)
    elif parsed.hydra_help:
        hydra.hydra_help(config_name=name, args_parser=get_args_parser(), args=parsed)
    else:
        hydra.shell_completion(config_name=name, overrides=overrides)


def compose(arguments: Sequence[str], *, writes: bool = False) -> Job:
    """The job that a run with these arguments would be, without running anything or making a folder.

    Args:
        arguments: as `launch` takes them; a sweep is none.
        writes: whether the folder for results is checked, as it is before a run.

    Raises:
        UsageError: as `launch`.
    """
    version.setbase("1.3")
    setup_globals()  # Hydra's resolvers, such as `now`
    parsed = parsed_flags(arguments)
    locations = find_locations(Path.cwd(), parsed.config_dir)
    replayed = read_replayed(parsed.config_path, parsed.config_name, Path.cwd())
    found: list[Job] = []

    def keep(config: DictConfig, composition: Composition) -> None:
        found.append(to_job(config, composition))
        if writes:
            check_output(config, composition)

    loader = Loader(locations, keep, replayed)
    try:
        loader.load_configuration(PRIMARY, list(parsed.overrides), RunMode.RUN)
    except COMPOSITION_ERRORS as error:
        raise explained(error, locations) from error
    return found[0]


def options(locations: Locations) -> Mapping[str, tuple[str, ...]]:
    """The options of every group, for help."""
    from notarius.config.location import GROUPS

    return {group: locations.options(group) for group in GROUPS}
