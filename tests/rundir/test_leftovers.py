"""A run directory that is used again: what the earlier run left and this one does not write goes, nothing else."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.contracts.results import RunResult
from notarius.errors import OutputError
from notarius.rundir import RunDirectory, clear_sweep, read_run
from tests.rundir.samples import full_lane, lane_manifest, run_result

OTHERS = (
    "artifacts/notes.csv",
    "artifacts/moorings.md",
    "rejected/moorings.txt",
    "diagnostics/failures/why.txt",
    "diagnostics/tides.json",
    "notes/moorings.jsonl",
    "report.html",
)


def run_of(*names: str, failed: bool = True) -> RunResult:
    """A run with something in every file of lanes with these names."""
    lanes = [attrs.evolve(full_lane(), lane=name) for name in names]
    if not failed:
        lanes = [attrs.evolve(lane, failed_answers=()) for lane in lanes]
    manifests = tuple(lane_manifest(name) for name in names)
    off = attrs.evolve(lane_manifest("notes"), outcome="deselected")
    return run_result(*lanes, lanes=(*manifests, off))


def names(path: Path) -> set[str]:
    """All files of a directory by their names in it."""
    return {file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file()}


def alone(tmp_path: Path, result: RunResult) -> set[str]:
    """The files of a run in a directory of its own."""
    RunDirectory(tmp_path / "alone").write(result)
    return names(tmp_path / "alone")


def add_others(path: Path) -> None:
    """Files of somebody else, some of them named almost like a run's."""
    for name in OTHERS:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text("mine", encoding="utf-8")


@pytest.mark.parametrize("failed", [True, False], ids=["failures", "none"])
def test_files_of_lanes_that_are_gone_go_too(tmp_path: Path, failed: bool) -> None:
    """The directory holds this run's files, and whatever notarius did not write."""
    path = tmp_path / "run"
    RunDirectory(path).write(run_of("moorings", "tides"))
    add_others(path)
    RunDirectory(path).write(run_of("tides", failed=failed))
    assert names(path) == alone(tmp_path, run_of("tides", failed=failed)) | set(OTHERS)
    assert list(read_run(path).lanes) == ["tides"]


def test_a_manifest_of_another_version_tells_its_lanes_too(tmp_path: Path) -> None:
    """As far as it can be read: its lanes are looked up, and not what it says of them."""
    path = tmp_path / "run"
    RunDirectory(path).write(run_of("moorings", failed=False))
    (path / "manifest.json").write_text('{"manifest_version": 7, "lanes": [{"name": "moorings"}]}', encoding="utf-8")
    RunDirectory(path).write(run_of("tides"))
    assert names(path) == alone(tmp_path, run_of("tides"))


def test_files_of_a_run_that_broke_off_are_known(tmp_path: Path) -> None:
    """Neither it nor the run before it leaves anything to the next one, though no manifest tells of them."""
    path = tmp_path / "run"
    RunDirectory(path).write(run_of("moorings"))
    (path / "findings.jsonl").unlink()
    (path / "findings.jsonl").mkdir()
    with pytest.raises(OutputError):
        RunDirectory(path).write(run_of("tides"))
    assert "artifacts/tides.csv" in names(path)
    assert "manifest.json" not in names(path)
    (path / "findings.jsonl").rmdir()
    RunDirectory(path).write(run_of("buoys"))
    assert names(path) == alone(tmp_path, run_of("buoys"))


@pytest.mark.parametrize(
    "claimed",
    [
        ["../precious.txt"],
        ["artifacts/../../precious.txt"],
        ["artifacts/../../precious.jsonl"],
        ["report.html", 3, None, ["artifacts/notes.csv"]],
        {"artifacts/notes.csv": 1},
    ],
    ids=["above", "through a folder", "with our suffix", "no run's file", "no list"],
)
def test_a_journal_that_names_other_files_is_not_believed(tmp_path: Path, claimed: Any) -> None:
    """A run directory may come from anywhere: only names that a run's files have are taken from it."""
    path = tmp_path / "run"
    add_others(path)
    precious = [tmp_path / "precious.txt", tmp_path / "precious.jsonl"]
    for file in precious:
        file.write_text("mine", encoding="utf-8")
    (path / ".files.json").write_text(json.dumps(claimed), encoding="utf-8")
    RunDirectory(path).write(run_of("tides"))
    assert all(file.is_file() for file in precious)
    assert names(path) == alone(tmp_path, run_of("tides")) | set(OTHERS)


