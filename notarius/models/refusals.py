"""What a server said instead of an answer, as errors that tell the runner what to do and the user what to change."""

import email.utils
import json
import math
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import attrs

from notarius.errors import ModelError, RateLimitedError, RequestRefusedError, ServerError
from notarius.models.endpoint import HttpSettings

_EXCERPT: Final = 300
_NOISE: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
# Worth another try although they are no server errors: timeout, conflict, too early.
_RETRYABLE: Final = frozenset({408, 409, 425})
_NOT_IMPLEMENTED: Final = 501
# Statuses that servers use for "I do not know this response format", and the words they use (OpenAI and vLLM,
# DeepSeek "This response_format type is unavailable now", llama.cpp "failed to parse grammar").
_FORMAT_STATUSES: Final = frozenset({400, 404, 415, 422, 500, 501})
_FORMAT_WORDS: Final = re.compile(
    r"response[ _]?format|json[ _]?(schema|object|mode)|structured[ _]outputs?|grammar", re.IGNORECASE
)
_HINTS: Final[Mapping[int, str]] = {
    401: "; is the key right that model.api_key_env names?",
    403: "; may this key use this model?",
    404: "; is model.base_url right up to /v1, and does the server have a model of that model.name?",
    413: "; the request is too large for this server: make chunking.max_tokens smaller",
}


@attrs.frozen
class Reply:
    """What came back over HTTP.

    Attributes:
        status: of the answer.
        headers: names in lower case.
        body: the bytes, or only their beginning.
        whole: whether `body` is all of it.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    whole: bool = True


def refusal(reply: Reply, settings: HttpSettings, *, now: float) -> ModelError:
    """The error that a reply without an answer stands for.

    Args:
        reply: with a status outside 200 to 299.
        settings: the server, and what must not be shown.
        now: seconds since the epoch.
    """
    said = settings.redact(_said(reply.body))
    message = f"the model server answered HTTP {reply.status}: {said or 'nothing'}"
    retry_after = _retry_after(reply.headers, now)
    if reply.status == 429 and b"insufficient_quota" not in reply.body:
        return RateLimitedError(message, retry_after=retry_after, detail=said)
    if reply.status in _RETRYABLE or (reply.status >= 500 and reply.status != _NOT_IMPLEMENTED):
        return ServerError(message, retry_after=retry_after, detail=said)
    if 300 <= reply.status < 400:
        return RequestRefusedError(_redirect(reply), detail=said)
    return RequestRefusedError(message + _HINTS.get(reply.status, ""), detail=said)


def refuses_format(reply: Reply) -> bool:
    """Whether the server objects to how the schema was sent, and not to the question."""
    return reply.status in _FORMAT_STATUSES and bool(_FORMAT_WORDS.search(_said(reply.body)))


def parse_json(reply: Reply, settings: HttpSettings) -> Any:
    """The JSON value of a reply that should hold an answer.

    Raises:
        ServerError: if it holds something else; says what, and how it begins.
    """
    if not reply.whole:
        raise ServerError(
            f"the answer is larger than {settings.max_response_bytes} bytes (model.max_response_bytes)", retryable=False
        )
    try:
        return json.loads(reply.body.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = "bytes that are not UTF-8"
    except (ValueError, RecursionError):
        problem = f"no JSON but {reply.headers.get('content-type', 'something without a content type')}"
    begins = settings.redact(one_line(reply.body.decode("utf-8", "replace")))
    raise ServerError(f"the model server answered with {one_line(problem)}, which begins: {begins or 'nothing'}")


def one_line(text: str) -> str:
    """The text without control characters and line breaks, cut where a reader has seen enough."""
    line = _NOISE.sub(" ", text).strip()
    return line if len(line) <= _EXCERPT else line[:_EXCERPT] + " ..."


def _redirect(reply: Reply) -> str:
    """Only the host of where it points to: the rest of such an address may hold a token."""
    try:
        host = urlsplit(reply.headers.get("location", "")).hostname
    except ValueError:
        host = None
    where = f"to {one_line(host)}" if host else "elsewhere on the same host"
    return (
        f"the model server answered HTTP {reply.status}, a redirect {where}; redirects are not followed: "
        "set model.base_url to the address that is meant"
    )


def _said(body: bytes) -> str:
    """The server's own message, on one line, not longer than a reader wants."""
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return one_line(text)
    return one_line(_message(value))


def _message(value: Any) -> str:
    for name in ("error", "message", "detail"):
        if isinstance(value, dict) and value.get(name):
            return _message(value[name])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait (RFC 9110, 10.2.3: seconds or a date), from milliseconds where a server gives those too."""
    milliseconds = _seconds(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    until = _date(value)
    if until is None:
        return _seconds(value)
    # The server's own clock, where it says what time it is: ours may be wrong.
    return max(0.0, until - (_date(headers.get("date", "")) or now))


def _seconds(value: str | None) -> float | None:
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _date(value: str) -> float | None:
    try:
        return email.utils.parsedate_to_datetime(value).timestamp()
    except (ValueError, OverflowError):
        return None
