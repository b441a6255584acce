"""What a reader of a transcript format is given and what it gives back."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import attrs

from notarius.errors import TranscriptError

_LOOKS_JSON: Final = re.compile(r"\{\s*(?:\"|\}\s*\Z|\Z)|\[\s*(?:[{\"]|\]\s*\Z|\Z)")


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
        value: the object or array that the whole text is, or None.
        json_problem: why the text, which starts with a brace or bracket, is no JSON; else empty.
    """

    name: str
    text: str
    value: Any = None
    json_problem: str = ""

    @property
    def looks_json(self) -> bool:
        """Whether the text begins as JSON objects and arrays do, and as `[00:12] Mara:` does not."""
        return _LOOKS_JSON.match(self.text.lstrip()) is not None

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
    """The text as a document, parsed as JSON if it starts with a brace or a bracket."""
    if not text.lstrip().startswith(("{", "[")):
        return Document(name, text)
    try:
        return Document(name, text, value=json.loads(text))
    except (ValueError, RecursionError) as error:
        return Document(name, text, json_problem=json_problem(error))


def json_problem(error: Exception) -> str:
    """What is wrong with a JSON text, and where, from the exception that parsing it raised."""
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return "a number has too many digits"


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
