"""The summary of a sweep: what differs between its jobs, and what came of each; `sweep.json` and a table."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from notarius.contracts.runs import RunManifest
from notarius.display import printable
from notarius.errors import RunDirectoryError
from notarius.rundir import read_manifest
from notarius.rundir.files import json_document, write_text

if TYPE_CHECKING:
    from rich.console import Console

SWEEP: Final = "sweep.json"
_TITLE: Final = 48  # characters of a job's title in the table


@attrs.frozen
class SweepJob:
    """One job of a sweep.

    Attributes:
        number: its place, which is also its directory's name.
        title: the overrides in which it differs from the others; `the same` where it does not.
        overrides: all its overrides.
        status: of its run; `error` where it has no manifest.
        records: written, all lanes.
        rejected: refused, all lanes.
        findings: warnings on records, all lanes.
        requests: sent.
        input_tokens: of prompts, as far as servers say.
        output_tokens: of answers.
        cache_hits: chunks answered by the response cache.
        seconds: wall time.
        message: what went wrong, where its status is `error`.
    """

    number: int
    title: str
    overrides: tuple[str, ...]
    status: str
    records: int = 0
    rejected: int = 0
    findings: int = 0
    requests: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_hits: int = 0
    seconds: float = 0.0
    message: str = ""


def titles(overrides: Sequence[Sequence[str]]) -> list[str]:
    """What tells jobs apart: of each job's overrides those that not all jobs have."""
    common = set.intersection(*map(set, overrides)) if overrides else set()
    return [" ".join(text for text in job if text not in common) or "the same" for job in overrides]


def sweep_jobs(jobs: Sequence[tuple[Sequence[str], Path | None, str]]) -> tuple[SweepJob, ...]:
    """The jobs of a sweep, from their overrides, run directories and errors, in order."""
    names = titles([overrides for overrides, _, _ in jobs])
    return tuple(
        _job(number, name, tuple(overrides), directory, message)
        for number, (name, (overrides, directory, message)) in enumerate(zip(names, jobs, strict=True))
    )


def _job(number: int, title: str, overrides: tuple[str, ...], directory: Path | None, message: str) -> SweepJob:
    try:
        if directory is None or message:
            return SweepJob(number, title, overrides, "error", message=message)
        manifest = read_manifest(directory)
    except RunDirectoryError as error:
        return SweepJob(number, title, overrides, "error", message=str(error))
    return _counted(SweepJob(number, title, overrides, manifest.status), manifest, directory)


def _counted(job: SweepJob, manifest: RunManifest, directory: Path) -> SweepJob:
    runs = manifest.run.lanes.values()
    findings = (directory / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    return attrs.evolve(
        job,
        records=sum(lane.records for lane in manifest.lanes),
        rejected=sum(lane.rejected for lane in manifest.lanes),
        findings=len(findings),
        requests=sum(chunk.attempts + chunk.retries - (chunk.attempts > 0) for run in runs for chunk in _asked(run)),
        input_tokens=_sum(run.input_tokens for run in runs),
        output_tokens=_sum(run.output_tokens for run in runs),
        cache_hits=sum(run.cache_hits for run in runs),
        seconds=manifest.run.seconds,
    )


def _asked(run: Any) -> Iterable[Any]:
    return [chunk for chunk in run.chunks.values() if not chunk.cached]


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def write_sweep(directory: Path, jobs: Sequence[SweepJob]) -> None:
    """Write `sweep.json`, whole or not at all.

    Raises:
        OutputError: if it cannot be written.
    """
    write_text(directory / SWEEP, json_document({"jobs": [attrs.asdict(job) for job in jobs]}))


def render_sweep(jobs: Sequence[SweepJob], shown: str, console: "Console") -> None:
    """Print a table with a line for each job."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("job", justify="right")
    table.add_column("what differs", overflow="ellipsis", no_wrap=True, max_width=_TITLE)
    table.add_column("status")
    columns = _columns(jobs)
    for name in columns:
        table.add_column(name, justify="right")
    for job in jobs:
        cells = [_cell(getattr(job, field)) for field in columns.values()]
        table.add_row(str(job.number), Text(printable(job.title)), job.status, *cells)
    console.print(table)
    for job in jobs:
        if job.message:
            console.print(Text(f"job {job.number}: {printable(job.message)}"), soft_wrap=True)
    console.print(Text(f"results: {printable(shown)}"), soft_wrap=True)


def _columns(jobs: Sequence[SweepJob]) -> dict[str, str]:
    """Columns by heading; tokens and cache only where there is something to say."""
    columns = {"records": "records", "rejected": "rejected", "findings": "findings", "requests": "requests"}
    if any(job.input_tokens is not None for job in jobs):
        columns |= {"tokens in": "input_tokens", "out": "output_tokens"}
    if any(job.cache_hits for job in jobs):
        columns["cached"] = "cache_hits"
    return columns | {"seconds": "seconds"}


def _cell(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else f"{value:,}"
