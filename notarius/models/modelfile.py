"""What is known of a model file before it is loaded: how it is to be run, and whether that can be."""

import importlib.util
from pathlib import Path
from typing import Final

import attrs

from notarius.errors import ConfigError
from notarius.models.gguf import gguf_parts, read_gguf_header

#: The package that runs model files.
PACKAGE: Final = "xllamacpp"
#: How it comes to be there.
INSTALL: Final = "pip install 'notarius[llamacpp]'"
_SMALLEST_CONTEXT: Final = 256  # llama.cpp rounds up to multiples of it


@attrs.frozen
class LlamaCppSettings:
    """A model file and how it is run.

    Attributes:
        path: the GGUF file; of a model in parts, the first.
        model: its name, for the record.
        context_tokens: room for prompt and answer, or None for all that the model was trained with.
        threads: that compute, or None for llama.cpp's own choice, the number of physical cores.
        gpu_layers: layers of the model that a GPU holds, or None for as many as fit.
        batch_tokens: tokens of a prompt that are computed at once. Between two batches a question can be dropped.
    """

    path: Path
    model: str
    context_tokens: int | None = None
    threads: int | None = None
    gpu_layers: int | None = None
    batch_tokens: int = 256

    def __attrs_post_init__(self) -> None:
        """Raises `ConfigError` with every number that is out of range."""
        ranges = {"context_tokens": _SMALLEST_CONTEXT, "threads": 1, "gpu_layers": 0, "batch_tokens": 1}
        values = {name: getattr(self, name) for name in ranges}
        problems = [
            f"model.{name}: must be at least {ranges[name]}, got {value}"
            for name, value in values.items()
            if value is not None and value < ranges[name]
        ]
        if problems:
            raise ConfigError(*problems)

    def check(self, shown: str) -> None:
        """Whether the file can be a model with that context; it is not loaded.

        Args:
            shown: the file as messages name it.

        Raises:
            ConfigError: if the file is missing, none, no GGUF, or of a smaller context, or the engine not installed.
        """
        problems = self._file_problems(shown)
        if importlib.util.find_spec(PACKAGE) is None:
            problems.append(f"model=llamacpp wants the package {PACKAGE}: {INSTALL}")
        if problems:
            raise ConfigError(*problems)

    def _file_problems(self, shown: str) -> list[str]:
        if not self.path.is_file():
            return [f"model.path: {'is no file' if self.path.exists() else 'no such file'}: {shown}"]
        try:
            gguf_parts(self.path)
            trained = read_gguf_header(self.path).context_tokens
        except ConfigError as error:
            return [f"model.path: {shown} {problem}" for problem in error.problems]
        if trained is None or self.context_tokens is None or self.context_tokens <= trained:
            return []
        said = f"is {self.context_tokens}, and {shown} was trained with a context of {trained} tokens"
        return [f"model.context_tokens: {said}; say model.context_tokens={trained} or less"]
