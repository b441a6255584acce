"""Path to transcript: the one place of this package that touches the disk."""

import stat
from pathlib import Path

from notarius.contracts.sources import Transcript
from notarius.errors import TranscriptError
from notarius.transcripts.parsing import parse_transcript
from notarius.transcripts.suggesting import nearest


def read_transcript(path: Path, *, format: str | None = None, display: str | None = None) -> Transcript:  # noqa: A002
    """Reads a transcript file.

    Args:
        path: the file.
        format: a name of `FORMATS`; None detects it.
        display: what messages call the file; None shows the path as given.

    Raises:
        TranscriptError: the file is missing, unreadable, no regular file, not text, or no transcript of
            (this) format; the message says what was looked for and what is allowed.
    """
    name = display if display is not None else str(path)
    return parse_transcript(_content(path, name), format=format, name=name)


def _content(path: Path, name: str) -> bytes:
    try:
        _require_regular(path.stat().st_mode, name)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise TranscriptError(f"transcript {name}: no such file{_hint(path)}") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise TranscriptError(f"transcript {name}: cannot be read ({reason})") from error


def _require_regular(mode: int, name: str) -> None:
    """Before opening: to open a pipe or a terminal would wait for somebody to write."""
    if stat.S_ISDIR(mode):
        raise TranscriptError(f"transcript {name}: a folder, not a file; name one file in it")
    if not stat.S_ISREG(mode):
        raise TranscriptError(f"transcript {name}: a device, pipe or socket; only regular files are read")


def _hint(path: Path) -> str:
    try:
        beside = [entry.name for entry in path.parent.iterdir() if entry.is_file()]
    except OSError:
        return f"; there is no folder {path.parent.name} to find it in"
    found = nearest(path.name, beside) or nearest(path.stem, {Path(entry).stem: entry for entry in beside})
    return f"; beside it is {found}: is that the one?" if found else ""
