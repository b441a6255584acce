"""Every key that settings have, present in a composed config, so that the command line may set it."""

from collections.abc import Mapping
from typing import Any, Final

from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.keys import default_keys

_OPEN_IN_LANES: Final = ("references", "model", "chunking")


def complete(config: DictConfig) -> None:
    """Fill in every key that settings have and config leaves out, so that the command line may set it.

    What stays open to new keys: bindings of slots, and the partial `model` and `chunking` of a lane.
    """
    _fill(config, default_keys())
    for _, lane in nodes.items(nodes.child(config, "lanes")):
        if nodes.is_mapping(lane):
            _fill(lane, {name: {} for name in _OPEN_IN_LANES})
            for name in _OPEN_IN_LANES:
                _open(nodes.child(lane, name))
    _open(nodes.child(config, "references"))
    for name in ("extra_body", "headers"):
        _open(nodes.child(nodes.child(config, "model"), name))


def _fill(node: DictConfig, defaults: Mapping[str, Any]) -> None:
    for name, value in defaults.items():
        child = nodes.child(node, name)
        if child is None or (isinstance(value, Mapping) and OmegaConf.is_missing(node, name)):
            nodes.assign(node, name, value)
        elif isinstance(value, Mapping) and nodes.is_mapping(child):
            _fill(child, value)


def _open(node: Any) -> None:
    if nodes.is_mapping(node):
        OmegaConf.set_struct(node, value=False)
