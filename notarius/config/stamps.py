"""Stamps: interpolations that carry where a path was written, so that OmegaConf resolves it.

    agenda: ../../lists/agenda.md                                        as written in conf/references/board.yaml
    agenda: ${notarius.path:config,'/.../board.yaml','../../lists/...'}  as loaded

A relative path from YAML is relative to the folder of that YAML file; one from the command line to the working
directory. The saved `.hydra/config.yaml` holds the stamps, so a replay finds the same files from anywhere.
"""

import json
import os
import re
from collections.abc import Iterator
from typing import Any, Final

import attrs
from hydra.core.override_parser.types import Quote, QuotedString
from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.contracts.references import Origin
from notarius.rundir import unique_suffix

RESOLVER: Final = "notarius.path"
_PARSER: Final = "notarius.origin"
_STAMPED: Final = "${" + RESOLVER + ":"
_MARK: Final = "\0path"  # neither YAML nor a command line can hold a NUL
_ONE_INTERPOLATION: Final = re.compile(r"\$\{[^{}]*\}")
_PLAIN_STAMP: Final = re.compile(re.escape(_STAMPED) + r"([a-z]+),'([^'\\$]*)','([^'\\$]*)'\}")
# Keys whose values are paths; `*` stands for one name.
PATH_KEYS: Final = (
    ("input", "path"),
    ("references", "*"),
    ("lanes", "*", "references", "*"),
    ("model", "path"),
    ("model", "recordings"),
    ("model", "record"),
    ("model", "ca_file"),
    ("lanes", "*", "model", "path"),
    ("lanes", "*", "model", "recordings"),
    ("lanes", "*", "model", "record"),
    ("lanes", "*", "model", "ca_file"),
    ("cache", "dir"),
)


@attrs.frozen
class WrittenPath:
    """A path with the place where it was written.

    Attributes:
        path: absolute and normalised, or None for null.
        origin: `config` or `cli`.
        source: the YAML file for `config`, the working directory for `cli`.
        text: as it was written, or None for null.
    """

    path: str | None
    origin: Origin
    source: str
    text: str | None


def is_path_key(key: str) -> bool:
    """Whether a dotted key holds a path."""
    parts = key.split(".")
    return any(_fits(parts, pattern) for pattern in PATH_KEYS)


def _fits(parts: list[str], pattern: tuple[str, ...]) -> bool:
    return len(parts) == len(pattern) and all(want in ("*", part) for part, want in zip(parts, pattern, strict=True))


def resolve_path(origin: str, source: str, text: object) -> str | None:
    """The absolute path that a stamp stands for; None for null."""
    if text is None:
        return None
    base = os.path.dirname(source) if origin == "config" else source  # noqa: PTH120  (pure text, any flavour)
    return os.path.normpath(os.path.join(base, os.path.expanduser(str(text))))  # noqa: PTH111, PTH118


def register_resolvers() -> None:
    """Make the interpolations known to OmegaConf; may be called again."""
    OmegaConf.register_new_resolver(RESOLVER, resolve_path, replace=True)
    OmegaConf.register_new_resolver("notarius.unique", unique_suffix, replace=True, use_cache=True)
    OmegaConf.register_new_resolver(_PARSER, lambda *parts: _MARK + json.dumps(parts), replace=True)


def quote(text: str) -> str:
    """The text as a quoted string of Hydra's and OmegaConf's grammars."""
    return str(QuotedString(text=text, quote=Quote.single).with_quotes())


def escape_interpolations(text: str) -> str:
    """The text so that `${` in it stays what it is."""
    return re.sub(r"(\\*)\$\{", lambda match: match[1] * 2 + r"\${", text)


def stamp(config: DictConfig, origin: Origin, source: str) -> None:
    """Rewrite every bare path in a config, in place. Stamped values and single interpolations stay as they are.

    A binding's null is stamped too: who unbinds a slot decides what it beats. Elsewhere null is just null.
    """
    for parent, key, child in list(_path_nodes(config)):
        value = nodes.raw(child)
        if _is_bare(value) and (value is not None or "references" in nodes.key_of(parent, key)):
            nodes.replace(parent, key, _stamped(origin, source, "null" if value is None else quote(str(value))))


def _stamped(origin: str, source: str, quoted: str) -> str:
    return f"{_STAMPED}{origin},{quote(escape_interpolations(source))},{quoted}}}"


def _is_bare(value: object) -> bool:
    if isinstance(value, str):
        return not value.startswith(_STAMPED) and not _ONE_INTERPOLATION.fullmatch(value)
    return True


def _path_nodes(config: DictConfig) -> Iterator[tuple[Any, Any, Any]]:
    """Parent, name and node of every path in a config."""
    for pattern in PATH_KEYS:
        yield from _matching(config, pattern)


def _matching(node: Any, pattern: tuple[str, ...]) -> Iterator[tuple[Any, Any, Any]]:
    for name, child in nodes.items(node) if nodes.is_mapping(node) else ():
        if pattern[0] in ("*", name):
            yield from _leaves(node, name, child) if len(pattern) == 1 else _matching(child, pattern[1:])


def _leaves(parent: Any, name: Any, child: Any) -> Iterator[tuple[Any, Any, Any]]:
    """A value; each of a list's values; the `path` of a mapping form."""
    if nodes.is_sequence(child):
        for index, item in nodes.items(child):
            yield from _leaves(child, index, item)
    elif nodes.is_mapping(child):
        if "path" in child:
            yield child, "path", nodes.child(child, "path")
    else:
        yield parent, name, child


def to_plain(config: DictConfig) -> Any:
    """The config as plain values, resolved; every path as a `WrittenPath`.

    Raises:
        omegaconf.errors.OmegaConfBaseException: for missing values and interpolations that do not resolve.
    """
    copy = config.copy()
    for parent, key, child in list(_path_nodes(copy)):
        value = nodes.raw(child)
        if isinstance(value, str) and value.startswith(_STAMPED):
            nodes.replace(parent, key, _marked(value))
    return _read_paths(OmegaConf.to_container(copy, resolve=True, throw_on_missing=True))


def _marked(stamped: str) -> str:
    """What becomes of a stamp: its parts behind a mark; by way of OmegaConf where it has to read quotes or `${`."""
    plain = _PLAIN_STAMP.fullmatch(stamped)
    if plain is None:
        return stamped.replace(RESOLVER, _PARSER, 1)
    return _MARK + json.dumps(plain.groups())


def _read_paths(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _read_paths(child) for name, child in value.items()}
    if isinstance(value, list):
        return [_read_paths(child) for child in value]
    if isinstance(value, str) and value.startswith(_MARK):
        origin, source, said = json.loads(value.removeprefix(_MARK))
        return WrittenPath(resolve_path(origin, source, said), origin, source, None if said is None else str(said))
    return value
