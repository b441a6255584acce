"""Links in a run directory: what notarius writes or takes away there must not land in somebody else's folder."""

from collections.abc import Iterable
from pathlib import Path


def leading_out(path: Path, names: Iterable[str]) -> list[str]:
    """Those of a directory's names that links lead out of it.

    Args:
        path: the directory, which may be reached by a link itself and need not exist.
        names: files or folders in it, relative.

    Raises:
        OSError: if links lead round in a circle.
    """
    root = path.resolve()
    return [name for name in names if not _resolved(root / name).is_relative_to(root)]


def is_link(path: Path) -> bool:
    """Whether a path is a link to a file or folder, a junction of Windows included."""
    return path.is_symlink() or _resolved(path) != path.parent.resolve() / path.name


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError as error:  # Python before 3.13 on a circle of links
        raise OSError("links lead round in a circle") from error
