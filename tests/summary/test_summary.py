import io
import re
import unicodedata
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from notarius.contracts.records import Finding, Rejection
from notarius.contracts.results import AnswerNote, RunResult
from notarius.contracts.runs import ChunkRun, LaneManifest, LaneRun
from notarius.summary import render_summary
from tests.rundir.samples import (
    Berth,
    chunk,
    lane_manifest,
    lane_result,
    manifest,
    record,
    run_block,
    run_result,
)


def shown(result: RunResult, width: int = 80, encoding: str = "utf-8", **console: Any) -> str:
    """The summary as a console of that width prints it."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    render_summary(result, Console(file=file, width=width, **{"_environ": {}, **console}))
    file.flush()
    return raw.getvalue().decode(encoding)


def test_a_whole_summary() -> None:
    """What was found by actor, what is doubtful, what was refused, where it is, and how it ended."""
    assert shown(run_result()) == (
        "moorings (harbour/moorings): 1 record, 1 rejected, 1 flagged\n"
        "  Ada (1)\n"
        "    Heron  1:02:05  berth north quay; cargo salt, tar\n"
        "  flagged: unrelated_key x1\n"
        "    Heron (1:02:05): 'Heron' stands nowhere near u4\n"
        "  rejected: quote_not_found x1\n"
        "    c1: 'cast off' is not in u5\n"
        "    whole, with reasons: rejected/moorings.jsonl\n"
        "  noted: empty_reference x1\n"
        "    moorings: registry is empty\n"
        "\n"
        "deselected: weather\n"
        "warning: registry: the file is empty\n"
        "used: 1 request, 1 answer from the cache\n"
        "results: outputs/2031-05-04/09-00-00-k3f9x2\n"
        "done: 1 record, 1 rejected, 1 flagged; 12.2 s\n"
    )


def test_notes_on_answers_are_told_once_with_their_number() -> None:
    """The most frequent first; what is left out is counted."""
    texts = ["roster: nothing could be read", "a", "b", "c", "roster: nothing could be read", "\x1b[31mred"]
    notes = tuple(AnswerNote(f"c{number}", text) for number, text in enumerate(texts, 1))
    printed = shown(run_result(attrs.evolve(lane_result(record(1, "Heron")), notes=notes)))
    assert "  noted x2: roster: nothing could be read\n  noted: a\n  noted: b\n    … and 2 more in" in printed
    assert "diagnostics/notes.jsonl" in printed


def test_records_that_look_the_same_share_a_line() -> None:
    """Whoever has most comes first; the same thing again is counted, with its times or turns."""
    lane = lane_result(
        record(1, "Heron", start=60.0, pilot="Ada"),
        record(2, "Heron", pilot="Bo", depth=4, tug=False),
        record(3, "Curlew", start=3600.0, pilot="Bo", berth=Berth.NORTH),
        record(4, "Heron", pilot="Bo", depth=4, tug=False),
        record(5, "Egret"),
    )
    assert shown(run_result(lane)).splitlines()[1:8] == [
        "  Bo (3)",
        "    Heron x2  u2, u4   depth 4; tug no",
        "    Curlew    1:00:00  berth north quay",
        "  Ada (1)",
        "    Heron     0:01:00",
        "  (not said) (1)",
        "    Egret     u5",
    ]


def test_a_lane_without_actors_is_a_list() -> None:
    """Where the extractor names no actor, records stand in the transcript's order."""
    lane = lane_result(record(1, "Heron", pilot="Ada"), record(2, "Curlew", depth=3), actor=None)
    assert shown(run_result(lane)).splitlines()[1:3] == ["  Heron   u1  pilot Ada", "  Curlew  u2  depth 3"]


def test_long_lists_say_where_the_rest_is() -> None:
    """Eight lines an actor, and then the file that has all."""
    lane = lane_result(*(record(number, f"ship {number}", pilot="Ada") for number in range(1, 21)))
    text = shown(run_result(lane))
    assert "  Ada (20)\n" in text
    assert "ship 8 " in text
    assert "ship 9 " not in text
    assert "  … and 12 more in artifacts/moorings.csv\n" in text


def test_many_actors_say_where_the_rest_is() -> None:
    """Twelve actors a lane, and then the file that has all."""
    lane = lane_result(*(record(number, "Heron", pilot=f"pilot {number}") for number in range(1, 16)))
    assert "  … and 3 more in artifacts/moorings.csv\n" in shown(run_result(lane))


