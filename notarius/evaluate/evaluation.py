"""Runs against gold: scores by lane and over all, intervals, and what changed from the first run to the others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import attrs

from notarius.contracts.runs import LaneManifest
from notarius.errors import ComparisonError, GoldError
from notarius.evaluate.figures import RESAMPLES, Figures, Intervals, Item, Tally, differences, figures, intervals, less
from notarius.evaluate.gold import GoldFile, GoldRow, Problem, told
from notarius.evaluate.scoring import LaneScore, score_lane
from notarius.rundir import StoredLane, StoredRun

Outcome = Literal["attributed", "found", "missed"]
_NOTHING: Final = Tally()


@attrs.frozen
class Score:
    """Figures and how sure they are.

    Attributes:
        tally: the counts.
        figures: by name.
        intervals: by name, 95 percent.
    """

    tally: Tally
    figures: Figures
    intervals: Intervals


@attrs.frozen
class RunScore:
    """How a run did.

    Attributes:
        name: what to call it.
        run: the run.
        lanes: score by lane, in the pipeline's order.
        lane_scores: the figures of each lane, by name.
        overall: those of all lanes together.
    """

    name: str
    run: StoredRun
    lanes: tuple[LaneScore, ...]
    lane_scores: Mapping[str, Score]
    overall: Score


@attrs.frozen
class PairedDifference:
    """How another run differs from the first, over all lanes.

    Attributes:
        name: the other run's.
        figures: its figures less the first run's.
        intervals: of these differences, 95 percent.
        gained: gold rows that only the other run found.
        lost: gold rows that only the first run found.
    """

    name: str
    figures: Figures
    intervals: Intervals
    gained: tuple[GoldRow, ...]
    lost: tuple[GoldRow, ...]


@attrs.frozen
class Evaluation:
    """What the gold says of the runs.

    Attributes:
        gold: the files, as they were read.
        rows: the gold rows that were scored, by lane.
        runs: in the order given.
        differences: one for every run but the first.
        warnings: what the reader of the figures should know.
        resamples: how often was drawn for the intervals.
    """

    gold: tuple[GoldFile, ...]
    rows: Mapping[str, tuple[GoldRow, ...]]
    runs: tuple[RunScore, ...]
    differences: tuple[PairedDifference, ...]
    warnings: tuple[str, ...]
    resamples: int

    def outcomes(self, run: int, lane: str) -> dict[str, Outcome]:
        """What became of the lane's gold rows in a run, by where they stand.

        Args:
            run: which of `runs`.
            lane: name of the lane.
        """
        score = next(one for one in self.runs[run].lanes if one.lane == lane)
        found: dict[str, Outcome] = {row.where: "missed" for row in score.misses}
        found.update({hit.row.where: "attributed" if hit.attributed else "found" for hit in score.hits})
        return found


def evaluate_runs(
    runs: Sequence[StoredRun],
    gold: Sequence[GoldFile],
    *,
    names: Sequence[str] | None = None,
    lane: str | None = None,
    across_inputs: bool = False,
    resamples: int = RESAMPLES,
) -> Evaluation:
    """Scores the runs against gold.

    Args:
        runs: the one that the others are held against first.
        gold: the gold files.
        names: what to call each run.
        lane: scores this lane only; gold rows of others are left out, and those without a lane are for it.
        across_inputs: whether the runs may have different inputs.
        resamples: how often to draw for the intervals.

    Raises:
        ComparisonError: if the runs have different inputs and nobody said they may, or there is no run.
        GoldError: if a gold row belongs to no lane that ran, or expects a field that the lane has not.
    """
    _check_runs(runs, across_inputs=across_inputs)
    placed = _placed(runs, gold, lane)
    called = names or [str(at) for at in range(len(runs))]
    scores = tuple(_run_score(name, run, placed, resamples) for name, run in zip(called, runs, strict=True))
    return Evaluation(
        gold=tuple(gold),
        rows=placed,
        runs=scores,
        differences=tuple(_difference(scores[0], other, placed, resamples) for other in scores[1:]),
        warnings=tuple(_warnings(runs, placed)),
        resamples=resamples,
    )


def _check_runs(runs: Sequence[StoredRun], *, across_inputs: bool) -> None:
    if not runs:
        raise ComparisonError("there is no run that ended, so nothing to evaluate")
    if len({run.manifest.input.digest for run in runs}) > 1 and not across_inputs:
        said = "; ".join(f"{run.shown} ran on {run.manifest.input.name}" for run in runs)
        raise ComparisonError(
            f"gold is for one input, and these runs have different ones: {said}; --across-inputs scores them all"
        )


def _placed(runs: Sequence[StoredRun], gold: Sequence[GoldFile], lane: str | None) -> dict[str, tuple[GoldRow, ...]]:
    """The gold rows by lane, in the pipeline's order."""
    found: dict[str, list[GoldRow]] = defaultdict(list)
    problems: list[Problem] = []
    for row in (row for file in gold for row in file.rows):
        if lane is not None and row.lane not in (None, lane):
            continue
        name = lane or row.lane or _lane_of(row, runs[0])
        problem = _lane_problem(row, name, runs)
        if problem:
            problems.append((row.where, problem))
        else:
            found[name].append(row)
    if problems:
        raise GoldError(*told(problems))
    if not found:
        raise GoldError(f"no gold row is for lane {lane}")
    return {name: tuple(found[name]) for name in runs[0].lanes if name in found}


