"""The readers there are. A further format is one module with a `Reader`, and its line here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from notarius.transcripts.crd3 import CRD3
from notarius.transcripts.json_shapes import ARRAY, JSON_LINES, SERIATIM, TURNS, WHISPER
from notarius.transcripts.reading import Document, Reader, Reading


def _read_plain_text(source: Document) -> Reading:
    from notarius.transcripts.plain_text import read_plain_text  # half of the package's import time, for one format

    return read_plain_text(source)


PLAIN_TEXT: Final = Reader(
    name="text",
    summary="plain text: `Name: text`, `[time] Name: text`, bold names, Otter's headers, or lines without names",
    looked_for="else lines of text",
    matches=lambda source: not source.looks_json,
    read=_read_plain_text,
)

# In the order in which they are asked: the particular before the general, plain text last.
READERS: Final[tuple[Reader, ...]] = (SERIATIM, WHISPER, CRD3, TURNS, ARRAY, JSON_LINES, PLAIN_TEXT)

FORMATS: Final[Mapping[str, str]] = MappingProxyType({reader.name: reader.summary for reader in READERS})
"""What `input.format` may be: name to one line about it."""
