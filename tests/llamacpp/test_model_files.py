from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.assembly.clients import Clients, cache_identity, file_digest, llamacpp_settings, model_problems
from notarius.assembly.execution import limits_of
from notarius.config.settings import BudgetSettings, ModelSettings
from notarius.config.stamps import WrittenPath
from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.display import DisplayPaths
from notarius.errors import ConfigError
from notarius.models.modelfile import LlamaCppSettings
from notarius.runner import Limits
from tests.llamacpp import made


@attrs.frozen
class Decision:
    """What was decided."""

    what: str


EXTRACTOR = Extractor(
    name="meetings/decisions",
    version="1",
    record=Decision,
    key="what",
    reference_slots=(),
    templates=PromptTemplates(
        PromptTemplate("Write it down.", "instructions"), PromptTemplate("{{ chunk }}", "chunk"), version="1"
    ),
)


def written(path: Path) -> WrittenPath:
    """A path as if it came from the command line."""
    return WrittenPath(str(path), "cli", str(path.parent), path.name)


def model(path: Path, **changes: Any) -> ModelSettings:
    """The settings of a model file."""
    return ModelSettings(kind="llamacpp", path=written(path), **changes)


def problems(settings: ModelSettings, folder: Path) -> list[str]:
    """What the preflight says, without what it says where the engine is not installed."""
    display = DisplayPaths(None, folder)
    found = model_problems(settings, "decisions", EXTRACTOR, display, BudgetSettings())
    return [text for error in found for text in error.problems if "pip install" not in text]


@pytest.mark.parametrize(
    ("make", "changes", "said"),
    [
        (None, {}, ["lane decisions: model.path: no such file: model.gguf"]),
        ("folder", {}, ["lane decisions: model.path: is no file: model.gguf"]),
        (b"hello", {}, ["model.gguf is no GGUF file: it begins with 'hell'"]),
        (made.model()[:40], {}, ["model.gguf is a GGUF file with a broken header"]),
        (
            made.model(2048),
            {"context_tokens": 4096},
            ["model.context_tokens: is 4096, and model.gguf was trained with a context of 2048 tokens"],
        ),
        (
            made.model(),
            {"context_tokens": 12, "threads": 0, "gpu_layers": -1, "batch_tokens": 0},
            [
                "model.context_tokens: must be at least 256, got 12",
                "model.threads: must be at least 1, got 0",
                "model.gpu_layers: must be at least 0, got -1",
                "model.batch_tokens: must be at least 1, got 0",
            ],
        ),
        (
            made.model(),
            {"max_concurrency": 0, "attempt_timeout_seconds": 0.0, "chunk_deadline_seconds": -1.5},
            [
                "model.max_concurrency: must be at least 1, got 0",
                "model.attempt_timeout_seconds: must be more than 0, got 0",
                "model.chunk_deadline_seconds: must be more than 0, got -1.5",
            ],
        ),
    ],
    ids=["missing", "a folder", "no GGUF", "cut off", "context too small", "numbers out of range", "limits"],
)
def test_a_file_that_cannot_be_the_model_is_said_before_anything_is_asked(
    tmp_path: Path, make: bytes | str | None, changes: Mapping[str, Any], said: list[str]
) -> None:
    """Key, file as people see it, and what would do."""
    file = tmp_path / "model.gguf"
    if make == "folder":
        file.mkdir()
    elif isinstance(make, bytes):
        file.write_bytes(make)
    found = problems(model(file, **changes), tmp_path)
    assert len(found) == len(said)
    for text, part in zip(found, said, strict=True):
        assert part in text
        assert str(tmp_path) not in text


def test_no_file_named_is_said(tmp_path: Path) -> None:
    """How to name one stands in the message."""
    (said,) = problems(ModelSettings(kind="llamacpp"), tmp_path)
    assert said == "lane decisions: model=llamacpp wants model.path=FILE.gguf"


@pytest.mark.parametrize("context", [None, 256, 2048], ids=["the model's own", "smaller", "all of it"])
def test_a_sound_file_passes(tmp_path: Path, context: int | None) -> None:
    """With any context up to the one it was trained with."""
    assert problems(model(made.write(tmp_path, made.model(2048)), context_tokens=context), tmp_path) == []


@pytest.mark.skipif(find_spec("xllamacpp") is not None, reason="the extra is installed")
def test_the_extra_that_is_missing_is_said(tmp_path: Path) -> None:
    """With the command that installs it."""
    with pytest.raises(ConfigError, match=r"pip install 'notarius\[llamacpp\]'"):
        LlamaCppSettings(made.write(tmp_path, made.model()), "model").check("model.gguf")


def test_lanes_that_run_one_file_share_the_engine(tmp_path: Path) -> None:
    """Whatever else differs between them; another file is another engine."""
    one, other = made.write(tmp_path, made.model()), made.write(tmp_path, made.model(), "other.gguf")
    clients = Clients(DisplayPaths(None, tmp_path))
    first = clients.of(model(one), EXTRACTOR)
    assert clients.of(model(one, temperature=0.7, max_output_tokens=20), EXTRACTOR) is first
    assert clients.of(model(other), EXTRACTOR) is not first
    assert clients.of(model(one, threads=1), EXTRACTOR) is not first


def test_kept_answers_are_of_the_file_and_not_of_its_place(tmp_path: Path) -> None:
    """The cache key has the digest of the bytes, and neither path nor name nor how it is run."""
    one, other = made.write(tmp_path, made.model()), made.write(tmp_path, made.model(), "renamed.gguf")
    settings = [model(one), model(other, name="pier", threads=2, context_tokens=512)]
    first, second = (cache_identity(each, file_digest(each)) for each in settings)
    assert first == second
    assert first is not None
    assert first["model"].startswith("sha256:")


def test_a_model_without_a_name_is_called_as_its_file(tmp_path: Path) -> None:
    """Without folder and ending, for manifests hold no paths."""
    assert llamacpp_settings(model(tmp_path / "pier.Q4.gguf")).model == "pier.Q4"
    assert llamacpp_settings(model(tmp_path / "pier.Q4.gguf", name="pier")).model == "pier"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        ({"max_concurrency": 1}, Limits(max_concurrency=1, max_attempts=7)),
        (
            {"attempt_timeout_seconds": 5.0, "chunk_deadline_seconds": 9.0},
            Limits(attempt_timeout_seconds=5.0, chunk_deadline_seconds=9.0, max_attempts=7),
        ),
    ],
    ids=["none of its own", "one", "two"],
)
def test_a_models_own_limits_stand_over_the_runs(changes: Mapping[str, Any], expected: Limits | None) -> None:
    """Key by key; the rest is the run's."""
    assert limits_of(ModelSettings(**changes), Limits(max_attempts=7)) == expected
