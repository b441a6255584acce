"""A garden campaign in a home of the test's own, and the program."""

from pathlib import Path

import pytest

from tests.cli.conftest import notarius
from tests.config.conftest import here, home
from tests.sweeps import plots

__all__ = ["here", "home", "notarius"]


@pytest.fixture
def garden(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipelines `plots` and `both`."""
    monkeypatch.setenv("COLUMNS", "120")
    return plots.make(here, monkeypatch)