def test_times_of_one_line_are_few() -> None:
    """Three times of the same thing are shown, one where the terminal is narrow."""
    lane = lane_result(*(record(number, "Heron", start=number * 60.0) for number in range(1, 6)))
    assert "Heron x5  0:01:00, 0:02:00, 0:03:00, …\n" in shown(run_result(lane))
    assert "Heron x5  0:01:00, …\n" in shown(run_result(lane), width=40)


def test_rejections_are_counted_by_code() -> None:
    """Codes by frequency, three examples each, and where the rest is."""
    often = Finding("unknown_unit", "fail", "u99 is not in the chunk")
    once = Finding("leak", "fail", "'Teal' stands in the registry only")
    refused = tuple(Rejection("moorings", f"c{number}", {}, (often,)) for number in range(1, 6))
    lane = lane_result(rejections=(Rejection("moorings", "c9", {}, (once,)), *refused))
    text = shown(run_result(lane))
    assert "moorings (harbour/moorings): nothing found, 6 rejected\n" in text
    assert text.index("rejected: unknown_unit x5\n") < text.index("rejected: leak x1\n")
    assert text.count("u99 is not in the chunk") == 3
    assert "    … and 2 more in findings.jsonl\n" in text


def test_tokens_and_cost_are_summed_over_lanes() -> None:
    """What was asked for this time: the kept answer's tokens are not among them, a repeated request is."""
    chunks = {
        "c1": ChunkRun(1, 2, input_tokens=1500, output_tokens=40, cached_tokens=1000),
        "c2": ChunkRun(cached=True, input_tokens=900, output_tokens=7),
    }
    other = {"c1": ChunkRun(1, input_tokens=200, output_tokens=2)}
    lanes = {"moorings": LaneRun(2400, 47, 1000, 1, chunks=chunks, cost=0.25), "tides": LaneRun(chunks=other, cost=1.0)}
    whole = RunResult(manifest(lane_manifest(), run=run_block(lanes=lanes)), (lane_result(record(1, "Heron")),))
    said = "used: 4 requests, 1,700 tokens in (1,000 of them from the server's cache), 42 out, 1 answer from the cache,"
    assert f"{said} cost 1.25\n" in shown(whole, width=160)


def failing(**changes: Any) -> RunResult:
    """A run of which some chunks failed."""
    outcomes = (
        chunk(1),
        chunk(2, "failed", failure="timeout"),
        chunk(3, "failed", failure="rate_limited"),
        chunk(4, "failed", failure="timeout"),
        chunk(5, "not_asked"),
    )
    said = {
        "c2": ChunkRun(message="no answer in 60 s"),
        "c3": ChunkRun(message="429"),
        "c4": ChunkRun(message="no answer in 60 s"),
    }
    lane = lane_manifest(outcome="partial", chunks=outcomes)
    whole = manifest(lane, status="partial", run=run_block(lanes={"moorings": LaneRun(chunks=said)}))
    return RunResult(attrs.evolve(whole, **changes), (lane_result(record(1, "Heron")),))


def test_failed_chunks_are_listed_by_kind() -> None:
    """Each kind of failure with its chunks, their turns, and what was said, each text once."""
    text = shown(failing())
    assert "  failed: timeout x2: c2 (u11-u20), c4 (u31-u40)\n    no answer in 60 s\n" in text
    assert "  failed: rate limited x1: c3 (u21-u30)\n    429\n" in text
    assert "  not asked x1: c5 (u41-u50)\n" in text


def test_many_failed_chunks_are_counted() -> None:
    """A hundred failed chunks do not fill the screen."""
    lane = lane_manifest(outcome="failed", chunks=tuple(chunk(number, "failed") for number in range(1, 101)))
    text = shown(RunResult(manifest(lane, status="failed"), (lane_result(),)))
    assert "for no stated reason x100: c1 " in text
    assert " … and 94 more" in " ".join(text.split("\n"))
    assert "failed: 100 failed of 100 chunks; nothing found; 12.2 s\n" in text


