"""The folder that results go to: whether this config may name it, and whether it can be one; seen before it is made."""

import os
import stat
from collections.abc import Iterator
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

RUN_DIR: Final = "hydra.run.dir"
SWEEP_DIR: Final = "hydra.sweep.dir"
SWEEP_SUBDIR: Final = "hydra.sweep.subdir"
_FOLDERS: Final = (".hydra", "artifacts", "rejected", "diagnostics")
_LOG: Final = "notarius.log"


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
    _require_trust(config, composition, cwd / text)
    if problem := _obstacle(cwd / text, DisplayPaths(composition.locations.campaign, cwd), whole=key == RUN_DIR):
        raise ConfigError(f"{key}: results cannot be written to {text}: {problem}")


def _require_trust(config: DictConfig, composition: Composition, place: Path) -> None:
    cwd = Path(str(config.hydra.runtime.cwd))
    places = {SWEEP_DIR: place, SWEEP_SUBDIR: job_directory(config, 0)} if composition.in_sweep else {RUN_DIR: place}
    typed = _typed(config)
    outside = [
        f"{key}{_written_in(key, composition)}: a folder outside the campaign folder and the working directory"
        for key, named in places.items()
        if named is not None and not _is_typed(key, typed) and not _may_name(key, named, cwd, composition)
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


def _may_name(key: str, place: Path, cwd: Path, composition: Composition) -> bool:
    """Whether the folder is inside, or those who wrote the key may name any."""
    stranger = composition.saved_by is not None and not composition.saved_by.own
    if not stranger and (composition.trusted or not _by_campaign(key, composition)):
        return True
    roots = [cwd] if composition.locations.campaign is None else [cwd, composition.locations.campaign]
    return any(place.resolve().is_relative_to(root.resolve()) for root in roots)


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
    if not whole or folder != place:
        return ""
    for name in _FOLDERS:
        if (place / name).exists() and not (place / name).is_dir():
            return f"{name} in it is a file, where a folder belongs"
    return f"{_LOG} in it is a folder, where the log belongs" if (place / _LOG).is_dir() else ""


def _there(place: Path) -> Iterator[tuple[Path, Any]]:
    """The folder, or else those above it, that are there, with their modes."""
    for folder in (place, *place.parents):
        try:
            yield folder, folder.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            continue
