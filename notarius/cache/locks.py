"""Locks on open files that the system gives back when a process dies, whatever way it died."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _give_back(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    # `flock`, not `lockf`: it belongs to the open file, so two caches of one process exclude each other too.
    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give_back(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)


def take_lock(path: Path, mode: int = 0o600) -> int | None:
    """An open handle of the file, locked for this process; None if somebody else has the lock.

    Raises:
        OSError: where the file cannot be made, or the file system knows no locks.
    """
    handle = os.open(path, _FLAGS | os.O_CREAT, mode)
    try:
        _take(handle)
    except (BlockingIOError, PermissionError):
        os.close(handle)
        return None
    except BaseException:
        os.close(handle)
        raise
    return handle


def release_lock(handle: int) -> None:
    """Unlock and close."""
    try:
        _give_back(handle)
    finally:
        os.close(handle)


def is_locked(path: Path) -> bool:
    """Whether a living process holds the lock; True too where the file system cannot tell."""
    try:
        handle = os.open(path, _FLAGS)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        _take(handle)
    except OSError:
        return True
    else:
        _give_back(handle)
        return False
    finally:
        os.close(handle)