def _lane_of(row: GoldRow, run: StoredRun) -> str:
    """The lane that a row without one is for: the only one, or the only one whose key it states; else nothing."""
    fitting = [name for name, lane in run.lanes.items() if lane.key in row.fields]
    names = list(run.lanes) if len(run.lanes) == 1 else fitting
    return names[0] if len(names) == 1 else ""


def _lane_problem(row: GoldRow, name: str, runs: Sequence[StoredRun]) -> str:
    if not name:
        lanes = ", ".join(f"{lane} (key {one.key})" for lane, one in runs[0].lanes.items())
        return f"which lane is this row for? --lane names it; lanes that ran are {lanes}"
    for run in runs:
        if name not in run.lanes:
            return f"lane {name} did not run in {run.shown}; lanes that ran are {', '.join(run.lanes)}"
    return _field_problem(row, runs[0].lanes[name], runs)


def _field_problem(row: GoldRow, lane: StoredLane, runs: Sequence[StoredRun]) -> str:
    name = lane.manifest.name
    if lane.key and lane.key not in row.fields:
        return f"the key field `{lane.key}` of lane {name} is missing"
    known = next((record.fields for run in runs for record in run.lanes[name].records), None)
    unknown = [field for field in row.fields if known is not None and field not in known]
    if unknown:
        return f"lane {name} has no field {', '.join(unknown)}; it has {', '.join(known or ())}"
    return ""


def _run_score(name: str, run: StoredRun, placed: Mapping[str, Sequence[GoldRow]], resamples: int) -> RunScore:
    lanes = tuple(score_lane(run.lanes[lane], rows) for lane, rows in placed.items())
    items = {lane.lane: list(_items(lane).values()) for lane in lanes}
    scores = {lane: _score(one, resamples) for lane, one in items.items()}
    everything = [item for one in items.values() for item in one]
    overall = next(iter(scores.values())) if len(scores) == 1 else _score(everything, resamples)
    return RunScore(name, run, lanes, scores, overall)


def _score(tallies: Sequence[Tally], resamples: int) -> Score:
    tally = sum(tallies, start=_NOTHING)
    return Score(tally, figures(tally), intervals([(one,) for one in tallies], resamples))


def _items(lane: LaneScore) -> dict[tuple[str, ...], Tally]:
    """What figures are counted over: gold rows by their place in the file, false records by key and units.

    False records that are alike in these are told apart by their number.
    """
    judged = int(lane.actor is not None)
    items: dict[tuple[str, ...], Tally] = {("row", row.where): Tally(gold=1) for row in lane.misses}
    items.update({("row", hit.row.where): Tally(1, 1, 0, judged, int(hit.attributed)) for hit in lane.hits})
    for one in lane.false:
        name = ("record", lane.lane, str(one.record.fields.get(lane.key)), *one.record.units)
        number = sum(1 for known in items if known[: len(name)] == name)
        items[(*name, f"#{number}")] = Tally(wrong=1)
    return items


def _difference(
    first: RunScore, other: RunScore, placed: Mapping[str, Sequence[GoldRow]], resamples: int
) -> PairedDifference:
    before, after = (
        {name: tally for lane in one.lanes for name, tally in _items(lane).items()} for one in (first, other)
    )
    items: list[Item] = [
        (before.get(name, _NOTHING), after.get(name, _NOTHING)) for name in dict.fromkeys((*before, *after))
    ]
    rows = [row for some in placed.values() for row in some if row.kind == "record"]
    found = [(before["row", row.where].found, after["row", row.where].found) for row in rows]
    return PairedDifference(
        name=other.name,
        figures=less(other.overall.figures, first.overall.figures),
        intervals=differences(items, resamples),
        gained=tuple(row for row, (one, two) in zip(rows, found, strict=True) if two > one),
        lost=tuple(row for row, (one, two) in zip(rows, found, strict=True) if one > two),
    )


def _warnings(runs: Sequence[StoredRun], placed: Mapping[str, Sequence[GoldRow]]) -> Iterator[str]:
    yield from _outside([row for some in placed.values() for row in some], runs)
    for lane, rows in placed.items():
        key = runs[0].lanes[lane].key
        unnamed = [row.id for row in rows if row.kind == "record" and not row.fields.get(key)]
        if unnamed:
            yield f"lane {lane}: gold rows without a {key} can never be found: {', '.join(unnamed)}"
    for run in runs:
        yield from (_unanswered(run, run.lanes[lane].manifest) for lane in placed if _incomplete(run, lane))


def _outside(rows: Sequence[GoldRow], runs: Sequence[StoredRun]) -> Iterator[str]:
    last = max(run.manifest.input.units for run in runs)
    rows = [row for row in rows if row.kind == "record"]
    outside = [row for row in rows if not any(1 <= unit <= last for unit in row.units)]
    if outside:
        units = f"no unit of the input, which has u1 to u{last}"
        yield f"{len(outside)} of {len(rows)} gold rows accept {units}: are --offset and --part right?"


def _incomplete(run: StoredRun, lane: str) -> bool:
    return run.lanes[lane].manifest.outcome != "done"


def _unanswered(run: StoredRun, lane: LaneManifest) -> str:
    silent = sum(1 for chunk in lane.chunks if chunk.status in ("failed", "not_asked"))
    return f"{run.shown}: lane {lane.name} is {lane.outcome}: {silent} of {len(lane.chunks)} chunks have no answer"
