import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from notarius.contracts.generation import ModelClient, ModelRequest, ModelResponse, Parameters, Usage
from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.errors import ConfigError, ModelTimeoutError, RecordingError, RecordingMissingError, RoutineFailedError
from notarius.models import OfflineClient, RecordingClient, ReplayClient
from notarius.recordings import Recordings
from tests.scripted import Answer, ScriptedClient

REFERENCES = ReferenceSet((ResolvedReferenceSlot("members"),))


def about(index: int = 0, said: str = "The motion passed.") -> ModelRequest:
    """A request about one turn of a meeting."""
    chunk = Chunk(index, (SourceUnit(f"u{index + 1}", said),))
    return ModelRequest((Message("user", chunk.text),), {}, Parameters(), "decisions", chunk, REFERENCES)


def ask(client: ModelClient, request: ModelRequest) -> ModelResponse:
    """Ask once, from outside of any loop."""
    return asyncio.run(client.generate(request))


def passed(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """A routine that finds a decision in every unit, and counts the slots it was given."""
    cited = [{"unit": unit.id, "quote": unit.text} for unit in chunk.units]
    return {"records": [{"decision": "passed \u2713", "slots": len(references.slots), "evidence": cited}]}


def test_the_routine_answers_from_chunk_and_references() -> None:
    """The offline client gives the routine what is never sent, and its answer out as a model's text."""
    response = ask(OfflineClient(passed, "meetings/decisions"), about())

    assert response == ModelResponse(response.text, "stop", Usage(), "offline")
    assert json.loads(response.text) == passed(about().chunk, REFERENCES)
    assert "\u2713" in response.text


def broken(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """A routine with a bug."""
    raise KeyError(f"{chunk.id} {len(references.slots)}")


ROUTINES: dict[str, tuple[Callable[..., Any], str]] = {
    "raises": (broken, "KeyError: 'c3 1'"),
    "answers what is no JSON": (lambda *_: {"records": {1, 2}}, "TypeError: "),
    "answers no number": (lambda *_: {"records": [float("nan")]}, "ValueError: "),
    "takes other arguments": (dict, "TypeError: "),
}


@pytest.mark.parametrize(("routine", "detail"), ROUTINES.values(), ids=ROUTINES)
def test_a_routine_that_fails_is_a_failure_of_its_chunk(routine: Callable[..., Any], detail: str) -> None:
    """The error names extractor, lane and chunk, keeps what was raised, and is not worth another try."""
    with pytest.raises(RoutineFailedError) as caught:
        ask(OfflineClient(routine, "meetings/decisions"), about(2))

    expected = f"the offline routine of meetings/decisions failed in lane decisions, chunk c3: {detail}"
    assert str(caught.value).startswith(expected)
    assert caught.value.detail.startswith(detail)
    assert (caught.value.kind, caught.value.retryable) == ("routine_failed", False)


def test_the_routine_lets_others_run() -> None:
    """Between two chunks the loop turns, so that an interrupt or a progress display gets its turn."""
    seen: list[str] = []

    def routine(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
        seen.append(chunk.id)
        return {"records": [], "slots": len(references.slots)}

    async def beside() -> None:
        for _ in range(2):
            seen.append("other")
            await asyncio.sleep(0)

    async def run() -> None:
        other = asyncio.create_task(beside())
        client = OfflineClient(routine, "meetings/decisions")
        for index in range(3):
            await client.generate(about(index))
        await other

    asyncio.run(run())

    assert seen.index("other") < seen.index("c3")


def test_replay_gives_what_was_recorded(tmp_path: Path) -> None:
    """A run that was recorded through any client is answered the same from the recordings alone."""
    said: dict[str, Answer] = {"c1": '{"records": [1]}', "c2": ModelResponse("two", "stop", Usage(5, 6, 1), "large-2")}
    recording = RecordingClient(ScriptedClient(said), Recordings(tmp_path))
    first = [ask(recording, about(index)) for index in range(2)]

    replay = ReplayClient(Recordings(tmp_path))

    assert [ask(replay, about(index)) for index in range(2)] == first
    assert first[1] == said["c2"]


def test_a_miss_names_digest_lane_chunk_and_how_much_there_is(tmp_path: Path) -> None:
    """Nothing is guessed for a question that was not recorded: the error helps to see what differs."""
    recordings = Recordings(tmp_path, shown="recordings/meeting")
    recordings.store(about(), ModelResponse("{}"))

    with pytest.raises(RecordingMissingError) as caught:
        ask(ReplayClient(recordings), about(4, "Another turn."))

    assert str(caught.value) == (
        "no recording for lane decisions, chunk c5: none of the 1 recordings in recordings/meeting has the digest "
        f"{recordings.digest_of(about(4, 'Another turn.'))} of its messages, schema and parameters"
    )
    assert not caught.value.retryable


@pytest.mark.parametrize("made", [False, True], ids=["missing", "a file"])
def test_replay_needs_its_folder_from_the_start(tmp_path: Path, made: bool) -> None:
    """A folder that is not there is a wrong configuration, found before anything is asked."""
    folder = tmp_path / "recordings"
    if made:
        folder.write_text("no folder", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"model\.recordings: there is no folder .*recordings"):
        ReplayClient(Recordings(folder))


def test_replay_does_not_hide_a_broken_recording(tmp_path: Path) -> None:
    """A broken file is not a miss: it says what has to be mended."""
    recordings = Recordings(tmp_path)
    recordings.store(about(), ModelResponse("{}"))
    next(tmp_path.iterdir()).write_text("{", encoding="utf-8")

    with pytest.raises(RecordingError):
        ask(ReplayClient(recordings), about())


@pytest.mark.parametrize("response", [ModelResponse("{", "length"), ModelResponse("no", "refusal")])
def test_only_complete_answers_are_recorded(tmp_path: Path, response: ModelResponse) -> None:
    """An answer that was cut off or refused passes through and is not kept, so that a later try can be."""
    recordings = Recordings(tmp_path)

    assert ask(RecordingClient(ScriptedClient({"c1": response}), recordings), about()) == response
    assert len(recordings) == 0


def test_a_failure_passes_through_and_records_nothing(tmp_path: Path) -> None:
    """What the inner client raises is the caller's to judge."""
    recordings = Recordings(tmp_path)
    client = RecordingClient(ScriptedClient({"c1": [ModelTimeoutError("late"), "{}"]}), recordings)

    with pytest.raises(ModelTimeoutError):
        ask(client, about())
    assert len(recordings) == 0

    ask(client, about())
    assert len(recordings) == 1


def test_an_answer_that_cannot_be_recorded_is_a_failure(tmp_path: Path) -> None:
    """Recording was asked for, so an answer that is not kept is not passed off as one that is."""
    tmp_path.joinpath("taken").write_text("a file", encoding="utf-8")

    with pytest.raises(RecordingError, match="cannot record lane decisions, chunk c1"):
        ask(RecordingClient(ScriptedClient(), Recordings(tmp_path / "taken")), about())


def test_closing_a_recording_client_closes_the_one_inside(tmp_path: Path) -> None:
    """Connections are released through every layer."""
    inner = ScriptedClient()

    asyncio.run(RecordingClient(inner, Recordings(tmp_path)).aclose())

    assert inner.closed == 1


def test_offline_and_replay_close(tmp_path: Path) -> None:
    """They hold nothing, and can be closed as often as anyone likes."""

    async def close() -> None:
        for client in (OfflineClient(passed, "meetings/decisions"), ReplayClient(Recordings(tmp_path))):
            await client.aclose()
            await client.aclose()

    asyncio.run(close())


def test_the_script_answers_by_lane_chunk_and_try() -> None:
    """The client that all tests share: the most specific entry, a sequence try by try, the last one stays."""
    client = ScriptedClient({"decisions/c1": ["a", "b"], "c1": "other lane", "c2": ModelTimeoutError("late")})

    assert [ask(client, about()).text for _ in range(3)] == ["a", "b", "b"]
    assert ask(client, about(5)).text == '{"records": []}'
    with pytest.raises(ModelTimeoutError):
        ask(client, about(1))
    assert (client.tries("c1"), client.tries("c1", "actions"), client.tries("c2"), client.peak) == (3, 0, 1, 1)


def test_the_script_can_insist_on_entries() -> None:
    """Without a default, a question that the test did not expect fails the test."""
    with pytest.raises(AssertionError, match="nothing is scripted for decisions/c1"):
        ask(ScriptedClient(default=None), about())
