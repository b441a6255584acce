"""A reference that cannot be used is said once, with pipeline, lanes, slot and description, whoever reads it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.campaigns import write
from tests.cli import allotment
from tests.cli.running import Program

INPUT = ("allotment", "--input", "talk.txt")
CONTENTS: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "missing": ("list.txt", lambda path: None, "does not exist"),
    "folder": ("list.txt", Path.mkdir, "is a folder; a slot takes text files"),
    "invalid UTF-8": ("list.txt", lambda path: path.write_bytes(b"caf\xe9"), "is not UTF-8: byte 0xe9 at offset 3"),
    "NUL": ("list.txt", lambda path: path.write_bytes(b"a\0"), "has a NUL byte at offset 1"),
    "too large": (
        "list.txt",
        lambda path: path.write_text("x" * 201, encoding="utf-8"),
        "has 201 bytes; the slot takes at most",
    ),
    "wrong media type": (
        "list.json",
        lambda path: path.write_text('{"a": 1}', encoding="utf-8"),
        "is application/json; the slot",
    ),
}


@pytest.fixture
def campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipeline `allotment`."""
    return allotment.make(here, monkeypatch)


@pytest.mark.parametrize("verb", ["run", "describe", "validate"])
@pytest.mark.parametrize("case", CONTENTS, ids=CONTENTS.keys())
def test_one_message_a_file(case: str, verb: str, campaign: Path, notarius: Program) -> None:
    """Bound for the whole pipeline and read by both lanes: both stand in the one message."""
    name, make, reason = CONTENTS[case]
    make(campaign / name)
    ran = notarius(verb, *INPUT, f"references.catalogue={name}")
    said = " ".join((ran.out + ran.err).split())
    told = "pipeline allotment, lanes plantings, harvest: slot catalogue (names of plants), bound on the command line: "
    assert said.count(reason) == 1
    assert f"{told}{name} " in said
    assert ran.code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes in its file system")
def test_a_pipe_is_said_once_and_not_waited_for(campaign: Path, notarius: Program) -> None:
    """Nobody writes to it."""
    os.mkfifo(campaign / "list.txt")
    ran = notarius("run", *INPUT, "references.catalogue=list.txt")
    assert (ran.code, ran.err.count("list.txt is a named pipe; a slot takes text files")) == (2, 1)


def test_a_binding_of_one_lane_names_that_lane(campaign: Path, notarius: Program) -> None:
    """The other lane reads another file; each bad file has a message of its own."""
    ran = notarius("run", *INPUT, "references.catalogue=[gone.txt]", "lanes.harvest.references.catalogue=lost.txt")
    assert "pipeline allotment, lane plantings: slot catalogue (names of plants), bound" in ran.err
    assert "pipeline allotment, lane harvest: slot catalogue (names of plants), bound" in ran.err
    assert ran.err.startswith("notarius: 2 errors:\n")


def test_files_that_are_shown_alike_are_two(campaign: Path, notarius: Program) -> None:
    """Outside of the campaign both are `.../gone.txt`; the one message says that there is another."""
    ran = notarius("run", *INPUT, "references.catalogue=[../a/gone.txt,../b/gone.txt]")
    assert ".../gone.txt does not exist (as 1 more that is shown by the same name)" in ran.err


def test_the_yaml_that_bound_it_is_named(campaign: Path, notarius: Program) -> None:
    """Config is to blame, and which file of it."""
    (campaign / "herbs.txt").unlink()
    ran = notarius("run", *INPUT)
    assert "slot catalogue (names of plants), bound in conf/pipeline/allotment.yaml: herbs.txt does not" in ran.err


def test_lanes_that_describe_a_slot_differently(here: Path, notarius: Program) -> None:
    """One file is still one message, with what each lane takes it for."""
    write(here, {"session.txt": "Ada: I cast Light.\n"})
    ran = notarius("run", "dnd-session", "--input", "session.txt", "--reference", "roster=gone.md")
    assert ran.err.count("gone.md does not exist") == 1
    assert "pipeline dnd-session, lanes spells, npcs: slot roster (in spells: who plays whom" in ran.err
    assert "; in npcs: who plays whom" in ran.err


def test_an_empty_file_is_one_warning(campaign: Path, notarius: Program) -> None:
    """It keeps nothing from running, and names the lanes."""
    write(campaign, {"herbs.txt": "\n"})
    said = " ".join(notarius("validate", *INPUT).out.partition("1 warning:")[2].split())
    assert "pipeline allotment, lanes plantings, harvest: slot catalogue (names of plants)" in said
    assert said.count("herbs.txt is empty; was another file meant?") == 1


CHOICES = {
    "misspelt": ("only=[plantigs]", "has no lane plantigs; did you mean plantings?"),
    "empty": ("only=[]", "an empty list selects no lane"),
    "nothing like it": ("only=[zzz]", "has no lane zzz"),
    "one of two": ("only=[harvest,zzz]", "has no lane zzz"),
}


@pytest.mark.parametrize("verb", ["run", "describe", "validate"])
@pytest.mark.parametrize("case", CHOICES, ids=CHOICES.keys())
def test_a_wrong_choice_of_lanes_hides_nothing(case: str, verb: str, campaign: Path, notarius: Program) -> None:
    """Slots, contents and transcript are looked at in the lanes that were probably meant."""
    choice, reason = CHOICES[case]
    wrong = ("references.plam=x", "references.plan=null", "references.catalogue=gone.txt")
    ran = notarius(verb, "allotment", "--input", "tolk.txt", choice, *wrong)
    said = " ".join((ran.out + ran.err).split())
    parts = (reason, "tolk.txt", "declares slot plam", "is required", "gone.txt does not")
    assert [part for part in parts if part not in said] == []
    assert ran.code == 2


def test_lanes_that_were_not_meant_stay_out_of_it(campaign: Path, notarius: Program) -> None:
    """`plantigs` is `plantings`, and what is wrong with the other lane is no error of a deselected lane."""
    ran = notarius("run", *INPUT, "only=[plantigs]", "lanes.harvest.references.diary=gone.md")
    assert "gone.md" not in ran.err
