"""The file behind `input.path`: missing, unreadable, no file, no text; encodings and line ends."""

import os
import socket
import sys
from pathlib import Path

import pytest

from notarius.errors import TranscriptError
from notarius.transcripts import parse_transcript, read_transcript
from tests.transcripts.reading import said

TWO_TURNS = [("Mära", "Hello."), ("Bram", "Hi.")]


def _message(path: Path, display: str | None = None) -> str:
    with pytest.raises(TranscriptError) as caught:
        read_transcript(path, display=display)
    return str(caught.value)


def test_a_file_is_read(tmp_path: Path) -> None:
    """The plain case."""
    path = tmp_path / "minutes.txt"
    path.write_text("Mära: Hello.\nBram: Hi.\n", encoding="utf-8")
    assert said(read_transcript(path)) == TWO_TURNS
    assert read_transcript(path, format="text").format == "text"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """The path as given."""
    assert _message(tmp_path / "minutes.txt") == f"transcript {tmp_path / 'minutes.txt'}: no such file"


@pytest.mark.parametrize("there", ["minutes-014.json", "Minutes-14.json", "minutes-14.jsonl", "minutes-14.txt"])
def test_a_missing_file_gets_the_similar_one_beside_it(tmp_path: Path, there: str) -> None:
    """Another case, a slip, or another ending."""
    (tmp_path / there).write_text("x", encoding="utf-8")
    if (tmp_path / "minutes-14.json").exists():
        pytest.skip("this file system does not tell case apart")
    (tmp_path / "budget.ods").write_text("x", encoding="utf-8")
    message = _message(tmp_path / "minutes-14.json", display="minutes-14.json")
    assert message == f"transcript minutes-14.json: no such file; beside it is {there}: is that the one?"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """So that nobody looks for a typing error in the file's name."""
    message = _message(tmp_path / "harbour" / "x.txt", display="harbour/x.txt")
    assert message == "transcript harbour/x.txt: no such file; there is no folder harbour to find it in"


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    """`a.txt/b.txt` is a missing file and no crash."""
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    assert "transcript b: " in _message(tmp_path / "a.txt" / "b.txt", display="b")


def test_a_path_that_no_system_takes(tmp_path: Path) -> None:
    """A NUL in a path, or a name of 5,000 characters, ends in the same kind of error."""
    assert _message(tmp_path / "a\0b", display="p").startswith("transcript p: cannot be read (")
    assert _message(tmp_path / ("a" * 5000), display="p").startswith("transcript p: ")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    """The message says what it is and what is wanted."""
    assert _message(tmp_path, display="minutes") == "transcript minutes: a folder, not a file; name one file in it"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    """Opening one would block for good."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert _message(path, display="pipe") == "transcript pipe: a device, pipe or socket; only regular files are read"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets on this system")
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same message."""
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert "a device, pipe or socket" in _message(Path("s"))


@pytest.mark.skipif(not Path(os.devnull).exists(), reason="no such device")
def test_a_device_is_refused() -> None:
    """The null device reads as an empty file, the zero device without end."""
    assert "a device, pipe or socket" in _message(Path(os.devnull))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="this user may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """The system's reason is passed on."""
    path = tmp_path / "locked.txt"
    path.write_text("x", encoding="utf-8")
    path.chmod(0)
    assert _message(path, display="locked.txt").startswith("transcript locked.txt: cannot be read (")


ENCODED = {
    "UTF-8": "Mära: Hello.\nBram: Hi.\n".encode(),
    "UTF-8 with byte order mark": b"\xef\xbb\xbf" + "Mära: Hello.\nBram: Hi.\n".encode(),
    "UTF-16 LE": b"\xff\xfe" + "Mära: Hello.\nBram: Hi.\n".encode("utf-16-le"),
    "UTF-16 BE": b"\xfe\xff" + "Mära: Hello.\nBram: Hi.\n".encode("utf-16-be"),
    "CRLF": "Mära: Hello.\r\nBram: Hi.\r\n".encode(),
    "CR": "Mära: Hello.\rBram: Hi.".encode(),
    "mixed": "\r\n\rMära: Hello.\r\n\n\rBram: Hi.\r\r\n".encode(),
}


@pytest.mark.parametrize("case", ENCODED)
def test_encodings_and_line_ends(case: str) -> None:
    """The same two turns, whatever they are written in."""
    assert said(parse_transcript(ENCODED[case])) == TWO_TURNS


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
def test_json_may_have_a_byte_order_mark(mark: str) -> None:
    """It is no part of the JSON."""
    assert parse_transcript('[{"text": "Hällo"}]'.encode(mark)).units[0].text == "Hällo"


ADVICE = "save the file as UTF-8 (UTF-16 with a byte order mark works too)"
UNREADABLE = {
    "empty": (b"", "the file is empty"),
    "mark only": (b"\xef\xbb\xbf", "the file is empty"),
    "blanks": (b" \r\n\t\n", "the file holds nothing but blanks"),
    "NUL": (b"Mara: a\0b", "a binary file, not text (a NUL at byte 7)"),
    "UTF-16 without mark": (
        "Mara: Hello".encode("utf-16-le"),
        "a binary file, not text (a NUL at byte 1; UTF-16 without a byte order mark? Save it as UTF-8)",
    ),
    "UTF-32": (b"\xff\xfe\0\0" + "x".encode("utf-32-le"), "the file is UTF-32; save it as UTF-8"),
    "cut UTF-16": (
        b"\xff\xfea\0b",
        "not valid UTF-16 at byte 4, though it has that byte order mark; save it as UTF-8",
    ),
    "NUL in UTF-16": (b"\xff\xfea\0\0\0", "a binary file, not text (a NUL at character 1)"),
    "Western": (
        "Mara: Hi\nBram: Gr\xfc\xdfe".encode("windows-1252"),
        f"not UTF-8: byte 17 (line 2) is 0xfc, which would be 'ü' in windows-1252; {ADVICE}",
    ),
    "Word": (b"PK\x03\x04\x14\0", "a binary file, not text (it looks like a ZIP archive, such as a .docx)"),
    "PDF": (b"%PDF-1.7\n%", "a binary file, not text (it looks like a PDF)"),
    "WAV": (b"RIFF\x24\x00\x00\x00WAVEfmt ", "a binary file, not text (it looks like WAV audio)"),
    "MP4": (b"\0\0\0\x20ftypisom", "a binary file, not text (it looks like MP4 audio or video)"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_is_no_text_gets_one_message(case: str) -> None:
    """Empty, binary, or in an encoding that cannot be told: never a guess."""
    content, message = UNREADABLE[case]
    with pytest.raises(TranscriptError) as caught:
        parse_transcript(content, name="minutes")
    assert str(caught.value) == f"transcript minutes: {message}"
