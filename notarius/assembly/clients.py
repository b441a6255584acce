"""Model settings to model clients, and whether a lane can use the model it was given."""

from pathlib import Path

from notarius.config.settings import ModelSettings
from notarius.contracts.extraction import Extractor
from notarius.contracts.generation import ModelClient
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, ExtractorError, UsageError
from notarius.models import OfflineClient, RecordingClient, ReplayClient
from notarius.recordings import Recordings


def model_problems(model: ModelSettings, lane: str, extractor: Extractor, display: DisplayPaths) -> list[UsageError]:
    """Why a lane cannot ask this model; nothing is opened or asked."""
    problems: list[UsageError] = []
    if model.kind == "offline" and extractor.offline is None:
        problems.append(
            ExtractorError(
                f"lane {lane}: {extractor.name} has no offline routine; choose a model, such as model=replay"
            )
        )
    if model.kind == "replay":
        folder = model.recordings.path if model.recordings else None
        if folder is None:
            problems.append(ConfigError(f"lane {lane}: model=replay wants model.recordings=FOLDER"))
        elif not Path(folder).is_dir():
            problems.append(ConfigError(f"lane {lane}: model.recordings: no such folder: {display(folder)}"))
    return problems


def model_client(model: ModelSettings, extractor: Extractor, display: DisplayPaths) -> ModelClient:
    """The client that a lane's requests go to."""
    client = _answering(model, extractor, display)
    if model.record is not None and model.record.path is not None:
        folder = Path(model.record.path)
        return RecordingClient(client, Recordings(folder, display(folder)))
    return client


def _answering(model: ModelSettings, extractor: Extractor, display: DisplayPaths) -> ModelClient:
    if model.kind == "replay" and model.recordings is not None and model.recordings.path is not None:
        folder = Path(model.recordings.path)
        return ReplayClient(Recordings(folder, display(folder)))
    if extractor.offline is None:
        raise ExtractorError(f"{extractor.name} has no offline routine")
    return OfflineClient(extractor.offline, extractor.name)


def cache_identity(model: ModelSettings) -> dict[str, str] | None:
    """What of the model shapes an answer, for cache keys; None where answers cost nothing to get again."""
    return None if model.kind in ("offline", "replay") else {"kind": model.kind, "name": model.name}
