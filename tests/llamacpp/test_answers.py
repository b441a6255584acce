"""What a real model answers. It is small and its answers are poor, so tests look at form and counts only."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.contracts.prompts import Message
from notarius.decoding import answer_schema, decode_answer
from notarius.errors import RequestRefusedError, ServerError
from notarius.models.llamacpp import Engine, LlamaCppClient
from notarius.models.modelfile import LlamaCppSettings
from tests.meetings import ask, chunks_of

CHUNKS = chunks_of(2)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "records": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {
                    "topic": {"type": "string", "maxLength": 30},
                    "settled": {"type": "boolean"},
                    "evidence": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 1,
                        "items": {
                            "type": "object",
                            "properties": {
                                "unit": {"enum": ["u1", "u2", "u3", "u4"]},
                                "quote": {"type": "string", "maxLength": 40},
                            },
                            "required": ["unit", "quote"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["topic", "settled", "evidence"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["records"],
    "additionalProperties": False,
}
HOUSE_RULES = "The harbour board meets on Mondays. Boats are moored at the north pier. " * 12


@attrs.frozen
class Decision:
    """What was decided."""

    topic: str
    settled: bool


def question(number: int = 0, **changes: Any) -> ModelRequest:
    """A request about a chunk, with a system message of some 200 tokens."""
    request = ask(CHUNKS[number])
    system = Message("system", f"{HOUSE_RULES}{request.messages[0].content}")
    parameters = attrs.evolve(request.parameters, **{"max_output_tokens": 200, **changes})
    return attrs.evolve(request, messages=(system, request.messages[1]), schema=SCHEMA, parameters=parameters)


def asked(settings: LlamaCppSettings, questions: Sequence[ModelRequest]) -> list[ModelResponse]:
    """The answers to questions put one after the other."""

    async def ask_all() -> list[ModelResponse]:
        client = LlamaCppClient(settings)
        try:
            return [await client.generate(each) for each in questions]
        finally:
            await client.aclose()

    return asyncio.run(ask_all())


@pytest.fixture(scope="module")
def answers(settings: LlamaCppSettings) -> list[ModelResponse]:
    """To two chunks with the same system message."""
    return asked(settings, [question(0), question(1)])


def test_answers_fit_the_schema(answers: Sequence[ModelResponse]) -> None:
    """The engine lets the model write nothing else: every item decodes, and enumerated values are of the list."""
    for answer in answers:
        assert answer.stop_reason == "stop"
        decoded = decode_answer(answer.text, Decision)
        assert 1 <= len(decoded.candidates) <= 2
        assert decoded.malformed == ()
        units = [item["evidence"][0]["unit"] for item in json.loads(answer.text)["records"]]
        assert set(units) <= {"u1", "u2", "u3", "u4"}


def test_tokens_are_counted(answers: Sequence[ModelResponse]) -> None:
    """Of prompt and answer, by the engine; the model is named as the settings name it."""
    for answer in answers:
        assert answer.usage.input_tokens is not None
        assert 200 < answer.usage.input_tokens < 500
        assert answer.usage.output_tokens is not None
        assert 10 < answer.usage.output_tokens <= 200
        assert answer.model == "smollm2"


def test_the_second_prompt_comes_from_the_cache_as_far_as_it_is_the_same(answers: Sequence[ModelResponse]) -> None:
    """The system message is computed once: most of the second prompt's tokens are served from the prefix cache."""
    first, second = (answer.usage for answer in answers)
    assert first.cached_tokens == 0
    assert second.input_tokens is not None
    assert second.cached_tokens is not None
    assert second.input_tokens / 2 < second.cached_tokens < second.input_tokens


def test_the_schema_of_a_record_class_is_taken(settings: LlamaCppSettings) -> None:
    """The JSON schema that is made of a record class is one that the engine can enforce."""
    request = attrs.evolve(question(max_output_tokens=24), schema=answer_schema(Decision))
    (answer,) = asked(settings, [request])
    assert answer.text.lstrip().startswith("{")
    assert answer.stop_reason == "length" or "records" in json.loads(answer.text)


def test_an_answer_without_room_is_cut_off(settings: LlamaCppSettings) -> None:
    """It says so, and counts exactly the tokens it was allowed."""
    (answer,) = asked(settings, [question(max_output_tokens=5)])
    assert (answer.stop_reason, answer.usage.output_tokens) == ("length", 5)


