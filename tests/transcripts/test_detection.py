"""Which format a file is taken for, and what is said about files that are none."""

import pytest

from notarius.digests import digest_bytes
from notarius.errors import TranscriptError
from notarius.transcripts import FORMATS, parse_transcript
from tests.transcripts.reading import parse, parse_json, said

FOREIGN = {
    "WebVTT": "WEBVTT\n\n00:00.000 --> 00:02.000\nHello",
    "WebVTT without its header": "00:01.000 --> 00:02.000\nHello",
    "SubRip (SRT)": "1\n00:00:00,500 --> 00:00:07,000\nHello",
    "SubViewer (SBV)": "0:00:00.000,0:00:02.000\nHello",
    "SubStation Alpha (ASS)": "[Script Info]\nTitle: x",
    "Whisper's TSV": "start\tend\ttext\n0\t10\tHello",
    "a Foundry VTT chat log": "[8/15/2026, 6:55:09 PM] Mara\nHello\n---",
    "Craig's info.txt": "Recording aB\n\nGuild:\tx",
    "HTML": "<cite>Mara:</cite>\n<p>Hello</p>",
    "XML, such as TTML": '<?xml version="1.0"?><tt/>',
    "rich text (RTF)": "{\\rtf1 Hello}",
    "Podcasting 2.0 JSON": '{"segments": [{"startTime": 1, "body": "Hello"}]}',
    "Deepgram JSON": '{"results": {"channels": []}}',
    "Amazon Transcribe JSON": '{"results": {"transcripts": []}}',
    "Google Speech-to-Text JSON": '{"results": [{"alternatives": []}]}',
    "Azure Speech JSON": '{"recognizedPhrases": []}',
    "Rev JSON": '{"monologues": []}',
    "AssemblyAI JSON": '{"audio_url": "", "text": "Hello"}',
    "whisper.cpp JSON": '{"transcription": [{"offsets": {}, "text": "Hello"}]}',
    "a Whisper answer without its segments": '{"text": "Hello"}',
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_known_format_without_a_reader_is_named_and_not_misread(what: str) -> None:
    """The error says what the file looks like and what can be read."""
    with pytest.raises(TranscriptError) as caught:
        parse(FOREIGN[what])
    assert str(caught.value).startswith(f"transcript notes: looks like {what}")
    assert str(caught.value).endswith(f"not read yet; allowed: {', '.join(FORMATS)}")


def test_a_known_format_can_be_read_as_text_if_asked_and_a_warning_says_so() -> None:
    """`input.format` overrides."""
    transcript = parse(FOREIGN["SubRip (SRT)"], "text")
    assert transcript.format == "text"
    assert "read as plain text, as asked, though it looks like SubRip (SRT)" in transcript.warnings


def test_json_can_be_read_as_text_if_asked_and_a_warning_says_so() -> None:
    """`input.format` overrides."""
    assert "read as plain text, as asked, though it looks like JSON" in parse('{"segments": []}', "text").warnings


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({}, "an empty object"),
        ({"a": 1, "b\n": 2}, 'an object with the keys "a", "b\\n"'),
        ({str(key): 0 for key in range(10)}, '"6", "7", and 2 more'),
    ],
    ids=["empty", "two keys", "many keys"],
)
def test_json_that_is_no_transcript_gets_what_was_looked_for_and_what_was_found(value: object, found: str) -> None:
    """The message lists every shape by its format name, and the top-level keys."""
    with pytest.raises(TranscriptError) as caught:
        parse_json(value)
    message = str(caught.value)
    assert message.startswith("transcript notes: no transcript: found ")
    assert f"{found}; looked for " in message
    assert all(f"({name})" in message for name in FORMATS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"Mara: Hello"', "a string"),
        (" 5\n", "a number"),
        ("-1.5e3", "a number"),
        ("NaN", "a number"),
        ("null", "null"),
        ("true", "a boolean"),
        ("[" * 100_000, "JSON that is nested too deeply"),
        ("[" * 100_000 + "]" * 100_000, "JSON that is nested too deeply"),
    ],
    ids=["string", "number", "negative", "NaN", "null", "boolean", "only opened", "deep"],
)
def test_a_text_that_is_one_json_value_is_no_line_of_talk(text: str, found: str) -> None:
    """Whatever JSON a file holds, it is read as JSON, and the message says what was looked for."""
    with pytest.raises(TranscriptError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"transcript notes: no transcript: found {found}; looked for an object with ")


@pytest.mark.parametrize(
    "text", ['"Mara: Hello', "[laughs] Hello", "[[[1", "[00:01] Mara: Hello", '"Hello," she said.'], ids=str
)
@pytest.mark.parametrize("name", ["notes.json", "NOTES.JSONL"])
def test_what_may_be_json_is_json_in_a_file_of_that_name(text: str, name: str) -> None:
    """There the name decides; the message says how it is read as text all the same."""
    with pytest.raises(TranscriptError, match=r"broken JSON: line 1, .*; if it is text, input\.format=text reads"):
        parse_transcript(text.encode(), name=name)
    assert parse_transcript(text.encode(), name=name, format="text").units
    assert parse_transcript(text.encode(), name="notes.txt").format == "text"


def test_lines_of_talk_are_text_in_a_file_of_any_name() -> None:
    """What cannot be JSON is read as what it is."""
    assert parse_transcript(b"10:30 Mara: Hello\nfine then", name="notes.json").format == "text"


@pytest.mark.parametrize(
    ("given", "nearest"),
    [("whisperx", "; nearest is whisper"), ("CRD3", "; nearest is crd3"), ("txt", "; nearest is text"), ("qq", "")],
)
def test_an_unknown_format_name_gets_the_nearest_and_all_allowed(given: str, nearest: str) -> None:
    """The message lists the names that `input.format` takes."""
    with pytest.raises(TranscriptError) as caught:
        parse("Mara: Hello", given)
    allowed = ", ".join(FORMATS)
    assert str(caught.value) == f"transcript notes: unknown input.format {given!r}{nearest}; allowed: {allowed}"


@pytest.mark.parametrize(
    "text",
    [
        "[00:12] Mara: Hello\n[00:13] Bram: Hi",
        "[Mara]: Hello",
        "{laughs} Hello",
        "[laughs] Hello",
        '"Hello," she said.',
        "[[Mara]]: Hello",
        "12:01 Hello",
        "null and void",
    ],
)
def test_text_that_begins_with_a_bracket_is_no_broken_json(text: str) -> None:
    """Only what begins as objects and arrays of objects do is taken for JSON."""
    assert parse(text).format == "text"


def test_segments_win_where_a_file_has_turns_too() -> None:
    """Programs that group segments into turns write both; segments are the finer."""
    transcript = parse_json({"turns": [{"text": "a b"}], "segments": [{"text": "a"}, {"text": "b"}]})
    assert said(transcript) == [(None, "a"), (None, "b")]


def test_a_transcript_says_what_it_was_read_from() -> None:
    """Format, digest over the raw bytes, and size."""
    content = b"\xef\xbb\xbfMara: Hello\r\nBram: Hi\r\n"
    transcript = parse_transcript(content)
    assert (transcript.format, transcript.size_bytes) == ("text", len(content))
    assert transcript.digest == digest_bytes(content)


def test_formats_have_one_line_each() -> None:
    """They are shown in lists."""
    assert list(FORMATS) == ["seriatim", "whisper", "crd3", "turns", "array", "jsonl", "text"]
    assert all(summary and "\n" not in summary for summary in FORMATS.values())
