"""Bytes to transcript: the format is detected or given, its reader reads, units get their numbers."""

import re
from typing import Final

from notarius.contracts.sources import SourceUnit, Transcript
from notarius.digests import digest_bytes
from notarius.errors import TranscriptError
from notarius.jsontext import TOO_DEEP
from notarius.transcripts.encoding import decode
from notarius.transcripts.foreign import foreign_format
from notarius.transcripts.reading import Document, Reader, Reading, Turn, document, kind, quoted_keys
from notarius.transcripts.registry import FORMATS, READERS
from notarius.transcripts.suggesting import nearest

# JSON escapes can write half a surrogate pair, which no UTF-8 file can hold.
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")


def parse_transcript(content: bytes, *, format: str | None = None, name: str = "input") -> Transcript:  # noqa: A002
    """Makes a transcript of a file's bytes.

    Args:
        content: the raw bytes; the transcript's digest is over them.
        format: a name of `FORMATS`; None detects it.
        name: what messages call the file.

    Raises:
        TranscriptError: as `read_transcript`, save what concerns the disk.
    """
    given = None if format is None else _named(format, name)
    source = document(name, decode(content, name))
    reader = given or _detected(source)
    reading = reader.read(source)
    units, repairs = _numbered(reading)
    return Transcript(
        units=units,
        format=reader.name,
        digest=digest_bytes(content),
        size_bytes=len(content),
        warnings=reading.warnings + repairs + _emptiness(units),
    )


def _named(format_name: str, name: str) -> Reader:
    for reader in READERS:
        if reader.name == format_name:
            return reader
    near = nearest(format_name, tuple(FORMATS))
    suggestion = f"; nearest is {near}" if near else ""
    raise TranscriptError(
        f"transcript {name}: unknown input.format {format_name!r}{suggestion}; allowed: {', '.join(FORMATS)}"
    )


def _detected(source: Document) -> Reader:
    if found := foreign_format(source):
        raise source.error(f"looks like {found}; not read yet; allowed: {', '.join(FORMATS)}")
    for reader in READERS:
        if reader.matches(source):
            return reader
    if source.json_problem and source.json_problem != TOO_DEEP:
        hint = "" if source.begins_json else "; if it is text, input.format=text reads it"
        raise source.error(f"broken JSON: {source.json_problem}{hint}")
    raise source.error(f"no transcript: found {_found(source)}; looked for {_looked_for()}")


def _found(source: Document) -> str:
    if not source.is_json:
        return f"JSON that is {source.json_problem}"
    if isinstance(source.value, dict):
        return f"an object with the keys {quoted_keys(source.value)}" if source.value else "an empty object"
    return kind(source.value)


def _looked_for() -> str:
    return "; ".join(f"{reader.looked_for} ({reader.name})" for reader in READERS)


def _numbered(reading: Reading) -> tuple[tuple[SourceUnit, ...], tuple[str, ...]]:
    units = tuple(_unit(place, turn) for place, turn in enumerate(reading.turns, start=1))
    broken = [unit.id for unit, turn in zip(units, reading.turns, strict=True) if _HALF_PAIR.search(turn.text)]
    if not broken:
        return units, ()
    return units, (f"{_count(len(broken), 'unit')} with half a character (first: {broken[0]}); shown as \ufffd",)


def _unit(place: int, turn: Turn) -> SourceUnit:
    return SourceUnit(
        id=f"u{place}",
        text=_HALF_PAIR.sub("\ufffd", turn.text).strip(),
        speaker=_mended(turn.speaker),
        start_seconds=turn.start_seconds,
        end_seconds=turn.end_seconds,
        source_id=_mended(turn.source_id),
    )


def _mended(label: str | None) -> str | None:
    return _HALF_PAIR.sub("\ufffd", label).strip() or None if label else None


def _emptiness(units: tuple[SourceUnit, ...]) -> tuple[str, ...]:
    if any(unit.text for unit in units):
        return ()
    return (f"the transcript holds no text: {_count(len(units), 'turn')}, none with words",)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
