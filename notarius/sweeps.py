"""The summary of a sweep: what differs between its jobs, and what came of each; `sweep.json` and a table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import attrs

from notarius.contracts.runs import LaneManifest, LaneRun, RunManifest, RunStatus
from notarius.display import DisplayPaths, measure_text, printable
from notarius.errors import RunDirectoryError
from notarius.layout import Line, columns_of, fitted, paged, print_lines
from notarius.rundir import SWEEP, read_manifest, token_costs, total_cost, usage_totals
from notarius.rundir.files import json_document, write_text

if TYPE_CHECKING:
    from rich.console import Console

JobStatus = Literal["done", "partial", "failed", "interrupted", "error", "lost", "not_run"]

SWEEP_VERSION: Final = 1
_VALUE: Final = 40  # characters of what differs, in the table
_MESSAGE: Final = 300
_ROWS: Final = 200  # jobs in the table
_FAILING: Final = 50  # failing jobs below it
_OFFLINE: Final = "offline"
_WORDS: Final[Mapping[JobStatus, str]] = {"partial": "in part", "not_run": "not run"}


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


def render_sweep(summary: SweepSummary, console: "Console", place: str | None = None) -> None:
    """Print a table with a line for each job, what went wrong, and where the results are.

    Args:
        summary: the sweep's.
        console: where to.
        place: the sweep's folder as it is to be shown; None for its display path.
    """
    print_lines(_lines(summary, columns_of(console), place), console)


def _lines(summary: SweepSummary, width: int, place: str | None) -> Iterator[Line]:
    for page in _tables(summary.jobs, width):
        yield from (Line(text, style="" if number else "bold", fit="whole") for number, text in enumerate(page))
    if len(summary.jobs) > _ROWS:
        yield Line(f"… and {len(summary.jobs) - _ROWS} more jobs in {SWEEP}", style="dim")
    yield from _said("warning", "yellow", [(job.number, text) for job in summary.jobs for text in job.warnings])
    yield from _failing(summary.jobs)
    if summary.problem:
        yield Line(f"launcher {summary.launcher}: {_short(summary.problem)}", style="red")
    yield Line(f"results: {printable(place or summary.directory)}", fit="whole")
    yield Line(_outcome(summary))


def _tables(jobs: Sequence[SweepJob], width: int) -> list[list[str]]:
    shown = jobs[:_ROWS]
    keys = _differing(jobs)
    numbers = _columns(jobs)
    head = ["job", *(key or "what differs" for key in keys), "status", *numbers]
    rows = [
        [str(job.number), *_values(job, keys), _WORDS.get(job.status, job.status)]
        + [measure_text(field, getattr(job, field)) for field in numbers.values()]
        for job in shown
    ]
    return paged([head, *rows], width, fixed=len(keys) + 2, right=True)


def _differing(jobs: Sequence[SweepJob]) -> list[str]:
    """The keys of the overrides in which jobs differ, in their order; one without a name where none does."""
    common = set.intersection(*(set(job.overrides) for job in jobs)) if jobs else set()
    keys = dict.fromkeys(_key(text) for job in jobs for text in job.overrides if text not in common)
    return list(keys) or [""]


def _key(override: str) -> str:
    return override.partition("=")[0]


def _values(job: SweepJob, keys: Sequence[str]) -> list[str]:
    said = {_key(text): text.partition("=")[2] or text for text in job.overrides}
    return [fitted(printable(said.get(key, "-" if key else job.title)), _VALUE) for key in keys]


def _columns(jobs: Sequence[SweepJob]) -> dict[str, str]:
    """Columns by heading; those where there is something to say."""
    columns = {"records": "records", "findings": "findings"}
    maybe = {
        "rejected": "rejected",
        "unanswered": "unanswered",
        "requests": "requests",
        "cached": "cache_hits",
        "tokens in": "input_tokens",
        "out": "output_tokens",
        "reference tokens": "reference_tokens",
        "cost": "cost",
    }
    columns |= {heading: field for heading, field in maybe.items() if any(getattr(job, field) for job in jobs)}
    return columns | {"seconds": "seconds"}


def _failing(jobs: Sequence[SweepJob]) -> Iterator[Line]:
    """Every job that failed; what several jobs say alike is said once, below the last of them."""
    failing = [job for job in jobs if job.status not in ("done", "not_run")]
    alike: dict[tuple[str, ...], list[SweepJob]] = {}
    for job in failing[:_FAILING]:
        alike.setdefault(job.messages, []).append(job)
    for messages, those in alike.items():
        for job in those:
            word = _WORDS.get(job.status, job.status)
            yield Line(f"job {job.number}, {printable(job.title)}: {word}", style="red")
        yield from (Line(_short(text), 4) for text in messages)
    if len(failing) > _FAILING:
        yield Line(f"… and {len(failing) - _FAILING} more failing jobs in {SWEEP}", style="dim")


def _said(word: str, style: str, said: Iterable[tuple[int, str]]) -> Iterator[Line]:
    """Each text once, with the jobs that say it."""
    jobs: dict[str, list[int]] = {}
    for number, text in said:
        jobs.setdefault(text, []).append(number)
    for text, numbers in jobs.items():
        which = f"job {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} jobs, the first {numbers[0]}"
        yield Line(f"{word} ({which}): {_short(text)}", style=style)


def _outcome(summary: SweepSummary) -> str:
    counts = Counter(job.status for job in summary.jobs)
    said = ", ".join(f"{count} {_WORDS.get(status, status)}" for status, count in counts.items())
    return f"{said}; {summary.seconds:.1f} s"


def _short(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= _MESSAGE else shown[: _MESSAGE - 1].rstrip() + "…"
