"""The keys of the settings: which there are, and what each is by default."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from notarius.config.settings import ChunkingSettings, LaneSettings, ModelSettings, Settings


def default_keys() -> dict[str, Any]:
    """Every key of the settings with its default, as nested plain values."""
    return {field.name: _plain(getattr(_DEFAULTS, field.name)) for field in attrs.fields(Settings)}


def known_keys(path: Sequence[str]) -> tuple[str, ...]:
    """The names that may stand under a dotted key; empty where any name may.

    Args:
        path: the key's parts, such as `["lanes", "decisions", "model"]`.
    """
    if path[:1] == ["lanes"]:
        inner = {"model": ModelSettings, "chunking": ChunkingSettings}
        cls = LaneSettings if len(path) == 2 else inner.get(path[2]) if len(path) == 3 else None
        return () if cls is None else tuple(field.name for field in attrs.fields(cls))
    node: Any = _DEFAULTS
    for part in path:
        node = getattr(node, part, None) if attrs.has(type(node)) else None
    return tuple(field.name for field in attrs.fields(type(node))) if attrs.has(type(node)) else ()


def _plain(value: Any) -> Any:
    if attrs.has(type(value)):
        return {field.name: _plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


_DEFAULTS = Settings()
