import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from notarius.contracts.runs import EXIT_CODES, ChunkStatus, LaneOutcome
from notarius.rundir import RunDirectory, manifest_json
from notarius.rundir.lines import failure_line, finding_lines, merge_line, record_line, rejection_line
from tests.rundir.samples import full_lane, manifest, run_result

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
# What stands below these keys is the user's or a module's, not the manifest's.
FREE = {
    "packages",
    "lanes[].chunking",
    "lanes[].reader",
    "lanes[].checks",
    "lanes[].model.parameters",
    "run.paths",
}


def documented(page: str) -> set[str]:
    """Everything a page puts between backticks."""
    return set(re.findall(r"`([^`\n]+)`", (REFERENCE / page).read_text(encoding="utf-8")))


def keys(value: Any, path: str = "") -> Iterator[str]:
    """Paths of all keys of a JSON value; lists are `[]`, keys that are names `<lane>` or `<chunk>`."""
    if isinstance(value, list):
        for item in value:
            yield from keys(item, f"{path}[]")
    elif isinstance(value, dict) and path not in FREE:
        names = {"run.lanes": "<lane>", "run.lanes.<lane>.chunks": "<chunk>"}
        for key, item in value.items():
            here = names.get(path, str(key))
            whole = f"{path}.{here}" if path else here
            if here == key:
                yield whole
            yield from keys(item, whole)


def test_every_key_of_a_manifest_is_documented() -> None:
    """Each key that a manifest is written with stands in the reference, by its path."""
    written = set(keys(json.loads(manifest_json(manifest()))))
    assert len(written) > 70
    assert written - documented("run-directory.md") == set()


def test_no_documented_key_is_gone() -> None:
    """The reference names no key that manifests do not have."""
    text = (REFERENCE / "run-directory.md").read_text(encoding="utf-8")
    section = text.split("## `manifest.json`")[1].split("### Fingerprints")[0]
    named = set(re.findall(r"^\| `([^`]+)` \|", section, flags=re.MULTILINE))
    assert named == set(keys(json.loads(manifest_json(manifest()))))


def test_every_file_is_documented(tmp_path: Path) -> None:
    """Each file that a run writes stands in the reference."""
    RunDirectory(tmp_path).write(run_result())
    names = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    general = {
        name.replace("moorings-c2-1", "<lane>-<chunk>-<attempt>").replace("moorings", "<lane>") for name in names
    }
    assert general - documented("run-directory.md") == set()


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(record_line(full_lane().records[0]), id="artifacts"),
        pytest.param(rejection_line(full_lane().rejections[0]), id="rejected"),
        pytest.param(next(finding_lines(full_lane())), id="findings"),
        pytest.param(merge_line("moorings", full_lane().merges[0]), id="merges"),
        pytest.param(failure_line("moorings", full_lane().failed_answers[0], "x.txt"), id="failures"),
    ],
)
def test_every_key_of_a_line_is_documented(line: dict[str, Any]) -> None:
    """Each key of a line of a JSON-lines file stands in the reference."""
    evidence = [f"evidence[].{key}" for key in line["evidence"][0]] if "evidence" in line else []
    assert {*line, *evidence} - documented("run-directory.md") == set()


def test_every_outcome_is_documented() -> None:
    """Each outcome of a lane and each status of a chunk stands in the reference."""
    assert {*get_args(LaneOutcome), *get_args(ChunkStatus)} <= documented("run-directory.md")


def test_every_exit_code_is_documented() -> None:
    """Each exit code, usage errors' included, and each status of a run stands in the reference."""
    text = (REFERENCE / "exit-codes.md").read_text(encoding="utf-8")
    assert set(EXIT_CODES) <= documented("exit-codes.md")
    assert {int(code) for code in re.findall(r"^\| ([0-9]+) \|", text, flags=re.MULTILINE)} == {2, *EXIT_CODES.values()}
