import asyncio
import json
import os
import stat
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.contracts.generation import ModelRequest, ModelResponse, Parameters, Usage
from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.digests import digest_json
from notarius.errors import RecordingError
from notarius.recordings import Recordings, Rekeyed

ANSWER = ModelResponse('{"records": []}', "stop", Usage(12, 3, None), "small-1")


def asked(text: str = "[u1] The motion passed.", lane: str = "decisions", index: int = 0) -> ModelRequest:
    """A request about a chunk of a meeting."""
    return ModelRequest(
        messages=(Message("system", "List the decisions."), Message("user", text)),
        schema={"type": "object", "required": ["records"]},
        parameters=Parameters(temperature=0.0, seed=7, extra_body={"top_k": 1}),
        lane=lane,
        chunk=Chunk(index, (SourceUnit("u1", text),)),
        references=ReferenceSet(),
    )


def only_file(folder: Path) -> Path:
    """The one file in a folder."""
    (path,) = folder.iterdir()
    return path


def test_what_was_stored_is_found(tmp_path: Path) -> None:
    """An answer comes back whole: text, stop reason, usage and the model that gave it."""
    recordings = Recordings(tmp_path / "new" / "folder")

    recordings.store(asked(), ANSWER)

    assert recordings.find(asked()) == ANSWER
    assert len(recordings) == 1


def test_a_recording_is_one_readable_file_named_by_its_digest(tmp_path: Path) -> None:
    """The file holds question and answer, so that a person can read it and a program can check it."""
    recordings = Recordings(tmp_path)
    request = asked()

    recordings.store(request, ANSWER)

    path = only_file(tmp_path)
    digest = digest_json(request.asked)
    assert path.name == f"{digest.removeprefix('sha256:')}.json"
    assert recordings.digest_of(request) == digest
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "digest": digest,
        "lane": "decisions",
        "chunk": "c1",
        "model": "small-1",
        "request": {
            "messages": [
                {"role": "system", "content": "List the decisions."},
                {"role": "user", "content": "[u1] The motion passed."},
            ],
            "schema": {"type": "object", "required": ["records"]},
            "parameters": {"temperature": 0.0, "seed": 7, "max_output_tokens": None, "extra_body": {"top_k": 1}},
        },
        "response": {
            "text": '{"records": []}',
            "stop_reason": "stop",
            "usage": {"input_tokens": 12, "output_tokens": 3, "cached_tokens": None},
        },
    }


