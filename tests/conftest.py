"""What holds for the whole suite."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine's other users than about the code.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")


@pytest.fixture(scope="session", autouse=True)
def _configuration_of_the_tests_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither the trust of whoever runs the tests counts, nor is anything written among their settings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOTARIUS_CONFIG_DIR", str(tmp_path_factory.mktemp("configuration")))
        yield
