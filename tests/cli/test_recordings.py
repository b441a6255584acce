"""`notarius recordings rekey` on a small session, and how it is misused."""

import json
from pathlib import Path

import pytest

from notarius.recordings import Recordings
from tests.campaigns import write
from tests.cli.running import Program, Ran

SESSION = "Game Master: The gate is shut.\nAda: I cast Bless on Ben.\n"
RUN = ("dnd-session", "--input", "session.txt", "--only", "spells")
REPLAY = ("model=replay", "model.recordings=answers")
EDITED = "model.max_output_tokens=900"  # another question, as an edit of a template makes one


@pytest.fixture
def answers(here: Path, notarius: Program) -> Recordings:
    """A session whose one chunk was answered and recorded."""
    write(here, {"session.txt": SESSION})
    assert notarius("run", *RUN, "model.record=answers").code == 0
    return Recordings(here / "answers")


def rekey(notarius: Program, *more: str) -> Ran:
    """Carry the recordings over to the edited question."""
    return notarius("recordings", "rekey", *RUN, *REPLAY, EDITED, *more)


def test_an_answer_is_carried_over_once(answers: Recordings, notarius: Program) -> None:
    """Then the edited run replays, and rekeying again changes nothing."""
    assert notarius("run", *RUN, *REPLAY, EDITED).code == 1
    assert rekey(notarius).out == "answers: 1 answer carried over, 0 kept\n"
    assert notarius("run", *RUN, *REPLAY, EDITED).code == 0
    assert rekey(notarius).out == "answers: 0 answers carried over, 1 kept\n"
    assert len(answers) == 2


def test_the_earlier_file_is_deleted_when_told(answers: Recordings, notarius: Program) -> None:
    """`--prune`, and it says how many."""
    assert rekey(notarius, "--prune").out == "answers: 1 answer carried over, 0 kept, 1 earlier file deleted\n"
    assert len(answers) == 1


def test_answers_that_differ_are_left_to_people(answers: Recordings, notarius: Program, here: Path) -> None:
    """Both are kept, the place is named, and the exit code is 1."""
    assert notarius("run", *RUN, "model.record=answers", "model.seed=1").code == 0
    path = next((here / "answers").glob("*.json"))
    value = json.loads(path.read_text(encoding="utf-8"))
    value["response"]["text"] = '{"records": []}'
    path.write_text(json.dumps(value), encoding="utf-8")
    ran = rekey(notarius, "--prune")
    assert ran.code == 1
    assert "ambiguous, with several recorded answers that differ: spells/c1" in ran.out
    assert len(answers) == 2


def test_a_broken_recording_is_named(answers: Recordings, notarius: Program, here: Path) -> None:
    """Nothing is carried over past it."""
    (here / "answers" / f"{'0' * 64}.json").write_text("{", encoding="utf-8")
    ran = rekey(notarius)
    assert ran.code == 1
    assert "recording 0000" in ran.err
    assert len(answers) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param([], "required: action", id="nothing"),
        pytest.param(["rename"], "invalid choice: 'rename'", id="another action"),
        pytest.param(["rekey", *RUN], "say model=replay model.recordings=FOLDER", id="no recordings"),
        pytest.param(["rekey", *RUN, "model=replay", "model.recordings=none"], "no such folder: none", id="no folder"),
    ],
)
def test_misuse_ends_in_2(answers: Recordings, notarius: Program, arguments: list[str], said: str) -> None:
    """With one message that says what is missing."""
    ran = notarius("recordings", *arguments)
    assert ran.code == 2
    assert said in ran.err
