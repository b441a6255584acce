"""`notarius describe`: what a pipeline is made of, and everything that is wrong with it."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import write
from tests.cli import allotment
from tests.cli.running import Program, Ran

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipeline `allotment`."""
    return allotment.make(here, monkeypatch)


def told(ran: Ran) -> Any:
    """The JSON that a verb printed."""
    assert ran.err == ""
    return json.loads(ran.out)


def lane(ran: Ran, name: str = "plantings") -> Any:
    """One lane of the JSON."""
    (found,) = (lane for lane in told(ran)["lanes"] if lane["name"] == name)
    return found


def slot(ran: Ran, name: str, of: str = "plantings") -> Any:
    """One slot of a lane of the JSON."""
    (found,) = (slot for slot in lane(ran, of)["slots"] if slot["name"] == name)
    return found


PLANTINGS = """\
lane plantings
  extractor     garden/plantings, version 7
  model         offline; context_tokens is null, so the budget is not checked
  tokens        counted by estimate, not exact
  chunks        at most 2,000 tokens, 8 units of overlap

  slot plan: required, one item
    for         which bed is where; red lines are paths
    takes       any text
    limit       4,194,304 bytes an item
    bound to    plan.md
                  text/markdown, 26 bytes, 8 tokens
    bound by    config from conf/pipeline/allotment.yaml, at pipeline level

  slot catalogue: optional, any number of items
    for         names of plants
    takes       text/*
    limit       200 bytes an item
    bound to    herbs.txt
                  text/plain, 12 bytes, 4 tokens
                roots.txt
                  text/plain, 5 bytes, 2 tokens
    in all      17 bytes, 6 tokens
    bound by    config from conf/pipeline/allotment.yaml, at pipeline level

  slot diary: optional, one item
    for         what was done last year
    takes       any text
    limit       4,194,304 bytes an item
    bound to    nothing, on purpose
    bound by    config from conf/pipeline/allotment.yaml, at lane level
"""


def test_a_lane_as_people_see_it(notarius: Program) -> None:
    """Extractor, model, and of each slot description, need, media types, limit, binding, source, size, tokens."""
    ran = notarius("describe", "allotment")
    assert (ran.code, ran.err) == (0, "")
    assert PLANTINGS in ran.out
    assert ran.out.startswith("pipeline allotment, campaign folder here\ninput           none named\n")
    assert ran.out.endswith("\nNothing is wrong.\n")


def test_the_lines_fit_80_columns_and_hold_nothing_a_terminal_acts_on(notarius: Program) -> None:
    """The description of slot `plan` holds an escape sequence and a bell; the long path of a file breaks nowhere."""
    out = notarius("describe", "allotment", "references.rooster=" + "x/" * 20 + "y.md").out
    assert max(map(len, out.splitlines())) <= 80
    assert [char for char in out if not char.isprintable() and char != "\n"] == []


BINDINGS = {
    "config": ([], "plan", ("config", "pipeline", "conf/pipeline/allotment.yaml", ["plan.md"])),
    "list": ([], "catalogue", ("config", "pipeline", "conf/pipeline/allotment.yaml", ["herbs.txt", "roots.txt"])),
    "unbound in a lane": ([], "diary", ("config", "lane", "conf/pipeline/allotment.yaml", [])),
    "override": (["references.plan=roots.txt"], "plan", ("cli", "pipeline", None, ["roots.txt"])),
    "sugar": (["--reference", "plan=roots.txt"], "plan", ("cli", "pipeline", None, ["roots.txt"])),
    "repeated sugar": (
        ["--reference", "catalogue=plan.md", "--reference", "catalogue=roots.txt"],
        "catalogue",
        ("cli", "pipeline", None, ["plan.md", "roots.txt"]),
    ),
    "unbound by sugar": (["--reference", "catalogue="], "catalogue", ("cli", "pipeline", None, [])),
    "at lane level": (
        ["lanes.plantings.references.diary=roots.txt"],
        "diary",
        ("cli", "lane", None, ["roots.txt"]),
    ),
}


