"""What a run's own log says: how it ended, and a line for every chunk without an answer.

The log file is Hydra's, one a run directory; a program that configured no logging hears the failures on standard error.
"""

import logging
from typing import Final

from notarius.contracts.runs import ChunkOutcome, LaneManifest, RunManifest
from notarius.display import printable

_log: Final = logging.getLogger("notarius")


def log_outcome(manifest: RunManifest) -> None:
    """Log how a run ended."""
    for warning in manifest.warnings:
        _log.warning("%s", printable(warning))
    for lane in manifest.lanes:
        for chunk in lane.chunks:
            if chunk.status in ("failed", "not_asked"):
                _log.error("%s", _missed(lane, chunk, manifest))
    lanes = [lane for lane in manifest.lanes if lane.outcome != "deselected"]
    found = ", ".join(f"{lane.name}: {lane.records} records, {lane.rejected} rejected" for lane in lanes)
    _log.info("%s; %s; %.1f s", manifest.status, found, manifest.run.seconds)


def _missed(lane: LaneManifest, chunk: ChunkOutcome, manifest: RunManifest) -> str:
    kind = chunk.failure or "not asked"
    message = manifest.run.lanes[lane.name].chunks[chunk.id].message
    return printable(f"lane {lane.name}, chunk {chunk.id} ({chunk.first_unit}-{chunk.last_unit}): {kind}: {message}")
