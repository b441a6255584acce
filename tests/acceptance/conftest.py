"""A home of the test's own, the program, and a copy of the example campaign to change."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import notarius
from tests.config.conftest import here, home
from tests.golden.example import EXAMPLE

__all__ = ["here", "home", "notarius"]


@pytest.fixture
def campaign(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example campaign, the working directory."""
    folder = home / "campaign-folder"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("outputs", "multirun"))
    monkeypatch.chdir(folder)
    return folder
