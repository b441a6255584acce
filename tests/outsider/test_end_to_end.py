"""A module of another domain, in a distribution of its own, from its wheel to a run directory."""

import json
import os
from pathlib import Path

import pytest

from tests.installed import Installed
from tests.outsider.meeting import MEETING, Board

pytestmark = pytest.mark.slow  # a process for each command


def test_the_wheels_are_what_runs(installed: Installed, board: Board) -> None:
    """Both packages come from the folder they were installed into, not from the checkout."""
    code = "import notarius, meeting_minutes; print(notarius.__file__); print(meeting_minutes.__file__)"
    done = installed.run("-c", code, cwd=board.folder, home=board.home)
    assert [Path(line).parent.parent for line in done.stdout.splitlines()] == [installed.folder] * 2


def test_help_lists_its_pipeline(board: Board) -> None:
    """Beside the packaged ones and those of the folder."""
    done = board.notarius("--help")
    (listing,) = [line for line in done.stdout.splitlines() if line.strip().startswith("pipeline=")]
    assert (done.returncode, done.stderr) == (0, "")
    assert {"dnd-session", "meeting-minutes", "ferry-board"} <= set(listing.replace(",", " ").split())


def test_a_run(board: Board) -> None:
    """Decisions come out by agenda item, with owner, date and the turns that prove them."""
    done = board.notarius("pipeline=ferry-board", MEETING)
    assert (done.returncode, done.stderr) == (0, "")
    found = {
        record["fields"]["subject"]: (
            record["fields"]["owner"],
            record["fields"]["due"],
            [item["unit"] for item in record["evidence"]],
        )
        for record in board.lines("artifacts/decisions.jsonl")
    }
    assert found == {
        "West landing stage": ("Dov Marlholm", "the first of March", ["u6", "u20"]),
        "Summer timetable": ("Corin", "the first of April", ["u11"]),
        "Ticket prices": (None, None, ["u18"]),
    }


def test_its_merge_rule_joins_over_the_whole_meeting(board: Board) -> None:
    """A decision that is taken up again is one record, and diagnostics say what it was made of."""
    board.notarius("pipeline=ferry-board", MEETING, "lanes.decisions.chunking.max_units=4", "chunking.overlap_units=0")
    (merge,) = board.lines("diagnostics/merges.jsonl")
    assert merge["rule"] == "session"
    assert [(source["chunk"], source["units"]) for source in merge["sources"]] == [("c2", ["u6"]), ("c5", ["u20"])]


def test_its_validator_reports(board: Board) -> None:
    """The module's own code stands in `findings.jsonl`, with the record, and costs nothing: it warns."""
    board.notarius("pipeline=ferry-board", MEETING)
    (finding,) = board.lines("findings.jsonl")
    (record,) = [r for r in board.lines("artifacts/decisions.jsonl") if r["fields"]["owner"] == "Corin"]
    assert (finding["code"], finding["severity"]) == ("meetings/owner-absent", "warn")
    assert finding["record"] == record["id"]


def test_the_manifest_says_what_ran(board: Board) -> None:
    """Extractor, template digests, and both references with the level and the file that bound them."""
    board.notarius("pipeline=ferry-board", MEETING)
    (lane,) = json.loads(board.text("manifest.json"))["lanes"]
    assert (lane["extractor"], lane["extractor_version"]) == ("meetings/decisions", "1")
    assert lane["templates"]["instructions"].startswith("sha256:")
    assert [(item["slot"], item["origin_uri"], item["level"]) for item in lane["references"]] == [
        ("agenda", "agenda.md", "pipeline"),
        ("attendees", "attendees.md", "lane"),
    ]
    assert {item["written_in"] for item in lane["references"]} == {"conf/pipeline/ferry-board.yaml"}


def test_a_required_slot(board: Board) -> None:
    """Unbound, it stops the run before anything is asked; pipeline, lane, slot and description are named."""
    done = board.notarius("pipeline=meeting-minutes", MEETING)
    assert done.returncode == 2
    for part in (
        "pipeline meeting-minutes, lane decisions: slot agenda (the items of the meeting",
        "references.agenda=FILE",
    ):
        assert part in done.stderr
    assert not (board.folder / "outputs").exists()


def test_the_command_line_binds_what_is_required(board: Board) -> None:
    """With the package's own pipeline, which binds nothing."""
    done = board.notarius("run", "meeting-minutes", "--input", "board-02.txt", "--reference", "agenda=agenda.md")
    assert (done.returncode, done.stderr) == (0, "")
    (lane,) = json.loads(board.text("manifest.json"))["lanes"]
    assert ([item["source"] for item in lane["references"]], lane["unbound"]) == (["cli"], ["attendees"])


def test_its_templates_show_what_is_bound(board: Board) -> None:
    """Agenda and names stand in the instructions and never in the chunk; an unbound slot leaves no section behind."""
    for name, overrides in {"both": [], "agenda": ["references.attendees=null"]}.items():
        board.notarius("pipeline=ferry-board", MEETING, f"model.record={name}", *overrides)
    (both,), (agenda,) = (_prompts(board.folder / name) for name in ("both", "agenda"))
    assert ("<attendees>" in both[0], "- Ilka Sandrow (skipper)" in both[0]) == (True, True)
    assert ("attending" in agenda[0], "4. Night lights on the slipway" in agenda[0]) == (False, True)
    assert both[1] == agenda[1]
    assert "[u15] Joss: I would put the single ticket up by ten." in both[1]


def test_a_subject_that_only_the_agenda_names_is_flagged(board: Board) -> None:
    """An answer that takes the agenda for evidence: invented quotes are refused, unrelated turns are flagged."""
    board.notarius("pipeline=ferry-board", MEETING, "model.record=answers")
    (recording,) = (board.folder / "answers").glob("*.json")
    told = json.loads(recording.read_text(encoding="utf-8"))
    told["response"]["text"] = json.dumps({"records": [_lights("We buy night lights."), _lights("Good evening, all.")]})
    recording.write_text(json.dumps(told), encoding="utf-8")
    done = board.notarius(
        "pipeline=ferry-board", MEETING, "model=replay", "model.recordings=answers", "hydra.run.dir=outputs/a/b"
    )
    assert (done.returncode, done.stderr) == (0, "")
    run = board.folder / "outputs" / "a" / "b"
    (kept,) = _json_lines(run / "artifacts" / "decisions.jsonl")
    (refused,) = _json_lines(run / "rejected" / "decisions.jsonl")
    assert [finding["code"] for finding in kept["findings"]] == ["reference-leak"]
    assert [finding["code"] for finding in refused["findings"]] == [
        "evidence-quote-not-found",
        "evidence-missing",
        "reference-leak",
    ]


def test_its_own_tests_pass(board: Board, installed: Installed) -> None:
    """They need the public names alone."""
    tests = Path(__file__).parents[2] / "examples" / "meeting-minutes" / "tests"
    done = installed.run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--rootdir",
        str(tests),
        "-c",
        os.devnull,
        str(tests),
        cwd=board.folder,
        home=board.home,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _lights(quote: str) -> dict[str, object]:
    return {
        "subject": "Night lights on the slipway",
        "decision": "night lights are bought",
        "owner": None,
        "due": None,
        "evidence": [{"unit": "u1", "quote": quote}],
    }


def _json_lines(path: Path) -> list[dict[str, list[dict[str, str]]]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _prompts(folder: Path) -> list[list[str]]:
    """The texts of all requests recorded in a folder."""
    return [
        [message["content"] for message in json.loads(path.read_text(encoding="utf-8"))["request"]["messages"]]
        for path in sorted(folder.glob("*.json"))
    ]
