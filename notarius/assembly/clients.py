"""Model settings to model clients, and whether a lane can use the model it was given."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from notarius.assembly.prices import has_prices
from notarius.cache import AnswerCache
from notarius.config.settings import BudgetSettings, CacheSettings, ModelSettings
from notarius.contracts.extraction import Extractor
from notarius.contracts.generation import ModelClient
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, ExtractorError, UsageError
from notarius.models import OfflineClient, RecordingClient, ReplayClient
from notarius.models.endpoint import HttpSettings
from notarius.models.gguf import model_digest
from notarius.models.modelfile import LlamaCppSettings
from notarius.recordings import Recordings

#: Kinds of models that cost nothing to ask.
FREE: Final = frozenset({"offline", "replay", "llamacpp"})
_FROM_ENVIRONMENT: Final = "env:"


def model_problems(
    model: ModelSettings, lane: str, extractor: Extractor, display: DisplayPaths, budget: BudgetSettings
) -> list[UsageError]:
    """Why a lane cannot ask this model; nothing is opened or asked."""
    problems: list[UsageError] = []
    if model.kind == "offline" and extractor.offline is None:
        problems.append(
            ExtractorError(f"lane {lane}: {extractor.name} has no offline routine; choose another model, see --help")
        )
    if model.kind == "replay":
        problems += _replay_problems(model, lane, display)
    if budget.max_cost is not None and model.kind not in FREE and not has_prices(model.price):
        problems.append(
            ConfigError(f"lane {lane}: budget.max_cost wants prices: say model.price.input and model.price.output")
        )
    problems += [ConfigError(f"lane {lane}: {problem}") for problem in _limit_problems(model)]
    try:
        if model.kind == "http":
            http_settings(model)
        if model.kind == "llamacpp":
            settings = llamacpp_settings(model)
            settings.check(display(settings.path))
    except ConfigError as error:
        problems.append(ConfigError(*(f"lane {lane}: {problem}" for problem in error.problems)))
    return problems


def _limit_problems(model: ModelSettings) -> list[str]:
    """What is wrong with the limits that the model has of its own."""
    concurrency, seconds = model.max_concurrency, ("attempt_timeout_seconds", "chunk_deadline_seconds")
    problems = []
    if concurrency is not None and concurrency < 1:
        problems.append(f"model.max_concurrency: must be at least 1, got {concurrency}")
    for name in seconds:
        value = getattr(model, name)
        if value is not None and not value > 0:
            problems.append(f"model.{name}: must be more than 0, got {value:g}")
    return problems


def _replay_problems(model: ModelSettings, lane: str, display: DisplayPaths) -> list[UsageError]:
    folder = model.recordings.path if model.recordings else None
    if folder is None:
        return [ConfigError(f"lane {lane}: model=replay wants model.recordings=FOLDER")]
    if not Path(folder).is_dir():
        return [ConfigError(f"lane {lane}: model.recordings: no such folder: {display(folder)}")]
    return []


class Clients:
    """The clients of one run: lanes that ask the same server share one, and with it its limits and connections.

    Those that run the same file share the engine that holds it.
    """

    def __init__(self, display: DisplayPaths) -> None:
        self._display = display
        self._servers: list[tuple[object, ModelClient]] = []

    def of(self, model: ModelSettings, extractor: Extractor) -> ModelClient:
        """The client that a lane's requests go to."""
        shared = self._shared(model)
        for known, client in self._servers:
            if known == shared:
                return client
        client = model_client(model, extractor, self._display)
        if shared is not None:
            self._servers.append((shared, client))
        return client

    @staticmethod
    def _shared(model: ModelSettings) -> object | None:
        """What lanes have in common that share a client; None for one that is nobody else's."""
        if model.kind == "llamacpp":
            return llamacpp_settings(model), model.record
        return model if model.kind == "http" else None


def model_client(model: ModelSettings, extractor: Extractor, display: DisplayPaths) -> ModelClient:
    """A client of its own for these settings."""
    client = _answering(model, extractor, display)
    if model.record is not None and model.record.path is not None:
        folder = Path(model.record.path)
        return RecordingClient(client, Recordings(folder, display(folder)))
    return client


