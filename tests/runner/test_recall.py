import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.cache import AnswerCache, CacheMode, Claim
from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.contracts.sources import Chunk
from notarius.errors import DecodingError, ServerError
from notarius.runner import RunOutcome, run
from tests.meetings import answer, ask, chunks_of, decode, key_of, lane
from tests.runner.lanes import QUICK, client_of, results_of, run_lane, states_of
from tests.scripted import Answer, ScriptedClient
from tests.server import ModelServer

ROOT = Path(__file__).parents[2]
GOOD = '{"records": []}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where answers are kept."""
    return tmp_path / "answers"


@pytest.fixture
def cache(folder: Path) -> Iterator[AnswerCache]:
    """A cache that reads and writes."""
    with AnswerCache(folder) as cache:
        yield cache


def kept_run(client: ScriptedClient, cache: AnswerCache, chunks: int = 5) -> RunOutcome:
    """A run of a lane that keeps its answers."""
    return run_lane(client, chunks=chunks, cache=cache, cache_key=key_of)


def test_a_second_run_asks_nothing(folder: Path) -> None:
    """Same values, no request, and the results say that they come from the cache and what they had cost."""
    with ModelServer(answer) as server:
        runs = []
        for _ in range(2):
            with AnswerCache(folder) as cache:
                runs.append(run_lane(client_of(server), chunks=20, cache=cache, cache_key=key_of))
        assert len(server.seen) == 20
    first, second = (results_of(outcome) for outcome in runs)
    assert [result.value for result in first] == [result.value for result in second]
    assert [result.usage for result in first] == [result.usage for result in second]
    assert not any(result.cached for result in first)
    assert all(result.cached and result.requests == 0 for result in second)


def test_only_answers_that_parsed_are_kept(cache: AnswerCache) -> None:
    """Unparsable, refused and cut off answers are asked about again by the next run."""
    bad: dict[str, Answer | Sequence[Answer]] = {
        "c1": "never mind",
        "c2": ModelResponse("I would rather not", "refusal"),
        "c3": ModelResponse(GOOD, "length"),
        "c4": ServerError("no", retryable=False),
    }
    first, second = ScriptedClient(bad), ScriptedClient()
    assert states_of(kept_run(first, cache)) == ["unparsable", "refusal", "truncated", "server_error", "answered"]
    assert states_of(kept_run(second, cache)) == ["answered"] * 5
    assert [second.tries(f"c{n}") for n in range(1, 6)] == [1, 1, 1, 1, 0]


def test_an_answer_with_more_room_is_kept_for_the_question(cache: AnswerCache) -> None:
    """A chunk that had to be asked twice is not asked at all the next time."""
    cut = ScriptedClient({"c1": [ModelResponse('{"rec', "length"), GOOD]})
    assert states_of(kept_run(cut, cache, 1)) == ["answered"]
    second = ScriptedClient()
    assert states_of(kept_run(second, cache, 1)) == ["answered"]
    assert second.requests == []


def test_an_answer_is_committed_before_anything_else_is_done_with_it(cache: AnswerCache) -> None:
    """When the observer hears that a chunk is answered, another process already finds the answer."""
    keys = {chunk.id: key_of(ask(chunk)) for chunk in chunks_of(5)}
    found = []
    with AnswerCache(cache.folder, "read-only") as other:
        run_lane(
            ScriptedClient(),
            chunks=5,
            cache=cache,
            cache_key=key_of,
            observer=lambda event: found.append(other.get(keys[event.chunk])) if event.code == "answered" else None,
        )
    assert [response.text for response in found if response] == [GOOD] * 5


def test_a_kept_answer_is_read_again(cache: AnswerCache) -> None:
    """What the lane's `decode` does not accept any more is no hit: it is noted, asked again, and replaced."""
    kept_run(ScriptedClient(default='{"records": [], "old": true}'), cache, 1)

    def strict(text: str) -> list[dict[str, Any]]:
        if "old" in text:
            raise DecodingError("an old shape", text=text)
        return decode(text)

    client = ScriptedClient()
    for requests in (1, 1):
        outcome = run_lane(client, chunks=1, cache=cache, cache_key=key_of, decode=strict)
        assert states_of(outcome) == ["answered"]
        assert len(client.requests) == requests
    assert [(note.code, note.count) for note in cache.notes] == [("cache_entry_broken", 1)]
    assert cache.notes[0].message.endswith("an old shape")


