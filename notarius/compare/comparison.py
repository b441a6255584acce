"""Two or more runs on one input: what differs between them, and what that changed."""

from collections.abc import Sequence
from typing import Any, Final

import attrs

from notarius.compare.causes import Difference, differences
from notarius.compare.effects import LaneComparison, compare_lanes
from notarius.compare.matching import Marks, by_quote, by_unit
from notarius.compare.matrix import Row, rows
from notarius.contracts.runs import RunManifest
from notarius.errors import ComparisonError
from notarius.rundir import StoredRun, token_costs, total_cost, usage_totals

_INPUTS: Final = 3  # inputs that an error names


@attrs.frozen
class Measure:
    """What the runs took, or came to.

    Attributes:
        name: such as `input_tokens`.
        values: one a run; None where it is not known.
    """

    name: str
    values: tuple[Any, ...]


@attrs.frozen
class CandidateComparison:
    """What a candidate changed.

    Attributes:
        run: the candidate.
        lanes: those that ran in baseline and candidate.
        only_baseline: names of lanes that ran in the baseline only; their records count as nothing.
        only_candidate: names of lanes that ran in the candidate only.
    """

    run: StoredRun
    lanes: tuple[LaneComparison, ...]
    only_baseline: tuple[str, ...] = ()
    only_candidate: tuple[str, ...] = ()


@attrs.frozen
class Comparison:
    """Runs held against each other.

    Attributes:
        names: what each run is called: a job's number, or `baseline` and `candidate`.
        runs: the baseline first.
        by_quote: whether evidence was matched by its words, since the units of the runs are not the same turns.
        differences: what is not the same in all runs.
        measures: what the runs took.
        candidates: one for every run but the first.
        rows: all records of all runs.
        unfinished: names of a sweep's jobs that did not end.
    """

    names: tuple[str, ...]
    runs: tuple[StoredRun, ...]
    by_quote: bool
    differences: tuple[Difference, ...]
    measures: tuple[Measure, ...]
    candidates: tuple[CandidateComparison, ...]
    rows: tuple[Row, ...]
    unfinished: tuple[str, ...] = ()

    @property
    def baseline(self) -> StoredRun:
        """What the others are held against."""
        return self.runs[0]


def compare_runs(
    runs: Sequence[StoredRun],
    *,
    names: Sequence[str] | None = None,
    unfinished: Sequence[str] = (),
    across_inputs: bool = False,
) -> Comparison:
    """What differs between the runs, and what became of the first one's records in each of the others.

    Args:
        runs: the baseline first.
        names: what to call each run.
        unfinished: names of jobs that did not end, to be passed on.
        across_inputs: whether runs on different inputs may be compared.

    Raises:
        ComparisonError: if there are fewer than two runs, or their inputs differ and nobody said they may.
    """
    if len(runs) < 2:
        only = runs[0].shown if runs else "none"
        raise ComparisonError(f"a comparison needs two runs that ended; there is {only}")
    if not across_inputs:
        _same_input(runs)
    aligned = len({_units(run.manifest) for run in runs}) == 1
    marks = by_unit if aligned else by_quote
    return Comparison(
        names=tuple(names or _names(len(runs))),
        runs=tuple(runs),
        by_quote=not aligned,
        differences=differences(runs),
        measures=_measures(runs),
        candidates=tuple(_candidate(runs[0], run, marks) for run in runs[1:]),
        rows=rows(runs, marks),
        unfinished=tuple(unfinished),
    )


def _names(count: int) -> list[str]:
    return ["baseline", "candidate"] if count == 2 else ["baseline", *(str(at) for at in range(1, count))]


def _same_input(runs: Sequence[StoredRun]) -> None:
    first = {run.manifest.input.digest: run for run in reversed(runs)}  # of each input
    if len(first) > 1:
        ran = sorted(first.values(), key=runs.index)
        said = [
            f"{run.shown} ran on {run.manifest.input.name} ({run.manifest.input.digest[:19]})" for run in ran[:_INPUTS]
        ]
        more = [f"and {len(ran) - _INPUTS} more"] if len(ran) > _INPUTS else []
        raise ComparisonError(
            f"these runs have different inputs: {'; '.join([*said, *more])}; --across-inputs compares them"
        )


def _units(manifest: RunManifest) -> tuple[str, str, int, int]:
    """What has to be equal for a unit's id to mean the same turn: the bytes, and how they were read."""
    read = manifest.input
    return read.digest, read.format, read.units, read.units_with_text


def _measures(runs: Sequence[StoredRun]) -> tuple[Measure, ...]:
    taken = [_taken(run.manifest) for run in runs]
    return tuple(Measure(name, tuple(one.get(name) for one in taken)) for name in taken[0])


def _taken(manifest: RunManifest) -> dict[str, Any]:
    lanes = [lane for lane in manifest.lanes if lane.outcome != "deselected"]
    return {
        "records": sum(lane.records for lane in lanes),
        "rejected": sum(lane.rejected for lane in lanes),
        "chunks": sum(len(lane.chunks) for lane in lanes),
        **token_costs(manifest),
        **usage_totals(manifest),
        "cost": total_cost(manifest),
        "seconds": manifest.run.seconds,
    }


def _candidate(baseline: StoredRun, candidate: StoredRun, marks: Marks) -> CandidateComparison:
    both = [name for name in baseline.lanes if name in candidate.lanes]
    return CandidateComparison(
        run=candidate,
        lanes=tuple(compare_lanes(baseline.lanes[name], candidate.lanes[name], marks) for name in both),
        only_baseline=tuple(name for name in baseline.lanes if name not in candidate.lanes),
        only_candidate=tuple(name for name in candidate.lanes if name not in baseline.lanes),
    )
