"""Who is asking right now: leases on keys, that end with their process or when they expire.

A lease is a file beside the entry it promises, made with `O_EXCL`: the first bytes of that entry, which name its
writer. Keeping the answer is appending the rest and renaming the file, so that one file is made for an answer and
not two: on a busy disk nothing else costs as much.

A writer is an instance of the cache; it holds an operating system's lock on a file of its own for as long as it
lives, so that a lease of a killed process is known to be stale at once. Where a file system knows no locks (some
network folders), a lease is stale when it expires. Only a duplicate request can come of a wrong guess, never a
wrong answer.
"""

import contextlib
import os
import re
import secrets
import shutil
import time
from pathlib import Path
from typing import Final

from notarius.cache.folders import ensure_folder
from notarius.cache.locks import is_locked, release_lock, take_lock

_CLOSE_ON_EXEC: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)
_CREATE: Final = os.O_CREAT | os.O_EXCL | os.O_WRONLY | _CLOSE_ON_EXEC
_APPEND: Final = os.O_WRONLY | os.O_APPEND | _CLOSE_ON_EXEC
_SIGNED: Final = re.compile(rb'\{"writer":"([0-9a-f]{16})"')
# Between making a lease and writing its owner into it a process may be killed.
_UNSIGNED_SECONDS: Final = 5.0
_ABANDONED_SECONDS: Final = 3600.0


def signature(token: str) -> bytes:
    """How the entry of a writer begins."""
    return b'{"writer":"%b"' % token.encode("ascii")


class Writer:
    """An instance of the cache as the others see it: a folder of its own with a lock in it.

    Attributes:
        token: its name.
        folder: for its half-written files; removed when it closes, or by others once it is long dead.
    """

    def __init__(self, root: Path, mode: int) -> None:
        self.token = secrets.token_hex(8)
        self.root = root / "writers"
        self.folder = self.root / self.token
        self._mode = mode
        self._handle: int | None = None

    def announce(self) -> None:
        """Make the folder and take the lock, if that is not done yet or the folder is gone.

        Raises:
            OSError: if that cannot be done.
        """
        if self._handle is not None and self.folder.is_dir():
            return
        self.close()
        ensure_folder(self.root.parent, self.root, self.folder, mode=self._mode)
        self._handle = take_lock(self.folder / "lock", self._mode & 0o666)
        self._sweep()

    def is_alive(self, token: str) -> bool:
        """Whether the writer of that name still runs, as far as this file system can tell."""
        return token == self.token or is_locked(self.root / token / "lock")

    def close(self) -> None:
        """Give the lock back and remove the folder."""
        if self._handle is not None:
            release_lock(self._handle)
            self._handle = None
            shutil.rmtree(self.folder, ignore_errors=True)

    def _sweep(self) -> None:
        """Remove what writers left that are dead and have not written for an hour."""
        oldest = time.time() - _ABANDONED_SECONDS
        with contextlib.suppress(OSError), os.scandir(self.root) as folders:
            for folder in folders:
                if folder.name != self.token and folder.stat().st_mtime < oldest and not self.is_alive(folder.name):
                    shutil.rmtree(folder.path, ignore_errors=True)


class Lease:
    """The right to ask for one key; `release` gives it back.

    Attributes:
        path: its file, or None where none could be made, or it became the entry: then it binds nobody.
    """

    __slots__ = ("_surely_ours_until", "_token", "path")

    def __init__(self, path: Path | None, token: str = "", seconds: float = 0.0) -> None:
        self.path = path
        self._token = token
        # Others go by the file's time and another clock.
        self._surely_ours_until = time.monotonic() + 0.9 * seconds

    def become(self, entry: Path, rest: bytes) -> bool:
        """Turn the lease into the entry, if it is surely still there and ours.

        Raises:
            OSError: if the file cannot be written; it is released then.
        """
        if self.path is None or time.monotonic() >= self._surely_ours_until:
            return False
        try:
            handle = os.open(self.path, _APPEND)
        except FileNotFoundError:
            return False
        try:
            with os.fdopen(handle, "ab", buffering=0) as file:
                file.write(rest)
            self.path.replace(entry)
        except BaseException:
            self.release()
            raise
        self.path = None
        return True

    def release(self) -> None:
        """Let others ask. A lease that somebody took over after it had expired is left to them."""
        path, self.path = self.path, None
        if path is None:
            return
        with contextlib.suppress(OSError):
            if time.monotonic() < self._surely_ours_until or _owner(path) == self._token:
                path.unlink()


def take_lease(path: Path, writer: Writer, *, seconds: float, mode: int) -> Lease | None:
    """A lease, or None while somebody else holds it.

    Args:
        path: its file; the folder exists.
        writer: who asks; has announced itself.
        seconds: after how long a lease is stale even if its writer lives.
        mode: permissions of the file.

    Raises:
        OSError: where no lease can be made.
    """
    if _create(path, writer.token, mode):
        return Lease(path, writer.token, seconds)
    if not _is_stale(path, writer, seconds) or not _take_over(path, writer, seconds=seconds, mode=mode):
        return None
    return Lease(path, writer.token, seconds)


def _create(path: Path, token: str, mode: int) -> bool:
    try:
        handle = os.open(path, _CREATE, mode)
    except FileExistsError:
        return False
    try:
        os.write(handle, signature(token))
    finally:
        os.close(handle)
    return True


def _take_over(path: Path, writer: Writer, *, seconds: float, mode: int) -> bool:
    """Replace a stale lease; one process at a time, or two might each remove the other's fresh one."""
    lock = take_lock(writer.root / "takeover", mode)
    if lock is None:
        return False
    try:
        if _is_stale(path, writer, seconds):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
        return _create(path, writer.token, mode)
    finally:
        release_lock(lock)


def _is_stale(path: Path, writer: Writer, seconds: float) -> bool:
    try:
        age = time.time() - path.stat().st_mtime
        owner = _owner(path)
    except FileNotFoundError:
        return True
    if not owner:
        return age > _UNSIGNED_SECONDS
    return age > seconds or not writer.is_alive(owner)


def _owner(path: Path) -> str:
    """Who made the lease; empty if nobody signed it, or something that is no lease stands there."""
    with path.open("rb") as file:
        signed = _SIGNED.match(file.read(64))
    return signed[1].decode("ascii") if signed else ""
