import codecs
import json
import threading
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.contracts.records import Finding, Rejection
from notarius.errors import OutputError
from notarius.rundir import RunDirectory, read_manifest
from notarius.rundir.files import json_line, write_text
from notarius.rundir.values import json_value
from tests.rundir.samples import (
    Mooring,
    full_lane,
    lane_manifest,
    lane_result,
    record,
    reference,
    run_block,
    run_result,
)

STABLE = ("artifacts", "rejected", "findings.jsonl")


def contents(path: Path) -> dict[str, bytes]:
    """All files of a directory by their names in it."""
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def lines(path: Path) -> list[Any]:
    """The values of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The directory of a run with something in every file."""
    path = tmp_path / "outputs" / "k3f9x2"
    RunDirectory(path).write(run_result())
    return path


def test_the_files_of_a_run(written: Path) -> None:
    """A run has these files and no others; a deselected lane has none."""
    assert sorted(contents(written)) == [
        "artifacts/moorings.csv",
        "artifacts/moorings.jsonl",
        "diagnostics/bindings.json",
        "diagnostics/effective-config.yaml",
        "diagnostics/failures/index.jsonl",
        "diagnostics/failures/moorings-c2-1.txt",
        "diagnostics/merges.jsonl",
        "diagnostics/notes.jsonl",
        "diagnostics/tokens.json",
        "diagnostics/usage.json",
        "findings.jsonl",
        "manifest.json",
        "rejected/moorings.jsonl",
    ]


def test_a_record_line(written: Path) -> None:
    """A record's line is as the design has it, keys in that order, letters as they are."""
    assert (written / "artifacts" / "moorings.jsonl").read_text(encoding="utf-8") == (
        '{"id": "sha256:' + "4".zfill(64) + '", "lane": "moorings", '
        '"fields": {"ship": "Heron", "pilot": "Ada", "depth": null, "berth": "north quay", '
        '"cargo": ["salt", "tar"], "tug": null}, '
        '"evidence": [{"unit": "u4", "quote": "made fast", "span": [3, 12], "match": "exact", '
        '"speaker": "RADIO", "start_seconds": 3725.9, "end_seconds": null}], '
        '"chunks": ["c1"], '
        '"findings": [{"code": "unrelated_key", "severity": "warn", "message": "\'Heron\' stands nowhere near u4"}]}\n'
    )


def test_a_rejected_line(written: Path) -> None:
    """What was refused is kept whole, with the reason."""
    assert lines(written / "rejected" / "moorings.jsonl") == [
        {
            "lane": "moorings",
            "chunk": "c1",
            "item": {"ship": "Curlew", "evidence": [{"unit": "u5", "quote": "cast off"}]},
            "findings": [{"code": "quote_not_found", "severity": "fail", "message": "'cast off' is not in u5"}],
        }
    ]


def test_findings_of_records_rejections_and_lanes(written: Path) -> None:
    """Every finding has a line that says where it belongs."""
    found = [
        (line["code"], line["severity"], line["record"], line["chunk"]) for line in lines(written / "findings.jsonl")
    ]
    assert found == [
        ("unrelated_key", "warn", "sha256:" + "4".zfill(64), None),
        ("quote_not_found", "fail", None, "c1"),
        ("empty_reference", "warn", None, None),
    ]


def test_a_merge_line(written: Path) -> None:
    """A merge lists what became one, as it was before."""
    (merge,) = lines(written / "diagnostics" / "merges.jsonl")
    assert merge["record"] == lines(written / "artifacts" / "moorings.jsonl")[0]["id"]
    assert [(source["chunk"], source["units"], source["fields"]["ship"]) for source in merge["sources"]] == [
        ("c1", ["u4"], "Heron"),
        ("c2", ["u4"], "Heron"),
    ]


def test_a_failed_answer_is_kept_as_it_came(written: Path) -> None:
    """The answer is there byte for byte, and the index says whose it is."""
    folder = written / "diagnostics" / "failures"
    (entry,) = lines(folder / "index.jsonl")
    assert (entry["lane"], entry["chunk"], entry["attempt"], entry["kind"]) == ("moorings", "c2", 1, "unparsable")
    assert (folder / entry["file"]).read_bytes() == "Sorry,\r\nI cannot — 'ü'".encode()


