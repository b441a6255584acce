"""Recorded answers come to the same records, rejections and findings, byte for byte."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from notarius.recordings import Recordings
from tests.cli.running import Program, lines, manifest
from tests.golden import runs
from tests.golden.example import EXAMPLE, JOB, RECORDINGS, REPOSITORY, inside, prepared, requests
from tests.golden.runs import COMMAND, FILES, FOLDER, README, files

pytestmark = pytest.mark.usefixtures("home")
REBUILD = "run: python -m tests.golden.rebuild"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden run, made now."""
    directory = tmp_path_factory.mktemp("golden") / "run"
    runs.run(directory)
    return directory


def test_every_question_has_its_recording_and_no_other_is_kept() -> None:
    """One a chunk and lane; each file is small enough to be read."""
    asked = {Recordings(RECORDINGS).digest_of(request) for request in requests(prepared())}
    kept = {recording.digest for recording in Recordings(RECORDINGS)}
    assert kept == asked, REBUILD
    assert all(file.stat().st_size < 32_000 for file in RECORDINGS.iterdir())


@pytest.mark.parametrize("name", FILES)
def test_results_are_the_golden_ones(replayed: Path, name: str) -> None:
    """Where they were changed on purpose, write the files anew and read the differences."""
    assert (replayed / name).read_bytes() == (FOLDER / name).read_bytes(), f"run: {COMMAND}"


def test_no_golden_file_is_left_over() -> None:
    """Every file is compared above."""
    assert {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file()} == set(FILES)


def test_the_order_of_answers_does_not_matter(replayed: Path, tmp_path: Path) -> None:
    """One request at a time, or all at once: the same bytes, and the same manifest but for its run block."""
    runs.run(tmp_path / "run", "limits.max_concurrency=1")
    assert files(tmp_path / "run") == files(replayed)
    assert {**manifest(tmp_path / "run"), "run": None} == {**manifest(replayed), "run": None}


def test_the_golden_run_shows_what_models_get_wrong(replayed: Path) -> None:
    """Quotes in other dress hold, also with words left out; a wrong turn is dropped; the roster's name is refused."""
    matches = {
        proof["match"] for record in lines(replayed / "artifacts" / "spells.jsonl") for proof in record["evidence"]
    }
    codes = {finding["code"] for finding in lines(replayed / "findings.jsonl")}
    assert matches == {"exact", "normalized"}
    assert codes >= {"evidence-quote-not-found", "reference-leak", "dnd/caster-unknown"}
    (refused,) = lines(replayed / "rejected" / "spells.jsonl")
    assert refused["item"]["spell"] == "Moonbeam"


def test_the_readme_has_the_figures(replayed: Path) -> None:
    """By the gold lists; and it says what they are worth."""
    told = README.read_text(encoding="utf-8")
    assert runs.table(replayed) in told, f"run: {COMMAND}"
    assert "These answers come from no run of a model" in told
    assert "nothing about any model's quality" in told


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    """The command writes the files that the tests read."""
    readme = tmp_path / "README.md"
    shutil.copy(README, readme)
    runs.write(tmp_path / "golden", readme)
    assert files(tmp_path / "golden") == files(FOLDER)
    assert readme.read_bytes() == README.read_bytes()


def test_a_question_that_was_edited_finds_no_answer_until_it_is_carried_over(notarius: Program, tmp_path: Path) -> None:
    """An edit of a reference stands for any: the miss is said by digest, lane and chunk; the verb carries all over."""
    copied = tmp_path / "recordings"
    shutil.copytree(RECORDINGS, copied)
    replay = (*JOB, "references=party-b", "model=replay", f"model.recordings={copied}")
    with inside(EXAMPLE):
        missed = notarius(*replay, f"hydra.run.dir={tmp_path / 'missed'}")
        carried = notarius("recordings", "rekey", *replay)
        done = notarius(*replay, f"hydra.run.dir={tmp_path / 'done'}")
    assert missed.code == 1
    assert {chunk["failure"] for lane in manifest(tmp_path / "missed")["lanes"] for chunk in lane["chunks"]} == {
        "recording_missing"
    }
    assert (carried.code, carried.out) == (0, ".../recordings: 22 answers carried over, 0 kept\n")
    assert done.code == 0
    assert len(Recordings(copied)) == 44


@pytest.mark.slow
def test_an_edited_template_is_carried_over_too(tmp_path: Path) -> None:
    """In a copy of the program whose template was edited, as a module's author would."""
    _edited_copy(tmp_path)
    replay = [*JOB, "model=replay", f"model.recordings={tmp_path / 'recordings'}"]
    missed = _copied(tmp_path, *replay, f"hydra.run.dir={tmp_path / 'missed'}")
    carried = _copied(tmp_path, "recordings", "rekey", *replay, "--prune")
    done = _copied(tmp_path, *replay, f"hydra.run.dir={tmp_path / 'done'}")
    assert [ran.returncode for ran in (missed, carried, done)] == [1, 0, 0]
    assert carried.stdout == ".../recordings: 11 answers carried over, 11 kept, 11 earlier files deleted\n"
    assert files(tmp_path / "done") == files(FOLDER)


def _edited_copy(folder: Path) -> None:
    """The program with a longer template, and the recordings as they are."""
    shutil.copytree(REPOSITORY / "notarius", folder / "notarius", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(REPOSITORY / "conf", folder / "conf")
    shutil.copytree(RECORDINGS, folder / "recordings")
    template = folder / "notarius" / "modules" / "dnd" / "spells" / "templates" / "instructions.md.jinja"
    template.write_text(template.read_text(encoding="utf-8") + "\nAnswer in English.\n", encoding="utf-8")


def _copied(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the copy in the example's folder."""
    return subprocess.run(
        [sys.executable, "-m", "notarius", *arguments],
        cwd=EXAMPLE,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_answers_about_other_turns_are_not_carried_over(notarius: Program, tmp_path: Path) -> None:
    """Other chunking, other turns under the same chunk ids: said, and exit 1."""
    shutil.copytree(RECORDINGS, tmp_path / "recordings")
    with inside(EXAMPLE):
        ran = notarius(
            "recordings", "rekey", *JOB, "--only", "spells", "chunking.max_tokens=1500", "model=replay",
            f"model.recordings={tmp_path / 'recordings'}",
        )  # fmt: skip
    assert ran.code == 1
    assert ".../recordings: 0 answers carried over, 0 kept" in ran.out
    assert "moved, recorded for other turns (another transcript, other chunking): spells/c1, spells/c2" in ran.out
    assert "missing, without a recording of lane and chunk: spells/c12" in ran.out


def test_rekeying_wants_a_run_that_replays(notarius: Program) -> None:
    """Without recordings there is nothing to carry over."""
    with inside(EXAMPLE):
        ran = notarius("recordings", "rekey", *JOB)
    assert ran.code == 2
    assert "say model=replay model.recordings=FOLDER" in ran.err


def test_recordings_hold_what_was_written(replayed: Path) -> None:
    """One answer in a fence, one behind a think block, one behind a sentence, so that decoding is proved on them."""
    texts = [recording.response.text for recording in Recordings(RECORDINGS)]
    for beginning in ("```json", "<think>", "Here are", "Nobody of"):
        assert sum(text.startswith(beginning) for text in texts) >= 1
    assert all(json.loads(text)["records"] is not None for text in texts if text.startswith("{"))
