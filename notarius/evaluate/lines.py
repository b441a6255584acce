"""An evaluation as people read it: one run with its misses and false records, or several beside each other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from notarius.contracts.runs import RunManifest
from notarius.display import clock, measure_text, printable, value_text
from notarius.evaluate.evaluation import Evaluation, Outcome, RunScore, Score
from notarius.evaluate.figures import FIGURES, Interval
from notarius.evaluate.gold import GoldRow
from notarius.evaluate.scoring import FalseRecord, Hit, LaneScore
from notarius.layout import Line, paged, tabulated
from notarius.rundir import StoredRecord, token_costs, total_cost, usage_totals

_UNKNOWN: Final = "-"
_NOBODY: Final = "(nobody)"
_MARKS: Final[Mapping[Outcome, str]] = {"attributed": "+", "found": "?", "missed": "-"}
_USAGE: Final = ("reference_tokens", "input_tokens", "output_tokens", "attempts", "cost", "seconds")


def evaluation_lines(evaluation: Evaluation, width: int) -> Iterator[Line]:
    """The evaluation for a terminal that many columns wide."""
    yield from _heading(evaluation)
    if len(evaluation.runs) == 1:
        yield from _run(evaluation.runs[0])
    else:
        yield from _side_by_side(evaluation, width)


def _heading(evaluation: Evaluation) -> Iterator[Line]:
    for file in evaluation.gold:
        kinds = {kind: sum(1 for row in file.rows if row.kind == kind) for kind in ("record", "near_miss", "neutral")}
        said = f"{kinds['record']} records, {kinds['near_miss']} near misses, {kinds['neutral']} neutral"
        yield Line(f"gold: {printable(file.shown)}, read as {printable(file.mapping.name)}: {said}")
    for warning in evaluation.warnings:
        yield Line(f"warning: {printable(warning)}", style="yellow")


def _run(score: RunScore) -> Iterator[Line]:
    yield Line(f"run:  {printable(score.run.shown)}", fit="whole")
    if len(score.lanes) > 1:
        yield Line("")
        yield Line("all lanes", style="bold")
        yield from _figures(score.overall)
    for lane in score.lanes:
        yield Line("")
        yield from _lane(lane, score.lane_scores[lane.lane])


def _lane(lane: LaneScore, score: Score) -> Iterator[Line]:
    yield Line(f"{lane.lane}: {lane.records} records, {len(lane.neutral)} of them count neither way", style="bold")
    yield from _figures(score)
    taken = len(lane.near_misses_taken)
    yield Line(f"near misses taken: {taken} of {lane.near_misses}; duplicates: {lane.duplicates}", 2)
    yield from _fields(lane)
    yield from _list("missed", "red", [_gold_text(row, lane) for row in lane.misses])
    yield from _list("false", "red", [_false_text(one, lane) for one in lane.false])
    strangers = [_actor_text(hit, lane) for hit in lane.hits if lane.actor and not hit.attributed]
    yield from _list(f"found, with another {lane.actor}", "yellow", strangers)


def _figures(score: Score) -> Iterator[Line]:
    tally = score.tally
    parts = {
        "recall": f"{tally.found} of {tally.gold} found",
        "precision": f"{tally.found} of {tally.found + tally.wrong} true",
        "f1": "",
        "attribution": f"{tally.attributed} of {tally.judged} found ones",
    }
    rows = [[name, *_valued(score.figures[name], score.intervals[name]), parts[name]] for name in FIGURES]
    yield from (Line(text, 2, fit="cut") for text in tabulated(rows))


def _valued(value: float | None, interval: Interval | None, *, signed: bool = False) -> tuple[str, str]:
    """A figure and its interval."""
    if value is None:
        return _UNKNOWN, ""
    form = "+.3f" if signed else ".3f"
    return format(value, form), f"{interval.low:{form}} to {interval.high:{form}}" if interval else ""


def _fields(lane: LaneScore) -> Iterator[Line]:
    verdicts = lane.field_verdicts
    if verdicts:
        yield Line("fields of the found ones, where gold has a value", 2)
    rows = [
        [printable(name), f"{counts['right']} of {sum(counts.values())} right", f"{counts['empty']} empty"]
        for name, counts in verdicts.items()
    ]
    yield from (Line(text, 4, fit="cut") for text in tabulated(rows))


def _list(title: str, style: str, texts: Sequence[str]) -> Iterator[Line]:
    if texts:
        yield Line(f"{title} ({len(texts)})", 2, style)
    yield from (Line(text, 4) for text in texts)


def _gold_text(row: GoldRow, lane: LaneScore) -> str:
    units = ", ".join(f"u{number}" for number in sorted(row.units))
    note = f": {printable(row.note)}" if row.note else ""
    return f"{printable(row.id)}  {_names(row.fields, lane)}  {units}{note}"


def _names(fields: Mapping[str, Any], lane: LaneScore) -> str:
    named = [_first(fields.get(name)) for name in (lane.key, lane.actor) if name]
    return ", ".join(name for name in named if name) or "(no name)"


def _first(value: Any) -> str:
    """Of several that are right, the first."""
    return value_text(value[0] if isinstance(value, list) and value else value)


def _record_text(record: StoredRecord, lane: LaneScore) -> str:
    first = record.evidence[0]
    return f"{_names(record.fields, lane)}  {first.unit} {clock(first.start_seconds)}".rstrip()


def _false_text(one: FalseRecord, lane: LaneScore) -> str:
    said = [f"near miss {row.id}{f': {row.note}' if row.note else ''}" for row in one.near_misses]
    said += [f"one more of {row.id}" for row in one.duplicate_of]
    why = f": {printable('; '.join(said))}" if said else ""
    return f"{_record_text(one.record, lane)}{why}"


def _actor_text(hit: Hit, lane: LaneScore) -> str:
    actor = lane.actor or ""
    found = value_text(hit.record.fields.get(actor)) or _NOBODY
    expected = _first(hit.row.fields.get(actor)) or _NOBODY
    key = _first(hit.row.fields.get(lane.key))
    return f"{printable(hit.row.id)}  {key}  {hit.record.evidence[0].unit}: {found}; gold says {expected}"


def _side_by_side(evaluation: Evaluation, width: int) -> Iterator[Line]:
    runs = evaluation.runs
    given = [run.run.manifest.run.overrides for run in runs]
    common = set(given[0]).intersection(*given)
    titles = [printable(" ".join(one for one in overrides if one not in common)) for overrides in given]
    names = [[run.name, printable(run.run.shown), title] for run, title in zip(runs, titles, strict=True)]
    yield from (Line(text, fit="whole", style="bold") for text in tabulated(names))
    yield Line("")
    yield from _table(runs, width)
    lanes = [lane.lane for lane in runs[0].lanes]
    if len(lanes) > 1:
        for at, lane in enumerate(lanes):
            yield Line("")
            yield Line(lane, style="bold")
            yield from _rows_of([(run.name, run.lane_scores[lane], [run.lanes[at]]) for run in runs], width)
    yield Line("")
    yield from _differences(evaluation, width)
    yield Line("")
    yield from _changed_rows(evaluation, width)


def _table(runs: Sequence[RunScore], width: int) -> Iterator[Line]:
    yield Line("figures, with 95 percent intervals", style="bold")
    usage = [_usage(run.run.manifest) for run in runs]
    told = [
        [name.replace("_", " "), *(measure_text(name, one[name]) for one in usage)]
        for name in _USAGE
        if any(one[name] for one in usage)
    ]
    yield from _rows_of([(run.name, run.overall, run.lanes) for run in runs], width, *told)


def _rows_of(
    scored: Sequence[tuple[str, Score, Sequence[LaneScore]]], width: int, *more: Sequence[str]
) -> Iterator[Line]:
    """Runs in columns."""
    rows: list[Sequence[str]] = [["", *(name for name, _, _ in scored)]]
    for figure in FIGURES:
        values = [_valued(score.figures[figure], score.intervals[figure]) for _, score, _ in scored]
        rows += [[figure, *(value for value, _ in values)], ["", *(interval for _, interval in values)]]
    counts = [_counts(score, lanes) for _, score, lanes in scored]
    rows += [[name, *(one[name] for one in counts)] for name in counts[0]]
    if all(len(lanes) == 1 for _, _, lanes in scored):
        rows += _fields_beside([lanes[0] for _, _, lanes in scored])
    for page in paged([*rows, *more], width - 2, right=True):
        yield from (Line(text, 2, fit="cut") for text in page)


def _counts(score: Score, lanes: Sequence[LaneScore]) -> dict[str, str]:
    taken, near = (sum(len(lane.near_misses_taken) for lane in lanes), sum(lane.near_misses for lane in lanes))
    return {
        "found": f"{score.tally.found} of {score.tally.gold}",
        "attributed": str(score.tally.attributed),
        "wrong": str(score.tally.wrong),
        "near misses taken": f"{taken} of {near}",
    }


def _usage(manifest: RunManifest) -> dict[str, Any]:
    """What a run took."""
    took = {"cost": total_cost(manifest), "seconds": manifest.run.seconds}
    return {**token_costs(manifest), **usage_totals(manifest), **took}


def _fields_beside(lanes: Sequence[LaneScore]) -> Iterator[list[str]]:
    """Of one lane in several runs: how often a field was right where gold has a value, of what each run found."""
    verdicts = [lane.field_verdicts for lane in lanes]
    for name in dict.fromkeys(name for one in verdicts for name in one):
        counts = [one.get(name, Counter()) for one in verdicts]
        yield [f"{printable(name)} right", *(f"{one['right']} of {one.total()}" for one in counts)]


def _differences(evaluation: Evaluation, width: int) -> Iterator[Line]:
    yield Line(f"less {evaluation.runs[0].name}, drawn in pairs, with 95 percent intervals", style="bold")
    rows: list[Sequence[str]] = [["", *(one.name for one in evaluation.differences)]]
    for figure in FIGURES:
        values = [_valued(one.figures[figure], one.intervals[figure], signed=True) for one in evaluation.differences]
        rows += [[figure, *(value for value, _ in values)], ["", *(interval for _, interval in values)]]
    rows.append(["rows gained", *(str(len(one.gained)) for one in evaluation.differences)])
    rows.append(["rows lost", *(str(len(one.lost)) for one in evaluation.differences)])
    for page in paged(rows, width - 2, right=True):
        yield from (Line(text, 2, fit="cut") for text in page)


def _changed_rows(evaluation: Evaluation, width: int) -> Iterator[Line]:
    """Gold rows that not all runs treat alike."""
    rows: list[Sequence[str]] = [["", "", *(run.name for run in evaluation.runs)]]
    for at, (lane, some) in enumerate(evaluation.rows.items()):
        outcomes = [evaluation.outcomes(number, lane) for number in range(len(evaluation.runs))]
        for row in some:
            found = [one[row.where] for one in outcomes if row.where in one]
            if len(set(found)) > 1:
                rows.append(
                    [
                        printable(row.id),
                        _names(row.fields, evaluation.runs[0].lanes[at]),
                        *(_MARKS[one] for one in found),
                    ]
                )
    yield Line(f"gold rows that not all runs treat alike: {len(rows) - 1}", style="bold")
    if len(rows) == 1:
        return
    yield Line("+ found with the right actor, ? found with another or none, - missed", 2, "dim")
    for page in paged(rows, width - 2, fixed=2):
        yield from (Line(text, 2, fit="cut") for text in page)