def test_bindings_name_unbound_slots_too(written: Path) -> None:
    """The resolved binding set has every slot of the lane, with digests and without content."""
    bindings = json.loads((written / "diagnostics" / "bindings.json").read_text(encoding="utf-8"))
    assert list(bindings) == ["moorings"]
    assert bindings["moorings"]["glossary"] == []
    assert [item["digest"] for item in bindings["moorings"]["registry"]] == [reference().digest]


def test_tokens_are_counted_over_all_chunks(tmp_path: Path) -> None:
    """The cost of a slot is that of its items, times the chunks of the lane."""
    two = (reference(size_bytes=10, tokens=4), reference(size_bytes=5, tokens=3))
    result = run_result()
    lane = lane_manifest(references=two)
    RunDirectory(tmp_path).write(attrs.evolve(result, manifest=attrs.evolve(result.manifest, lanes=(lane,))))
    cost = json.loads((tmp_path / "diagnostics" / "tokens.json").read_text(encoding="utf-8"))["moorings"]
    assert (cost["chunks"], cost["chunk_tokens"], cost["counter"]) == (2, 200, "o200k_base")
    expected = {"items": 2, "bytes": 15, "tokens": 7, "bytes_times_chunks": 30, "tokens_times_chunks": 14}
    assert cost["references"]["registry"] == cost["total"] == expected
    assert cost["references"]["glossary"]["items"] == 0


def test_usage_is_summed(written: Path) -> None:
    """Usage stands by lane and in total; what no server counted is null, not nought."""
    usage = json.loads((written / "diagnostics" / "usage.json").read_text(encoding="utf-8"))
    assert usage["total"] == {
        "attempts": 1,
        "retries": 0,
        "cache_hits": 1,
        "input_tokens": 900,
        "output_tokens": 40,
        "cached_tokens": 600,
        "cost": None,
    }
    assert usage["lanes"]["moorings"]["chunks"]["c2"]["cached"] is True


def test_unknown_usage_is_null(tmp_path: Path) -> None:
    """A run without token counts says so."""
    RunDirectory(tmp_path).write(run_result(run=run_block(lanes={})))
    usage = json.loads((tmp_path / "diagnostics" / "usage.json").read_text(encoding="utf-8"))
    assert usage["total"]["input_tokens"] is None


def test_a_lane_without_records_has_its_files(tmp_path: Path) -> None:
    """Nothing found is an empty file, not a missing one."""
    RunDirectory(tmp_path).write(run_result(lane_result()))
    assert (tmp_path / "artifacts" / "moorings.jsonl").read_bytes() == b""
    assert (tmp_path / "rejected" / "moorings.jsonl").read_bytes() == b""
    assert (tmp_path / "artifacts" / "moorings.csv").read_bytes().startswith(codecs.BOM_UTF8 + b"ship,")


def test_equal_runs_write_equal_bytes(tmp_path: Path, written: Path) -> None:
    """Records, rejections and findings of an equal run are byte-identical, and so is the manifest without `run`."""
    again = tmp_path / "again"
    RunDirectory(again).write(run_result(run=run_block(started="2040", seconds=99.0, directory="again", lanes={})))
    one, other = contents(written), contents(again)
    stable = [name for name in one if name.startswith(STABLE)]
    assert len(stable) == 4
    assert all(one[name] == other[name] for name in stable)
    assert attrs.evolve(read_manifest(again), run=run_block()) == read_manifest(written)


def test_line_ends_are_the_same_everywhere(written: Path) -> None:
    """No file but a failed answer has a carriage return."""
    assert [name for name, content in contents(written).items() if b"\r" in content] == [
        "diagnostics/failures/moorings-c2-1.txt"
    ]


def test_writing_again_replaces(written: Path) -> None:
    """The same directory can be written again."""
    RunDirectory(written).write(run_result(lane_result()))
    assert lines(written / "artifacts" / "moorings.jsonl") == []


