"""A comparison as people read it: the cause beside the effect, run by run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from notarius.compare.causes import Difference
from notarius.compare.comparison import CandidateComparison, Comparison
from notarius.compare.effects import FieldChange, FindingChange, LaneComparison, RecordMatch, Status
from notarius.display import clock, printable, value_text
from notarius.layout import Line, paged, tabulated
from notarius.rundir import StoredRecord, StoredRun

_NOTHING: Final = "(nothing)"
_STYLES: Final[Mapping[Status, str]] = {"changed": "yellow", "added": "green", "lost": "red", "kept": ""}
_TITLES: Final[Mapping[Status, str]] = {
    "changed": "changed",
    "added": "added",
    "lost": "lost",
    "kept": "kept, citing other turns",
}
_DIGEST: Final = len("sha256:") + 8


def detail_lines(comparison: Comparison, width: int) -> Iterator[Line]:
    """Every candidate beside the baseline, record by record, for a terminal that many columns wide."""
    yield from heading_lines(comparison)
    yield Line("")
    yield from difference_lines(comparison)
    for name, candidate in zip(comparison.names[1:], comparison.candidates, strict=True):
        yield Line("")
        yield from _candidate(name, candidate)
    yield Line("")
    yield Line("what it took", style="bold")
    yield from measure_lines(comparison, width)


def heading_lines(comparison: Comparison) -> Iterator[Line]:
    """Which runs these are, and what was given on their command lines that was not given for all."""
    rows = list(zip(comparison.names, titles(comparison.runs), strict=True))
    shown = [[name, printable(run.shown), title] for (name, title), run in zip(rows, comparison.runs, strict=True)]
    yield from (Line(text, fit="whole", style="bold") for text in tabulated(shown))
    for name in comparison.unfinished:
        yield Line(f"{printable(name)}  unfinished: it has no manifest.json, and is left out", style="yellow")
    if comparison.by_quote:
        yield Line(
            "the runs' units are not the same turns: records are matched by the words they quote", style="yellow"
        )


def titles(runs: Sequence[StoredRun]) -> list[str]:
    """The overrides of each run that not all runs have."""
    given = [run.manifest.run.overrides for run in runs]
    common = set(given[0]).intersection(*given)
    return [printable(" ".join(one for one in overrides if one not in common)) for overrides in given]


def difference_lines(comparison: Comparison) -> Iterator[Line]:
    """What differs, each value with the runs that have it."""
    if not comparison.differences:
        yield Line("nothing differs in configuration, references or versions")
        return
    yield Line("what differs", style="bold")
    for difference in comparison.differences:
        where = f"{difference.lane}: " if difference.lane else ""
        yield Line(f"{where}{printable(difference.name)}", 2, "cyan")
        yield from _values(difference, comparison.names)


def _values(difference: Difference, names: Sequence[str]) -> Iterator[Line]:
    said: dict[str, list[str]] = {}
    for name, value in zip(names, difference.values, strict=True):
        said.setdefault(_difference_text(difference.name, value), []).append(name)
    rows = [[", ".join(who), text] for text, who in said.items()]
    yield from (Line(text, 4) for text in tabulated(rows))


def _difference_text(name: str, value: Any) -> str:
    if name.startswith("references."):
        return _NOTHING if value is None else "; ".join(map(_bound, value)) or "unbound"
    if isinstance(value, str) and value.startswith("sha256:"):
        return value[:_DIGEST]
    return value_text(value) or _NOTHING


def _bound(item: Mapping[str, Any]) -> str:
    writer = item["written_in"] or "the command line"
    digest = item["digest"][:_DIGEST]
    return printable(f"{item['uri']} ({item['tokens']} tokens, {digest}, bound for the {item['level']} by {writer})")


def _candidate(name: str, candidate: CandidateComparison) -> Iterator[Line]:
    for lane in candidate.lanes:
        yield from _lane(name, lane)
    for lanes, missing in ((candidate.only_baseline, name), (candidate.only_candidate, "the baseline")):
        yield from (Line(f"{lane}: did not run in {missing}, so not compared", style="yellow") for lane in lanes)


def _lane(name: str, lane: LaneComparison) -> Iterator[Line]:
    counts = ", ".join(f"{count} {status}" for status, count in lane.counts.items())
    asked = "equal" if lane.same_questions else "differ"
    yield Line(f"{name}, {lane.lane}: {counts}; fingerprints {asked}", style="bold")
    for status in ("changed", "added", "lost", "kept"):
        yield from _matches(status, lane)
    if lane.findings:
        yield Line("findings", 2)
        yield from (_finding(one, lane) for one in lane.findings)


def _matches(status: Status, lane: LaneComparison) -> Iterator[Line]:
    shown = [match for match in lane.matches if match.status == status and (status != "kept" or match.moved)]
    if shown:
        yield Line(f"{_TITLES[status]} ({len(shown)})", 2, _STYLES[status])
    for match in shown:
        reason = f"  ({printable(match.reason)})" if match.reason else ""
        yield Line(f"{record_text(match.record, lane.key, lane.actor)}{reason}", 4)
        yield from (Line(_change(one), 6) for one in match.changes)
        yield from _moved(match)


def _change(one: FieldChange) -> str:
    before, after = (value_text(value) or _NOTHING for value in (one.baseline, one.candidate))
    return f"{printable(one.field)}: {before} -> {after}"


def _moved(match: RecordMatch) -> Iterator[Line]:
    if match.baseline and match.candidate and match.moved:
        yield Line(f"evidence: {', '.join(match.baseline.units)} -> {', '.join(match.candidate.units)}", 6)


def _finding(one: FindingChange, lane: LaneComparison) -> Line:
    about = f" {record_text(one.record, lane.key, lane.actor)}" if one.record else ""
    return Line(f"{one.change}: {printable(one.code)}{about}: {printable(one.message)}", 4)


def record_text(record: StoredRecord, key: str, actor: str | None) -> str:
    """What a record is about, who did it, and where it stands."""
    names = [value_text(record.fields.get(name)) for name in (key, actor) if name]
    return f"{', '.join(name for name in names if name) or '(no name)'}  {place(record)}"


def place(record: StoredRecord) -> str:
    """Unit and time of a record's first evidence."""
    first = record.evidence[0]
    return f"{first.unit} {clock(first.start_seconds)}".strip()


def measure_lines(comparison: Comparison, width: int, *more: Sequence[str]) -> Iterator[Line]:
    """What the runs took, a column each; measures that no run has, or all have as 0, are left out.

    Args:
        comparison: the runs.
        width: columns of the terminal.
        more: rows to show first, their names in front.
    """
    told = [one for one in comparison.measures if any(value not in (None, 0) for value in one.values)]
    rows = [["", *comparison.names], *more, *([_words(one.name), *map(_amount, one.values)] for one in told)]
    for page in paged(rows, width - 2, right=True):
        yield from (Line(text, 2, fit="cut") for text in page)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _amount(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
