"""From a command line to a run directory."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaigns import write
from tests.cli.running import Program, lines, manifest, only_run, runs

STARTED = "import sys; sys.stdin.read(); from notarius.cli import main; sys.exit(main(sys.argv[1:]))"
SESSION = """\
Game Master: The ogre roars and lifts its club.
Ada: I cast Magic Missile at the ogre, at second level.
Game Master: Four darts hit. It staggers.
Ben: Could I cast Fireball in here? No, never mind.
"""
ROSTER = (
    "| Player | Character | Class |\n| --- | --- | --- |\n| Ada | Vesper Quill | wizard |\n| Ben | Tamo | sorcerer |\n"
)


@pytest.fixture
def session(here: Path) -> Path:
    """A session and a roster in the working directory."""
    return write(here, {"session.txt": SESSION, "roster.md": ROSTER})


def test_the_main_job(session: Path, notarius: Program) -> None:
    """A transcript and a roster in; the cast by character, with the turn that proves it, out."""
    ran = notarius("pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md")
    assert (ran.code, ran.err) == (0, "")
    (record,) = lines(only_run(session) / "artifacts" / "spells.jsonl")
    assert (record["fields"]["spell"], record["fields"]["caster"]) == ("Magic Missile", "Vesper Quill")
    assert record["fields"]["level"] == 2
    assert [evidence["unit"] for evidence in record["evidence"]][:1] == ["u2"]
    assert "Vesper Quill" in ran.out
    assert "Magic Missile" in ran.out


def test_twenty_runs_started_at_once_have_directories_of_their_own(session: Path) -> None:
    """Processes that begin in the same second share the time in the name, and not the name."""
    command = [sys.executable, "-c", STARTED, "pipeline=dnd-session", "input.path=session.txt", "only=[npcs]"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    started = [
        subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(20)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait() for process in started] == [0] * 20
    assert len(runs(session)) == 20


def test_a_directory_that_is_used_again_holds_the_last_run_alone(session: Path, notarius: Program) -> None:
    """Files of a lane that is deselected now are gone, so that manifest and files say the same."""
    arguments = ["pipeline=dnd-session", "input.path=session.txt", "hydra.run.dir=kept"]
    assert notarius(*arguments).code == 0
    assert (session / "kept" / "artifacts" / "npcs.csv").is_file()
    write(session, {"kept/artifacts/mine.csv": "a,b\n"})
    assert notarius(*arguments, "only=[spells]").code == 0
    left = [path.relative_to(session / "kept").as_posix() for path in (session / "kept").rglob("*.*l*")]
    assert [name for name in left if "npcs" in name] == []
    assert {lane["name"]: lane["outcome"] for lane in manifest(session / "kept")["lanes"]} == {
        "spells": "done",
        "npcs": "deselected",
    }
    assert sorted(path.name for path in (session / "kept" / "artifacts").iterdir()) == [
        "mine.csv",
        "spells.csv",
        "spells.jsonl",
    ]


def test_a_run_that_is_stopped_at_once_leaves_no_manifest_of_another(session: Path, notarius: Program) -> None:
    """What says that all files are there goes before the first of them can change."""
    arguments = ["pipeline=dnd-session", "input.path=session.txt", "hydra.run.dir=kept"]
    assert notarius(*arguments).code == 0
    (session / "kept" / "artifacts" / "spells.csv").unlink()
    (session / "kept" / "artifacts" / "spells.csv").mkdir()
    assert notarius(*arguments).code == 1
    assert not (session / "kept" / "manifest.json").exists()


def test_the_run_directory(session: Path, notarius: Program) -> None:
    """Every file that the design names."""
    notarius("pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md")
    run = only_run(session)
    for name in (
        "artifacts/spells.jsonl",
        "artifacts/spells.csv",
        "rejected/spells.jsonl",
        "findings.jsonl",
        "diagnostics/effective-config.yaml",
        "diagnostics/bindings.json",
        "diagnostics/tokens.json",
        ".hydra/config.yaml",
        "notarius.log",
    ):
        assert (run / name).is_file(), name
    with (run / "artifacts" / "spells.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["spell"] == "Magic Missile"


def test_the_manifest_says_what_ran_on_what(session: Path, notarius: Program) -> None:
    """Input, references, templates, model, by digest; paths for display."""
    notarius("pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md")
    told = manifest(only_run(session))
    lane = told["lanes"][0]
    (roster,) = lane["references"]
    assert told["status"] == "done"
    assert told["input"]["name"] == "session.txt"
    assert told["input"]["digest"].startswith("sha256:")
    assert (roster["slot"], roster["origin_uri"], roster["source"]) == ("roster", "roster.md", "cli")
    assert lane["unbound"] == ["glossary"]
    assert lane["model"]["option"] == "offline"


def test_equal_runs_are_byte_identical(session: Path, notarius: Program) -> None:
    """Artifacts, findings, and the manifest without its run block."""
    for _ in range(2):
        notarius("pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md")
    first, second = runs(session)
    for name in ("artifacts/spells.jsonl", "artifacts/spells.csv", "rejected/spells.jsonl", "findings.jsonl"):
        assert (first / name).read_bytes() == (second / name).read_bytes()
    one, two = manifest(first), manifest(second)
    del one["run"], two["run"]
    assert one == two


def test_no_absolute_path_outside_hydras_own_folder(session: Path, notarius: Program) -> None:
    """Display paths everywhere but in `.hydra/`."""
    ran = notarius("pipeline=dnd-session", f"input.path={session / 'session.txt'}", "references.roster=roster.md")
    run = only_run(session)
    for path in run.rglob("*"):
        if path.is_file() and ".hydra" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert str(session) not in text.replace(f"input.path='{session}/session.txt'", ""), path.name
    assert str(session) not in ran.out


@pytest.mark.parametrize(
    "name",
    [
        "a b.txt",
        "a,b.txt",
        "a=b.txt",
        "[a].txt",
        'it\'s "x".txt',
        "${x}.txt",
        "grün ß.txt",
        "#1 ~ & !.txt",
        "2024",
        "null",
    ],
)
@pytest.mark.parametrize("sugar", [True, False], ids=["run", "overrides"])
def test_any_file_name_survives(name: str, sugar: bool, session: Path, notarius: Program) -> None:
    """Spaces, commas, equals signs, brackets, quotes, interpolations, umlauts."""
    shutil.move(session / "session.txt", session / name)
    shutil.move(session / "roster.md", session / f"r {name}")
    if sugar:
        ran = notarius("run", "dnd-session", "--input", f"./{name}", "--reference", f"roster=r {name}")
    else:
        ran = notarius("pipeline=dnd-session", f"input.path=./{name}", f"references.roster=r {name}")
    assert (ran.code, ran.err) == (0, "")
    told = manifest(only_run(session))
    assert told["input"]["name"] == name
    assert told["lanes"][0]["references"][0]["origin_uri"] == f"r {name}"


def test_sugar_composes_the_same_run(session: Path, notarius: Program) -> None:
    """`run NAME --input --reference --only --model` is the same as bare overrides."""
    notarius("run", "dnd-session", "--input", "session.txt", "--reference", "roster=roster.md", "--only", "spells")
    notarius("pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md", "only=[spells]")
    one, two = (manifest(run) for run in runs(session))
    del one["run"], two["run"]
    assert one == two


def test_sugar_unbinds(session: Path, notarius: Program) -> None:
    """`--reference roster=` leaves the slot unbound."""
    notarius("run", "dnd-session", "--input", "session.txt", "--reference", "roster=", "--model", "offline")
    assert "roster" in manifest(only_run(session))["lanes"][0]["unbound"]


def test_a_pattern_of_inputs_is_a_sweep(session: Path, notarius: Program) -> None:
    """`--input 'sessions/*.txt'` runs each, sorted."""
    write(session, {"sessions/b,2.txt": SESSION, "sessions/a.txt": SESSION})
    ran = notarius("run", "dnd-session", "--input", "sessions/*.txt")
    assert ran.code == 0
    assert sorted(manifest(run)["input"]["name"] for run in runs(session)) == ["sessions/a.txt", "sessions/b,2.txt"]


def test_a_sweep_over_rosters(session: Path, notarius: Program) -> None:
    """One job a value, null among them."""
    ran = notarius("-m", "pipeline=dnd-session", "input.path=session.txt", "references.roster=roster.md,null")
    assert ran.code == 0
    bound = [[item["slot"] for item in manifest(run)["lanes"][0]["references"]] for run in runs(session)]
    assert sorted(bound) == [[], ["roster"]]


def test_a_deselected_lane_stands_in_the_manifest(session: Path, notarius: Program) -> None:
    """As deselected, with its extractor."""
    ran = notarius("pipeline=dnd-session", "input.path=session.txt", "+lane@lanes.more=spells", "only=[more]")
    assert ran.code == 0
    lanes = {lane["name"]: lane["outcome"] for lane in manifest(only_run(session))["lanes"]}
    assert lanes == {"spells": "deselected", "npcs": "deselected", "more": "done"}


def test_twenty_runs_in_one_second_have_their_own_directories(session: Path) -> None:
    """The directory's name ends in what tells them apart."""
    from notarius.config.stamps import register_resolvers

    register_resolvers()
    from omegaconf import OmegaConf

    names = {OmegaConf.create({"x": "${notarius.unique:}"}).x for _ in range(200)}
    assert len(names) == 200


def test_a_transcript_without_text_is_an_honest_nothing(session: Path, notarius: Program) -> None:
    """Exit 0, a warning, empty artifacts."""
    write(session, {"silent.json": '{"segments": [{"text": ""}, {"text": "  "}]}'})
    ran = notarius("pipeline=dnd-session", "input.path=silent.json")
    assert ran.code == 0
    run = only_run(session)
    assert lines(run / "artifacts" / "spells.jsonl") == []
    assert manifest(run)["warnings"] != []
    assert "no text" in ran.out + ran.err


def test_a_campaign_folder_binds_for_its_sessions(
    session: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found from a folder below it; the manifest names it."""
    text = "# @package _global_\ndefaults: [dnd-session, _self_]\nreferences: {roster: ../../roster.md}\n"
    write(session, {"conf/pipeline/mine.yaml": text, "sessions/one.txt": SESSION})
    monkeypatch.chdir(session / "sessions")
    assert notarius("pipeline=mine", "input.path=one.txt").code == 0
    told = manifest(only_run(session))
    (roster,) = told["lanes"][0]["references"]
    assert told["campaign"] == "here"
    assert (roster["source"], roster["written_in"]) == ("config", "conf/pipeline/mine.yaml")
