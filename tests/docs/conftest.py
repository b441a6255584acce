"""The program, installed, for the commands of the documentation."""

import pytest

from tests.cli.conftest import notarius
from tests.config.conftest import here, home
from tests.installed import Installed, installed_once

__all__ = ["here", "home", "notarius"]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program and the example package, installed from wheels."""
    return installed_once(tmp_path_factory)
