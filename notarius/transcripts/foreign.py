"""Formats that are recognised and not read yet, so that they get a helpful error instead of a misreading.

Whoever adds a reader for one of these takes its line out here.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from notarius.transcripts.reading import Document

_SRT_TIME: Final = r"[0-9]{1,3}:[0-9]{2}:[0-9]{2}[,.][0-9]{1,3}[ \t]*-->"
_CRAIG: Final = "Craig's info.txt, which is about a recording and holds no speech"
# Patterns stay strings: JSON transcripts never need them compiled.
_TEXTS: Final = (
    ("WebVTT", r"WEBVTT(?:[ \t\n]|\Z)"),
    ("WebVTT without its header", r"(?:[0-9]+\n)?(?:[0-9]{2,}:)?[0-9]{2}:[0-9]{2}\.[0-9]{3}[ \t]*-->"),
    ("SubRip (SRT)", rf"(?:[0-9]+[ \t]*\n)?{_SRT_TIME}"),
    ("SubViewer (SBV)", r"[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]{3},[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]{3}\n"),
    ("SubStation Alpha (ASS)", r"\[Script Info\]"),
    ("Whisper's TSV", r"start\tend\ttext\n"),
    ("a Foundry VTT chat log", r"\[[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{1,4}, [^\]\n]{4,20}\] [^\n:]{1,80}\n"),
    (_CRAIG, r"Recording \w+\n\s*Guild:"),
    (_CRAIG, r"Start time:[ \t]+[0-9]{4}-[0-9:T.Z-]+\s*\Z"),
    ("HTML", r"<(?:!doctype html|html|head|body|div|p|cite)[\s>]"),
    ("XML, such as TTML", r"<\?xml[\s]|<tt[\s>]"),
    ("rich text (RTF)", r"\{\\rtf"),
)


def foreign_format(source: Document) -> str | None:
    """What a document looks like, if that is a known format without a reader."""
    if isinstance(source.value, dict):
        return next((what for what, is_it in _OBJECTS if is_it(source.value)), None)
    start = source.text.lstrip()
    return next((what for what, pattern in _TEXTS if re.match(pattern, start, re.IGNORECASE)), None)


def _has(value: Any, *keys: str) -> bool:
    return isinstance(value, dict) and all(key in value for key in keys)


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


_OBJECTS: Final[tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...]] = (
    ("Podcasting 2.0 JSON", lambda value: _has(_first(value.get("segments")), "body", "startTime")),
    ("Deepgram JSON", lambda value: _has(value.get("results"), "channels")),
    ("Amazon Transcribe JSON", lambda value: _has(value.get("results"), "transcripts")),
    ("Google Speech-to-Text JSON", lambda value: _has(_first(value.get("results")), "alternatives")),
    ("Azure Speech JSON", lambda value: "recognizedPhrases" in value),
    ("Rev JSON", lambda value: "monologues" in value),
    ("AssemblyAI JSON", lambda value: _has(value, "audio_url", "text") or _has(value, "acoustic_model")),
    ("whisper.cpp JSON", lambda value: _has(_first(value.get("transcription")), "offsets")),
    ("a Whisper answer without its segments (ask for verbose_json)", lambda value: "text" in value and len(value) == 1),
)
