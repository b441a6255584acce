"""Writes docs/reference/configuration.md: `python -m tests.docs.configuration_page`."""

import re
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin

import attrs

from notarius.config.location import GROUPS, packaged_conf
from notarius.config.settings import ChunkingSettings, LaneSettings, ModelSettings, Settings
from notarius.config.stamps import WrittenPath

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "configuration.md"
COMMAND: Final = "python -m tests.docs.configuration_page"
_HEAD: Final = f"""\
# Configuration keys

Written by `{COMMAND}` from `notarius/config/settings.py` and `conf/`; a test compares.
What the words mean, where values come from and which of them wins is told in [configuration](../config.md).

A path is relative to the YAML file that says it, on the command line to the working directory. Keys of a mapping that
has keys of its own are the user's or the server's; every other unknown key is an error.
"""
_NAMES: Final[Mapping[object, str]] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    NoneType: "null",
    WrittenPath: "path",
}
_PARTIAL: Final = {"model": ModelSettings, "chunking": ChunkingSettings}


def page() -> str:
    """The whole page."""
    parts = [_HEAD, *_sections("", Settings, Settings()), _options()]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _sections(path: str, cls: type, instance: Any) -> Iterator[str]:
    """A section for a settings class, and one for each class below it."""
    described, hints = _attributes(cls), typing.get_type_hints(cls)
    rows: list[str] = []
    below: list[tuple[str, type, Any]] = []
    for field in attrs.fields(cls):
        key = f"{path}.{field.name}" if path else field.name
        inner = _inner(hints[field.name])
        if inner is None:
            default = "required" if instance is None and field.default is attrs.NOTHING else _default(field, instance)
            rows.append(
                f"| `{key}` | {_kind(field.name, path, hints[field.name])} | {default} | {described[field.name]} |"
            )
        elif inner is LaneSettings:
            below.append((f"{key}.<lane>", inner, None))
        else:
            below.append((key, inner, getattr(instance, field.name)))
    yield f"## {f'`{path}`' if path else 'At the top'}\n\n{_summary(cls)}\n"
    if rows:
        yield "| key | value | default | meaning |\n| --- | --- | --- | --- |\n" + "\n".join(rows) + "\n"
    for at, inner, value in below:
        yield from _sections(at, inner, value)


def _inner(hint: Any) -> type | None:
    """The settings class behind an annotation, or None."""
    if isinstance(hint, type) and attrs.has(hint) and hint is not WrittenPath:
        return hint
    return LaneSettings if LaneSettings in get_args(hint) else None


def _kind(name: str, path: str, hint: Any) -> str:
    if name == "references":
        return "slots: null, a path, or a list of paths"
    if path.startswith("lanes.") and name in _PARTIAL:
        return f"any keys of [`{name}`](#{name})"
    return _words(hint)


def _words(hint: Any) -> str:
    if hint in _NAMES:
        return _NAMES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in arguments)
    if origin in (UnionType, typing.Union):
        return " or ".join(_words(argument) for argument in arguments)
    if origin is tuple:
        return f"list of {_words(arguments[0])}s"
    return "mapping"


def _default(field: "attrs.Attribute[Any]", instance: Any) -> str:
    value = {} if instance is None else getattr(instance, field.name)
    if isinstance(value, Mapping):
        return "`{}`"
    plain = "null" if value is None else str(value).lower() if isinstance(value, bool) else value
    return f"`{plain}`" if plain != "" else "empty"


def _summary(cls: type) -> str:
    return (cls.__doc__ or "").strip().splitlines()[0]


def _attributes(cls: type) -> dict[str, str]:
    """What a class's docstring says of each attribute."""
    section = (cls.__doc__ or "").partition("Attributes:")[2]
    found = re.findall(r"^ {8}(\w+): (.*(?:\n {10,}.*)*)", section, flags=re.MULTILINE)
    return {name: _sentence(" ".join(text.split())) for name, text in found}


def _sentence(text: str) -> str:
    return re.sub(r"\bNone\b", "null", text).rstrip(".").replace("|", "\\|")


def _options() -> str:
    tables = [f"### `{group}`\n\n| option | what it is |\n| --- | --- |\n{_rows(group)}\n" for group in GROUPS]
    return "## Packaged options\n\n" + "\n".join(tables)


def _rows(group: str) -> str:
    return "\n".join(f"| `{file.stem}` | {_told(file)} |" for file in sorted((packaged_conf() / group).glob("*.yaml")))


def _told(file: Path) -> str:
    """The comments at the head of a file; what it says, where there are none."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("# @package")]
    head = []
    for line in lines:
        if not line.startswith("#"):
            break
        head.append(line.removeprefix("#").strip())
    return _sentence(" ".join(head)) or ", ".join(f"`{line}`" for line in lines if line.strip())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
