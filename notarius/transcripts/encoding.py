"""Bytes to text: UTF-8 with or without byte order mark, UTF-16 with one, and a clear error for all else."""

import codecs
import re
from typing import Final

from notarius.errors import TranscriptError

# Offset and bytes of files that people mistake for their transcript.
_MAGIC: Final = (
    (0, b"PK\x03\x04", "a ZIP archive, such as a .docx"),
    (0, b"%PDF-", "a PDF"),
    (0, b"\xd0\xcf\x11\xe0", "an old Word document"),
    (8, b"WAVE", "WAV audio"),
    (4, b"ftyp", "MP4 audio or video"),
    (0, b"ID3\x03", "an MP3"),
    (0, b"ID3\x04", "an MP3"),
    (0, b"fLaC\0", "FLAC audio"),
    (0, b"OggS\0", "Ogg audio"),
    (0, b"\x1aE\xdf\xa3", "Matroska or WebM"),
    (0, b"\x1f\x8b", "gzip"),
)
_UTF32: Final = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_BREAK: Final = re.compile(r"\r\n?")


def decode(content: bytes, name: str) -> str:
    """The text of a file, without byte order mark, every line break (CRLF, CR, LF) as LF.

    Args:
        content: the raw bytes.
        name: what the file is called in errors.

    Raises:
        TranscriptError: the content is empty, binary or in another encoding.
    """
    text = _decoded(content, name).lstrip("\ufeff")
    if not text.strip():
        raise TranscriptError(f"transcript {name}: the file {'holds nothing but blanks' if text else 'is empty'}")
    if (place := text.find("\0")) >= 0:
        raise TranscriptError(f"transcript {name}: a binary file, not text (a NUL at character {place})")
    return _BREAK.sub("\n", text)


def _decoded(content: bytes, name: str) -> str:
    if content.startswith(_UTF32):
        raise TranscriptError(f"transcript {name}: the file is UTF-32; save it as UTF-8")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode_as("utf-16", content, name)
    _refuse_binary(content, name)
    return _decode_as("utf-8", content, name)


def _refuse_binary(content: bytes, name: str) -> None:
    if what := _known_binary(content):
        raise TranscriptError(f"transcript {name}: a binary file, not text (it looks like {what})")
    if (place := content.find(b"\0")) >= 0:
        hint = "; UTF-16 without a byte order mark? Save it as UTF-8" if content.count(b"\0") * 3 > len(content) else ""
        raise TranscriptError(f"transcript {name}: a binary file, not text (a NUL at byte {place}{hint})")


def _known_binary(content: bytes) -> str | None:
    """A name for the kind, by first bytes; some of these hold no NUL near their start."""
    for offset, magic, what in _MAGIC:
        if content.startswith(magic, offset):
            return what
    return None


def _decode_as(encoding: str, content: bytes, name: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise TranscriptError(f"transcript {name}: {_complaint(error, content)}") from error


def _complaint(error: UnicodeDecodeError, content: bytes) -> str:
    if error.encoding != "utf-8":
        return f"not valid UTF-16 at byte {error.start}, though it has that byte order mark; save it as UTF-8"
    line = content.count(b"\n", 0, error.start) + 1
    byte = content[error.start : error.start + 1]
    as_western = byte.decode("windows-1252", "replace")
    return (
        f"not UTF-8: byte {error.start} (line {line}) is 0x{byte.hex()}, which would be {as_western!r} in "
        "windows-1252; save the file as UTF-8 (UTF-16 with a byte order mark works too)"
    )