@pytest.mark.parametrize("case", BINDINGS, ids=BINDINGS.keys())
def test_who_binds_what(case: str, notarius: Program) -> None:
    """Source, level, the YAML file that wrote it, and the files in binding order."""
    arguments, name, expected = BINDINGS[case]
    ran = notarius("describe", "allotment", *arguments, "--json")
    binding = slot(ran, name)["binding"]
    shown = (binding["source"], binding["level"], binding["written_in"], [item["path"] for item in binding["items"]])
    assert (ran.code, shown) == (0, expected)


def test_a_slot_that_nobody_binds(notarius: Program) -> None:
    """It has no binding, and the text says how to bind it."""
    assert slot(notarius("describe", "allotment", "--json"), "diary", "harvest")["binding"] is None
    assert "bound to    nothing; references.diary=FILE binds it" in notarius("describe", "allotment").out


def test_an_item_in_json(here: Path, notarius: Program) -> None:
    """Path for display, media type, size, tokens, digest."""
    shown = slot(notarius("describe", "allotment", "--json"), "plan")
    assert shown["binding"]["items"] == [
        {
            "path": "plan.md",
            "media_type": "text/markdown",
            "size_bytes": 26,
            "tokens": 8,
            "digest": f"sha256:{hashlib.sha256((here / 'plan.md').read_bytes()).hexdigest()}",
        }
    ]
    assert (shown["size_bytes"], shown["tokens"], shown["required"], shown["multiple"]) == (26, 8, True, False)


def test_files_of_one_name_are_told_apart(here: Path, notarius: Program) -> None:
    """Outside of the campaign folder both are shown as `.../notes.txt`; each keeps its own size."""
    write(here.parent, {"a/notes.txt": "one", "b/notes.txt": "three"})
    ran = notarius(
        "describe",
        "allotment",
        "--reference",
        "catalogue=../a/notes.txt",
        "--reference",
        "catalogue=../b/notes.txt",
        "--json",
    )
    items = slot(ran, "catalogue")["binding"]["items"]
    assert [(item["path"], item["size_bytes"]) for item in items] == [(".../notes.txt", 3), (".../notes.txt", 5)]


def test_json_is_the_same_every_time_and_holds_no_absolute_path(here: Path, notarius: Program) -> None:
    """Keys in order, paths for display, nothing that depends on when or by whom it was made."""
    first, second = (notarius("describe", "allotment", "--json").out for _ in range(2))
    assert first == second
    assert first == json.dumps(json.loads(first), indent=2, sort_keys=True) + "\n"
    assert str(here) not in first


def test_a_deselected_lane_is_marked_and_its_files_are_not_read(here: Path, notarius: Program) -> None:
    """It keeps its slots and bindings; what is missing there is no problem."""
    arguments = ("describe", "allotment", "--only", "harvest", "lanes.plantings.references.diary=gone.md")
    ran = notarius(*arguments)
    assert ran.code == 0
    assert "lane plantings (deselected: it would not run)\n" in ran.out
    assert "bound to    gone.md\n                  not read\n" in ran.out
    shown = lane(notarius(*arguments, "--json"))
    assert (shown["selected"], shown["slots"][0]["size_bytes"]) == (False, None)


def test_types_of_a_deselected_lane_are_checked(notarius: Program) -> None:
    """A wrong type there is a problem; the lane says so."""
    ran = notarius("describe", "allotment", "--only", "harvest", "+lanes.plantings.chunking.max_tokens=many", "--json")
    assert ran.code == 2
    assert [(problem["lanes"], problem["slot"]) for problem in told(ran)["problems"]] == [(["plantings"], None)]
    assert "lanes.plantings.chunking.max_tokens: must be a whole number" in told(ran)["problems"][0]["text"]


