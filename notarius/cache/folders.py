"""Making folders with the permissions they should have."""

from pathlib import Path


def ensure_folder(*folders: Path, mode: int) -> None:
    """Make the given folders, outermost first; those that are there stay as they are.

    `mkdir(parents=True)` alone would give `mode` to the innermost only.

    Raises:
        OSError: where one cannot be made, or a file stands in its place.
    """
    for folder in folders:
        folder.mkdir(mode, parents=True, exist_ok=True)