def test_the_event_loop_stays_free(settings: LlamaCppSettings) -> None:
    """While the engine computes, other tasks run."""

    async def count() -> int:
        client = LlamaCppClient(settings)
        await client.generate(question(max_output_tokens=1))  # the model is loaded now
        answer = asyncio.create_task(client.generate(question(1)))
        turns = 0
        while not answer.done():
            turns += 1
            await asyncio.sleep(0.01)
        await client.aclose()
        return turns

    assert asyncio.run(count()) >= 10


def body(**changes: Any) -> dict[str, Any]:
    """A request as the engine takes it."""
    return {"messages": [{"role": "user", "content": "Say what was decided."}], "max_tokens": 4, **changes}


@pytest.mark.parametrize(
    ("request_body", "said"),
    [
        (body(messages=[{"role": "user", "content": "to the pier " * 500}]), "the context holds 1024: make chunking"),
        (body(response_format={"type": "json_schema", "json_schema": {"schema": {"type": "pier"}}}), "JSON schema"),
        (body(temperature="hot"), "temperature"),
        ({"max_tokens": 4}, "messages"),
        (body(messages=[{"role": "user", "content": "\ud800"}]), "surrogate"),
    ],
    ids=["prompt too long", "no schema", "wrong type", "no messages", "lone surrogate"],
)
def test_what_the_engine_does_not_take_is_refused(engine: Engine, request_body: dict[str, Any], said: str) -> None:
    """Each time with its reason, and no retry: the same request would be refused again."""
    with pytest.raises(RequestRefusedError) as caught:
        engine.complete(request_body)
    assert said in str(caught.value)
    assert not caught.value.retryable
    assert engine.complete(body())["choices"]


def test_a_question_that_nobody_waits_for_is_dropped_between_two_batches(engine: Engine) -> None:
    """The engine asks after every batch of the prompt; told to stop, it goes no further."""
    long = body(messages=[{"role": "user", "content": "Somebody moved the buoy again. " * 100}])
    times: list[None] = []

    def dropped() -> bool:
        times.append(None)
        return len(times) == 2

    with pytest.raises(ServerError, match="broke the answer off"):
        engine.complete(long, dropped)
    assert len(times) == 2
    again = engine.complete(long)
    assert again["timings"]["cache_n"] < again["usage"]["prompt_tokens"] / 2


def test_after_a_timeout_the_next_question_is_answered(settings: LlamaCppSettings) -> None:
    """The runner's timeout cancels; that costs neither the model nor the thread."""

    async def ask_twice() -> ModelResponse:
        client = LlamaCppClient(settings)
        await client.generate(question(max_output_tokens=1))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.generate(question(1, max_output_tokens=700))
        answer = await client.generate(question(max_output_tokens=3))
        await client.aclose()
        return answer

    assert asyncio.run(ask_twice()).usage.output_tokens == 3


def damaged(gguf: Path, folder: Path) -> Path:
    """A file with a sound header and half of its weights."""
    file = folder / "half.gguf"
    with gguf.open("rb") as whole:
        file.write_bytes(whole.read(20_000_000))
    return file


def test_a_model_that_does_not_load_is_said_each_time(gguf: Path, tmp_path: Path) -> None:
    """By name and without its folder; loading is not tried anew for every chunk."""
    settings = LlamaCppSettings(damaged(gguf, tmp_path), "half", context_tokens=512, threads=1)
    settings.check("half.gguf")

    async def ask_twice() -> list[RequestRefusedError]:
        client = LlamaCppClient(settings)
        found = []
        for _ in range(2):
            with pytest.raises(RequestRefusedError) as caught:
                await client.generate(question())
            found.append(caught.value)
        await client.aclose()
        return found

    for error in asyncio.run(ask_twice()):
        assert str(error).startswith("llama.cpp cannot load half.gguf: ")
        assert not error.retryable


def test_extra_body_may_not_change_what_the_answer_is_read_by(settings: LlamaCppSettings) -> None:
    """As for servers; the model is not loaded for that."""
    with pytest.raises(RequestRefusedError, match="may not set stream"):
        asked(settings, [question(extra_body={"stream": False})])


@pytest.mark.parametrize("times", [1, 2])
def test_a_client_that_was_never_asked_closes(settings: LlamaCppSettings, times: int) -> None:
    """Once or more often, without loading the model."""

    async def close() -> None:
        client = LlamaCppClient(settings)
        for _ in range(times):
            await client.aclose()

    asyncio.run(asyncio.wait_for(close(), 5))