def test_a_transcript_is_read_when_one_is_named(notarius: Program) -> None:
    """It is not needed; what was given is not ignored."""
    assert (
        "input           talk.txt: text, 5 turns, 86 bytes\n"
        in notarius("describe", "allotment", "--input", "talk.txt").out
    )
    missing = notarius("describe", "allotment", "--input", "tolk.txt")
    assert missing.code == 2
    assert "input           tolk.txt: cannot be read\n" in missing.out


def test_sugar_and_overrides_describe_the_same(notarius: Program) -> None:
    """`NAME --reference --only --model` is `pipeline=NAME references.SLOT= only= model=`."""
    sugar = ("allotment", "--reference", "plan=roots.txt", "--only", "harvest", "--model", "offline")
    bare = ("pipeline=allotment", "references.plan=roots.txt", "only=[harvest]", "model=offline")
    assert notarius("describe", *sugar) == notarius("describe", *bare)


def test_another_campaign_folder(here: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--config-dir` replaces the search for one."""
    away = here.parent / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    assert notarius("describe", "allotment").code == 2
    ran = notarius("describe", "allotment", "--config-dir", "../here")
    assert (ran.code, ran.err) == (0, "")
    assert "campaign folder here" in ran.out


THREE = ("references.plan=null", "references.catalogue=gone.txt", "references.plam=x.md")
PARTS = ("slot plan (which bed", "gone.txt does not exist", "declares slot plam; did you mean plan?")


@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_three_different_errors_are_shown_together(verb: str, notarius: Program) -> None:
    """With every lane, by number beside it, and whole at the end."""
    ran = notarius(verb, "allotment", "--input", "talk.txt", "--only", "plantings", *THREE)
    assert (ran.code, ran.err) == (2, "")
    assert "lane plantings\n" in ran.out
    assert "3 problems; a run would end with exit code 2:\n" in ran.out
    end = " ".join(ran.out.partition("3 problems")[2].split())
    assert [part for part in PARTS if part not in end] == []


@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_errors_in_json_name_lane_and_slot(verb: str, notarius: Program) -> None:
    """A program needs no text to know where each belongs."""
    ran = notarius(verb, "allotment", "--input", "talk.txt", "--only", "plantings", *THREE, "--json")
    places = [(problem["lanes"], problem["slot"]) for problem in told(ran)["problems"]]
    assert (ran.code, places) == (2, [([], "plam"), (["plantings"], "plan"), (["plantings"], "catalogue")])


NOTHING = """\
    bound to    nothing, on purpose
    bound by    command line, at pipeline level
    problems    1 (below)
"""
ONE_OF_TWO = """\
    bound to    roots.txt
                  text/plain, 5 bytes, 2 tokens
                gone.txt
                  cannot be used
    bound by    command line, at pipeline level
    problems    2 (below)
"""


def test_a_problem_stands_beside_its_slot(notarius: Program) -> None:
    """The number in the slot is the number at the end; what can be read beside what cannot is shown."""
    ran = notarius(
        "describe",
        "allotment",
        "--only",
        "plantings",
        "references.catalogue=[roots.txt,gone.txt]",
        "references.plan=null",
    )
    assert NOTHING in ran.out
    assert ONE_OF_TWO in ran.out
    assert "\n  1 pipeline allotment, lane plantings: slot plan" in ran.out
    assert "\n  2 pipeline allotment, lane plantings: slot catalogue" in ran.out


def test_an_extractor_that_does_not_load_takes_no_slot_with_it(here: Path, notarius: Program) -> None:
    """Its lane is shown all the same, and nobody says that no extractor declares what it may have declared."""
    ran = notarius(
        "describe", "allotment", "lanes.plantings.extract=garden/nothing", "lanes.harvest.extract=garden/no", "--json"
    )
    assert ran.code == 2
    assert [problem["lanes"] for problem in told(ran)["problems"]] == [["plantings"], ["harvest"]]
    assert lane(ran)["extractor"] == "garden/nothing"
    assert lane(ran)["extractor_version"] is None


def test_a_deselected_extractor_that_does_not_load_is_a_warning(notarius: Program) -> None:
    """Its lane would not run, so nothing is wrong; the reason is told."""
    ran = notarius("describe", "allotment", "--only", "harvest", "lanes.plantings.extract=garden/nothing")
    assert ran.code == 0
    assert "extractor     garden/nothing, does not load\n" in ran.out
    assert "lane plantings (deselected): no extractor 'garden/nothing'" in " ".join(ran.out.split())


def test_an_empty_reference_is_a_warning(here: Path, notarius: Program) -> None:
    """It keeps nothing from running."""
    write(here, {"roots.txt": " \n"})
    ran = notarius("describe", "allotment")
    assert ran.code == 0
    assert "roots.txt is empty" in " ".join(ran.out.partition("1 warning:")[2].split())


@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_help(verb: str, notarius: Program) -> None:
    """The verb's own help, and its line in the program's."""
    ran = notarius(verb, "--help")
    assert ran.code == 0
    assert [
        flag
        for flag in ("--input", "--reference", "--only", "--model", "--config-dir", "--json")
        if flag not in ran.out
    ] == []
    assert f"notarius {verb} NAME" in notarius("--help").out


COMPOSITION = {
    "unknown pipeline": ["alotment"],
    "no pipeline": [],
    "unknown key": ["allotment", "chunking.tokens=3"],
    "wrong type": ["allotment", "chunking.max_tokens=many"],
    "no override": ["allotment", "talk.txt"],
    "unknown folder": ["allotment", "--config-dir", "nowhere"],
    "sugar without equals sign": ["allotment", "--reference", "plan"],
    "several pipelines": ["allotment,dnd-session"],
}


@pytest.mark.parametrize("verb", ["describe", "validate"])
@pytest.mark.parametrize("case", COMPOSITION, ids=COMPOSITION.keys())
def test_what_does_not_compose_ends_as_a_run_does(case: str, verb: str, notarius: Program) -> None:
    """Exit 2 and the same message; there is no pipeline to show."""
    ran, run = notarius(verb, *COMPOSITION[case], "--json"), notarius("run", *COMPOSITION[case])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == run.err != ""


@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_a_pattern_that_matches_several_transcripts(here: Path, verb: str, notarius: Program) -> None:
    """Only `run` takes several; one match is fine."""
    write(here, {"more/one.txt": "Ilsa: Yes.\n"})
    assert "more/one.txt: text" in notarius(verb, "allotment", "--input", "more/*.txt").out
    write(here, {"more/two.txt": "Ilsa: No.\n"})
    ran = notarius(verb, "allotment", "--input", "more/*.txt")
    assert (ran.code, ran.out) == (2, "")
    assert "more/*.txt: matches 2 files, and this verb takes one transcript" in ran.err


GUARDED = """
import os, sys

def guard(event, given):
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn")):
        refused.append((event, str(given)))
    if event in ("os.mkdir", "os.rename", "os.remove", "os.truncate"):
        refused.append((event, str(given)))
    if event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        refused.append((event, str(given)))

refused = []
sys.addaudithook(guard)
from notarius.cli import main
code = main(sys.argv[1:])
assert not refused, refused
sys.exit(code)
"""


@pytest.mark.parametrize("model", ["offline", "ollama"])
@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_nothing_is_written_and_nobody_is_contacted(verb: str, model: str, here: Path) -> None:
    """Python's own audit events show no file opened for writing, no folder made, no socket, no other process."""
    before = sorted(here.parent.rglob("*"))
    paths = os.pathsep.join([str(here.parent / "site"), str(REPOSITORY)])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", GUARDED, verb, "allotment", "--input", "talk.txt", "--model", model],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=here,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "lane plantings" in done.stdout
    assert sorted(here.parent.rglob("*")) == before
