"""Reading and writing OmegaConf nodes without resolving them.

OmegaConf has public ways to the resolved value of a node and private ones to the raw one; this module is the only
one that uses those.
"""

# ruff: noqa: SLF001

from collections.abc import Iterator
from typing import Any, TypeGuard

from omegaconf import DictConfig, ListConfig, ValueNode, flag_override


def is_mapping(node: object) -> TypeGuard[DictConfig]:
    """Whether a node is a mapping with content: neither null, missing nor an interpolation."""
    return isinstance(node, DictConfig) and not (node._is_none() or node._is_missing() or node._is_interpolation())


def is_sequence(node: object) -> TypeGuard[ListConfig]:
    """Whether a node is a list with content: neither null, missing nor an interpolation."""
    return isinstance(node, ListConfig) and not (node._is_none() or node._is_missing() or node._is_interpolation())


def items(node: object) -> Iterator[tuple[Any, Any]]:
    """Keys and raw children of a mapping, indices and raw children of a list, nothing of anything else."""
    if is_mapping(node):
        for name in list(node.keys()):
            yield name, node._get_node(name)
    elif is_sequence(node):
        for index in range(len(node)):
            yield index, node._get_node(index)


def child(node: object, name: Any) -> Any:
    """The raw child of a mapping, or None."""
    return node._get_node(name) if is_mapping(node) and name in node else None


def raw(node: Any) -> Any:
    """What a leaf holds, unresolved; an interpolation as its text; None for null."""
    return None if is_mapping(node) or is_sequence(node) else node._value()


def texts(node: object) -> tuple[str, ...]:
    """The items of a list of texts, unresolved; empty for anything else."""
    return tuple(str(raw(item)) for _, item in items(node))


def key_of(node: Any, name: Any) -> str:
    """The dotted key of a node's child, from the root."""
    return str(node._get_full_key(name))


def replace(node: DictConfig | ListConfig, name: Any, value: str) -> None:
    """Set a leaf to a text, an interpolation that is known to be well-formed included.

    `assign` parses every interpolation and visits all of the node's children; for a list of thousands that takes
    minutes.
    """
    leaf = node._get_node(name)
    if isinstance(leaf, ValueNode):
        leaf._val = value
    else:
        assign(node, name, value)


def assign(node: DictConfig | ListConfig, name: Any, value: Any) -> None:
    """Set a child, whatever the node's struct and readonly flags say."""
    with flag_override(node, ["struct", "readonly"], [False, False]):
        node[name] = value
