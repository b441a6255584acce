"""What came of the jobs of a sweep, from their run directories; `sweep.json`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import attrs

from notarius.contracts.runs import LaneManifest, LaneRun, RunManifest, RunStatus
from notarius.display import DisplayPaths
from notarius.errors import RunDirectoryError
from notarius.rundir import SWEEP, read_manifest, token_costs, total_cost, usage_totals
from notarius.rundir.files import json_document, write_text

JobStatus = Literal["done", "partial", "failed", "interrupted", "error", "lost", "not_run"]

SWEEP_VERSION: Final = 1
_OFFLINE: Final = "offline"


@attrs.frozen
class GivenJob:
    """A job as whoever ran it knows it.

    Attributes:
        overrides: all of its overrides, as people read them.
        title: those in which it differs from the others.
        directory: its run directory; None if nobody knows it.
        status: why it has no manifest; None if its manifest says how it ended.
        messages: what went wrong, where it has no manifest.
    """

    overrides: tuple[str, ...]
    title: str
    directory: Path | None
    status: Literal["error", "lost", "not_run"] | None = None
    messages: tuple[str, ...] = ()


@attrs.frozen
class SweepJob:
    """One job of a sweep.

    Attributes:
        number: its place, counted from 0.
        title: the overrides in which it differs from the others; `the same` where it does not.
        directory: its run directory, as people see it; None if nobody knows it.
        overrides: all of its overrides, as people read them.
        status: of its run; `error`, it ended without a manifest; `lost`, it began, and what became of it is not
            known; `not_run`.
        records: written, all lanes.
        rejected: items refused, all lanes.
        findings: on records and refused items, all lanes.
        chunks: asked about, all lanes.
        unanswered: of those, without an answer.
        requests: sent to model servers.
        input_tokens: of prompts, as far as servers say; None where none does. Kept answers count with what they had
            cost.
        output_tokens: of answers, the same.
        cached_tokens: of `input_tokens`, served from a provider's prefix cache.
        reference_tokens: of the references in all prompts, as the lanes' counters see them.
        cache_hits: chunks answered by the response cache.
        cost: of the requests sent, where prices are set; None where they are not.
        seconds: wall time.
        messages: what went wrong.
        warnings: of its preflight.
    """

    number: int
    title: str
    directory: str | None
    overrides: tuple[str, ...]
    status: JobStatus
    records: int = 0
    rejected: int = 0
    findings: int = 0
    chunks: int = 0
    unanswered: int = 0
    requests: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reference_tokens: int = 0
    cache_hits: int = 0
    cost: float | None = None
    seconds: float = 0.0
    messages: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@attrs.frozen
class SweepSummary:
    """What came of a sweep.

    Attributes:
        directory: the folder of its jobs, as people see it.
        status: `done` if all jobs are, `interrupted` if Ctrl-C ended it or one of them, `failed` if no job is done or
            done in part, else `partial`.
        launcher: the option of `hydra/launcher`.
        problem: what the launcher raised; empty if it did not.
        seconds: wall time, checking all jobs included.
        jobs: in order.
        sweep_version: of the shape that is described here.
    """

    directory: str
    status: RunStatus
    launcher: str
    problem: str
    seconds: float
    jobs: tuple[SweepJob, ...]
    sweep_version: int = SWEEP_VERSION


def sweep_summary(
    jobs: Sequence[GivenJob],
    directory: Path,
    display: DisplayPaths,
    *,
    launcher: str,
    interrupted: bool = False,
    problem: str = "",
    seconds: float = 0.0,
) -> SweepSummary:
    """What came of the jobs, from their run directories where they have a manifest.

    Args:
        jobs: in order.
        directory: the sweep's.
        display: how directories are shown.
        launcher: the option of `hydra/launcher`.
        interrupted: whether Ctrl-C ended it.
        problem: what the launcher raised, if it did.
        seconds: wall time.
    """
    counted = tuple(_job(number, job, display) for number, job in enumerate(jobs))
    status = _status([job.status for job in counted], interrupted=interrupted)
    return SweepSummary(display(directory), status, launcher, problem, round(seconds, 3), counted)


def _status(jobs: Sequence[JobStatus], *, interrupted: bool) -> RunStatus:
    if interrupted or "interrupted" in jobs:
        return "interrupted"
    if set(jobs) <= {"done"}:
        return "done"
    return "partial" if {"done", "partial"} & set(jobs) else "failed"


def _job(number: int, job: GivenJob, display: DisplayPaths) -> SweepJob:
    shown = display(job.directory) if job.directory is not None else None
    made = SweepJob(number, job.title, shown, job.overrides, job.status or "error", messages=job.messages)
    if job.status is not None or job.directory is None:
        return made
    try:
        return _counted(made, read_manifest(job.directory, shown=shown), job.directory)
    except (RunDirectoryError, OSError) as error:
        return attrs.evolve(made, messages=(str(error),))


def _counted(job: SweepJob, manifest: RunManifest, directory: Path) -> SweepJob:
    chunks = [chunk for lane in manifest.lanes for chunk in lane.chunks]
    totals = usage_totals(manifest)
    return attrs.evolve(
        job,
        status=manifest.status,
        records=sum(lane.records for lane in manifest.lanes),
        rejected=sum(lane.rejected for lane in manifest.lanes),
        findings=len((directory / "findings.jsonl").read_bytes().splitlines()),
        chunks=len(chunks),
        unanswered=sum(chunk.status in ("failed", "not_asked") for chunk in chunks),
        requests=sum(_requests(lane, manifest.run.lanes.get(lane.name)) for lane in manifest.lanes),
        input_tokens=totals["input_tokens"],
        output_tokens=totals["output_tokens"],
        cached_tokens=totals["cached_tokens"],
        reference_tokens=token_costs(manifest)["reference_tokens"],
        cache_hits=totals["cache_hits"],
        cost=total_cost(manifest),
        seconds=manifest.run.seconds,
        messages=tuple(_unanswered(manifest)),
        warnings=manifest.warnings,
    )


def _requests(lane: LaneManifest, run: LaneRun | None) -> int:
    """Requests that left this machine's program; a routine is asked nothing."""
    if run is None or lane.model is None or lane.model.kind == _OFFLINE:
        return 0
    return sum(chunk.retries + 1 for chunk in run.chunks.values() if chunk.attempts or chunk.retries or chunk.seconds)


