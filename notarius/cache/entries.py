"""The file of one kept answer: JSON that says by itself whether it is whole."""

import json
from typing import Any, Final, get_args

from notarius.contracts.generation import ModelResponse, StopReason, Usage
from notarius.digests import digest_bytes

ENTRY_FORMAT: Final = 1
# An answer is some kilobytes; whatever is larger than this was not written here.
MAX_ENTRY_BYTES: Final = 64 * 1024 * 1024


def write_entry(key: str, response: ModelResponse, *, lane: str = "", chunk: str = "") -> bytes:
    """The bytes of an entry behind its signature (see `notarius.cache.leases.signature`).

    Args:
        key: digest the answer is filed under; stands in the entry, so that a renamed file is noticed.
        response: the answer.
        lane: who asked, for people and for rekeying; no part of the key.
        chunk: the chunk's id; the same.
    """
    entry = {
        "format": ENTRY_FORMAT,
        "key": key,
        "lane": lane,
        "chunk": chunk,
        "model": response.model,
        "stop_reason": response.stop_reason,
        "usage": _usage_json(response.usage),
        "text": response.text,
        "text_digest": _digest(response.text),
    }
    return b"," + json.dumps(entry, separators=(",", ":")).encode("ascii")[1:] + b"\n"


def read_entry(key: str, raw: bytes) -> ModelResponse:
    """The answer in an entry's bytes.

    Raises:
        ValueError: if it is not a whole entry of that key; says what is wrong with it.
    """
    try:
        entry = json.loads(raw)
    except (ValueError, RecursionError):
        raise ValueError("no JSON, or only the beginning of it") from None
    if not isinstance(entry, dict) or entry.get("format") != ENTRY_FORMAT:
        raise ValueError("no entry of this format")
    if entry.get("key") != key:
        raise ValueError("an entry of another key")
    text, model, stop_reason = entry.get("text"), entry.get("model"), entry.get("stop_reason")
    if not isinstance(text, str) or not isinstance(model, str) or entry.get("text_digest") != _digest(text):
        raise ValueError("an entry that was changed after it was written")
    for known in get_args(StopReason):
        if known == stop_reason:
            return ModelResponse(text, known, _usage(entry.get("usage")), model)
    raise ValueError("an entry with an unknown stop reason")


def _digest(text: str) -> str:
    return digest_bytes(text.encode("utf-8", "surrogatepass"))


def _usage_json(usage: Usage) -> dict[str, int | None]:
    return {"input": usage.input_tokens, "output": usage.output_tokens, "cached": usage.cached_tokens}


def _usage(value: Any) -> Usage:
    counts = [value.get(name) for name in ("input", "output", "cached")] if isinstance(value, dict) else []
    return Usage(*(count if isinstance(count, int) else None for count in counts))
