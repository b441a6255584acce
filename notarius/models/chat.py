"""OpenAI-compatible chat completions as values: the body of a request, the answer in a completion."""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal

from notarius.contracts.generation import ModelRequest, ModelResponse, StopReason, Usage
from notarius.errors import ModelError, RateLimitedError, RequestRefusedError, ServerError
from notarius.models.endpoint import MaxTokensField

SchemaMode = Literal["json_schema", "json_object", "prompt"]
FALLBACKS: Final[Mapping[SchemaMode, SchemaMode]] = {"json_schema": "json_object", "json_object": "prompt"}
# What `extra_body` may not change: the answer would be another's, or not readable.
RESERVED_KEYS: Final = frozenset({"messages", "model", "n", "stream"})

_SCHEMA_IN_PROMPT: Final = "Answer with one JSON object that fits this JSON schema, and with nothing else:\n"
# `model_length` is Mistral's, `max_tokens` Anthropic's, `error` OpenRouter's word.
_STOP_REASONS: Final[Mapping[str, StopReason]] = {
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "refusal",
    "refusal": "refusal",
}


def chat_body(
    request: ModelRequest,
    model: str,
    mode: SchemaMode,
    *,
    max_tokens_field: MaxTokensField = "max_tokens",
    strict: bool = True,
) -> dict[str, Any]:
    """The body of a request, as a JSON value.

    Args:
        request: messages, schema and parameters are sent, nothing else of it.
        model: as the server knows it.
        mode: how the schema goes along.
        max_tokens_field: where the limit of answer tokens goes.
        strict: OpenAI's `strict` of a JSON schema.

    Raises:
        RequestRefusedError: if `extra_body` sets a key that is not the user's to set.
    """
    parameters = request.parameters
    reserved = RESERVED_KEYS.intersection(parameters.extra_body)
    if reserved:
        raise RequestRefusedError(f"model.extra_body may not set {', '.join(sorted(reserved))}")
    body: dict[str, Any] = {"model": model, "messages": _messages(request, mode)}
    optional = {
        "temperature": parameters.temperature,
        "seed": parameters.seed,
        max_tokens_field: request.max_output_tokens,
        "response_format": _response_format(request.schema, mode, strict=strict),
    }
    body.update((name, value) for name, value in optional.items() if value is not None)
    return body | dict(parameters.extra_body)


def _messages(request: ModelRequest, mode: SchemaMode) -> list[dict[str, str]]:
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    if mode == "json_schema":
        return messages
    rule = _SCHEMA_IN_PROMPT + json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
    if messages and messages[0]["role"] == "system":
        messages[0]["content"] += "\n\n" + rule
        return messages
    return [{"role": "system", "content": rule}, *messages]


def _response_format(schema: Mapping[str, Any], mode: SchemaMode, *, strict: bool) -> dict[str, Any] | None:
    if mode == "prompt":
        return None
    if mode == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": strict, "schema": dict(schema)}}


def read_completion(completion: Any) -> ModelResponse:
    """The answer in a parsed chat completion.

    Raises:
        ServerError: if it is none.
        RateLimitedError: if it is an error of that kind, sent with status 200 (gateways do that).
        RequestRefusedError: the same.
    """
    if not isinstance(completion, dict):
        raise ServerError("the model server answered with JSON that is no chat completion")
    choices = completion.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    for holder in (completion, choice):
        if isinstance(holder, dict) and isinstance(holder.get("error"), dict):
            raise _error_inside(holder["error"])
    if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
        raise ServerError("the model server answered with a chat completion without a message")
    text, stop_reason = _said(choice["message"], choice.get("finish_reason"))
    model = completion.get("model")
    return ModelResponse(text, stop_reason, _usage(completion), model if isinstance(model, str) else "")


def _error_inside(error: Mapping[str, Any]) -> ModelError:
    message, code = f"the model server answered with an error: {error.get('message')}", error.get("code")
    if code == 429:
        return RateLimitedError(message)
    if isinstance(code, int) and 400 <= code < 500:
        return RequestRefusedError(message)
    return ServerError(message)


def _said(message: Mapping[str, Any], finish_reason: Any) -> tuple[str, StopReason]:
    if finish_reason == "error":
        raise ServerError("the model server broke the answer off with an error")
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        return _whole(refusal), "refusal"
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(
            part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
        )
    text = _whole(content) if isinstance(content, str) else ""
    return text, _STOP_REASONS.get(str(finish_reason), "stop")


def _whole(text: str) -> str:
    """The text without lone surrogates, which JSON can escape and no file can hold; U+FFFD stands for each."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _usage(completion: Mapping[str, Any]) -> Usage:
    usage = completion.get("usage")
    if not isinstance(usage, dict):
        return Usage()
    details = usage.get("prompt_tokens_details")
    timings = completion.get("timings")
    # OpenAI and vLLM; DeepSeek; llama.cpp's server.
    cached = [
        details.get("cached_tokens") if isinstance(details, dict) else None,
        usage.get("prompt_cache_hit_tokens"),
        timings.get("cache_n") if isinstance(timings, dict) else None,
    ]
    return Usage(
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        next((count for count in map(_count, cached) if count is not None), None),
    )


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