@pytest.mark.parametrize(
    ("mode", "asked", "kept"),
    [("off", 3, False), ("read-write", 0, True), ("read-only", 0, True), ("refresh", 3, True)],
)
def test_modes(folder: Path, mode: CacheMode, asked: int, *, kept: bool) -> None:
    """What each mode asks when all answers are there, and what a read-write run finds behind it."""
    with AnswerCache(folder, "off" if mode == "off" else "read-write") as cache:
        kept_run(ScriptedClient(), cache, 3)
    client, behind = ScriptedClient(default='{"records": [], "new": 1}'), ScriptedClient()
    with AnswerCache(folder, mode) as cache:
        kept_run(client, cache, 3)
    with AnswerCache(folder) as cache:
        kept_run(behind, cache, 3)
        texts = {getattr(cache.get(key_of(ask(chunk))), "text", None) for chunk in chunks_of(3)}
    assert len(client.requests) == asked
    assert (behind.requests == []) is kept
    assert texts == {'{"records": [], "new": 1}' if mode == "refresh" else GOOD}


def test_a_lane_without_a_key_bypasses_the_cache(cache: AnswerCache) -> None:
    """A routine that is quicker than the disk is asked each time, and leaves nothing there."""
    for _ in range(2):
        client = ScriptedClient()
        run_lane(client, chunks=3, cache=cache)
        assert len(client.requests) == 3
    assert not cache.folder.exists()


def test_the_same_question_is_asked_once_in_a_run(cache: AnswerCache) -> None:
    """Two lanes that ask the same get one answer."""
    client = ScriptedClient(pause=0.02)
    jobs = [lane(client, chunks_of(4), lane=name, cache_key=key_of) for name in ("a", "b")]
    outcome = run(jobs, QUICK, cache=cache)
    assert len(client.requests) == 4
    assert states_of(outcome, "a") == states_of(outcome, "b") == ["answered"] * 4


def test_a_question_that_failed_is_asked_by_who_waited_for_it(cache: AnswerCache) -> None:
    """A failure is nobody else's answer."""
    client = ScriptedClient({"a/c1": ServerError("no", retryable=False)}, pause=0.02)

    def ask_as(name: str, chunk: Chunk) -> ModelRequest:
        return attrs.evolve(ask(chunk), lane=name)

    jobs = [
        lane(client, chunks_of(1), lane=name, ask=lambda chunk, name=name: ask_as(name, chunk), cache_key=key_of)
        for name in ("a", "b")
    ]
    outcome = run(jobs, QUICK, cache=cache)
    assert states_of(outcome, "a") == ["server_error"]
    assert states_of(outcome, "b") == ["answered"]


def test_what_is_kept_is_found_after_the_run_was_halted(folder: Path) -> None:
    """A run that may send nothing more still gives what it has paid for."""
    with AnswerCache(folder) as cache:
        run_lane(ScriptedClient(), chunks=5, cache=cache, cache_key=key_of)
    with AnswerCache(folder) as cache:
        limits = attrs.evolve(QUICK, max_requests=1, max_concurrency=1)
        chunks = chunks_of(10)
        outcome = run([lane(ScriptedClient(), chunks[5:] + chunks[:5], cache_key=key_of)], limits, cache=cache)
    assert states_of(outcome) == ["answered", *["max_requests"] * 4, *["answered"] * 5]


class Overtaken(AnswerCache):
    """A cache in whose folder another process keeps an answer just before each claim."""

    def claim(self, key: str) -> Claim | None:
        """Be overtaken first."""
        with AnswerCache(self.folder) as other:
            other.put(key, ModelResponse(GOOD))
        return super().claim(key)


def test_an_answer_that_came_between_look_and_claim_is_taken(folder: Path) -> None:
    """Whoever gets the claim looks again before asking."""
    client = ScriptedClient()
    with Overtaken(folder) as cache:
        assert states_of(kept_run(client, cache, 3)) == ["answered"] * 3
    assert client.requests == []
    assert list(folder.glob("*/*.lease")) == []


def test_processes_that_share_a_folder_ask_each_question_once(folder: Path) -> None:
    """Four runs at the same time over the same chunks: every chunk is asked about once in all."""
    with ModelServer(lambda seen: attrs.evolve(answer(seen), delay=0.03)) as server:
        command = [sys.executable, "-m", "tests.runner.program", server.base_url, str(folder), "30"]
        programs = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env=os.environ) for _ in range(4)]
        outputs = [program.communicate(timeout=60)[0] for program in programs]
        assert [program.returncode for program in programs] == [0] * 4
        assert len(server.seen) == 30
    assert len({json.dumps(json.loads(output)["values"]) for output in outputs}) == 1
