"""What differs between runs, and what that changed."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.compare import Comparison, compare_runs, comparison_document
from notarius.compare.effects import RecordMatch
from notarius.contracts.records import Finding, Record
from notarius.contracts.runs import ChunkOutcome, LaneManifest, LaneRun, ModelManifest
from notarius.errors import ComparisonError
from tests.compare.runs import a_run, moored, refused, with_lanes
from tests.rundir.samples import chunk, lane_manifest, manifest, reference, run_block

DOUBT = Finding("unrelated_key", "warn", "'Heron' stands nowhere near u4")


def _pair(tmp_path: Path, before: list[Record], after: list[Record], **changes: Any) -> Comparison:
    """Two runs; changes are the candidate's."""
    return compare_runs([a_run(tmp_path / "a", *before), a_run(tmp_path / "b", *after, **changes)])


def _matches(comparison: Comparison) -> list[RecordMatch]:
    (candidate,) = comparison.candidates
    return list(candidate.lanes[0].matches)


def test_records_are_kept_changed_lost_and_added(tmp_path: Path) -> None:
    """Each record stands under one of the four, in unit order, with the fields that changed."""
    before = [moored("Heron", 2, pilot="Ada"), moored("Curlew", 4, pilot="Ada"), moored("Tern", 6)]
    after = [moored("Heron", 2, pilot="Ada"), moored("Curlew", 4, pilot="Bo", depth=3), moored("Gull", 8)]
    found = [(match.status, match.record.fields["ship"]) for match in _matches(_pair(tmp_path, before, after))]
    assert found == [("kept", "Heron"), ("changed", "Curlew"), ("lost", "Tern"), ("added", "Gull")]
    changes = {
        change.field: (change.baseline, change.candidate)
        for match in _matches(_pair(tmp_path, before, after))
        for change in match.changes
    }
    assert changes == {"pilot": ("Ada", "Bo"), "depth": (None, 3)}


def test_records_that_differ_in_their_actor_alone_are_changed(tmp_path: Path) -> None:
    """Their ids differ too, since the actor is part of them; still they are one thing."""
    (match,) = _matches(_pair(tmp_path, [moored("Heron", 2, pilot="Ada")], [moored("Heron", 2, pilot="Bo")]))
    assert match.status == "changed"
    assert match.baseline is not None
    assert match.candidate is not None
    assert match.baseline.id != match.candidate.id


def test_a_record_that_cites_other_turns_is_kept_and_says_so(tmp_path: Path) -> None:
    """Fields decide between kept and changed; other evidence is told beside."""
    (match,) = _matches(_pair(tmp_path, [moored("Heron", 2, 3)], [moored("Heron", 3)]))
    assert (match.status, match.moved) == ("kept", True)


def test_the_run_that_refused_a_record_says_why(tmp_path: Path) -> None:
    """A lost record that stands in the candidate's rejections is told with the codes."""
    comparison = _pair(tmp_path, [moored("Heron", 2)], [], rejections=[refused("heron", 2, code="leak")])
    assert [match.reason for match in _matches(comparison)] == ["refused there: leak"]


@pytest.mark.parametrize(
    "rejection",
    [
        pytest.param(refused("Curlew", 2), id="another key"),
        pytest.param(refused("Heron", 9), id="another unit"),
        pytest.param(attrs.evolve(refused("Heron", 2), item="Heron"), id="no object"),
        pytest.param(attrs.evolve(refused("Heron", 2), item={"ship": "Heron", "evidence": "u2"}), id="no evidence"),
    ],
)
def test_other_rejections_are_no_reason(tmp_path: Path, rejection: Any) -> None:
    """Only a refused item of the record's key and units explains its loss, whatever shape items have."""
    assert [match.reason for match in _matches(_pair(tmp_path, [moored("Heron", 2)], [], rejections=[rejection]))] == [
        ""
    ]


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        pytest.param(chunk(1, "failed", failure="timeout"), "not answered there: c1 timeout", id="failed"),
        pytest.param(chunk(1, "not_asked"), "not answered there: c1 not asked", id="not asked"),
        pytest.param(chunk(1, "nothing"), "", id="answered"),
        pytest.param(chunk(2, "failed", failure="timeout"), "", id="elsewhere"),
    ],
)
def test_a_chunk_without_an_answer_explains_a_lost_record(tmp_path: Path, outcome: ChunkOutcome, reason: str) -> None:
    """The record's units lie in the chunk that the other run has no answer for."""
    comparison = _pair(tmp_path, [moored("Heron", 2)], [], lane={"chunks": (outcome,)})
    assert [match.reason for match in _matches(comparison)] == [reason]


