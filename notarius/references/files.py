"""Reading the files behind bindings: never a device, never more than a limit, and each content once a process."""

import os
import stat
from pathlib import Path
from typing import Final

import attrs

from notarius.errors import ReferenceBindingError

# About a million tokens of English, which is more than the context of nearly every model: a larger file is a mistake.
DEFAULT_MAX_BYTES: Final = 4 * 1024 * 1024

# How many entries of a campaign folder are looked at for a file that a binding has misplaced.
_SEARCHED_ENTRIES: Final = 5000

_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)

_Key = tuple[str, int, int, int]


@attrs.frozen
class ReferenceFiles:
    """Reads files and remembers what they held; shared by all lanes, and by all jobs of a sweep."""

    _contents: dict[_Key, bytes] = attrs.field(factory=dict, init=False, repr=False)

    def read(self, path: Path, max_bytes: int | None) -> bytes:
        """The file's bytes; read again only when its time, size or identity changed.

        Args:
            path: absolute.
            max_bytes: the slot's limit, or None for `DEFAULT_MAX_BYTES`.

        Raises:
            FileNotFoundError: if there is nothing of that name.
            ReferenceBindingError: if it is no regular file, cannot be read, or is too large.
        """
        limit = DEFAULT_MAX_BYTES if max_bytes is None else max_bytes
        try:
            seen = path.stat()
            _require_regular(seen)
            key = (str(path), seen.st_mtime_ns, seen.st_size, seen.st_ino)
            content = self._contents.get(key)
            if content is None:
                content = _read(path, limit) if seen.st_size <= limit else None
        except NotADirectoryError as error:
            raise FileNotFoundError(str(path)) from error
        except FileNotFoundError:
            raise
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ReferenceBindingError(f"cannot be read: {reason}") from error
        if content is None or len(content) > limit:
            raise ReferenceBindingError(_too_large(max(seen.st_size, len(content or b"")), max_bytes))
        self._contents[key] = content
        return content


def found_below(folder: Path, name: str) -> Path | None:
    """A file of that name somewhere below the folder, nearest first, in another case if need be.

    Looks at no more than 5,000 entries, and follows neither links nor folders whose names begin with a dot.
    """
    level, left, other_case = [folder], _SEARCHED_ENTRIES, None
    while level:
        deeper: list[Path] = []
        for entry in (entry for parent in level for entry in _entries(parent)):
            left -= 1
            if left < 0:
                return other_case
            if entry.is_dir(follow_symlinks=False):
                deeper += [] if entry.name.startswith(".") else [Path(entry.path)]
            elif entry.name == name:
                return Path(entry.path)
            elif other_case is None and entry.name.casefold() == name.casefold():
                other_case = Path(entry.path)
        level = deeper
    return other_case


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _read(path: Path, limit: int) -> bytes:
    # Whatever took the file's place since it was looked at: opening does not wait for the other end of a pipe.
    with open(path, "rb", opener=_open_without_waiting) as file:
        _require_regular(os.fstat(file.fileno()))
        return file.read(limit + 1)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _require_regular(seen: os.stat_result) -> None:
    if not stat.S_ISREG(seen.st_mode):
        kind = next((what for test, what in _KINDS if test(seen.st_mode)), "no regular file")
        raise ReferenceBindingError(f"is {kind}; a slot takes text files")


def _too_large(size: int, max_bytes: int | None) -> str:
    if max_bytes is None:
        return f"has {size:,} bytes; a slot that states no max_bytes takes at most {DEFAULT_MAX_BYTES:,}"
    return f"has {size:,} bytes; the slot takes at most {max_bytes:,} (its max_bytes)"
