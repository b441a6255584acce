"""The example package as a stranger would have it: installed from a wheel, used from a folder elsewhere."""

import shutil
from pathlib import Path

import pytest

from tests.installed import EXAMPLES, Installed, installed_once
from tests.outsider.meeting import Board


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program and the example package, installed from wheels."""
    return installed_once(tmp_path_factory)


@pytest.fixture
def board(installed: Installed, tmp_path: Path) -> Board:
    """The board's folder, with its lists, its pipeline and a meeting."""
    shutil.copytree(EXAMPLES / "meeting-minutes" / "ferry-board", tmp_path / "board")
    (tmp_path / "home").mkdir()
    return Board(installed, tmp_path / "board", tmp_path / "home")
