"""A comparison as people read it: the cause beside the effect, run by run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from notarius.compare.causes import Difference
from notarius.compare.comparison import CandidateComparison, Comparison
from notarius.compare.records import lane_lines
from notarius.display import measure_text, printable, value_text
from notarius.layout import Line, paged, tabulated
from notarius.rundir import StoredRun

_NOTHING: Final = "(nothing)"
_DIGEST: Final = len("sha256:") + 8


def detail_lines(comparison: Comparison, width: int) -> Iterator[Line]:
    """Every candidate beside the baseline, record by record, for a terminal that many columns wide."""
    yield from heading_lines(comparison)
    yield Line("")
    yield from difference_lines(comparison)
    for name, candidate in zip(comparison.names[1:], comparison.candidates, strict=True):
        yield Line("")
        yield from _candidate(name, candidate, width)
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
    return [printable(" ".join(overrides)) for overrides in _own_overrides(runs)]


def _own_overrides(runs: Sequence[StoredRun]) -> list[list[str]]:
    given = [run.manifest.run.overrides for run in runs]
    common = set(given[0]).intersection(*given)
    return [[one for one in overrides if one not in common] for overrides in given]


def given_rows(runs: Sequence[StoredRun]) -> list[list[str]]:
    """A row for each key that was not given alike for all runs: the key, and each run's value."""
    pairs = [dict(one.partition("=")[::2] for one in overrides) for overrides in _own_overrides(runs)]
    keys = dict.fromkeys(key for one in pairs for key in one)
    return [[printable(key), *(printable(one.get(key, "-")) for one in pairs)] for key in keys]


def difference_lines(comparison: Comparison) -> Iterator[Line]:
    """What differs, each value with the runs that have it."""
    if not comparison.differences:
        yield Line("nothing differs in configuration, references or versions")
        return
    yield Line("what differs", style="bold")
    for difference, lanes in _by_lanes(comparison.differences):
        where = f"{', '.join(lanes)}: " if lanes else ""
        yield Line(f"{where}{printable(difference.name)}", 2, "cyan")
        yield from _values(difference, comparison.names)


def _by_lanes(differences: Sequence[Difference]) -> list[tuple[Difference, list[str]]]:
    """Differences in order, each with the lanes in which it is the same one."""
    found: list[tuple[Difference, list[str]]] = []
    for one in differences:
        same = next((at for at, (other, _) in enumerate(found) if _same(one, other)), None)
        if one.lane is not None and same is not None:
            found[same][1].append(one.lane)
        else:
            found.append((one, [one.lane] if one.lane is not None else []))
    return found


def _same(one: Difference, other: Difference) -> bool:
    return other.lane is not None and (one.name, one.values) == (other.name, other.values)


def _values(difference: Difference, names: Sequence[str]) -> Iterator[Line]:
    """The values with the runs that have them; who bound a reference is said if it was not always the same."""
    bound = [item for value in difference.values if isinstance(value, list) for item in value]
    writers = {_writer(item) for item in bound if isinstance(item, Mapping)}
    said: dict[str, list[str]] = {}
    for name, value in zip(names, difference.values, strict=True):
        said.setdefault(_difference_text(difference.name, value, writers=len(writers) > 1), []).append(name)
    rows = [[", ".join(who), text] for text, who in said.items()]
    yield from (Line(text, 4) for text in tabulated(rows))


def _writer(item: Mapping[str, Any]) -> str:
    return f"bound for the {item['level']} by {item['written_in'] or 'the command line'}" if "level" in item else ""


def _difference_text(name: str, value: Any, *, writers: bool) -> str:
    if name.startswith("references."):
        return _NOTHING if value is None else "; ".join(_bound(item, writer=writers) for item in value) or "unbound"
    if isinstance(value, str) and value.startswith("sha256:"):
        return value[:_DIGEST]
    return value_text(value) or _NOTHING


def _bound(item: Mapping[str, Any], *, writer: bool) -> str:
    facts = f"{item['tokens']:,} tokens, {item['digest'][:_DIGEST]}{f', {_writer(item)}' if writer else ''}"
    return printable(f"{item['uri']} ({facts})")


def _candidate(name: str, candidate: CandidateComparison, width: int) -> Iterator[Line]:
    for lane in candidate.lanes:
        yield from lane_lines(name, lane, width)
    for lanes, missing in ((candidate.only_baseline, name), (candidate.only_candidate, "the baseline")):
        yield from (Line(f"{lane}: did not run in {missing}, so not compared", style="yellow") for lane in lanes)


def measure_lines(comparison: Comparison, width: int, *more: Sequence[str]) -> Iterator[Line]:
    """What the runs took, a column each; measures that no run has, or all have as 0, are left out.

    Args:
        comparison: the runs.
        width: columns of the terminal.
        more: rows to show first, their names in front.
    """
    told = [one for one in comparison.measures if any(value not in (None, 0) for value in one.values)]
    measures = [[_words(one.name), *(measure_text(one.name, value) for value in one.values)] for one in told]
    rows = [["", *comparison.names], *more, *measures]
    for page in paged(rows, width - 2, right=True):
        yield from (Line(text, 2, fit="cut") for text in page)


def _words(name: str) -> str:
    return name.replace("_", " ")
