"""A home and a working directory of the test's own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with nothing in it, and nobody trusted."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("NOTARIUS_CONFIG_DIR", str(folder / "config"))
    return folder


@pytest.fixture
def here(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a folder below home."""
    folder = home / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