def _unanswered(manifest: RunManifest) -> Iterator[str]:
    """A text for each kind of failure with its first message; lanes that say the same say it together."""
    said: dict[str, list[str]] = {}
    for lane in manifest.lanes:
        for kind, message, count in _kinds(lane, manifest.run.lanes.get(lane.name)):
            text = f" without an answer ({kind}){': ' if message else ''}{message}"
            said.setdefault(text, []).append(f"{lane.name}: {count} of {len(lane.chunks)} chunks")
    return (", ".join(which) + text for text, which in said.items())


def _kinds(lane: LaneManifest, run: LaneRun | None) -> Iterator[tuple[str, str, int]]:
    """Kinds of failure of a lane's chunks, the message of the first, and how many there are."""
    missed = [chunk for chunk in lane.chunks if chunk.status in ("failed", "not_asked")]
    kinds = Counter(chunk.failure or "not_asked" for chunk in missed)
    for kind, count in kinds.items():
        first = next(chunk for chunk in missed if (chunk.failure or "not_asked") == kind)
        yield kind, run.chunks[first.id].message if run is not None and first.id in run.chunks else "", count


def write_sweep(directory: Path, summary: SweepSummary) -> None:
    """Write `sweep.json`, whole or not at all.

    Raises:
        OutputError: if it cannot be written.
    """
    write_text(directory / SWEEP, json_document(attrs.asdict(summary)))
