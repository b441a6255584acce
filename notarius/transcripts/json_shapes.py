"""Readers of JSON whose turns are plain objects: seriatim, the Whisper family, arrays, JSON Lines."""

import json
from typing import Any, Final

from notarius.jsontext import JsonTextError, parse_json
from notarius.transcripts.foreign import foreign_format
from notarius.transcripts.json_values import Places, read_objects
from notarius.transcripts.reading import Document, Reader, Reading, kind, quoted_keys


def require_json(source: Document, format_name: str) -> None:
    """Raises TranscriptError unless the document is JSON."""
    if not source.is_json:
        problem = source.json_problem or "it starts with neither { nor ["
        if foreign := foreign_format(source):
            problem = f"it looks like {foreign}"
        raise source.error(f"given as {format_name}, but it is no JSON: {problem}")


def keyed_list(source: Document, key: str, format_name: str) -> list[Any]:
    """The list under a key of the document's object.

    Raises:
        TranscriptError: there is no such list.
    """
    require_json(source, format_name)
    if not isinstance(source.value, dict):
        raise source.error(f'given as {format_name}, but it is {kind(source.value)}, not an object with "{key}"')
    if key not in source.value:
        keys = quoted_keys(source.value) or "none"
        raise source.error(f'given as {format_name}, but it has no "{key}"; its keys are: {keys}')
    found = source.value[key]
    if not isinstance(found, list):
        raise source.error(f'"{key}" is {kind(found)}, not an array')
    return found


def has_key(source: Document, key: str) -> bool:
    """Whether the document is an object with this key."""
    return isinstance(source.value, dict) and key in source.value


def _is_seriatim(source: Document) -> bool:
    metadata = source.value.get("metadata") if has_key(source, "segments") else None
    return isinstance(metadata, dict) and metadata.get("application") == "seriatim"


def _read_segments(source: Document, format_name: str) -> Reading:
    """Also an array alone: what stands under "segments", saved without the rest."""
    if isinstance(source.value, list):
        return read_objects(source, source.value, Places())
    return read_objects(source, keyed_list(source, "segments", format_name), Places("segments"))


def _read_array(source: Document) -> Reading:
    require_json(source, "array")
    if not isinstance(source.value, list):
        raise source.error(f"given as array, but it is {kind(source.value)}")
    return read_objects(source, source.value, Places())


def _is_json_lines(source: Document) -> bool:
    if isinstance(source.value, dict):
        return "text" in source.value and any(key in source.value for key in ("speaker", "speakers", "time", "start"))
    first, line_break, _ = source.text.strip().partition("\n")
    if source.is_json or not line_break or not first.startswith("{"):
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _read_json_lines(source: Document) -> Reading:
    numbers: list[int] = []
    values: list[Any] = []
    if isinstance(source.value, dict):
        return read_objects(source, [source.value], Places(lines=(1,)))
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.strip():
            numbers.append(number)
            values.append(_parsed_line(source, number, line))
    return read_objects(source, values, Places(lines=tuple(numbers)))


def _parsed_line(source: Document, number: int, line: str) -> Any:
    try:
        return parse_json(line, constants=True)
    except JsonTextError as error:
        where = f"line {number}" if error.column is None else f"line {number}, column {error.column}"
        raise source.error(f"broken JSON Lines: {where}: {error.problem}") from error


SERIATIM: Final = Reader(
    name="seriatim",
    summary="seriatim's merged JSON, in every output schema, and its segments alone as an array",
    looked_for='an object with "segments" and seriatim in its "metadata"',
    matches=_is_seriatim,
    read=lambda source: _read_segments(source, "seriatim"),
)
WHISPER: Final = Reader(
    name="whisper",
    summary='JSON of the Whisper family (openai-whisper, whisperX, faster-whisper): {"segments": [...]}',
    looked_for='an object with "segments"',
    matches=lambda source: has_key(source, "segments"),
    read=lambda source: _read_segments(source, "whisper"),
)
TURNS: Final = Reader(
    name="turns",
    summary='JSON {"turns": [{"index", "speakers", "text"}, ...]}',
    looked_for='an object with "turns"',
    matches=lambda source: has_key(source, "turns"),
    read=lambda source: read_objects(source, keyed_list(source, "turns", "turns"), Places("turns")),
)
ARRAY: Final = Reader(
    name="array",
    summary="a JSON array of objects with text, and speaker, start, end, id where there are any",
    looked_for='an array of objects with "text"',
    matches=lambda source: isinstance(source.value, list),
    read=_read_array,
)
JSON_LINES: Final = Reader(
    name="jsonl",
    summary="JSON Lines: the objects of `array`, one a line",
    looked_for="such an object on each line",
    matches=_is_json_lines,
    read=_read_json_lines,
)
