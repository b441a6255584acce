"""What one process reads once, however many jobs of a sweep use it: transcripts, chunks, reference files."""

from pathlib import Path
from typing import Final, TypeVar

from notarius.chunking import chunk_units
from notarius.config.settings import ChunkingSettings, InputSettings
from notarius.contracts.sources import Chunk, Transcript
from notarius.contracts.tokens import TokenCounter
from notarius.display import DisplayPaths
from notarius.errors import TranscriptError
from notarius.references import ReferenceFiles
from notarius.transcripts import read_transcript
from notarius.validation import SourceIndex

_K = TypeVar("_K")
_V = TypeVar("_V")
_KEPT: Final = 8
_transcripts: dict[tuple[str, int, int, str | None], Transcript] = {}
_chunks: dict[tuple[str, str, str, ChunkingSettings], tuple[Chunk, ...]] = {}
_indexes: dict[tuple[str, str], SourceIndex] = {}
_files: Final = ReferenceFiles()


def reference_files() -> ReferenceFiles:
    """The reference files that this process has read."""
    return _files


def read_input(settings: InputSettings, display: DisplayPaths) -> Transcript:
    """The transcript, read once for each state of the file.

    Raises:
        TranscriptError: if none was named, or it cannot be read.
    """
    if settings.path is None or settings.path.path is None:
        raise TranscriptError("no transcript was named; say input.path=FILE")
    path = Path(settings.path.path)
    key = _state(path, settings.format)
    if key is None:
        return read_transcript(path, format=settings.format, display=display(path))
    if key not in _transcripts:
        _trim(_transcripts)
        _transcripts[key] = read_transcript(path, format=settings.format, display=display(path))
    return _transcripts[key]


def _state(path: Path, given: str | None) -> tuple[str, int, int, str | None] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_mtime_ns, status.st_size, given


def _trim(kept: dict[_K, _V]) -> None:
    while len(kept) >= _KEPT:
        kept.pop(next(iter(kept)))


def read_chunks(transcript: Transcript, chunking: ChunkingSettings, counter: TokenCounter) -> tuple[Chunk, ...]:
    """The transcript's chunks, cut once for each way of cutting.

    Raises:
        ConfigError: for limits that make no sense.
    """
    key = (transcript.digest, transcript.format, counter.name, chunking)
    if key not in _chunks:
        _trim(_chunks)
        _chunks[key] = chunk_units(
            transcript.units,
            max_tokens=chunking.max_tokens,
            max_units=chunking.max_units,
            overlap_units=chunking.overlap_units,
            counter=counter,
        )
    return _chunks[key]


def source_index(transcript: Transcript) -> SourceIndex:
    """The transcript prepared for comparing words, once for all lanes and jobs that read it."""
    key = (transcript.digest, transcript.format)
    if key not in _indexes:
        _trim(_indexes)
        _indexes[key] = SourceIndex(transcript.units)
    return _indexes[key]
