"""How the tests of this folder read: text or JSON in, units out."""

import json
from typing import Any

from notarius.contracts.sources import SourceUnit, Transcript
from notarius.transcripts import parse_transcript


def parse(text: str, format_name: str | None = None) -> Transcript:
    """The transcript of a text."""
    return parse_transcript(text.encode("utf-8"), format=format_name, name="notes")


def parse_json(value: Any, format_name: str | None = None) -> Transcript:
    """The transcript of a JSON value."""
    return parse(json.dumps(value), format_name)


def said(transcript: Transcript) -> list[tuple[str | None, str]]:
    """Speaker and text of every unit."""
    return [(unit.speaker, unit.text) for unit in transcript.units]


def timed(transcript: Transcript) -> list[tuple[float | None, float | None]]:
    """Start and end of every unit."""
    return [(unit.start_seconds, unit.end_seconds) for unit in transcript.units]


def only(transcript: Transcript) -> SourceUnit:
    """The only unit."""
    (unit,) = transcript.units
    return unit