def test_findings_come_and_go(tmp_path: Path) -> None:
    """With a record that is kept, with one that is lost, and with refused items."""
    before = [moored("Heron", 4, findings=[DOUBT]), moored("Tern", 6, findings=[DOUBT])]
    comparison = _pair(tmp_path, before, [moored("Heron", 4)], rejections=[refused("Gull", 8)])
    (candidate,) = comparison.candidates
    told = [
        (one.change, one.code, one.record.fields["ship"] if one.record else None) for one in candidate.lanes[0].findings
    ]
    assert told == [
        ("went", "unrelated_key", "Heron"),
        ("went", "unrelated_key", "Tern"),
        ("came", "quote_not_found", None),
    ]


def test_a_finding_that_stays_is_not_told(tmp_path: Path) -> None:
    """The same finding of the same record neither came nor went."""
    heron = [moored("Heron", 4, findings=[DOUBT])]
    (candidate,) = _pair(tmp_path, heron, heron).candidates
    assert candidate.lanes[0].findings == ()


def _model(**changes: Any) -> dict[str, Any]:
    return {"model": attrs.evolve(lane_manifest().model or ModelManifest("", ""), **changes)}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"lane": {"references": (reference(content=b"Tern"),)}}, ["references.registry"], id="content"),
        pytest.param(
            {"lane": {"references": (), "unbound": ("registry", "glossary")}}, ["references.registry"], id="unbound"
        ),
        pytest.param({"lane": {"unbound": ()}}, ["references.glossary"], id="undeclared"),
        pytest.param(
            {"lane": {"references": (reference(level="lane", source="cli", written_in=None),)}},
            ["references.registry"],
            id="bound elsewhere",
        ),
        pytest.param({"lane": _model(name="large")}, ["model.name"], id="model"),
        pytest.param(
            {"lane": _model(parameters={"temperature": 1.0, "extra_body": {}})},
            ["model.parameters.temperature"],
            id="sampling",
        ),
        pytest.param({"lane": {"chunking": {"budget": 900, "overlap": 2}}}, ["chunking.budget"], id="chunking"),
        pytest.param({"lane": {"checks": {"near": 5, "fuzzy": True}}}, ["checks.near"], id="checks"),
        pytest.param({"lane": {"extractor_version": "3"}}, ["extractor_version"], id="extractor"),
        pytest.param({"lane": {"schema_digest": "sha256:0"}}, ["schema_digest"], id="schema"),
        pytest.param(
            {"lane": {"chunks": (chunk(1, "failed", failure="timeout"), chunk(2)), "outcome": "partial"}},
            ["outcome", "unanswered"],
            id="failed chunk",
        ),
        pytest.param({"notarius": "0.2.0"}, ["notarius"], id="version"),
        pytest.param({"packages": {"attrs": "27.0"}}, ["packages.attrs"], id="package"),
        pytest.param({"concurrency": 2}, ["settings.limits.max_concurrency"], id="setting"),
        pytest.param({"run": {"platform": "Windows"}}, ["platform"], id="platform"),
    ],
)
def test_what_differs_is_told_by_name(tmp_path: Path, changes: dict[str, Any], names: list[str]) -> None:
    """And nothing else is."""
    assert [one.name for one in _pair(tmp_path, [], [], **changes).differences] == names


def test_a_reference_is_told_with_what_identifies_it(tmp_path: Path) -> None:
    """Path, digest, size, level and who wrote the binding; nothing bound is an empty list."""
    comparison = _pair(tmp_path, [], [], lane={"references": (), "unbound": ("registry", "glossary")})
    (difference,) = comparison.differences
    assert difference.lane == "moorings"
    assert difference.values == (
        [
            {
                "uri": "lists/registry.md",
                "digest": reference().digest,
                "tokens": 5,
                "level": "pipeline",
                "source": "config",
                "written_in": "conf/pipeline/day.yaml",
            }
        ],
        [],
    )
    assert not comparison.candidates[0].lanes[0].same_questions


def test_what_runs_took_stands_beside(tmp_path: Path) -> None:
    """Records, chunks, tokens, requests, time."""
    measures = {one.name: one.values for one in _pair(tmp_path, [moored("Heron", 2)], []).measures}
    assert measures["records"] == (1, 0)
    assert measures["reference_tokens"] == (10, 10)
    assert measures["input_tokens"] == (900, 900)
    assert measures["seconds"] == (12.25, 12.25)
    assert measures["cost"] == (None, None)


def test_what_runs_cost_stands_beside(tmp_path: Path) -> None:
    """Of all lanes together, where prices were set."""
    block = run_block()
    lanes = {"moorings": attrs.evolve(block.lanes["moorings"], cost=0.25), "other": LaneRun(cost=0.5)}
    measures = {one.name: one.values for one in _pair(tmp_path, [], [], run={"lanes": lanes}).measures}
    assert measures["cost"] == (None, 0.75)


