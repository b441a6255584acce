"""`notarius validate`: what a run would ask, checked against runs, and everything that would stop one."""

import json
from pathlib import Path
from typing import Any

import pytest

from notarius.tokens import token_counter
from tests.campaigns import write
from tests.cli import allotment
from tests.cli.running import Program, Ran, manifest, only_run
from tests.cli.test_wrong_input import FILES, WRONG

INPUT = ("allotment", "--input", "talk.txt")


@pytest.fixture
def campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipeline `allotment`."""
    return allotment.make(here, monkeypatch)


def told(ran: Ran) -> Any:
    """The JSON that the verb printed."""
    assert ran.err == ""
    return json.loads(ran.out)


def forecasts(ran: Ran) -> dict[str, Any]:
    """What the JSON says of each lane."""
    return {lane["name"]: lane["forecast"] for lane in told(ran)["lanes"]}


def test_the_forecast_is_what_a_run_asks(campaign: Path, notarius: Program) -> None:
    """Requests and prompt tokens, counted on the messages that a run with the same settings recorded."""
    notarius("run", *INPUT, "model.record=rec")
    asked: dict[str, list[Any]] = {"plantings": [], "harvest": []}
    for path in (campaign / "rec").rglob("*.json"):
        recording = json.loads(path.read_text(encoding="utf-8"))
        asked[recording["lane"]].append(recording["request"])
    count = token_counter("estimate").count
    for name, forecast in forecasts(notarius("validate", *INPUT, "--json")).items():
        sent = [count(message["content"]) for request in asked[name] for message in request["messages"]]
        schemas = [count(json.dumps(request["schema"], ensure_ascii=False)) for request in asked[name]]
        assert forecast["requests"] == len(asked[name])
        assert forecast["prompt_tokens"] == sum(sent) + sum(schemas)
    assert {name: len(requests) for name, requests in asked.items()} == {"plantings": 1, "harvest": 3}


def test_requests_are_the_chunks_of_a_run(campaign: Path, notarius: Program) -> None:
    """As its manifest lists them."""
    notarius("run", *INPUT)
    ran = {lane["name"]: len(lane["chunks"]) for lane in manifest(only_run(campaign))["lanes"]}
    assert {
        name: forecast["requests"] for name, forecast in forecasts(notarius("validate", *INPUT, "--json")).items()
    } == ran


def test_what_references_add(campaign: Path, notarius: Program) -> None:
    """By bound slot in declaration order, in one prompt and times the requests; they are part of the instructions."""
    bound = forecasts(notarius("validate", *INPUT, "--json"))["harvest"]
    assert bound["references"] == [
        {"slot": "plan", "tokens": 8, "times_requests": 24},
        {"slot": "catalogue", "tokens": 6, "times_requests": 18},
    ]
    bare = forecasts(notarius("validate", *INPUT, "--reference", "catalogue=", "--json"))["harvest"]
    assert bound["instructions"] - bare["instructions"] in (5, 6, 7)
    assert bound["prompt_tokens"] - bare["prompt_tokens"] == 3 * (bound["instructions"] - bare["instructions"])


def test_the_parts_add_up(campaign: Path, notarius: Program) -> None:
    """In a lane, and over the lanes."""
    ran = notarius("validate", *INPUT, "model.max_output_tokens=300", "--json")
    lanes = forecasts(ran)
    for part in lanes.values():
        once = part["instructions"] + part["schema"]
        assert part["prompt_tokens"] == part["requests"] * once + part["chunks"]
        assert (part["answer"], part["answer_tokens"]) == (300, 300 * part["requests"])
        assert once + 300 < part["largest_prompt"] <= once + 300 + part["chunks"]
    total = told(ran)["forecast"]
    for key in ("requests", "prompt_tokens", "answer_tokens"):
        assert total[key] == sum(part[key] for part in lanes.values())
    assert (total["cost"], lanes["harvest"]["cost"]) == (None, None)


def test_a_lane_as_people_see_it(campaign: Path, notarius: Program) -> None:
    """The figures of the JSON, in a table of at most 80 columns."""
    figures = forecasts(notarius("validate", *INPUT, "--json"))["harvest"]
    ran = notarius("validate", *INPUT)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    rows = [line.split() for line in ran.out.partition("lane harvest\n")[2].splitlines()]
    assert ["requests", "3", "or", "more,", "one", "for", "each", "chunk"] in rows
    assert ["instructions", f"{figures['instructions']}", f"{3 * figures['instructions']}"] in rows
    assert ["of", "them", "plan", "8", "24"] in rows
    assert ["chunks", f"{figures['chunks']}"] in rows
    assert ["prompt", "tokens", f"{figures['prompt_tokens']:,}"] in rows
    assert ["room", "for", "answers", "2,000", "6,000"] in rows
    assert ran.out.endswith("\nNothing is wrong.\n")


@pytest.mark.parametrize(
    ("limit", "code", "text"),
    [
        ("null", 0, "not checked: model.context_tokens is null"),
        ("50000", 0, "room for its answer included; model.context_tokens is 50,000"),
        ("2100", 2, "room for its answer included; model.context_tokens is 2,100"),
    ],
)
def test_the_largest_prompt_against_the_context(
    limit: str, code: int, text: str, campaign: Path, notarius: Program
) -> None:
    """Said whether it fits or not; a lane that does not fit is measured all the same."""
    ran = notarius("validate", *INPUT, "--only", "harvest", f"model.context_tokens={limit}")
    assert ran.code == code
    assert text in " ".join(ran.out.split())
    assert ("What would fit" in " ".join(ran.out.split())) == (code == 2)


def test_an_answer_without_a_limit(campaign: Path, notarius: Program) -> None:
    """Its room is not known, and so is that of all answers."""
    arguments = ("validate", *INPUT, "model.max_output_tokens=null")
    assert told(notarius(*arguments, "--json"))["forecast"]["answer_tokens"] is None
    assert "room for answers" in notarius(*arguments).out
    assert "of answers\n" not in notarius(*arguments).out


def test_a_deselected_lane_costs_nothing(campaign: Path, notarius: Program) -> None:
    """It is marked and not counted."""
    ran = notarius("validate", *INPUT, "--only", "harvest", "--json")
    assert forecasts(ran)["plantings"] is None
    assert told(ran)["forecast"]["requests"] == 3
    assert "lane plantings (deselected: it would not run)\n" in notarius("validate", *INPUT, "--only", "harvest").out


def test_one_lane_is_wrong(campaign: Path, notarius: Program) -> None:
    """The other is measured all the same; the total is not known then."""
    ran = notarius("validate", *INPUT, "lanes.plantings.references.diary=gone.md")
    assert ran.code == 2
    plantings, harvest = ran.out.partition("lane plantings\n")[2].split("lane harvest\n")
    assert "problems      1 (below)\n  requests      not measured\n" in plantings
    assert "requests      3 or more" in harvest
    assert "total           not known" in harvest
    assert "gone.md does not exist" in " ".join(harvest.split())


def test_no_transcript(campaign: Path, notarius: Program) -> None:
    """The verb needs one; lanes are checked without it."""
    ran = notarius("validate", "pipeline=allotment", "references.plan=null")
    assert ran.code == 2
    assert "input           none named\n" in ran.out
    assert "requests      not measured: the transcript is missing" not in ran.out.partition("lane harvest")[0]
    end = " ".join(ran.out.partition("2 problems")[2].split())
    assert "no transcript was named; say input.path=FILE" in end
    assert end.count("slot plan (which bed") == 1
    assert "lanes plantings, harvest: slot plan" in end
    assert ran.out.count("problems      2 (below)") == 2  # the number of the message, at each of its lanes


def test_recordings_are_not_asked(campaign: Path, notarius: Program) -> None:
    """A run would miss every answer in an empty folder; nothing of that is wrong before it asks."""
    (campaign / "rec").mkdir()
    ran = notarius("validate", *INPUT, "--model", "replay", "model.recordings=rec")
    assert ran.code == 0
    assert "answered from recordings, nothing is sent" in ran.out


def test_fewer_requests_are_allowed_than_needed(campaign: Path, notarius: Program) -> None:
    """A run would start and end in part: a warning, no problem."""
    ran = notarius("validate", *INPUT, "budget.max_requests=3")
    assert ran.code == 0
    assert "budget.max_requests is 3 and 4 are needed" in " ".join(ran.out.partition("1 warning:")[2].split())
    assert "warning" not in notarius("validate", *INPUT, "budget.max_requests=4").out


SINGLE = [name for name, (arguments, _) in WRONG.items() if arguments[:1] != ["-m"] and arguments[:1] != ["run"]]


@pytest.mark.parametrize("case", SINGLE)
def test_whatever_stops_a_run_is_said(case: str, here: Path, notarius: Program) -> None:
    """The same problems, in the same words, for every wrong input that the program is tested with."""
    write(here, FILES)
    (here / "binary.bin").write_bytes(b"\x00\x01\x02\xff")
    arguments, expected = WRONG[case]
    ran = notarius("validate", *arguments)
    shown = " ".join((ran.out + ran.err).split())
    assert [part for part in expected if part not in shown and part != "2 errors"] == []
    assert ran.code == 2
    assert not (here / "outputs").exists()
