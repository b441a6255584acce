"""A home and a working directory of the test's own, and the program."""

import pytest

from tests.cli.running import Program
from tests.config.conftest import here, home

__all__ = ["here", "home"]


@pytest.fixture
def notarius(capsys: pytest.CaptureFixture[str]) -> Program:
    """The program as a person starts it."""
    return Program(capsys)
