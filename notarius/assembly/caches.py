"""What one process reads once, however many jobs of a sweep use it: transcripts, chunks, reference files."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

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
# Some 100 MB: half a kilobyte a turn, as measured. Fifty evenings of four hours.
KEPT_UNITS: Final = 200_000
_SMALLEST: Final = 100  # units that even an empty transcript counts as


class _Kept(Generic[_K, _V]):
    """What was made from transcripts, the latest used; as many as hold so many units together."""

    def __init__(self) -> None:
        self._made: dict[_K, tuple[int, _V]] = {}
        self._units = 0

    def get(self, key: _K, units: Callable[[_V], int], make: Callable[[], _V]) -> _V:
        """What was made under that key, made now if it is not there (any more)."""
        kept = self._made.pop(key, None)
        if kept is None:
            value = make()
            kept = (units(value) + _SMALLEST, value)
            self._units += kept[0]
        self._made[key] = kept
        while len(self._made) > 1 and self._units > KEPT_UNITS:
            count, _ = self._made.pop(next(iter(self._made)))
            self._units -= count
        return kept[1]


_transcripts: Final = _Kept[tuple[str, int, int, str | None], Transcript]()
_chunks: Final = _Kept[tuple[str, str, str, ChunkingSettings], tuple[Chunk, ...]]()
_indexes: Final = _Kept[tuple[str, str], SourceIndex]()
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
    return _transcripts.get(
        key,
        lambda transcript: len(transcript.units),
        lambda: read_transcript(path, format=settings.format, display=display(path)),
    )


def _state(path: Path, given: str | None) -> tuple[str, int, int, str | None] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_mtime_ns, status.st_size, given


def read_chunks(transcript: Transcript, chunking: ChunkingSettings, counter: TokenCounter) -> tuple[Chunk, ...]:
    """The transcript's chunks, cut once for each way of cutting.

    Raises:
        ConfigError: for limits that make no sense.
    """
    return _chunks.get(
        (transcript.digest, transcript.format, counter.name, chunking),
        lambda _: len(transcript.units),
        lambda: chunk_units(
            transcript.units,
            max_tokens=chunking.max_tokens,
            max_units=chunking.max_units,
            overlap_units=chunking.overlap_units,
            counter=counter,
        ),
    )


def source_index(transcript: Transcript) -> SourceIndex:
    """The transcript prepared for comparing words, once for all lanes and jobs that read it."""
    key = (transcript.digest, transcript.format)
    return _indexes.get(key, lambda _: len(transcript.units), lambda: SourceIndex(transcript.units))