@pytest.mark.parametrize(
    "content", ["{", '{"lanes": 3}', '{"lanes": [3, {"name": 4}]}', "[" * 100_000], ids=["cut", "number", "odd", "deep"]
)
def test_a_manifest_that_tells_nothing_costs_nothing(tmp_path: Path, content: str) -> None:
    """What is not known to be a run's file stays."""
    path = tmp_path / "run"
    add_others(path)
    (path / "manifest.json").write_text(content, encoding="utf-8")
    RunDirectory(path).write(run_of("tides"))
    assert names(path) == alone(tmp_path, run_of("tides")) | set(OTHERS)


def test_a_run_is_cleared_with_its_folders(tmp_path: Path) -> None:
    """All of a run goes, Hydra's files and the log too; a folder goes if it is empty then."""
    path = tmp_path / "run"
    RunDirectory(path).write(run_of("moorings"))
    (path / ".hydra").mkdir()
    for name in (".hydra/config.yaml", ".hydra/hydra.yaml", ".hydra/overrides.yaml", "notarius.log"):
        (path / name).write_text("", encoding="utf-8")
    (path / "artifacts" / "notes.csv").write_text("mine", encoding="utf-8")
    RunDirectory(path).clear()
    assert [item.relative_to(path).as_posix() for item in sorted(path.rglob("*"))] == [
        "artifacts",
        "artifacts/notes.csv",
    ]
    (path / "artifacts" / "notes.csv").unlink()
    RunDirectory(path).clear()
    assert not path.exists()


@pytest.mark.parametrize("name", ["artifacts", "rejected", "diagnostics", "diagnostics/failures", ".hydra"])
@pytest.mark.parametrize("act", ["write", "clear"])
def test_nothing_is_written_or_removed_through_a_link(tmp_path: Path, name: str, act: str) -> None:
    """Files of equal names in another run's folder stay as they are."""
    path, other = tmp_path / "run", tmp_path / "other"
    RunDirectory(other).write(run_of("moorings"))
    (other / ".hydra").mkdir()
    (other / ".hydra" / "config.yaml").write_text("mine", encoding="utf-8")
    before = {file: (other / file).read_bytes() for file in names(other)}
    (path / name).parent.mkdir(parents=True)
    (path / name).symlink_to(other / name)
    (path / "manifest.json").write_bytes((other / "manifest.json").read_bytes())
    with pytest.raises(OutputError, match=f"{name}.* in it: a link that leads out"):
        RunDirectory(path).write(run_of("tides")) if act == "write" else RunDirectory(path).clear()
    assert {file: (other / file).read_bytes() for file in names(other)} == before


def test_a_numbered_link_is_no_job_of_an_earlier_sweep(tmp_path: Path) -> None:
    """What it leads to stays."""
    RunDirectory(tmp_path / "mine").write(run_of("moorings"))
    before = names(tmp_path / "mine")
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / "7").symlink_to(tmp_path / "mine")
    clear_sweep(tmp_path / "sweep", numbered=True)
    assert names(tmp_path / "mine") == before


@pytest.mark.parametrize(
    "name",
    ["artifacts/\0.csv", "artifacts/\ud800.csv", "artifacts/../keep.csv", "../keep.csv", "artifacts/a/../../keep.csv"],
)
def test_a_journal_that_names_what_is_no_file_of_a_run_is_not_believed(tmp_path: Path, name: str) -> None:
    """The run goes on, and takes nothing away that the name may stand for."""
    path = tmp_path / "run"
    path.mkdir()
    for kept in (tmp_path / "keep.csv", path / "keep.csv"):
        kept.write_text("mine", encoding="utf-8")
    (path / ".files.json").write_text(json.dumps([name]), encoding="utf-8")
    RunDirectory(path).write(run_of("tides"))
    assert (tmp_path / "keep.csv").is_file()
    assert (path / "keep.csv").is_file()
