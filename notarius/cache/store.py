"""The folder of kept answers: one JSON file an answer, written whole or not at all, under two-digit shards.

    ab/abcdef….json     a kept answer                ab/abcdef….lease     somebody is asking
    writers/<token>/    an instance's lock and half-written files

Whatever stands there that was not written whole by this module counts as a miss, and any part of the folder may
be deleted at any moment: the worst that can happen is that a question is asked again.
"""

import contextlib
import itertools
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, Self, TypeVar, get_args

import attrs

from notarius.cache.entries import MAX_ENTRY_BYTES, read_entry, write_entry
from notarius.cache.folders import ensure_folder
from notarius.cache.leases import Lease, Writer, signature, take_lease
from notarius.contracts.generation import ModelResponse

CacheMode = Literal["off", "read-write", "read-only", "refresh"]
Claim = Lease
T = TypeVar("T")

_BINARY: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
# A FIFO that somebody put there must not block the reader.
_READ: Final = os.O_RDONLY | _BINARY | getattr(os, "O_NONBLOCK", 0)
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY


@attrs.frozen
class CacheNote:
    """Something about the cache that the user may want to know; never a reason to stop.

    Attributes:
        code: `cache_entry_broken`, `cache_unreadable` or `cache_unwritable`.
        message: what and where the first time, with a path inside the cache folder.
        count: how many files.
    """

    code: str
    message: str
    count: int = 1


class AnswerCache:
    """Kept answers by key.

    Any number of processes and event loops may use one folder at once. The caller decodes and checks what `get`
    gives as if it came from the model.

    Attributes:
        folder: where the answers lie; made with mode 0700 at the first write. Files are as open to others as the
            folder is, so that a folder made for a group serves the group.
        mode: `off` does nothing; `read-write`; `read-only` never writes; `refresh` writes and never reads.
        lease_seconds: after how long a claim counts for nothing, even if its process lives.
    """

    def __init__(self, folder: Path, mode: CacheMode = "read-write", *, lease_seconds: float = 900.0) -> None:
        if mode not in get_args(CacheMode):
            raise ValueError(f"cache.mode is one of {', '.join(get_args(CacheMode))}, not {mode!r}")
        self.folder = folder
        self.mode = mode
        self.lease_seconds = lease_seconds
        self._folder_mode = _mode_of(folder)
        self._writer = Writer(folder, self._folder_mode)
        self._counter = itertools.count()
        self._first_notes: dict[str, str] = {}
        self._noted: dict[str, set[Path]] = {}

    @property
    def reads(self) -> bool:
        """Whether `get` may find something."""
        return self.mode in ("read-write", "read-only")

    @property
    def writes(self) -> bool:
        """Whether `put` keeps something."""
        return self.mode in ("read-write", "refresh")

    @property
    def notes(self) -> tuple[CacheNote, ...]:
        """What went wrong so far, one note a kind."""
        return tuple(CacheNote(code, text, len(self._noted[code])) for code, text in self._first_notes.items())

    def get(self, key: str) -> ModelResponse | None:
        """The kept answer, or None. A file that is broken or foreign is a miss, and noted."""
        if not self.reads:
            return None
        path = self._path(key, ".json")
        try:
            raw = _read(path)
            return None if raw is None else read_entry(key, raw)
        except OSError as error:
            self._note("cache_unreadable", path, error.strerror or "cannot be read")
        except ValueError as error:
            self._note("cache_entry_broken", path, str(error))
        return None

    def claim(self, key: str) -> Claim | None:
        """The right to ask for that key, or None while somebody else, in this process or another, is asking.

        Where the folder does not let itself be written to, everybody may ask.
        """
        if not self.writes:
            return Lease(None)
        path = self._path(key, ".lease")
        try:
            return self._persist(path, lambda: self._lease(path))
        except OSError as error:
            self._note("cache_unwritable", path, error.strerror or "cannot be written")
            return Lease(None)

    def put(
        self, key: str, response: ModelResponse, *, claim: Claim | None = None, lane: str = "", chunk: str = ""
    ) -> bool:
        """Keep an answer: when this returns, killing the process does not lose it.

        Only an answer that parsed and fitted belongs here; the caller has checked that.

        Args:
            key: what it is the answer to.
            response: the answer.
            claim: the claim under which it was asked; is used up.
            lane: who asked, for people.
            chunk: about which chunk, for people.

        Returns:
            Whether it was written; a folder that cannot be written to is noted.
        """
        if not self.writes:
            return False
        path, content = self._path(key, ".json"), write_entry(key, response, lane=lane, chunk=chunk)
        try:
            if claim is None or not claim.become(path, content):
                self._persist(path, lambda: self._replace(path, signature(self._writer.token) + content))
        except OSError as error:
            self._note("cache_unwritable", path, error.strerror or "cannot be written")
            return False
        return True

    def drop(self, key: str, reason: str) -> None:
        """Note that an entry did not decode any more; it is asked again and overwritten."""
        self._note("cache_entry_broken", self._path(key, ".json"), reason)

    def close(self) -> None:
        """Give back what this instance holds; kept answers stay."""
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _path(self, key: str, suffix: str) -> Path:
        name = key.removeprefix("sha256:")
        return self.folder / name[:2] / (name + suffix)

    def _lease(self, path: Path) -> Lease | None:
        self._writer.announce()
        return take_lease(path, self._writer, seconds=self.lease_seconds, mode=self._folder_mode & 0o666)

    def _replace(self, path: Path, content: bytes) -> None:
        self._writer.announce()
        half = self._writer.folder / f"{next(self._counter)}.tmp"
        handle = os.open(half, _WRITE, self._folder_mode & 0o666)
        try:
            with os.fdopen(handle, "wb", buffering=0) as file:
                file.write(content)
            half.replace(path)
        except BaseException:
            _remove(half)
            raise

    def _persist(self, path: Path, write: Callable[[], T]) -> T:
        """Write, making folders that are not there (any more) on the way."""
        for _ in range(3):
            try:
                return write()
            except FileNotFoundError:
                ensure_folder(self.folder, path.parent, mode=self._folder_mode)
        return write()

    def _note(self, code: str, path: Path, reason: str) -> None:
        self._first_notes.setdefault(code, f"cache: {path.relative_to(self.folder).as_posix()}: {reason}")
        self._noted.setdefault(code, set()).add(path)


def _read(path: Path) -> bytes | None:
    """The file's bytes, None if there is none.

    Raises:
        ValueError: if it is no file, or far too large for one of ours.
    """
    try:
        handle = os.open(path, _READ)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb", buffering=0) as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_ENTRY_BYTES:
            raise ValueError("no file, or far too large")
        return file.read()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _mode_of(root: Path) -> int:
    """Permissions for what is made below: those of the folder if it is there, else nobody else's business."""
    try:
        return stat.S_IMODE(root.stat().st_mode) & 0o777 | 0o700
    except OSError:
        return 0o700
