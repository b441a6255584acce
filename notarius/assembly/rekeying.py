"""Carrying recordings over to the questions that a job asks now."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from notarius.assembly.execution import request_of
from notarius.assembly.preparation import prepare
from notarius.config.settings import Job
from notarius.contracts.generation import ModelRequest
from notarius.errors import ConfigError
from notarius.recordings import Recordings, Rekeyed


def rekey_recordings(job: Job, *, prune: bool = False) -> Mapping[str, Rekeyed]:
    """What became of each question of the lanes that answer from recordings, by folder as a display path.

    Args:
        job: as a run would have it; each lane's model names its recordings.
        prune: whether files from which an answer was carried are deleted.

    Raises:
        UsageError: for whatever keeps the run from starting, and if no lane answers from recordings.
        RecordingError: if some recording is broken, or one cannot be written or deleted.
    """
    prepared = prepare(job)
    asked: dict[Path, list[ModelRequest]] = defaultdict(list)
    for lane in prepared.lanes:
        folder = lane.model.recordings
        if lane.model.kind == "replay" and folder is not None and folder.path is not None:
            asked[Path(folder.path)] += [request_of(lane, chunk) for chunk in lane.chunks]
    if not asked:
        raise ConfigError("no lane that runs answers from recordings; say model=replay model.recordings=FOLDER")
    display = prepared.display
    return {
        display(folder): Recordings(folder, display(folder)).rekey(requests, prune=prune)
        for folder, requests in asked.items()
    }