SAME = {
    "lane": {"lane": "actions"},
    "chunk": {"chunk": Chunk(4, ())},
    "order of schema keys": {"schema": {"required": ["records"], "type": "object"}},
}
OTHER = {
    "message": {"messages": (Message("system", "List the decisions."), Message("user", "other"))},
    "role": {"messages": (Message("user", "List the decisions."), Message("user", "[u1] The motion passed."))},
    "schema": {"schema": {"type": "object"}},
    "temperature": {"parameters": Parameters(temperature=0.5, seed=7, extra_body={"top_k": 1})},
    "body": {"parameters": Parameters(temperature=0.0, seed=7, extra_body={"top_k": 2})},
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_is_never_sent_is_not_in_the_key(tmp_path: Path, change: dict[str, Any]) -> None:
    """The same question finds the same answer, whoever asks."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)

    assert recordings.find(attrs.evolve(asked(), **change)) == ANSWER


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_another_question_finds_nothing(tmp_path: Path, change: dict[str, Any]) -> None:
    """Whatever is sent is in the key."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)

    assert recordings.find(attrs.evolve(asked(), **change)) is None


def test_a_missing_folder_holds_nothing(tmp_path: Path) -> None:
    """Looking does not make the folder, and is no error: whether it has to be there is the client's matter."""
    recordings = Recordings(tmp_path / "none")

    assert (recordings.exists(), len(recordings), recordings.find(asked())) == (False, 0, None)
    assert not (tmp_path / "none").exists()


def test_storing_again_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    """A newer answer takes the place of the older one, and no temporary file stays."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)

    recordings.store(asked(), attrs.evolve(ANSWER, text="newer"))

    assert recordings.find(asked()) == attrs.evolve(ANSWER, text="newer")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits of this kind")
def test_files_have_the_mode_that_other_new_files_have(tmp_path: Path) -> None:
    """Recordings are for sharing: their mode is the user's default, not a temporary file's."""
    Recordings(tmp_path / "recordings").store(asked(), ANSWER)
    plain = tmp_path / "plain"
    plain.touch()

    assert stat.S_IMODE(only_file(tmp_path / "recordings").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@given(text=st.text(), said=st.text())
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, text: str, said: str) -> None:
    """Control characters, other scripts and even lone surrogates come back as they were."""
    recordings = Recordings(tmp_path_factory.mktemp("recordings"))
    response = attrs.evolve(ANSWER, text=text)

    recordings.store(asked(said), response)

    assert recordings.find(asked(said)) == response


def changed(path: Path, **changes: Any) -> None:
    """Write the file again with other values at the top."""
    value = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**value, **changes}), encoding="utf-8")


USAGE = {"input_tokens": 1, "output_tokens": 1, "cached_tokens": None}
SHAPES: dict[str, tuple[dict[str, Any], str]] = {
    "digest of another": ({"digest": "sha256:" + "0" * 64}, "its digest says sha256:0000"),
    "edited question": ({"request": {"messages": []}}, "its digest says"),
    "no messages": ({"request": {}}, "'request' has no messages"),
    "lane is a number": ({"lane": 3}, "'lane' has to be a text"),
    "no model": ({"model": None}, "'model' has to be a text"),
    "no response": ({"response": None}, "'response' has to be an object"),
    "no text": ({"response": {"stop_reason": "stop", "usage": USAGE}}, "'response.text' has to be a text"),
    "unknown stop reason": (
        {"response": {"text": "", "stop_reason": "end_turn", "usage": USAGE}},
        "'response.stop_reason' has to be one of stop, length, refusal",
    ),
    "no usage": ({"response": {"text": "", "stop_reason": "stop"}}, "'response.usage' has to hold input_tokens"),
    "usage in words": (
        {"response": {"text": "", "stop_reason": "stop", "usage": {**USAGE, "input_tokens": "many"}}},
        "each a count or null",
    ),
}


@pytest.mark.parametrize(("changes", "reason"), SHAPES.values(), ids=SHAPES)
def test_a_recording_of_another_shape_is_an_error(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    """A file that is no recording, or not the one its name says, is named and never used."""
    recordings = Recordings(tmp_path, shown="recordings")
    recordings.store(asked(), ANSWER)
    changed(only_file(tmp_path), **changes)

    with pytest.raises(RecordingError) as caught:
        recordings.find(asked())

    assert f"recording {only_file(tmp_path).name} in recordings cannot be used: " in str(caught.value)
    assert reason in str(caught.value)
    assert (caught.value.kind, caught.value.retryable) == ("recording_failed", False)


def test_a_note_beside_question_and_answer_is_allowed(tmp_path: Path) -> None:
    """A person may say at the top of the file what the recording is for."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)
    changed(only_file(tmp_path), note="the vote on the budget")

    assert recordings.find(asked()) == ANSWER


BROKEN = {
    "empty": b"",
    "half": b'{"digest": "sha256:',
    "no object": b"[]",
    "no UTF-8": b"\xff\xfe{}",
    "nested too deep": b"[" * 100_000,
    "key twice": b'{"digest": "sha256:0", "digest": "sha256:1"}',
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    """What is no JSON is named as well."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)
    only_file(tmp_path).write_bytes(content)

    with pytest.raises(RecordingError, match=only_file(tmp_path).name):
        recordings.find(asked())


def test_a_key_that_stands_twice_is_named(tmp_path: Path) -> None:
    """Of two answers in one file neither is taken."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)
    path = only_file(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('"text":', '"text": "", "text":', 1), encoding="utf-8")

    with pytest.raises(RecordingError, match='response: the key "text" stands more than once'):
        recordings.find(asked())


def test_a_renamed_file_is_an_error(tmp_path: Path) -> None:
    """A recording under another question's name would answer the wrong question."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)
    only_file(tmp_path).rename(tmp_path / f"{recordings.digest_of(asked('other')).removeprefix('sha256:')}.json")

    with pytest.raises(RecordingError, match="its name does not match its digest"):
        recordings.find(asked("other"))


def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path) -> None:
    """What cannot be read is named with the system's reason."""
    recordings = Recordings(tmp_path)
    recordings.store(asked(), ANSWER)
    path = only_file(tmp_path)
    path.unlink()
    path.mkdir()

    with pytest.raises(RecordingError, match=f"{path.name} in .* cannot be used: "):
        recordings.find(asked())


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A recording that is lost is a failure of that request, which names lane and chunk."""
    tmp_path.joinpath("taken").write_text("a file", encoding="utf-8")

    with pytest.raises(RecordingError, match="cannot record lane decisions, chunk c1 in kept: "):
        Recordings(tmp_path / "taken", shown="kept").store(asked(), ANSWER)


def test_all_recordings_can_be_read(tmp_path: Path) -> None:
    """Iterating gives every recording with lane and chunk, in the order of digests."""
    recordings = Recordings(tmp_path)
    for index in range(3):
        recordings.store(asked(f"turn {index}", index=index), ANSWER)

    found = list(recordings)

    assert {(recording.lane, recording.chunk) for recording in found} == {("decisions", f"c{n}") for n in (1, 2, 3)}
    assert [recording.digest for recording in found] == sorted(recording.digest for recording in found)


def worded(wording: str, index: int = 0, turn: str = "The motion passed.") -> ModelRequest:
    """A request whose instructions are worded this way."""
    chunk = Chunk(index, (SourceUnit(f"u{index + 1}", turn),))
    messages = (Message("system", wording), Message("user", f"Minutes:\n\n  {chunk.text}\n"))
    return attrs.evolve(asked(), messages=messages, chunk=chunk)


def test_rekeying_carries_answers_over_an_edit(tmp_path: Path) -> None:
    """The answer of the same lane and chunk answers the edited question; what has none or several is reported."""
    recordings = Recordings(tmp_path)
    recordings.store(worded("old", 0), ANSWER)
    recordings.store(worded("same", 1), ANSWER)
    recordings.store(worded("old", 2), ANSWER)
    recordings.store(worded("older", 2), attrs.evolve(ANSWER, text="another answer"))
    edited = [worded(wording, index) for index, wording in enumerate(["new", "same", "new", "new"])]

    outcome = recordings.rekey(edited)

    assert outcome.carried == ("decisions/c1",)
    assert outcome.kept == ("decisions/c2",)
    assert outcome.ambiguous == ("decisions/c3",)
    assert outcome.missing == ("decisions/c4",)
    assert recordings.find(edited[0]) == ANSWER
    assert [recordings.find(edited[2]), recordings.find(edited[3])] == [None, None]
    assert len(recordings) == 5


def test_rekeying_carries_nothing_to_other_turns(tmp_path: Path) -> None:
    """The chunk of that number was cut elsewhere, or is of another transcript: the old answer is not about it."""
    recordings = Recordings(tmp_path)
    recordings.store(worded("old"), ANSWER)

    outcome = recordings.rekey([worded("new", turn="The motion passed. Unanimously.")])

    assert outcome == Rekeyed(moved=("decisions/c1",))
    assert len(recordings) == 1


def test_rekeying_tells_transcripts_apart(tmp_path: Path) -> None:
    """Two that share a folder, and so lane and chunk: each keeps its own answers."""
    recordings = Recordings(tmp_path)
    turns = ("The motion passed.", "The motion fell.")
    for turn in turns:
        recordings.store(worded("old", turn=turn), attrs.evolve(ANSWER, text=turn))

    outcome = recordings.rekey([worded("new", turn=turns[1])], prune=True)

    assert (outcome.carried, len(outcome.pruned)) == (("decisions/c1",), 1)
    assert recordings.find(worded("new", turn=turns[1])) == attrs.evolve(ANSWER, text=turns[1])
    assert recordings.find(worded("old", turn=turns[0])) is not None


def test_rekeying_deletes_earlier_forms_only_when_told(tmp_path: Path) -> None:
    """And only those from which an answer was carried."""
    recordings = Recordings(tmp_path)
    for request in (worded("old"), worded("older"), worded("same", 1), worded("old", 2)):
        recordings.store(request, ANSWER)
    edited = [worded("new"), worded("same", 1)]

    outcome = recordings.rekey(edited, prune=True)

    assert len(outcome.pruned) == 2
    assert {recording.chunk for recording in recordings} == {"c1", "c2", "c3"}
    assert len(recordings) == 3
    assert recordings.rekey(edited, prune=True) == Rekeyed(kept=("decisions/c1", "decisions/c2"))


def test_rekeying_does_not_take_the_answer_to_a_re_ask(tmp_path: Path) -> None:
    """A re-ask carries more messages: its answer is to another question."""
    recordings = Recordings(tmp_path)
    first = worded("old")
    again = attrs.evolve(first, messages=(*first.messages, Message("assistant", "?"), Message("user", "again")))
    recordings.store(again, ANSWER)

    assert recordings.rekey([worded("new")]).missing == ("decisions/c1",)


def test_many_writers_of_one_recording_leave_one_whole_file(tmp_path: Path) -> None:
    """Answers to the same question that are stored at once do not get mixed."""
    recordings = Recordings(tmp_path)
    responses = [attrs.evolve(ANSWER, text=str(number) * 10_000) for number in range(8)]

    async def store_all() -> None:
        await asyncio.gather(*(asyncio.to_thread(recordings.store, asked(), response) for response in responses))

    asyncio.run(store_all())

    assert recordings.find(asked()) in responses
    assert len(list(tmp_path.iterdir())) == 1