@pytest.mark.parametrize(
    ("status", "words"),
    [
        pytest.param("partial", "done in part: 3 failed and 1 not asked of 5 chunks; 1 record; 12.2 s", id="partial"),
        pytest.param(
            "interrupted", "interrupted: 3 failed and 1 not asked of 5 chunks; 1 record; 12.2 s", id="interrupted"
        ),
        pytest.param("failed", "failed: 3 failed and 1 not asked of 5 chunks; 1 record; 12.2 s", id="failed"),
    ],
)
def test_the_last_line_is_the_outcome(status: Any, words: str) -> None:
    """One line says how it ended and what is missing."""
    assert shown(failing(status=status)).splitlines()[-1] == words


def test_long_runs_have_hours() -> None:
    """A run of more than a minute is timed like a recording."""
    assert shown(failing(run=run_block(seconds=3725.4))).endswith("; 1:02:05\n")


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    """Every line fits, wide letters included, but for the path that somebody may want to copy."""
    wide = record(2, "漢字" * 30, pilot="港" * 50, cargo=("x" * 100,), findings=(Finding("doubt", "warn", "語" * 90),))
    text = shown(run_result(lane_result(record(1, "Heron", pilot="Ada"), wide)), width=width)
    lines = [line for line in text.splitlines() if not line.startswith("results: ")]
    assert [line for line in lines if cell_len(line) > width] == []
    assert "Heron" in text


def test_a_cut_key_keeps_its_count() -> None:
    """How often something happened is seen, however long its name."""
    lane = lane_result(*(record(number, "Heron of the Outer Isles " * 2, depth=1) for number in range(1, 4)))
    assert "Heron of the… x3  u1, …  depth 1\n" in shown(run_result(lane), width=36)


def test_a_path_is_in_one_piece() -> None:
    """The run directory can be copied, however narrow the terminal."""
    assert "results: outputs/2031-05-04/09-00-00-k3f9x2\n" in shown(run_result(), width=20)


def test_plain_where_there_is_no_terminal() -> None:
    """Into a file or pipe goes no escape sequence."""
    assert "\x1b" not in shown(failing())


def test_no_colour_where_none_is_wanted() -> None:
    """With NO_COLOR a terminal gets no colour; without it, it does."""
    colour = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|9[0-7]|38)(?:;[0-9;]*)?m")
    terminal: dict[str, Any] = {"force_terminal": True, "color_system": "standard"}
    assert colour.search(shown(failing(), **terminal))
    assert not colour.search(shown(failing(), **terminal, _environ={"NO_COLOR": "1"}))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_terminal_of_few_letters(encoding: str) -> None:
    """Under a C locale or an old code page the summary still prints."""
    lane = lane_result(*(record(number, f"Möwe 漢 {number}", pilot="Ada") for number in range(1, 12)))
    text = shown(run_result(lane), encoding=encoding)
    assert "we ? 1 " in text
    assert " and 3 more in artifacts/moorings.csv\n" in text


HOSTILE = st.lists(
    st.sampled_from(
        ["\x1b[31m", "\x1b]0;t\x07", "\x9b2J", "[bold]", "[/]", "[link=x]", "\\", "\r", "\n", "\u202e", ":x:", "a"]
    )
).map("".join)


@given(HOSTILE, st.sampled_from([20, 40, 80]))
@settings(max_examples=40)
def test_foreign_text_acts_on_no_terminal(text: str, width: int) -> None:
    """Whatever stands in records, findings, names and messages is shown and does nothing."""
    said = Finding(text, "warn", text)
    lane = lane_result(
        record(1, text, pilot=text, cargo=(text,), findings=(said,)),
        rejections=(Rejection("moorings", "c1", {}, (said,)),),
        findings=(said,),
    )
    outcomes = (chunk(1, "failed", failure=text),)
    ran = manifest(
        lane_manifest(chunks=outcomes),
        LaneManifest("weather", "deselected", text),
        warnings=(text,),
        run=run_block(directory=text, lanes={"moorings": LaneRun(chunks={"c1": ChunkRun(message=text)})}),
    )
    out = shown(RunResult(ran, (lane,)), width=width, force_terminal=True, color_system=None)
    hidden = {char for char in out if unicodedata.category(char) in ("Cc", "Cf")}
    assert hidden <= {"\n"}


def test_markup_is_shown_as_it_is() -> None:
    """Brackets and colons in a transcript are text, not markup and no picture."""
    text = shown(run_result(lane_result(record(1, "[bold]Heron[/bold] :ship: \\[x]", pilot="Ada"))))
    assert "[bold]Heron[/bold] :ship:" in text