def test_runs_of_different_inputs_are_refused(tmp_path: Path) -> None:
    """The message names the runs, their inputs, and what allows it."""
    other = attrs.evolve(manifest().input, name="night.txt", digest="sha256:" + "0" * 64)
    with pytest.raises(ComparisonError) as error:
        _pair(tmp_path, [], [], input=other)
    said = str(error.value)
    assert [word for word in ("a ran on day.txt", "b ran on night.txt", "--across-inputs") if word not in said] == []


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"digest": "sha256:" + "0" * 64}, id="another file"),
        pytest.param({"format": "json"}, id="read by another reader"),
        pytest.param({"units": 21}, id="cut into other turns"),
    ],
)
def test_where_units_are_not_the_same_turns_words_match(tmp_path: Path, other: dict[str, Any]) -> None:
    """The same words are the same thing in another unit, and one unit is not the same thing with other words."""
    before = [moored("Heron", 2, quote="the Heron is in."), moored("Tern", 5, quote="Tern, north quay")]
    after = [moored("Heron", 7, quote="The Heron is in"), moored("Tern", 5, quote="Tern again, south quay")]
    runs = [
        a_run(tmp_path / "a", *before),
        a_run(tmp_path / "b", *after, input=attrs.evolve(manifest().input, **other)),
    ]
    comparison = compare_runs(runs, across_inputs=True)
    assert comparison.by_quote
    assert sorted(match.status for match in _matches(comparison)) == ["added", "kept", "lost"]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_runs_are_no_comparison(tmp_path: Path, count: int) -> None:
    """The message says what there is."""
    with pytest.raises(ComparisonError, match="needs two runs"):
        compare_runs([a_run(tmp_path / "a")] * count)


@pytest.mark.parametrize(("first", "said"), [(True, ("moorings",)), (False, ())], ids=["candidate", "baseline"])
def test_a_lane_that_did_not_run_in_one_run_lost_nothing(tmp_path: Path, first: bool, said: tuple[str, ...]) -> None:
    """It is named, and its records are neither lost nor added."""
    ran = a_run(tmp_path / "a", moored("Heron", 2))
    off = with_lanes(a_run(tmp_path / "b"), LaneManifest("moorings", "deselected", "harbour/moorings"))
    comparison = compare_runs([ran, off] if first else [off, ran])
    (candidate,) = comparison.candidates
    assert candidate.lanes == ()
    assert (candidate.only_baseline, candidate.only_candidate) == ((said, ()) if first else ((), ("moorings",)))
    assert [one.name for one in comparison.differences] == ["outcome"]


def _rows(comparison: Comparison) -> list[tuple[str, list[int | None]]]:
    return [
        (row.record.fields["ship"], [None if cell is None else cell.variant for cell in row.cells])
        for row in comparison.rows
    ]


def test_a_matrix_has_a_row_for_each_thing_and_a_cell_for_each_run(tmp_path: Path) -> None:
    """Letters stand for ways of filling the fields, counted in the order of the runs."""
    runs = [
        a_run(tmp_path / "0", moored("Heron", 2, pilot="Ada"), moored("Tern", 6)),
        a_run(tmp_path / "1", moored("Heron", 2, pilot="Bo"), moored("Gull", 4)),
        a_run(tmp_path / "2", moored("Heron", 2, pilot="Ada"), moored("Tern", 6)),
    ]
    assert _rows(compare_runs(runs)) == [("Heron", [0, 1, 0]), ("Gull", [None, 0, None]), ("Tern", [0, None, 0])]


def test_rows_hang_together_over_runs(tmp_path: Path) -> None:
    """A record belongs to a row if it shares evidence with any of the row's."""
    runs = [
        a_run(tmp_path / "0", moored("Heron", 2)),
        a_run(tmp_path / "1", moored("Heron", 2, 3)),
        a_run(tmp_path / "2", moored("Heron", 3)),
    ]
    assert _rows(compare_runs(runs)) == [("Heron", [0, 0, 0])]


def test_a_row_is_the_same_in_all_jobs_in_which_its_lane_ran(tmp_path: Path) -> None:
    """A job that did not run the lane does not count."""
    (row,) = compare_runs([a_run(tmp_path / "0", moored("Heron", 2)), a_run(tmp_path / "1")]).rows
    assert row.same_in([True, False])
    assert not row.same_in([True, True])


def test_the_document_says_what_the_comparison_says(tmp_path: Path) -> None:
    """Records with both sides, changes, reasons; the matrix beside."""
    comparison = _pair(tmp_path, [moored("Heron", 2, pilot="Ada")], [moored("Heron", 2, pilot="Bo")])
    document = comparison_document(comparison)
    (record,) = document["candidates"][0]["lanes"][0]["records"]
    assert record["changes"] == [{"field": "pilot", "baseline": "Ada", "candidate": "Bo"}]
    assert record["baseline"]["units"] == record["candidate"]["units"] == ["u2"]
    assert document["candidates"][0]["lanes"][0]["counts"] == {"kept": 0, "changed": 1, "lost": 0, "added": 0}
    assert [cell["variant"] for cell in document["matrix"][0]["cells"]] == [0, 1]
    assert [run["name"] for run in document["runs"]] == ["baseline", "candidate"]
