"""JSON transcripts: every shape, and what their values may be."""

import json
from typing import Any

import pytest

from notarius.errors import TranscriptError
from tests.transcripts.reading import only, parse, parse_json, said, timed

TURN = {"id": 7, "start": 1.5, "end": 2.5, "speaker": "Mara", "text": "The tide is out."}

SHAPES = {
    "seriatim": {"metadata": {"application": "seriatim", "output_schema": "minimal"}, "segments": [TURN]},
    "seriatim-full": {
        "metadata": {"application": "seriatim", "output_schema": "full"},
        "segments": [{**TURN, "source": "a.json", "overlap_group_id": 1}],
        "overlap_groups": [{"id": 1}],
    },
    "whisper": {"segments": [TURN], "language": "en", "word_segments": []},
    "turns": {"_license": {}, "turns": [TURN]},
    "array": [TURN],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_is_detected_and_read_whole(shape: str) -> None:
    """A shape is recognised without being told, and text, speaker, times and own id are all there."""
    transcript = parse_json(SHAPES[shape])
    unit = only(transcript)
    assert transcript.format == shape.removesuffix("-full")
    assert (unit.id, unit.text, unit.speaker) == ("u1", "The tide is out.", "Mara")
    assert (unit.start_seconds, unit.end_seconds, unit.source_id) == (1.5, 2.5, "7")
    assert transcript.warnings == ()


def test_json_lines_are_read_like_an_array() -> None:
    """Blank lines between the objects do not matter, and line separators inside strings end no line."""
    lines = [{**TURN, "text": "one\u2028still one"}, TURN]
    text = "\n\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"
    transcript = parse(text)
    assert transcript.format == "jsonl"
    assert said(transcript) == [("Mara", "one\u2028still one"), ("Mara", "The tide is out.")]


def test_one_json_line_is_json_lines() -> None:
    """A file of a single such object is a transcript of one turn."""
    assert parse_json({"speaker": "Mara", "text": "Hello."}).format == "jsonl"


@pytest.mark.parametrize("format_name", ["seriatim", "whisper"])
def test_segments_alone_are_read_under_the_name_of_their_program(format_name: str) -> None:
    """What stands under "segments" may have been saved without the rest."""
    assert said(parse_json([TURN], format_name)) == [("Mara", "The tide is out.")]


def test_crd3_turns_join_lines_with_blanks_and_names_with_slashes() -> None:
    """Caption lines of an utterance are no sentences; a turn of several speakers has one label."""
    turns = [
        {"NAMES": ["MARA"], "UTTERANCES": ["I tie", "the boat."], "NUMBER": 12},
        {"NAMES": ["LIV", "BRAM"], "UTTERANCES": ["Hurray!"], "NUMBER": 13},
        {"NAMES": [], "UTTERANCES": []},
    ]
    transcript = parse_json({"METADATA": {}, "TURNS": turns})
    assert transcript.format == "crd3"
    assert said(transcript) == [("MARA", "I tie the boat."), ("LIV/BRAM", "Hurray!"), (None, "")]
    assert [unit.source_id for unit in transcript.units] == ["12", "13", None]


SPEAKERS: dict[str, tuple[dict[str, Any], str | None]] = {
    "missing": ({}, None),
    "null": ({"speaker": None}, None),
    "blank": ({"speaker": "  "}, None),
    "number": ({"speaker": 0}, "0"),
    "padded": ({"speaker": " Mara "}, "Mara"),
    "list": ({"speakers": ["LIV", " ", "BRAM"]}, "LIV/BRAM"),
    "list under speaker": ({"speaker": ["LIV", None]}, "LIV"),
    "empty list": ({"speakers": []}, None),
    "words": ({"words": [{"word": "a", "speaker": "B"}, {"word": "b", "speaker": "A"}, {"speaker": "A"}]}, "A"),
    "words in a tie": ({"words": [{"word": "a", "speaker": "B"}, {"word": "b", "speaker": "A"}]}, "B"),
    "words without": ({"words": [{"word": "a"}, None, 3]}, None),
    "null words": ({"words": None}, None),
    "own before words": ({"speaker": "C", "words": [{"word": "a", "speaker": "B"}]}, "C"),
}


@pytest.mark.parametrize("case", SPEAKERS)
def test_speakers(case: str) -> None:
    """Labels may be missing, null, numbers or lists; without one, most words decide."""
    keys, expected = SPEAKERS[case]
    assert only(parse_json({"segments": [{"text": "x", **keys}]})).speaker == expected


TIMES: dict[str, tuple[dict[str, Any], tuple[float | None, float | None]]] = {
    "missing": ({}, (None, None)),
    "null end": ({"start": 0, "end": None}, (0.0, None)),
    "strings": ({"start": "12.5", "end": " 13 "}, (12.5, 13.0)),
    "clock strings": ({"start": "00:01:02.5", "end": "1:03"}, (62.5, 63.0)),
    "time": ({"time": 4}, (4.0, None)),
    "start before time": ({"start": 3, "time": 4}, (3.0, None)),
    "NaN": ({"start": float("nan"), "end": 2}, (None, 2.0)),
    "blank": ({"start": "1e1"}, (10.0, None)),
}


@pytest.mark.parametrize("case", TIMES)
def test_times(case: str) -> None:
    """Times may be missing, null, NaN, numbers, or strings of seconds or of a clock; none of it warrants a warning."""
    keys, expected = TIMES[case]
    transcript = parse_json({"segments": [{"text": "x", **keys}]})
    assert timed(transcript) == [expected]
    assert transcript.warnings == ()


@pytest.mark.parametrize("bad", [-1, "soon", float("inf"), True, [1], 10**400, "1,234", ""], ids=repr)
def test_a_time_that_is_none_is_left_out_with_a_warning(bad: object) -> None:
    """Nothing is dropped in silence: the warning counts such times and names the first."""
    transcript = parse_json({"segments": [{"text": "x", "start": 1}, {"text": "y", "start": bad, "end": bad}]})
    assert timed(transcript) == [(1.0, None), (None, None)]
    assert transcript.warnings == ("2 times could not be read and are left out (first: segments[1].start)",)


def test_clock_times_are_counted_from_the_earliest_turn() -> None:
    """Chat exports have seconds since 1970, not always in order; a time is from the start all the same."""
    turns = [{"text": "x", "time": 1_700_000_036.25}, {"text": "y", "time": 1_700_000_000}, {"text": "z"}]
    transcript = parse_json(turns)
    assert timed(transcript) == [(36.25, None), (0.0, None), (None, None)]
    assert transcript.warnings == ("times are a clock's, not a recording's: they are counted from the earliest turn",)


TEXTS: dict[str, tuple[dict[str, Any], str]] = {
    "padded": ({"text": "  a b \n"}, "a b"),
    "null": ({"text": None}, ""),
    "line break": ({"text": "a\nb"}, "a\nb"),
    "words of whisper": ({"words": [{"word": " one"}, {"word": " two."}]}, "one two."),
    "words of others": ({"words": [{"word": "one"}, {"word": "two."}, {"start": 1}]}, "one two."),
    "text before words": ({"text": "a", "words": [{"word": "b"}]}, "a"),
}


@pytest.mark.parametrize("case", TEXTS)
def test_texts(case: str) -> None:
    """Text loses surrounding blanks only; where there is none, words are joined."""
    keys, expected = TEXTS[case]
    assert only(parse_json({"segments": [keys]})).text == expected


def test_a_turn_without_text_keeps_its_number_and_is_counted_in_a_warning() -> None:
    """Ids stay those of the file order, and the user hears of the gap."""
    transcript = parse_json({"segments": [{"text": "x"}, {"start": 4}, {"text": "y"}]})
    assert [(unit.id, unit.text) for unit in transcript.units] == [("u1", "x"), ("u2", ""), ("u3", "y")]
    assert transcript.warnings == ('1 of 3 turns have no "text" and stay empty (first: segments[1])',)


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    """JSON escapes can spell what no UTF-8 file can hold; the unit stays writable and the user is told."""
    transcript = parse('[{"text": "a\\ud800b", "speaker": "M\\udfff"}]')
    assert (only(transcript).text, only(transcript).speaker) == ("a\ufffdb", "M\ufffd")
    assert transcript.warnings == ("1 unit with half a character (first: u1); shown as \ufffd",)


@pytest.mark.parametrize("value", [{"segments": []}, [], {"turns": []}, {"TURNS": []}], ids=json.dumps)
def test_no_turns_are_an_empty_transcript_with_a_warning(value: object) -> None:
    """A transcript in which nobody speaks is no error."""
    transcript = parse_json(value)
    assert transcript.units == ()
    assert transcript.warnings == ("the transcript holds no text: 0 turns, none with words",)


def test_turns_without_words_are_an_empty_transcript_with_a_warning() -> None:
    """The units are there, and the user is told that nothing is in them."""
    transcript = parse_json({"segments": [{"text": " "}, {"text": None}]})
    assert len(transcript.units) == 2
    assert transcript.warnings == ("the transcript holds no text: 2 turns, none with words",)


WRONG: dict[str, tuple[object, str | None, str]] = {
    "segment is no object": ({"segments": [TURN, "x"]}, None, "segments[1] is a string, not an object with text"),
    "element is no object": ([TURN, None], None, "[1] is null, not an object with text"),
    "text is a number": ({"segments": [{"text": 4}]}, None, "segments[0].text is a number, not a string"),
    "speaker is an object": (
        {"turns": [{"text": "", "speaker": {}}]},
        None,
        "turns[0].speaker is an object, not a name",
    ),
    "speaker is a boolean": ([{"text": "", "speaker": True}], None, "[0].speaker is a boolean, not a name"),
    "segments is an object": ({"segments": {}}, None, '"segments" is an object, not an array'),
    "nobody has text": (
        [{"author": "Mara", "content": "Hello"}],
        None,
        'no object has "text" (or "words"); the keys of [0] are: "author", "content"',
    ),
    "CRD3 turn is no object": ({"TURNS": [1]}, None, "TURNS[0] is a number, not an object with NAMES and UTTERANCES"),
    "CRD3 turn has no utterances": ({"TURNS": [{"NAMES": []}]}, None, 'TURNS[0] has no "UTTERANCES"'),
    "CRD3 utterance is no string": (
        {"TURNS": [{"UTTERANCES": ["a", None]}]},
        None,
        "TURNS[0].UTTERANCES[1] is null, not a string",
    ),
    "CRD3 names are a string": ({"TURNS": [{"NAMES": "A", "UTTERANCES": []}]}, None, "TURNS[0].NAMES is a string"),
    "given as crd3": (
        {"segments": []},
        "crd3",
        'given as crd3, but it has no "TURNS"; its keys are: "segments"',
    ),
    "given as turns": ([], "turns", 'given as turns, but it is an array, not an object with "turns"'),
    "given as whisper": ({}, "whisper", 'given as whisper, but it has no "segments"; its keys are: none'),
    "given as array": ({"segments": []}, "array", "given as array, but it is an object"),
    "given as jsonl": ([TURN], "jsonl", "line 1 is an array, not an object with text"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_json_gets_one_message_that_says_where(case: str) -> None:
    """The message names the file, the place, and what was allowed there."""
    value, format_name, message = WRONG[case]
    with pytest.raises(TranscriptError) as caught:
        parse_json(value, format_name)
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith(f"transcript notes: {message}")


BROKEN = {
    # A missing comma: a trailing one is blamed at another place from Python 3.13 on.
    "comma": ('{"segments": [\n  {"text": "x"} "y"]}', None, "broken JSON: line 2, column 17: "),
    "cut off": ('{"segments": [{"text": "x"', None, "broken JSON: line 1, column 27: "),
    "brace": ("{", None, "broken JSON: line 1, column 2: "),
    "second line": ('{"text": "x"}\n{"text": }\n', None, "broken JSON Lines: line 2, column 10: "),
    "nested": ("[" * 200_000 + '{"', "array", "given as array, but it is no JSON: nested too deeply"),
    "digits": ('[{"start": ' + "1" * 5000 + "}]", None, "broken JSON: a number has too many digits"),
    "no JSON": ("Mara: Hello", "crd3", "given as crd3, but it is no JSON: it starts with neither { nor ["),
    "subtitles": ("WEBVTT\n\n", "whisper", "given as whisper, but it is no JSON: it looks like WebVTT"),
    "key twice": (
        '{"segments": [{"text": "x"}], "segments": []}',
        None,
        'broken JSON: the key "segments" stands more than once',
    ),
    "key twice in a turn": (
        '{"segments": [{"text": "x"},\n{"text": "a", "text": "b"}]}',
        "whisper",
        'given as whisper, but it is no JSON: segments[1]: the key "text" stands more than once',
    ),
    "key twice in a line": (
        '{"text": "x"}\n{"text": "a", "text": "b"}',
        None,
        'broken JSON Lines: line 2: the key "text" stands more than once',
    ),
    "no JSON Lines": ("Mara: Hello", "jsonl", "broken JSON Lines: line 1, column 1: "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_json_is_named_with_line_and_column(case: str) -> None:
    """A file that begins as JSON is never read as plain text because it is broken."""
    text, format_name, message = BROKEN[case]
    with pytest.raises(TranscriptError) as caught:
        parse(text, format_name)
    assert str(caught.value).startswith(f"transcript notes: {message}")
