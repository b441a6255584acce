"""One JSON object to one turn: which keys count, and what their values may be."""

import math
import re
from collections import Counter
from typing import Any, Final

import attrs

from notarius.transcripts.reading import Document, Reading, Turn, kind, quoted_keys
from notarius.transcripts.times import seconds, sensible

# Above this a "time" is a clock's (seconds since 1970), not a place in a recording: three years of audio.
_CLOCK_TIMES: Final = 1e8
_SPACED: Final = re.compile(r"\s")


def read_objects(source: Document, values: list[Any], places: "Places") -> Reading:
    """Turns from objects with `text`, and `speaker`, `start`, `end`, `id` where there are any.

    Args:
        source: the document, for errors.
        values: the objects.
        places: how messages call each of them.

    Raises:
        TranscriptError: some value is no object, a key has a value of the wrong type, or no object has text.
    """
    _require_text(source, values, places)
    unread: list[str] = []
    turns = [_turn(source, value, places.at(index), unread) for index, value in enumerate(values)]
    turns, warnings = _from_the_start(turns)
    if unread:
        warnings += (f"{len(unread)} times could not be read and are left out (first: {unread[0]})",)
    return Reading(tuple(turns), _textless(values, places) + warnings)


@attrs.frozen
class Places:
    """How messages call the objects of a file.

    Attributes:
        prefix: the list's key, or `line ` for JSON Lines.
        lines: the line of each object in JSON Lines; else empty.
    """

    prefix: str = ""
    lines: tuple[int, ...] = ()

    def at(self, index: int) -> str:
        """`segments[3]`, or `line 4`."""
        return f"line {self.lines[index]}" if self.lines else f"{self.prefix}[{index}]"


def join_speakers(names: list[str]) -> str | None:
    """Several speakers of one turn as one label, `A/B`; None when there is none."""
    return "/".join(name.strip() for name in names if name.strip()) or None


def _require_text(source: Document, values: list[Any], places: Places) -> None:
    for index, value in enumerate(values):
        if not isinstance(value, dict):
            raise source.error(f"{places.at(index)} is {kind(value)}, not an object with text")
    if values and not any("text" in value or "words" in value for value in values):
        keys = quoted_keys(values[0]) or "none"
        raise source.error(f'no object has "text" (or "words"); the keys of {places.at(0)} are: {keys}')


def _textless(values: list[Any], places: Places) -> tuple[str, ...]:
    without = [index for index, value in enumerate(values) if "text" not in value and not _words(value)]
    if not without:
        return ()
    return (f'{len(without)} of {len(values)} turns have no "text" and stay empty (first: {places.at(without[0])})',)


def _turn(source: Document, value: dict[str, Any], place: str, unread: list[str]) -> Turn:
    speaker = _speaker(source, value, place)
    return Turn(
        text=_text(source, value, place),
        speaker=speaker if speaker is not None else _majority(value),
        start_seconds=_time(value, ("start", "time"), place, unread),
        end_seconds=_time(value, ("end",), place, unread),
        source_id=_identifier(value),
    )


def _words(value: dict[str, Any]) -> list[dict[str, Any]]:
    words = value.get("words")
    return [word for word in words if isinstance(word, dict)] if isinstance(words, list) else []


def _text(source: Document, value: dict[str, Any], place: str) -> str:
    if "text" not in value:
        return _joined(_words(value))
    text = value["text"]
    if text is None:
        return ""
    if not isinstance(text, str):
        raise source.error(f"{place}.text is {kind(text)}, not a string")
    return text


def _joined(words: list[dict[str, Any]]) -> str:
    """Whisper's own words bring their blank along; those of other tools do not."""
    said = [word["word"] for word in words if isinstance(word.get("word"), str)]
    return ("" if any(_SPACED.match(word) for word in said) else " ").join(said)


def _speaker(source: Document, value: dict[str, Any], place: str) -> str | None:
    key = "speaker" if value.get("speaker") is not None else "speakers"
    found = value.get(key)
    if isinstance(found, list):
        return join_speakers([_label(source, one, f"{place}.{key}") or "" for one in found])
    return _label(source, found, f"{place}.{key}")


def _label(source: Document, value: object, place: str) -> str | None:
    if value is None or isinstance(value, str):
        return (value or "").strip() or None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise source.error(f"{place} is {kind(value)}, not a name")


def _majority(value: dict[str, Any]) -> str | None:
    """The speaker of most words; of equals the one who began."""
    votes = Counter(word["speaker"].strip() for word in _words(value) if isinstance(word.get("speaker"), str))
    del votes[""]
    return votes.most_common(1)[0][0] if votes else None


def _time(value: dict[str, Any], keys: tuple[str, ...], place: str, unread: list[str]) -> float | None:
    for key in keys:
        found = value.get(key)
        if found is None or (isinstance(found, float) and math.isnan(found)):  # no time was known
            continue
        read = _number(found)
        if read is not None and sensible(read):
            return read
        unread.append(f"{place}.{key}")
        return None
    return None


def _number(value: object) -> float | None:
    if isinstance(value, str):
        return seconds(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _identifier(value: dict[str, Any]) -> str | None:
    for key in ("id", "index"):
        found = value.get(key)
        if isinstance(found, str | int | float) and not isinstance(found, bool):
            return str(found)
    return None


def _from_the_start(turns: list[Turn]) -> tuple[list[Turn], tuple[str, ...]]:
    """Clock times, as chat exports have them, become seconds since the earliest turn."""
    starts = [turn.start_seconds for turn in turns if turn.start_seconds is not None]
    if not starts or min(starts) < _CLOCK_TIMES:
        return turns, ()
    zero = min(starts)
    moved = [
        attrs.evolve(turn, start_seconds=_since(zero, turn.start_seconds), end_seconds=_since(zero, turn.end_seconds))
        for turn in turns
    ]
    return moved, ("times are a clock's, not a recording's: they are counted from the earliest turn",)


def _since(zero: float, value: float | None) -> float | None:
    return None if value is None else round(max(value - zero, 0.0), 3)
