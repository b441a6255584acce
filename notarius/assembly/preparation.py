"""Preflight: everything that can end in exit 2, checked before an output directory is made or a model asked."""

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from notarius.assembly.caches import KEPT_UNITS
from notarius.assembly.survey import PreparedLane, survey
from notarius.config.settings import Job
from notarius.contracts.sources import Transcript
from notarius.display import DisplayPaths

__all__ = ["PreparedLane", "PreparedRun", "check", "prepare"]


@attrs.frozen
class PreparedRun:
    """A run that passed its preflight.

    Attributes:
        job: what was asked for.
        transcript: as read.
        lanes: those that run, in the pipeline's order.
        deselected: names and extractors of those that do not.
        display: how paths are shown.
        warnings: what the user should know.
    """

    job: Job
    transcript: Transcript
    lanes: tuple[PreparedLane, ...]
    deselected: Mapping[str, str]
    display: DisplayPaths
    warnings: tuple[str, ...] = ()


# The first of a sweep, not the last: jobs run in the order in which they were checked.
_PREPARED: dict[str, PreparedRun] = {}
_KEPT: Final = 256


def check(job: Job) -> None:
    """Preflight of one job; what it prepared is kept for the run.

    Raises:
        UsageError: with everything that is wrong.
    """
    key = _key(job)
    _PREPARED.pop(key, None)  # of an earlier command line; files may have changed since
    prepared = _prepare(job)
    if len(_PREPARED) < _KEPT and _units([*_PREPARED.values(), prepared]) <= KEPT_UNITS:
        _PREPARED[key] = prepared


def prepare(job: Job) -> PreparedRun:
    """The job as the preflight saw it; prepared now where no preflight ran in this process.

    Raises:
        UsageError: as `check`.
    """
    return _PREPARED.pop(_key(job), None) or _prepare(job)


def _units(runs: Iterable[PreparedRun]) -> int:
    """Units of all transcripts that these hold."""
    transcripts = {id(run.transcript): run.transcript for run in runs}
    return sum(len(transcript.units) for transcript in transcripts.values())


def _key(job: Job) -> str:
    return repr((job.settings, job.pipeline, job.campaign, job.cwd))


def _prepare(job: Job) -> PreparedRun:
    seen = survey(job)
    seen.stop()
    assert seen.transcript is not None  # noqa: S101  (stop raised otherwise)
    lanes = tuple(lane.ready for lane in seen.lanes if lane.ready is not None)
    deselected = {lane.name: job.settings.lanes[lane.name].extract for lane in seen.lanes if not lane.selected}
    return PreparedRun(job, seen.transcript, lanes, deselected, seen.display, seen.warnings)
