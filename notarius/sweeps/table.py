"""The table of a sweep: a line for each job with what differs between them, what went wrong, and where results are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from notarius.display import measure_text, printable
from notarius.layout import Line, columns_of, fitted, paged, print_lines
from notarius.rundir import SWEEP
from notarius.sweeps.summary import JobStatus, SweepJob, SweepSummary

if TYPE_CHECKING:
    from rich.console import Console

_VALUE: Final = 40  # characters of what differs
_MESSAGE: Final = 300
_ROWS: Final = 200  # jobs in the table
_FAILING: Final = 50  # failing jobs below it
_WORDS: Final[Mapping[JobStatus, str]] = {"partial": "in part", "not_run": "not run"}


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
