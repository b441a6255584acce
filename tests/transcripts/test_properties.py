"""What holds for every transcript."""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.contracts.sources import SourceUnit
from notarius.errors import TranscriptError
from notarius.transcripts import parse_transcript
from tests.transcripts.reading import parse, parse_json

# Any text that a UTF-8 file can hold, without surrounding blanks, as units have it.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(str.strip)
LABELS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12)
SECONDS = st.floats(0, 90_000, allow_nan=False)

UNITS = st.lists(
    st.builds(
        SourceUnit,
        id=st.just("u1"),
        text=TEXTS,
        speaker=st.none() | LABELS | st.lists(LABELS, min_size=2, max_size=3).map("/".join),
        start_seconds=st.none() | SECONDS,
        end_seconds=st.none() | SECONDS,
        source_id=st.none() | st.integers(0).map(str),
    ),
    max_size=6,
)

# Lines of the kinds that transcripts have, and pieces of them in any order.
_BEGINNINGS = """
Mara: |Bram: |MARA:|note: |I said: |[00:12] |(1:02:03) |00:07 |[41] |[12.5] |[0:01 --> 0:02] |**Mara:** |**Ivo**: |
[SPEAKER_01]: |Mara (0:12): |Bram  0:09|10:30|---|## |word |zwei, |drei. |https://a.example |\u2028|\t|: |]|[|(|**
"""
PIECES = st.sampled_from(_BEGINNINGS.replace("\n", "").split("|"))
STAMPS = st.sampled_from(["", "", "[00:12] ", "(1:02:03) ", "00:07 ", "[41] ", "[12.5] ", "[#4] "])
LABELLED = st.sampled_from(["Mara: ", "Bram: ", "LIV/BRAM: ", "**Mara:** ", "<Ivo> ", "[Ivo]: ", "Mara (0:12): ", ""])
WORDS = st.sampled_from(["one", "Two: three", "10:30 is fine", "", "note: four", "**five** six"])
LINES = st.lists(
    st.tuples(STAMPS, LABELLED, WORDS).map("".join)
    | st.lists(PIECES, max_size=5).map("".join)
    | st.text("ab:[]()*# 1\u00e4", max_size=12),
    max_size=12,
)
_WORD = re.compile(r"[^\W\d]+")


def _as_segment(unit: SourceUnit) -> dict[str, Any]:
    keys = {"id": unit.source_id, "speaker": unit.speaker, "start": unit.start_seconds, "end": unit.end_seconds}
    return {"text": unit.text, **{key: value for key, value in keys.items() if value is not None}}


def _as_crd3(unit: SourceUnit) -> dict[str, Any]:
    return {
        "NAMES": unit.speaker.split("/") if unit.speaker else [],
        "UTTERANCES": unit.text.split(" "),
        "NUMBER": None if unit.source_id is None else int(unit.source_id),
    }


def _as_turn(unit: SourceUnit) -> dict[str, Any]:
    keys = {**_as_segment(unit), "speakers": unit.speaker.split("/") if unit.speaker else []}
    return {key: value for key, value in keys.items() if key != "speaker"}


WRITERS: dict[str, Callable[[list[SourceUnit]], Any]] = {
    "seriatim": lambda units: {"metadata": {"application": "seriatim"}, "segments": [_as_segment(u) for u in units]},
    "whisper": lambda units: {"segments": [_as_segment(unit) for unit in units]},
    "turns": lambda units: {"turns": [_as_turn(unit) for unit in units]},
    "array": lambda units: [_as_segment(unit) for unit in units],
    "crd3": lambda units: {"TURNS": [_as_crd3(unit) for unit in units]},
}


def _contents(units: list[SourceUnit], *, times: bool = True) -> list[tuple[object, ...]]:
    return [
        (unit.text, unit.speaker, unit.source_id, *((unit.start_seconds, unit.end_seconds) if times else ()))
        for unit in units
    ]


@pytest.mark.parametrize("shape", WRITERS)
@given(units=UNITS)
def test_units_written_as_json_are_read_back(shape: str, units: list[SourceUnit]) -> None:
    """Whatever a unit holds, each JSON shape carries it, and the shape is detected."""
    transcript = parse_json(WRITERS[shape](units))
    assert transcript.format == shape
    assert _contents(list(transcript.units), times=shape != "crd3") == _contents(units, times=shape != "crd3")


@given(units=UNITS.filter(bool))
def test_units_written_as_json_lines_are_read_back(units: list[SourceUnit]) -> None:
    """The same for one object a line."""
    text = "\n".join(json.dumps(_as_segment(unit), ensure_ascii=False) for unit in units)
    assert _contents(list(parse(text, "jsonl").units)) == _contents(units)


@given(lines=LINES)
def test_no_word_of_a_plain_text_is_lost_or_doubled(lines: list[str]) -> None:
    """Every word of the file stands once in some unit: in its text, its label or its own id."""
    text = "\n".join([*lines, "end."])
    units = parse(text, "text").units
    kept = " ".join(part for unit in units for part in (unit.source_id, unit.speaker, unit.text) if part)
    assert Counter(_WORD.findall(kept)) == Counter(_WORD.findall(text))


@given(lines=LINES)
def test_text_without_labels_and_times_is_kept_to_the_letter(lines: list[str]) -> None:
    """Where no unit has a speaker, a time or an id, the lines of the units are the lines of the file."""
    text = "\n".join([*lines, "end."])
    units = parse(text, "text").units
    if all((unit.speaker, unit.start_seconds, unit.source_id) == (None, None, None) for unit in units):
        kept = [line for unit in units for line in unit.text.split("\n")]
        assert kept == [line.strip() for line in text.split("\n") if line.strip()]


@given(content=st.binary(max_size=60) | LINES.map("\n".join).map(str.encode))
def test_any_bytes_give_a_transcript_or_the_one_error(content: bytes) -> None:
    """Units are numbered `u1` on, texts have no surrounding blanks, and reading twice gives the same."""
    try:
        transcript = parse_transcript(content)
    except TranscriptError:
        return
    assert [unit.id for unit in transcript.units] == [f"u{place}" for place, _ in enumerate(transcript.units, 1)]
    assert all(unit.text == unit.text.strip() for unit in transcript.units)
    assert parse_transcript(content) == transcript
