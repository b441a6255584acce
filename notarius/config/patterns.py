"""Values of the command line that stand for several files: patterns, and lists that want a sweep."""

import glob
import os
from typing import Final

from notarius.errors import ConfigError

_WILD: Final = "*?"  # signs that hardly stand in a name; brackets do


def matching(value: str, said: str) -> list[str]:
    """The files that a value names: itself, or what the pattern matches, sorted.

    Args:
        value: a path or a pattern, relative to the working directory; `~` and `**` as in a shell.
        said: how the user gave it, for the message.

    Raises:
        ConfigError: if a pattern matches nothing.
    """
    if not glob.has_magic(value) or os.path.exists(_expanded(value)):  # noqa: PTH110  (any text is a question)
        return [value]
    found = _globbed(value)
    if not found and any(sign in value for sign in _WILD):
        raise ConfigError(f"{said}: no file matches this pattern")
    return found or [value]


def require_single(key: str, value: str, parts: list[str]) -> None:
    """Check that a value is no sweep, where none was asked for.

    Args:
        key: whose value it is, for the message.
        value: a path, relative to the working directory.
        parts: the value, split as a sweep would split it.

    Raises:
        ConfigError: if there is no such file, but the value would make sense with --multirun.
    """
    if os.path.exists(_expanded(value)):  # noqa: PTH110
        return
    several = len(parts) > 1 and any(map(_is_there, parts)) and all(_is_there(part) or not part for part in parts)
    files = _globbed(value) if glob.has_magic(value) else []
    if several or files:
        what = f"{len(parts)} values" if several else f"a pattern that matches {len(files)} files"
        raise ConfigError(f"{key}={value}: {what}, and this is one run; a sweep takes them all: notarius -m {key}=...")


def _is_there(part: str) -> bool:
    return part == "null" or os.path.isfile(_expanded(part))  # noqa: PTH113


def _globbed(pattern: str) -> list[str]:
    return sorted(glob.glob(_expanded(pattern), recursive=True))  # noqa: PTH207  (relative stays so)


def _expanded(text: str) -> str:
    """With `~` for the home folder; that of a user who is not there stays as it is, unlike `Path.expanduser`."""
    return os.path.expanduser(text)  # noqa: PTH111
