"""Readers: a transcript file of any known format to units in file order."""

from notarius.transcripts.files import read_transcript
from notarius.transcripts.parsing import parse_transcript
from notarius.transcripts.registry import FORMATS

__all__ = ["FORMATS", "parse_transcript", "read_transcript"]
