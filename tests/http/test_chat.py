import json
from typing import Any

import attrs
import pytest

from notarius.contracts.generation import ModelResponse, Usage
from notarius.errors import ModelError, RateLimitedError, RequestRefusedError, ServerError
from notarius.models.chat import RESERVED_KEYS, SchemaMode, chat_body, read_completion
from tests.http.asking import REQUEST, changed
from tests.meetings import INSTRUCTIONS, SCHEMA


def completed(message: dict[str, Any], finish: str | None = "stop", **more: Any) -> dict[str, Any]:
    """A chat completion."""
    return {"model": "m", "choices": [{"message": message, "finish_reason": finish}], **more}


def test_a_request_sends_what_shapes_the_answer_and_nothing_else() -> None:
    """Messages, model, parameters and schema; no lane, no chunk, no references, and no parameter that is unset."""
    assert chat_body(REQUEST, "m", "json_schema") == {
        "model": "m",
        "messages": [
            {"role": "system", "content": INSTRUCTIONS},
            {"role": "user", "content": REQUEST.chunk.text},
        ],
        "temperature": 0.0,
        "max_tokens": 500,
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}},
    }


@pytest.mark.parametrize(
    ("mode", "format_type"), [("json_schema", "json_schema"), ("json_object", "json_object"), ("prompt", None)]
)
def test_the_schema_goes_along_once(mode: SchemaMode, format_type: str | None) -> None:
    """Either the server enforces it, or it stands at the end of the system message."""
    body = chat_body(REQUEST, "m", mode)
    system = body["messages"][0]["content"]
    assert body.get("response_format", {}).get("type") == format_type
    assert (json.dumps(SCHEMA, separators=(",", ":")) in system) is (mode != "json_schema")
    assert system.startswith(INSTRUCTIONS)
    assert body["messages"][1:] == [{"role": "user", "content": REQUEST.chunk.text}]


def test_a_prompt_without_instructions_gets_the_schema_all_the_same() -> None:
    """A system message is made for it."""
    body = chat_body(attrs.evolve(REQUEST, messages=REQUEST.messages[1:]), "m", "prompt")
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


def test_parameters_are_sent_as_they_are() -> None:
    """Also those that only this server knows, and the name under which it takes the limit of tokens."""
    request = changed(temperature=None, seed=7, max_output_tokens=50, extra_body={"top_k": 3, "temperature": 1.5})
    body = chat_body(request, "m", "prompt", max_tokens_field="max_completion_tokens")
    assert {name: body[name] for name in body.keys() - {"messages", "model"}} == {
        "seed": 7,
        "max_completion_tokens": 50,
        "top_k": 3,
        "temperature": 1.5,
    }


@pytest.mark.parametrize("key", sorted(RESERVED_KEYS))
def test_extra_body_cannot_change_what_is_asked(key: str) -> None:
    """An answer to another question, or in another form, is not what was configured here."""
    with pytest.raises(RequestRefusedError, match=f"model.extra_body may not set {key}"):
        chat_body(changed(extra_body={key: 1}), "m", "prompt")


@pytest.mark.parametrize(
    ("message", "finish", "text", "reason"),
    [
        ({"content": "{}"}, "stop", "{}", "stop"),
        ({"content": "{}"}, None, "{}", "stop"),
        ({"content": "{"}, "length", "{", "length"),
        ({"content": "{"}, "model_length", "{", "length"),
        ({"content": None}, "stop", "", "stop"),
        ({}, "stop", "", "stop"),
        ({"content": ""}, "content_filter", "", "refusal"),
        ({"content": None, "refusal": "I would rather not."}, "stop", "I would rather not.", "refusal"),
        ({"content": "{}", "refusal": None}, "stop", "{}", "stop"),
        (
            {"content": [{"type": "text", "text": "{"}, {"type": "text", "text": "}"}, {"type": "image"}]},
            "stop",
            "{}",
            "stop",
        ),
        ({"content": "caf\u00e9 \ud800 \U0001f6f6"}, "stop", "caf\u00e9 \ufffd \U0001f6f6", "stop"),
    ],
    ids=[
        "plain",
        "no reason",
        "cut off",
        "cut off at Mistral",
        "null",
        "absent",
        "filtered",
        "refusal",
        "no refusal",
        "parts",
        "lone surrogate",
    ],
)
def test_what_was_said(message: dict[str, Any], finish: str | None, text: str, reason: str) -> None:
    """Text and stop reason, in every form that servers send them in."""
    response = read_completion(completed(message, finish))
    assert (response.text, response.stop_reason, response.model) == (text, reason, "m")


@pytest.mark.parametrize(
    ("more", "usage"),
    [
        ({}, Usage()),
        ({"usage": None}, Usage()),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 2}}, Usage(9, 2)),
        ({"usage": {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 8}}}, Usage(9, None, 8)),
        ({"usage": {"prompt_tokens": 9, "prompt_tokens_details": None}}, Usage(9)),
        ({"usage": {"prompt_tokens": 9, "prompt_cache_hit_tokens": 0}}, Usage(9, None, 0)),
        ({"usage": {"prompt_tokens": 9}, "timings": {"cache_n": 7}}, Usage(9, None, 7)),
        ({"usage": {"prompt_tokens": -1, "completion_tokens": "2"}}, Usage()),
        ({"usage": {"prompt_tokens": True, "completion_tokens": 2.5}}, Usage()),
    ],
    ids=["none", "null", "plain", "cached", "no details", "DeepSeek", "llama.cpp", "nonsense", "other types"],
)
def test_tokens_are_counted_where_the_server_says(more: dict[str, Any], usage: Usage) -> None:
    """And are None where it does not, or says what cannot be."""
    assert read_completion(completed({"content": "{}"}, **more)).usage == usage


@pytest.mark.parametrize(
    ("value", "kind", "says"),
    [
        ([], ServerError, "no chat completion"),
        ("hello", ServerError, "no chat completion"),
        ({}, ServerError, "without a message"),
        ({"choices": []}, ServerError, "without a message"),
        ({"choices": [{"message": "hi"}]}, ServerError, "without a message"),
        ({"error": {"message": "upstream is down", "code": 502}}, ServerError, "upstream is down"),
        ({"error": {"message": "slow down", "code": 429}}, RateLimitedError, "slow down"),
        ({"error": {"message": "no credits", "code": 402}}, RequestRefusedError, "no credits"),
        ({"choices": [{"error": {"message": "broke", "code": 500}}]}, ServerError, "broke"),
        (completed({"content": "{"}, "error"), ServerError, "broke the answer off"),
    ],
    ids=str,
)
def test_what_is_no_answer_is_an_error_of_its_kind(value: Any, kind: type[ModelError], says: str) -> None:
    """Status 200 is no promise: gateways send errors with it."""
    with pytest.raises(kind, match=says) as caught:
        read_completion(value)
    assert type(caught.value) is kind


def test_a_whole_answer_round_trips() -> None:
    """What the server of these tests sends is what comes out."""
    value = completed({"content": "{}"}, usage={"prompt_tokens": 1, "completion_tokens": 2})
    assert read_completion(json.loads(json.dumps(value))) == ModelResponse("{}", "stop", Usage(1, 2), "m")
