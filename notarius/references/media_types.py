"""Our own table of media types, by file name and content, so that every machine gives the same answer.

The standard library's `mimetypes` reads what the machine has installed, and would put it into fingerprints.
"""

import json
from collections.abc import Collection
from pathlib import PurePath
from typing import Final

PLAIN: Final = "text/plain"

# Names as IANA registers them; text/x-rst and text/x-org have no registration and are what tools use.
TEXT_TYPES: Final = {
    ".adoc": "text/asciidoc",
    ".asciidoc": "text/asciidoc",
    ".csv": "text/csv",
    ".htm": "text/html",
    ".html": "text/html",
    ".json": "application/json",
    ".json5": "application/json5",
    ".jsonl": "application/jsonl",
    ".log": PLAIN,
    ".markdown": "text/markdown",
    ".md": "text/markdown",
    ".ndjson": "application/jsonl",
    ".org": "text/x-org",
    ".rst": "text/x-rst",
    ".srt": "application/x-subrip",
    ".tab": "text/tab-separated-values",
    ".text": PLAIN,
    ".toml": "application/toml",
    ".tsv": "text/tab-separated-values",
    ".txt": PLAIN,
    ".vtt": "text/vtt",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}

_WORD: Final = "a word processor document"
_SHEET: Final = "a spreadsheet"
_SLIDES: Final = "a slide deck"
_IMAGE: Final = "an image"
_SOUND: Final = "a sound recording"
_VIDEO: Final = "a video"
_ARCHIVE: Final = "an archive"
_PROGRAM: Final = "a program"
_DATABASE: Final = "a database"
_RTF: Final = "an RTF document"
_PDF: Final = "a PDF document"
_BOOK: Final = "an e-book"

_BINARY_SUFFIXES: Final = {
    _PDF: ".pdf",
    _RTF: ".rtf",
    _WORD: ".doc .docm .docx .dotx .odt",
    _SHEET: ".ods .xls .xlsm .xlsx",
    _SLIDES: ".odp .ppt .pptx",
    _BOOK: ".azw3 .epub .mobi",
    _IMAGE: ".avif .bmp .gif .heic .ico .jpeg .jpg .png .psd .tif .tiff .webp",
    _SOUND: ".aac .flac .m4a .mp3 .oga .ogg .opus .wav .wma",
    _VIDEO: ".avi .m4v .mkv .mov .mp4 .mpeg .mpg .webm .wmv",
    _ARCHIVE: ".7z .bz2 .gz .rar .tar .tgz .xz .zip .zst",
    _DATABASE: ".db .mdb .sqlite .sqlite3",
    _PROGRAM: ".dll .dylib .exe .pyc .so",
    "a model file": ".gguf .safetensors",
}
_BY_SUFFIX: Final = {suffix: what for what, suffixes in _BINARY_SUFFIXES.items() for suffix in suffixes.split()}

# What files begin with, from the formats' own specifications. A zip is told apart by the folders inside of it.
_MAGIC: Final = (
    (b"%PDF-", _PDF),
    (b"{\\rtf", _RTF),
    (b"\x89PNG\r\n\x1a\n", _IMAGE),
    (b"\xff\xd8\xff", _IMAGE),
    (b"GIF87a", _IMAGE),
    (b"GIF89a", _IMAGE),
    (b"II*\x00", _IMAGE),
    (b"MM\x00*", _IMAGE),
    (b"OggS\x00", _SOUND),
    (b"fLaC\x00", _SOUND),
    (b"ID3\x03", _SOUND),
    (b"ID3\x04", _SOUND),
    (b"\x1a\x45\xdf\xa3", _VIDEO),
    (b"\x1f\x8b", _ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", _ARCHIVE),
    (b"Rar!\x1a\x07", _ARCHIVE),
    (b"\xfd7zXZ\x00", _ARCHIVE),
    (b"SQLite format 3\x00", _DATABASE),
    (b"\x7fELF", _PROGRAM),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document of before 2007"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
)
_ZIP: Final = b"PK\x03\x04"
_ZIP_CONTENTS: Final = ((b"word/", _WORD), (b"xl/", _SHEET), (b"ppt/", _SLIDES), (b"opendocument.text", _WORD))
_HEAD_BYTES: Final = 4096


def binary_kind(name: str, content: bytes) -> str | None:
    """What the file looks like, such as `a PDF document`, if it is no UTF-8 text by its beginning or its name."""
    head = content[:_HEAD_BYTES]
    if head.startswith(_ZIP):
        return next((what for mark, what in _ZIP_CONTENTS if mark in head), _by_suffix(name) or _ARCHIVE)
    if head.startswith(b"RIFF") and head[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return {b"WEBP": _IMAGE, b"WAVE": _SOUND}.get(head[8:12], _VIDEO)
    if head[4:8] == b"ftyp" and head[:1] == b"\x00":
        return _by_suffix(name) or _VIDEO
    return next((what for magic, what in _MAGIC if head.startswith(magic)), _by_suffix(name))


def media_type_of(name: str, text: str) -> str:
    """The media type of a text file: by its suffix if we know it, else by its beginning, else `text/plain`."""
    known = TEXT_TYPES.get(PurePath(name).suffix.lower())
    if known is not None:
        return known
    start = text.lstrip("\ufeff \t\r\n")[:200].lower()
    if start.startswith(("<!doctype html", "<html")):
        return "text/html"
    if start.startswith("<?xml"):
        return "application/xml"
    if start.startswith(("{", "[")) and _is_json(text):
        return "application/json"
    return PLAIN


def is_accepted(media_type: str, accepted: Collection[str]) -> bool:
    """Whether a slot takes the media type; an empty list takes all text, and `text/*` whatever begins with `text/`."""
    if not accepted:
        return True
    group = media_type.split("/", 1)[0] + "/*"
    return any(pattern in (media_type, group, "*/*") for pattern in accepted)


def _by_suffix(name: str) -> str | None:
    return _BY_SUFFIX.get(PurePath(name).suffix.lower())


def _is_json(text: str) -> bool:
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True
