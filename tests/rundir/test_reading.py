"""Reading a run directory again."""

import json
from pathlib import Path

import pytest

from notarius.errors import RunDirectoryError
from notarius.rundir import RunDirectory, read_run, sweep_jobs, token_costs, usage_totals
from tests.rundir.samples import full_lane, run_result


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A run directory with something in every file."""
    RunDirectory(tmp_path / "run").write(run_result())
    return tmp_path / "run"


def test_a_run_is_read_as_it_was_written(directory: Path) -> None:
    """Manifest, records, rejections, findings and settings come back."""
    run, written = read_run(directory), run_result()
    lane, before = run.lanes["moorings"], full_lane()
    assert run.manifest == written.manifest
    assert run.settings == {"pipeline": "day"}
    assert [record.id for record in lane.records] == [record.id for record in before.records]
    assert [record.units for record in lane.records] == [
        tuple(item.source.unit for item in record.evidence) for record in before.records
    ]
    assert lane.records[0].fields["berth"] == "north quay"
    assert lane.records[0].findings == before.records[0].findings
    assert lane.rejections[0].item == before.rejections[0].item
    assert {finding.code for finding in lane.findings} >= {"unrelated_key", "quote_not_found"}
    assert (lane.key, lane.manifest.actor) == ("ship", "pilot")


def test_a_deselected_lane_has_no_results(directory: Path) -> None:
    """Only lanes that ran are there to be compared."""
    assert list(read_run(directory).lanes) == ["moorings"]


def test_a_manifest_that_tells_no_key_leaves_the_first_field(directory: Path) -> None:
    """Runs of before the manifest told the key can be compared."""
    file = directory / "manifest.json"
    value = json.loads(file.read_text(encoding="utf-8"))
    for lane in value["lanes"]:
        del lane["key"], lane["actor"]
    file.write_text(json.dumps(value), encoding="utf-8")
    assert read_run(directory).lanes["moorings"].key == "ship"


def test_removed_diagnostics_cost_the_settings_only(directory: Path) -> None:
    """Diagnostics may be thrown away to save space."""
    (directory / "diagnostics" / "effective-config.yaml").unlink()
    assert read_run(directory).settings is None


RECORD = '{"id": "x", "lane": "moorings", "fields": {}, "evidence": [%s], "findings": []}'
EVIDENCE = '{"unit": "u4", "quote": "made fast"}'


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        pytest.param("artifacts/moorings.jsonl", None, ("is missing",), id="no artifact"),
        pytest.param("artifacts/moorings.jsonl", "\n{", ("line 2", "no JSON object"), id="cut line"),
        pytest.param("artifacts/moorings.jsonl", "[]", ("line 1",), id="no object"),
        pytest.param("findings.jsonl", "[" * 100_000, ("line 1", "nested too deeply"), id="too deep"),
        pytest.param(
            "artifacts/moorings.jsonl",
            '{"id": "a", "id": "b"}',
            ('the key "id" stands more than once',),
            id="key twice",
        ),
        pytest.param("artifacts/moorings.jsonl", RECORD % "", ("line 1", "evidence: at least one"), id="no evidence"),
        pytest.param(
            "artifacts/moorings.jsonl",
            RECORD % '{"unit": "x4", "quote": "a"}',
            ("line 1", "'x4' is no unit"),
            id="no unit",
        ),
        pytest.param("artifacts/moorings.jsonl", '{"id": 3}', ("line 1", "expected str, found 3"), id="wrong type"),
        pytest.param(
            "artifacts/moorings.jsonl", RECORD.replace("{}", '{"depth": NaN}') % EVIDENCE, ("NaN",), id="not a number"
        ),
        pytest.param("rejected/moorings.jsonl", '{"lane": "moorings"}', ("line 1", "chunk"), id="rejection cut"),
        pytest.param("findings.jsonl", '{"lane": "moorings", "severity": "odd"}', ("line 1", "'odd'"), id="severity"),
        pytest.param("diagnostics/effective-config.yaml", "a: [", ("no YAML",), id="broken settings"),
        pytest.param("diagnostics/effective-config.yaml", "- a", ("a mapping was expected",), id="settings a list"),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    directory: Path, file: str, content: str | None, said: tuple[str, ...]
) -> None:
    """What, where and why, and nothing else."""
    if content is None:
        (directory / file).unlink()
    else:
        (directory / file).write_text(content, encoding="utf-8")
    with pytest.raises(RunDirectoryError) as error:
        read_run(directory, shown="outputs/run")
    assert f"outputs/run/{file}" in str(error.value)
    assert [words for words in said if words not in str(error.value)] == []


def test_jobs_of_a_sweep_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Job 10 after job 2; a job without a manifest is unfinished; other folders are no jobs."""
    for name in ("10", "2", "0"):
        RunDirectory(tmp_path / name).write(run_result())
    (tmp_path / "1").mkdir()
    (tmp_path / "named" / ".hydra").mkdir(parents=True)
    (tmp_path / "notes").mkdir()
    jobs = sweep_jobs(tmp_path)
    assert jobs is not None
    assert [path.name for path in jobs.finished] == ["0", "2", "10"]
    assert jobs.unfinished == ("1", "named")


@pytest.mark.parametrize("kind", ["run", "empty", "missing", "file"])
def test_what_is_no_sweep(tmp_path: Path, kind: str) -> None:
    """A run directory, an empty folder, a file, nothing: none of them has jobs."""
    place = tmp_path / "place"
    if kind == "run":
        RunDirectory(place).write(run_result())
        (place / "0").mkdir()
    elif kind == "empty":
        place.mkdir()
    elif kind == "file":
        place.write_text("", encoding="utf-8")
    assert sweep_jobs(place) is None


def test_costs_are_known_without_a_server() -> None:
    """Tokens of chunks, and of references over all chunks, by the lane's counter; usage where servers said it."""
    manifest = run_result().manifest
    assert token_costs(manifest) == {"chunk_tokens": 200, "reference_tokens": 10}
    assert usage_totals(manifest)["input_tokens"] == 900
