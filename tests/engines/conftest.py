"""A garden campaign in a home of the test's own."""

from pathlib import Path

import pytest

from tests.config.conftest import here, home
from tests.sweeps import plots

__all__ = ["here", "home"]


@pytest.fixture
def garden(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipelines `plots` and `both`."""
    return plots.make(here, monkeypatch)
