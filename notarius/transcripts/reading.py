"""What a reader of a transcript format is given and what it gives back."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import attrs

from notarius.errors import TranscriptError
from notarius.jsontext import TOO_DEEP, JsonTextError, parse_json

_LOOKS_JSON: Final = re.compile(r"\{\s*(?:\"|\}\s*\Z|\Z)|\[[\s\[]*(?:[{\"]|\]\s*\Z|\Z)")
# What a number or one of JSON's names begins with; so do many lines of talk.
_BEGINS_WORD: Final = tuple("-0123456789tfnNI")
_BEGINS: Final = ("{", "[", '"')
_JSON_NAMES: Final = (".json", ".jsonl", ".ndjson")


@attrs.frozen
class Turn:
    """A unit before it has its number; the attributes are those of `SourceUnit`.

    Attributes:
        text: what was said.
        speaker: the file's label, or None.
        start_seconds: seconds from the start, or None.
        end_seconds: seconds from the start, or None.
        source_id: the file's own id, or None.
    """

    text: str
    speaker: str | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    source_id: str | None = None


@attrs.frozen
class Reading:
    """What a reader made of a document.

    Attributes:
        turns: all turns in file order, empty ones too.
        warnings: what the user should know.
    """

    turns: tuple[Turn, ...]
    warnings: tuple[str, ...] = ()


@attrs.frozen
class Document:
    """A decoded file, parsed as JSON where it is that.

    Attributes:
        name: what messages call it.
        text: the content without byte order mark; every line ends in LF.
        is_json: whether the whole text is JSON.
        value: the value that it is; None also where it is none.
        json_problem: why the text, which starts as an object, array or string does, is no JSON; else empty.
    """

    name: str
    text: str
    is_json: bool = False
    value: Any = None
    json_problem: str = ""

    @property
    def begins_json(self) -> bool:
        """Whether the text begins as JSON objects and arrays do, and as `[00:12] Mara:` does not."""
        return _LOOKS_JSON.match(self.text.lstrip()) is not None

    @property
    def looks_json(self) -> bool:
        """Whether the text is JSON or meant to be; a name like `session.json` counts where content may be either."""
        named = bool(self.json_problem) and self.name.lower().endswith(_JSON_NAMES)
        return self.is_json or self.begins_json or named or self.json_problem == TOO_DEEP

    def error(self, problem: str) -> TranscriptError:
        """An error about this document."""
        return TranscriptError(f"transcript {self.name}: {problem}")


@attrs.frozen
class Reader:
    """A format that can be read.

    Attributes:
        name: what `input.format` calls it.
        summary: one line for people.
        looked_for: how a file of this format is recognised, for the error about files that are none.
        matches: whether a document is of this format; never raises.
        read: reads a document, also one that `matches` would not claim, if it can.
    """

    name: str
    summary: str
    looked_for: str
    matches: Callable[[Document], bool]
    read: Callable[[Document], Reading]


def document(name: str, text: str) -> Document:
    """The text as a document, parsed as JSON if it starts as JSON may."""
    start = text.lstrip()
    if not start.startswith(_BEGINS + _BEGINS_WORD):
        return Document(name, text)
    try:
        return Document(name, text, is_json=True, value=parse_json(text, constants=True))
    except JsonTextError as error:
        return Document(name, text, json_problem=str(error) if start.startswith(_BEGINS) else "")


def kind(value: object) -> str:
    """What JSON calls a value, for messages."""
    names: dict[type, str] = {dict: "an object", list: "an array", str: "a string", bool: "a boolean"}
    if value is None:
        return "null"
    return names.get(type(value), "a number")


def quoted_keys(value: dict[str, Any], most: int = 8) -> str:
    """The keys of an object for a message: quoted, shortened, and no more than `most`."""
    keys = [json.dumps(key if len(key) <= 40 else key[:39] + "…", ensure_ascii=False) for key in list(value)[:most]]
    if len(value) > most:
        keys.append(f"and {len(value) - most} more")
    return ", ".join(keys)
