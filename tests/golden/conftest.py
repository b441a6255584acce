"""A home of the test's own, so that nobody's trust or cache plays a part."""

from tests.cli.conftest import notarius
from tests.config.conftest import here, home

__all__ = ["here", "home", "notarius"]
