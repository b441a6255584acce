"""A run's own `.hydra/config.yaml`, to run the same again from anywhere."""

from pathlib import Path
from typing import Any

import attrs
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.bounds import excess
from notarius.errors import ConfigError


@attrs.frozen
class Replayed:
    """A config that a run saved.

    Attributes:
        file: where it lies.
        config: its content; paths carry their stamps.
        choices: the options that were chosen then, by group; empty where the run's `hydra.yaml` is missing.
    """

    file: str
    config: DictConfig
    choices: dict[str, Any]


def read_replayed(folder: str | None, name: str | None, cwd: Path) -> Replayed | None:
    """What `--config-path RUN/.hydra --config-name config` names; None if neither is given.

    Raises:
        ConfigError: if there is no such file, it is too large or too deep, or it holds no mapping.
    """
    if folder is None and name is None:
        return None
    file = cwd / (folder or ".") / f"{(name or 'config').removesuffix('.yaml')}.yaml"
    if not file.is_file():
        raise ConfigError(f"--config-path {folder or '.'}: no file {file.name} there; name a run's .hydra folder")
    if problem := excess(file):
        raise ConfigError(f"{file.name}: {problem}")
    config = OmegaConf.load(file)
    if not isinstance(config, DictConfig):
        raise ConfigError(f"{file.name}: must hold a mapping")
    return Replayed(str(file), config, _choices(file.parent / "hydra.yaml"))


def _choices(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    chosen = nodes.child(nodes.child(nodes.child(OmegaConf.load(file), "hydra"), "runtime"), "choices")
    return {str(group): nodes.raw(option) for group, option in nodes.items(chosen) if "hydra/" not in str(group)}