def _answering(model: ModelSettings, extractor: Extractor, display: DisplayPaths) -> ModelClient:
    if model.kind == "http":
        from notarius.models.http import HttpClient

        return HttpClient(http_settings(model))
    if model.kind == "llamacpp":
        from notarius.models.llamacpp import LlamaCppClient

        return LlamaCppClient(llamacpp_settings(model))
    if model.kind == "replay" and model.recordings is not None and model.recordings.path is not None:
        folder = Path(model.recordings.path)
        return ReplayClient(Recordings(folder, display(folder)))
    if extractor.offline is None:
        raise ExtractorError(f"{extractor.name} has no offline routine")
    return OfflineClient(extractor.offline, extractor.name)


def http_settings(model: ModelSettings) -> HttpSettings:
    """The server that a model's settings name, with its secrets from the environment.

    Raises:
        ConfigError: for a missing address, name or variable, and for what no request can hold; values of secrets
            are never part of it.
    """
    problems = []
    if not model.base_url:
        problems.append("model.base_url: must be given, such as http://localhost:8080/v1")
    if not model.name:
        problems.append("model.name: must be given, as the server knows the model")
    if model.api_key and not model.api_key.startswith(_FROM_ENVIRONMENT):
        problems.append("model.api_key: give the key on the command line or name its variable in model.api_key_env")
    if problems:
        raise ConfigError(*problems)
    return HttpSettings(
        base_url=model.base_url or "",
        model=model.name,
        api_key=_key(model),
        headers={name: _from_environment(f"model.headers.{name}", value) for name, value in model.headers.items()},
        structured_output=model.structured_output,
        strict_schema=model.strict_schema,
        max_tokens_field=model.max_tokens_field,
        connect_timeout_seconds=model.connect_timeout_seconds,
        max_response_bytes=model.max_response_bytes,
        proxy=_from_environment("model.proxy", model.proxy) if model.proxy else "",
        ca_file=model.ca_file.path if model.ca_file is not None else None,
    )


def llamacpp_settings(model: ModelSettings) -> LlamaCppSettings:
    """The file that a model's settings name, and how it is run.

    Raises:
        ConfigError: if they name none, and for numbers out of range.
    """
    if model.path is None or model.path.path is None:
        raise ConfigError("model=llamacpp wants model.path=FILE.gguf")
    path = Path(model.path.path)
    return LlamaCppSettings(
        path=path,
        model=model_name(model),
        context_tokens=model.context_tokens,
        threads=model.threads,
        gpu_layers=model.gpu_layers,
        batch_tokens=model.batch_tokens,
    )


def _key(model: ModelSettings) -> str:
    if model.api_key:
        return _from_environment("model.api_key", model.api_key)
    if model.api_key_env is None:
        return ""
    return _from_environment("model.api_key_env", f"{_FROM_ENVIRONMENT}{model.api_key_env}")


def _from_environment(key: str, value: str) -> str:
    if not value.startswith(_FROM_ENVIRONMENT):
        return value
    name = value.removeprefix(_FROM_ENVIRONMENT)
    found = os.environ.get(name, "").strip()
    if not found:
        raise ConfigError(f"{key}: the environment variable {name} is not set; set it to the key, or say {key}=null")
    return found


def model_name(model: ModelSettings) -> str:
    """The model's name as it is recorded: of a file without one, the file's."""
    if model.kind == "llamacpp" and not model.name and model.path is not None:
        return Path(model.path.path or "").stem
    return model.name


def file_digest(model: ModelSettings) -> str | None:
    """`sha256:<hex>` of a model that is a file, or None; reads the file.

    Raises:
        ConfigError: if it cannot be read.
    """
    if model.kind != "llamacpp":
        return None
    try:
        return model_digest(llamacpp_settings(model).path)
    except OSError as error:
        raise ConfigError(f"model.path: cannot be read: {error.strerror or 'failed'}") from error


def cache_identity(model: ModelSettings, digest: str | None) -> Mapping[str, str] | None:
    """What of the model shapes an answer, for cache keys; None where answers cost nothing to get again.

    Args:
        model: who answers.
        digest: of a model that is a file.
    """
    if digest is not None:
        return {"protocol": "llama.cpp", "model": digest}
    return dict(http_settings(model).identity) if model.kind == "http" else None


def answer_cache(settings: CacheSettings) -> AnswerCache | None:
    """The response cache that settings name; None if it is off."""
    if settings.mode == "off":
        return None
    folder = settings.dir.path if settings.dir is not None else None
    return AnswerCache(Path(folder) if folder is not None else _user_cache(), settings.mode)


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("notarius", appauthor=False) / "answers"
