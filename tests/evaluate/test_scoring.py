"""Records against gold rows, counted by hand."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.contracts.records import Record
from notarius.contracts.runs import LaneManifest
from notarius.errors import ComparisonError, GoldError
from notarius.evaluate import Evaluation, evaluate_runs, evaluation_document, read_gold
from notarius.evaluate.scoring import LaneScore
from tests.compare.runs import a_run, moored, with_lanes
from tests.evaluate.gold import row, write_gold
from tests.rundir.samples import chunk, manifest

GOLD = [
    row("g1", "Heron", "u2", "u3", pilot="Adalind", depth=3, berth="north quay"),
    row("g2", "Curlew", "u4", pilot="Bo", depth=2),
    row("g3", "Tern", "u6", pilot="Bo"),
    row("n1", "Gull", "u8", kind="near_miss", note="a rumour"),
    row("n2", "Rail", "u9", kind="neutral"),
]


def _evaluated(tmp_path: Path, records: list[Record], gold: list[Any] | None = None, **changes: Any) -> Evaluation:
    file = read_gold(write_gold(tmp_path / "gold.jsonl", GOLD if gold is None else gold))
    return evaluate_runs([a_run(tmp_path / "run", *records, **changes)], [file], resamples=50)


def _score(tmp_path: Path, records: list[Record], gold: list[Any] | None = None) -> LaneScore:
    return _evaluated(tmp_path, records, gold).runs[0].lanes[0]


RECORDS = [
    moored("heron", 3, pilot="Adalind Lund", depth=3),
    moored("Curlew", 4, pilot="Ada"),
    moored("Curlew", 4, 5, pilot="Cy"),
    moored("Gull", 8),
    moored("Rail", 9),
    moored("Tern", 7),
]


def test_found_missed_false_and_neutral(tmp_path: Path) -> None:
    """Two found, one of them with the right actor; one missed, its turn not cited; three false; one neutral."""
    score = _score(tmp_path, RECORDS)
    assert [(hit.row.id, hit.attributed) for hit in score.hits] == [("g1", True), ("g2", False)]
    assert [one.id for one in score.misses] == ["g3"]
    told = [
        (one.record.fields["ship"], [near.id for near in one.near_misses], [true.id for true in one.duplicate_of])
        for one in score.false
    ]
    assert told == [("Curlew", [], ["g2"]), ("Gull", ["n1"], []), ("Tern", [], [])]
    assert [record.fields["ship"] for record in score.neutral] == ["Rail"]
    assert (score.records, score.near_misses, score.duplicates) == (6, 1, 1)


def test_figures_by_hand(tmp_path: Path) -> None:
    """Recall 2 of 3, precision 2 of 5, F1 their harmonic mean, attribution 1 of 2."""
    overall = evaluation_document(_evaluated(tmp_path, RECORDS))["runs"][0]["overall"]
    assert overall["recall"] == pytest.approx(2 / 3)
    assert overall["precision"] == pytest.approx(2 / 5)
    assert overall["f1"] == pytest.approx(0.5)
    assert overall["attribution"] == pytest.approx(1 / 2)
    assert (overall["gold"], overall["found"], overall["attributed"], overall["wrong"]) == (3, 2, 1, 3)
    assert (overall["near_misses"], overall["near_misses_taken"], overall["neutral"]) == (1, 1, 1)


def test_fields_are_judged_where_gold_has_a_value(tmp_path: Path) -> None:
    """Right, wrong, or empty where the record has null; key and actor are judged elsewhere."""
    verdicts = _score(tmp_path, RECORDS).field_verdicts
    assert {name: dict(counts) for name, counts in verdicts.items()} == {
        "depth": {"right": 1, "empty": 1},
        "berth": {"empty": 1},
    }


@pytest.mark.parametrize(
    ("records", "gold", "pairs"),
    [
        pytest.param(
            [moored("Heron", 2, pilot="Bo"), moored("Heron", 2, 3, pilot="Ada")],
            [row("a", "Heron", "u2", pilot="Ada")],
            [("a", "Ada")],
            id="the right actor before the first",
        ),
        pytest.param(
            [moored("Heron", 2, pilot="Cy"), moored("Heron", 2, 3, pilot="Dee")],
            [row("a", "Heron", "u2", pilot="Ada")],
            [("a", "Cy")],
            id="else the first",
        ),
        pytest.param(
            [moored("Heron", 2, pilot="Ada"), moored("Heron", 3, pilot="Ada")],
            [row("wide", "Heron", "u2", "u3", pilot="Ada"), row("narrow", "Heron", "u2", pilot="Ada")],
            [("wide", "Ada"), ("narrow", "Ada")],
            id="rows with fewer units choose first",
        ),
        pytest.param(
            [moored("Heron", 2, pilot="Ada")],
            [row("a", "Heron", "u2", pilot="Ada"), row("b", "Heron", "u2", pilot="Ada")],
            [("a", "Ada")],
            id="a record counts once",
        ),
    ],
)
def test_which_record_counts(
    tmp_path: Path, records: list[Record], gold: list[Any], pairs: list[tuple[str, str]]
) -> None:
    """One to one, in a fixed order."""
    assert [(hit.row.id, hit.record.fields["pilot"]) for hit in _score(tmp_path, records, gold).hits] == pairs


def test_many_records_of_a_neutral_thing_are_neutral(tmp_path: Path) -> None:
    """A neutral row takes any number of records; a record that a row wants is never neutral."""
    gold = [row("a", "Rail", "u9", pilot="Ada"), row("b", "Rail", "u9", kind="neutral")]
    score = _score(tmp_path, [moored("Rail", 9, depth=number) for number in range(3)], gold)
    assert (len(score.hits), len(score.neutral), len(score.false)) == (1, 2, 0)


def test_a_key_may_have_several_right_values(tmp_path: Path) -> None:
    """A list in a gold row holds values that are all right."""
    gold = [{**row("a", None, "u2"), "fields": {"ship": ["Heron", "Old Harry"]}}]
    assert len(_score(tmp_path, [moored("old harry", 2)], gold).hits) == 1


def test_nobody_in_the_gold_means_no_attribution(tmp_path: Path) -> None:
    """The figure is unknown then, and not 0."""
    overall = evaluation_document(_evaluated(tmp_path, [moored("Heron", 2, pilot="Ada")], [row("a", "Heron", "u2")]))
    assert overall["runs"][0]["overall"]["attribution"] is None
    assert overall["runs"][0]["overall"]["intervals"]["attribution"] is None


def test_a_run_that_found_nothing(tmp_path: Path) -> None:
    """Recall and precision are 0; nothing divides by 0."""
    overall = evaluation_document(_evaluated(tmp_path, []))["runs"][0]["overall"]
    assert (overall["recall"], overall["precision"], overall["f1"], overall["attribution"]) == (0.0, 0.0, 0.0, None)


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        pytest.param(
            [row("a", "Heron", "u2", lane="weather")], ("line 1", "lane weather did not run"), id="other lane"
        ),
        pytest.param(
            [{**row("a", "x", "u2"), "fields": {"boat": "Heron"}}], ("line 1", "key field `ship`"), id="no key"
        ),
        pytest.param([row("a", "Heron", "u2", captain="Ada")], ("no field captain", "pilot"), id="unknown field"),
    ],
)
def test_a_row_that_fits_no_lane(tmp_path: Path, gold: list[Any], said: tuple[str, ...]) -> None:
    """Named with file and line, and with what there is."""
    with pytest.raises(GoldError) as error:
        _evaluated(tmp_path, [moored("Heron", 2)], gold)
    assert [word for word in ("gold.jsonl", *said) if word not in str(error.value)] == []


def test_a_row_without_a_lane_belongs_to_the_lane_whose_key_it_states(tmp_path: Path) -> None:
    """With two lanes of other keys; where that tells nothing, --lane has to."""
    run = a_run(tmp_path / "run", moored("Heron", 2))
    other = LaneManifest("weather", "done", "harbour/weather", key="wind")
    lane = run.lanes["moorings"]
    both = attrs.evolve(
        with_lanes(run, run.manifest.lanes[0], other),
        lanes={**run.lanes, "weather": attrs.evolve(lane, manifest=other)},
    )
    gold = read_gold(write_gold(tmp_path / "g.jsonl", [row("a", "Heron", "u2")]))
    assert list(evaluate_runs([both], [gold], resamples=1).rows) == ["moorings"]
    nameless = read_gold(write_gold(tmp_path / "h.jsonl", [{**row("a", "x", "u2"), "fields": {"depth": 3}}]))
    with pytest.raises(GoldError, match="which lane is this row for"):
        evaluate_runs([both], [nameless])


def test_a_chosen_lane_leaves_the_others_rows_out(tmp_path: Path) -> None:
    """Rows of other lanes are no error then; none left is one."""
    run = a_run(tmp_path / "run", moored("Heron", 2))
    rows = [row("a", "Heron", "u2"), row("b", "calm", "u2", lane="weather")]
    gold = read_gold(write_gold(tmp_path / "g.jsonl", rows))
    evaluation = evaluate_runs([run], [gold], lane="moorings", resamples=1)
    assert [one.id for one in evaluation.rows["moorings"]] == ["a"]
    with pytest.raises(GoldError, match="no gold row is for lane moorings"):
        evaluate_runs([run], [read_gold(write_gold(tmp_path / "h.jsonl", rows[1:]))], lane="moorings")


def test_runs_of_different_inputs_are_refused(tmp_path: Path) -> None:
    """Gold is for one input; who knows better can say so."""
    other = attrs.evolve(manifest().input, digest="sha256:" + "0" * 64)
    runs = [a_run(tmp_path / "a", moored("Heron", 2)), a_run(tmp_path / "b", moored("Heron", 2), input=other)]
    gold = read_gold(write_gold(tmp_path / "g.jsonl", [row("a", "Heron", "u2")]))
    with pytest.raises(ComparisonError, match="--across-inputs"):
        evaluate_runs(runs, [gold])
    assert len(evaluate_runs(runs, [gold], across_inputs=True, resamples=1).runs) == 2


@pytest.mark.parametrize(
    ("gold", "changes", "said"),
    [
        pytest.param([row("a", "Heron", "u99")], {}, "1 of 1 gold rows accept no unit", id="wrong offset"),
        pytest.param([row("a", None, "u2")], {}, "without a ship can never be found: a", id="no key value"),
        pytest.param(
            [row("a", "Heron", "u2")],
            {"lane": {"outcome": "partial", "chunks": (chunk(1), chunk(2, "failed", failure="timeout"))}},
            "lane moorings is partial: 1 of 2 chunks have no answer",
            id="partial run",
        ),
        pytest.param([row("a", "Heron", "u2")], {}, None, id="nothing odd"),
    ],
)
def test_warnings(tmp_path: Path, gold: list[Any], changes: dict[str, Any], said: str | None) -> None:
    """What makes figures mislead is said beside them."""
    warnings = _evaluated(tmp_path, [moored("Heron", 2)], gold, **changes).warnings
    assert [said in warning for warning in warnings if said] == ([True] if said else [])
    assert bool(warnings) is bool(said)
