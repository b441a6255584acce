"""The folder that results go to: whether this config may name it, and whether it can be one; seen before it is made."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from omegaconf import DictConfig, open_dict
from omegaconf.errors import OmegaConfBaseException

from notarius.config import nodes
from notarius.config.loader import Composition
from notarius.config.safety import trust_advice
from notarius.config.structure import short_file
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, UntrustedConfigError
from notarius.rundir import SWEEP, WRITTEN_THROUGH, leading_out

RUN_DIR: Final = "hydra.run.dir"
SWEEP_DIR: Final = "hydra.sweep.dir"
SWEEP_SUBDIR: Final = "hydra.sweep.subdir"
_FOLDERS: Final = (".hydra", "artifacts", "rejected", "diagnostics")
_LOG: Final = "notarius.log"
_OUTSIDE: Final = "outside the campaign folder and the working directory"
_UNKNOWN: Final = "that nobody knows before the job runs"
_OF_A_SWEEP: Final = ("multirun.yaml", SWEEP)


def job_directory(config: DictConfig, number: int) -> Path | None:
    """Where a job of a sweep is going to write; None where that depends on what only the launcher knows."""
    with open_dict(config.hydra.job):
        config.hydra.job.num = number  # every launcher says the same once more
    try:
        below = Path(str(config.hydra.sweep.dir)) / str(config.hydra.sweep.subdir)
    except OmegaConfBaseException:
        return None
    return Path(str(config.hydra.runtime.cwd)) / below


def check_output(config: DictConfig, composition: Composition) -> None:
    """Check the folder that a run, or a sweep, is going to write to.

    Args:
        config: as composed, with Hydra's own node.
        composition: how it came to be.

    Raises:
        UntrustedConfigError: if YAML of a campaign that was not trusted, or of somebody else's run, places it outside
            the campaign folder and the working directory.
        ConfigError: if it cannot be made or written to; names what is in the way.
    """
    cwd = Path(str(config.hydra.runtime.cwd))
    key = SWEEP_DIR if composition.in_sweep else RUN_DIR
    try:
        text = str(config.hydra.sweep.dir if composition.in_sweep else config.hydra.run.dir)
    except OmegaConfBaseException:
        return  # it takes what only a running job has, and with that a trusted campaign or the command line
    if not text.strip():
        raise ConfigError(f"{key} is empty; the name of a folder was expected")
    _require_trust(composition, cwd, _typed(config), {key: cwd / text})
    if problem := _obstacle(cwd / text, DisplayPaths(composition.locations.campaign, cwd), whole=key == RUN_DIR):
        raise ConfigError(f"{key}: results cannot be written to {text}: {problem}")


def check_job_output(config: DictConfig, composition: Composition, number: int) -> None:
    """Check the folder of one job of a sweep, as `check_output` does that of the sweep.

    Args:
        config: of the job, with Hydra's own node.
        composition: how it came to be.
        number: the job's, from 0.

    Raises:
        UntrustedConfigError: as `check_output`; also if where it is depends on what only the launcher knows.
        ConfigError: if links in it lead out of it.
    """
    cwd = Path(str(config.hydra.runtime.cwd))
    place = job_directory(config, number)
    _require_trust(composition, cwd, _typed(config), {SWEEP_SUBDIR: place})
    if place is not None and (problem := _link(place, WRITTEN_THROUGH)):
        raise ConfigError(f"{SWEEP_SUBDIR}: results cannot be written to {place.name}: {problem}")


def _require_trust(composition: Composition, cwd: Path, typed: frozenset[str], places: dict[str, Path | None]) -> None:
    outside = [
        f"{key}{_written_in(key, composition)}: a folder {_OUTSIDE if named is not None else _UNKNOWN}"
        for key, named in places.items()
        if not _is_typed(key, typed) and not _may_name(key, named, cwd, composition)
    ]
    if not outside:
        return
    saved, campaign = composition.saved_by, composition.locations.campaign
    folder, what = (campaign, "campaign") if saved is None else (saved.run, "run")
    raise UntrustedConfigError(*outside, *([trust_advice(folder, what)] if folder is not None else []))


def _typed(config: DictConfig) -> frozenset[str]:
    return frozenset(text.lstrip("+").partition("=")[0] for text in nodes.texts(config.hydra.overrides.hydra))


def _is_typed(key: str, typed: frozenset[str]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in typed)


def _may_name(key: str, place: Path | None, cwd: Path, composition: Composition) -> bool:
    """Whether the folder is inside, or those who wrote the key may name any."""
    stranger = composition.saved_by is not None and not composition.saved_by.own
    if not stranger and (composition.trusted or not _by_campaign(key, composition)):
        return True
    roots = [cwd] if composition.locations.campaign is None else [cwd, composition.locations.campaign]
    return place is not None and any(place.resolve().is_relative_to(root.resolve()) for root in roots)


def _by_campaign(key: str, composition: Composition) -> bool:
    writer, conf = composition.writers.get(key), composition.locations.campaign_conf
    return writer is not None and conf is not None and Path(writer).is_relative_to(conf)


def _written_in(key: str, composition: Composition) -> str:
    writer = composition.writers.get(key)
    return "" if writer is None else f" (in {short_file(writer)})"


def _obstacle(place: Path, display: DisplayPaths, *, whole: bool) -> str:
    """What keeps a folder from being made or written to, or an empty text.

    Args:
        place: the folder.
        display: how paths are shown.
        whole: whether the run's own files lie in the folder itself.
    """
    try:
        folder, mode = next(_there(place))
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)
    if not stat.S_ISDIR(mode):
        return f"{display(folder)} is no folder"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"no permission to write to {display(folder)}"
    if folder != place:
        return ""
    if problem := _link(place, WRITTEN_THROUGH if whole else _OF_A_SWEEP):
        return problem
    for name in _FOLDERS if whole else ():
        if (place / name).exists() and not (place / name).is_dir():
            return f"{name} in it is a file, where a folder belongs"
    return f"{_LOG} in it is a folder, where the log belongs" if whole and (place / _LOG).is_dir() else ""


def _link(place: Path, names: Iterable[str]) -> str:
    try:
        out = leading_out(place, names)
    except OSError as error:
        return error.strerror or str(error)
    return f"{', '.join(out)} in it: a link that leads out of the folder" if out else ""


def _there(place: Path) -> Iterator[tuple[Path, Any]]:
    """The folder, or else those above it, that are there, with their modes."""
    for folder in (place, *place.parents):
        try:
            yield folder, folder.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
