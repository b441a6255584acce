"""Campaign folders that tests make: YAML and files by their path."""

from collections.abc import Mapping
from pathlib import Path

PIPELINE = """\
# @package _global_
defaults:
  - dnd-session
  - _self_
"""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
