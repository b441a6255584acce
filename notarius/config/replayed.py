"""A run's own `.hydra/config.yaml`, to run the same again from anywhere."""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from omegaconf import DictConfig, OmegaConf
from yaml import YAMLError
from yaml.error import MarkedYAMLError

from notarius.config import nodes
from notarius.config.arguments import LIFTED
from notarius.config.bounds import excess
from notarius.config.seals import is_sealed, read_sealed
from notarius.config.trust import is_trusted
from notarius.errors import ConfigError

_LIFTED_SECRET: Final = re.compile(rf"env:{LIFTED}\d+")
_MISSING: Final = "???"


@attrs.frozen
class SavedBy:
    """Whose config is replayed; goes along to other processes.

    Attributes:
        run: the run directory, absolute.
        own: whether this user's notarius saved it and nobody changed it, or the user trusted the run directory.
    """

    run: Path
    own: bool


@attrs.frozen
class Replayed:
    """A config that a run saved.

    Attributes:
        file: where it lies.
        config: its content; paths carry their stamps.
        choices: the options that were chosen then, by group; empty where the run's `hydra.yaml` is missing.
        saved_by: whose it is.
        withheld: keys whose values were secrets on the command line, and so were never saved.
    """

    file: str
    config: DictConfig
    choices: dict[str, Any]
    saved_by: SavedBy
    withheld: tuple[str, ...] = ()

    def require_secrets(self, config: DictConfig) -> None:
        """Check that what was never saved has been given again.

        Args:
            config: composed of this one and the command line.

        Raises:
            ConfigError: naming the keys.
        """
        placed = ((key, nodes.raw(node)) for key, _, _, node in _places(config))
        absent = [key for key, value in placed if key in self.withheld and value == _MISSING]
        if absent:
            raise ConfigError(
                *(f"{key}: a secret that the run was given is never saved; give it again: {key}=..." for key in absent)
            )


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
    contents = {**read_sealed(file.parent), file.name: file.read_bytes()}
    config = _mapping(file, contents)
    withheld = tuple(_withhold(config))
    choices = _choices(file.with_name("hydra.yaml"), contents)
    return Replayed(str(file), config, choices, _saved_by(file.parent.resolve(), contents), withheld)


def _saved_by(folder: Path, contents: Mapping[str, bytes]) -> SavedBy:
    run = folder.parent if folder.name == ".hydra" else folder
    return SavedBy(run, is_trusted(run) or is_sealed(folder, contents))


def _mapping(file: Path, contents: Mapping[str, bytes]) -> DictConfig:
    if problem := excess(file):
        raise ConfigError(f"{file.name}: {problem}")
    try:
        config = OmegaConf.load(io.StringIO(contents[file.name].decode("utf-8")))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file.name}: is not UTF-8") from error
    except YAMLError as error:
        line = (
            f", line {error.problem_mark.line + 1}" if isinstance(error, MarkedYAMLError) and error.problem_mark else ""
        )
        raise ConfigError(f"{file.name}{line}: is not YAML that notarius reads") from error
    if not isinstance(config, DictConfig):
        raise ConfigError(f"{file.name}: must hold a mapping")
    return config


def _choices(file: Path, contents: Mapping[str, bytes]) -> dict[str, Any]:
    if file.name not in contents:
        return {}
    chosen = nodes.child(nodes.child(nodes.child(_mapping(file, contents), "hydra"), "runtime"), "choices")
    return {str(group): nodes.raw(option) for group, option in nodes.items(chosen) if "hydra/" not in str(group)}


def _withhold(config: DictConfig) -> Iterator[str]:
    """Take the names of lifted secrets out: by now they may name another secret, or none."""
    for key, parent, name, node in list(_places(config)):
        value = nodes.raw(node)
        if isinstance(value, str) and _LIFTED_SECRET.fullmatch(value):
            nodes.assign(parent, name, _MISSING)
            yield key


def _places(node: Any, at: str = "") -> Iterator[tuple[str, DictConfig, Any, Any]]:
    """Dotted key, parent, name and raw node of every key in mappings."""
    for name, child in nodes.items(node) if nodes.is_mapping(node) else ():
        key = f"{at}.{name}" if at else str(name)
        yield key, node, name, child
        yield from _places(child, key)