def test_two_lanes_of_one_name_are_refused(tmp_path: Path) -> None:
    """Nothing is written where one lane's files would replace another's."""
    with pytest.raises(ValueError, match="two lanes have one name: moorings"):
        RunDirectory(tmp_path).write(run_result(full_lane(), full_lane()))
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("blocked", ["artifacts", "findings.jsonl/x", "diagnostics"])
def test_no_manifest_without_all_files(tmp_path: Path, blocked: str) -> None:
    """If a file cannot be written, the error names it by its last names, and no manifest claims a whole run."""
    RunDirectory(tmp_path / "run").write(run_result())
    block(tmp_path / "run" / blocked)
    with pytest.raises(OutputError, match="cannot be written") as caught:
        RunDirectory(tmp_path / "run").write(run_result())
    assert str(tmp_path) not in str(caught.value)
    assert not (tmp_path / "run" / "manifest.json").exists()
    assert not list((tmp_path / "run").rglob("*.tmp"))


def block(path: Path) -> None:
    """Puts a file where a folder must be, or a folder where a file must be."""
    top = path if path.suffix == "" and path.name != "x" else path.parent
    if top.is_dir():
        top.rename(top.with_name("moved"))
        top.write_bytes(b"")
    else:
        top.unlink()
        path.mkdir(parents=True)


def test_a_manifest_that_cannot_be_removed_is_said(tmp_path: Path) -> None:
    """A folder where the manifest must be is an error, not a crash."""
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(OutputError, match=r"manifest\.json cannot be written"):
        RunDirectory(tmp_path).write(run_result())


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    """A name that cannot be written leaves no draft and touches nothing."""
    with pytest.raises(OutputError):
        write_text(tmp_path / ("a" * 300), "new")
    assert list(tmp_path.iterdir()) == []


def test_a_reader_sees_one_version_or_the_other(tmp_path: Path) -> None:
    """While a file is replaced again and again, whoever reads it sees a whole one."""
    path = tmp_path / "findings.jsonl"
    versions = ["a" * 200_000, "b" * 200_000]
    write_text(path, versions[0])
    done = threading.Event()
    torn: list[str] = []

    def read() -> None:
        while not done.is_set():
            text = path.read_text(encoding="utf-8")
            if text not in versions:
                torn.append(text[:20])

    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(60):
        write_text(path, versions[turn % 2])
    done.set()
    reader.join()
    assert torn == []


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029", "\x1c", "\n", "\ud800", "\0", "ü", "\U0001f6a2"])
def test_any_character_survives_in_a_line(tmp_path: Path, char: str) -> None:
    """Whatever a transcript or an answer holds, it is one line, and reads back the same."""
    text = f"before{char}after"
    rejection = Rejection("moorings", "c1", {"ship": text}, (Finding("code", "fail", text),))
    RunDirectory(tmp_path).write(run_result(lane_result(record(1, text), rejections=(rejection,))))
    (found,) = lines(tmp_path / "artifacts" / "moorings.jsonl")
    (refused,) = lines(tmp_path / "rejected" / "moorings.jsonl")
    assert found["fields"]["ship"] == refused["item"]["ship"] == refused["findings"][0]["message"] == text


def test_letters_stay_readable() -> None:
    """Letters are written as they are, not as escapes."""
    assert json_line({"ship": "Möwe 漢"}) == '{"ship": "Möwe 漢"}\n'


@pytest.mark.parametrize(
    ("value", "written_as"),
    [
        pytest.param(float("nan"), "nan", id="NaN"),
        pytest.param([float("-inf")], ["-inf"], id="infinity"),
        pytest.param({1: ("a", None)}, {"1": ["a", None]}, id="keys and tuples"),
        pytest.param(frozenset({"b", "a"}), ["a", "b"], id="sets, sorted"),
        pytest.param(True, True, id="booleans stay"),
        pytest.param(
            Mooring("Heron", tug=False), {**attrs.asdict(Mooring("Heron", tug=False)), "cargo": []}, id="attrs"
        ),
    ],
)
def test_json_value(value: Any, written_as: Any) -> None:
    """Whatever a record class or an answer may hold has one JSON form."""
    assert json_value(value) == written_as
    json.dumps(json_value(value), allow_nan=False)


def test_a_value_without_a_form_is_named() -> None:
    """What JSON has no form for is an error that names its type."""
    with pytest.raises(TypeError, match="type complex"):
        json_value({"depth": 1j})
