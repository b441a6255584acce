import json

import pytest

from notarius.errors import ModelError, RateLimitedError, RequestRefusedError, ServerError
from notarius.models.endpoint import HttpSettings
from notarius.models.refusals import Reply, refusal, refuses_format

SETTINGS = HttpSettings("http://localhost:1/v1", "m", api_key="canary-4711-key", headers={"X-Token": "canary-header"})
NOW = 1_700_000_000.0  # Tue, 14 Nov 2023 22:13:20 GMT


def reply(status: int, body: object = None, **headers: str) -> Reply:
    """A reply; underscores in header names become hyphens."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, names, json.dumps(body).encode() if not isinstance(body, bytes) else body)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, RequestRefusedError),
        (401, RequestRefusedError),
        (402, RequestRefusedError),
        (403, RequestRefusedError),
        (404, RequestRefusedError),
        (408, ServerError),
        (409, ServerError),
        (413, RequestRefusedError),
        (422, RequestRefusedError),
        (425, ServerError),
        (429, RateLimitedError),
        (500, ServerError),
        (501, RequestRefusedError),
        (502, ServerError),
        (503, ServerError),
        (504, ServerError),
        (529, ServerError),
        (301, RequestRefusedError),
        (307, RequestRefusedError),
    ],
)
def test_statuses(status: int, kind: type[ModelError]) -> None:
    """What is worth another try, what is a rate limit, and what no try helps with."""
    error = refusal(reply(status, {"error": {"message": "words of the server"}}), SETTINGS, now=NOW)
    assert type(error) is kind
    assert error.retryable is (kind is not RequestRefusedError)
    assert str(status) in str(error)
    assert "words of the server" in error.detail


def test_a_spent_quota_is_no_rate_limit() -> None:
    """OpenAI sends 429 when the money is gone; waiting does not bring it back."""
    body = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
    assert isinstance(refusal(reply(429, body), SETTINGS, now=NOW), RequestRefusedError)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry_after": "7"}, 7),
        ({"retry_after": "0.25"}, 0.25),
        ({"retry_after": "-3"}, 0),
        ({"retry_after": "nan"}, None),
        ({"retry_after": "inf"}, None),
        ({"retry_after": "soon"}, None),
        ({"retry_after": "1e400"}, None),
        ({"retry_after_ms": "1500", "retry_after": "2"}, 1.5),
        ({"retry_after": "Tue, 14 Nov 2023 22:13:50 GMT"}, 30),
        ({"retry_after": "Tue, 14 Nov 2023 22:13:00 GMT"}, 0),
        ({"retry_after": "Tue, 14 Nov 2023 23:00:10 GMT", "date": "Tue, 14 Nov 2023 23:00:00 GMT"}, 10),
        ({"retry_after": "Tue, 99 Nov 2023 99:00:10 GMT"}, None),
    ],
    ids=str,
)
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after(status: int, headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, milliseconds or a date, by the server's clock if it shows one; nonsense is as if it were absent."""
    error = refusal(reply(status, **headers), SETTINGS, now=NOW)
    assert isinstance(error, RateLimitedError | ServerError)
    assert error.retry_after == seconds


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "no such model", "code": 1}}, "no such model"),
        ({"error": "no such model"}, "no such model"),
        ({"message": "no such model"}, "no such model"),
        ({"detail": [{"loc": ["model"]}]}, '[{"loc": ["model"]}]'),
        ({"error": {"error": {"message": "nested"}}}, "nested"),
        (b"<h1>Not\r\n\r\nFound\x1b[31m</h1>", "<h1>Not Found [31m</h1>"),
        (b"", "nothing"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"[" * 100_000, "[" * 300 + " ..."),
        ({"error": {"message": "x" * 9000}}, "x" * 300 + " ..."),
    ],
    ids=["object", "text", "message", "detail", "nested", "page", "empty", "no UTF-8", "deep", "long"],
)
def test_the_servers_words_in_one_line(body: object, said: str) -> None:
    """Whatever the server sends: short, on one line, without control characters."""
    error = refusal(reply(400, body), SETTINGS, now=NOW)
    assert str(error) == f"the model server answered HTTP 400: {said}"


@pytest.mark.parametrize(
    ("status", "hint"),
    [(401, "model.api_key_env"), (404, "model.base_url"), (413, "chunking.max_tokens")],
)
def test_common_mistakes_get_a_hint(status: int, hint: str) -> None:
    """The option to look at is named."""
    assert hint in str(refusal(reply(status), SETTINGS, now=NOW))


@pytest.mark.parametrize("secret", ["canary-4711-key", "canary-header"])
def test_a_server_that_echoes_secrets_is_not_echoed(secret: str) -> None:
    """Keys and header values are cut out of what the server says."""
    error = refusal(reply(401, {"error": {"message": f"Bearer {secret} is wrong: {secret}"}}), SETTINGS, now=NOW)
    assert secret not in str(error) + error.detail
    assert "Bearer *** is wrong: ***" in error.detail


@pytest.mark.parametrize(
    ("location", "where"),
    [
        ("https://elsewhere.example/v1?token=canary", "to elsewhere.example;"),
        ("/login?next=canary", "elsewhere on the same host;"),
        ("http://[canary", "elsewhere on the same host;"),
        ("", "elsewhere on the same host;"),
    ],
    ids=["host", "path", "broken", "none"],
)
def test_a_redirect_names_the_host_and_no_more(location: str, where: str) -> None:
    """The rest of such an address may hold a token."""
    error = refusal(reply(302, location=location), SETTINGS, now=NOW)
    assert where in str(error)
    assert "canary" not in str(error) + error.detail


@pytest.mark.parametrize(
    ("status", "message", "refused"),
    [
        (400, "This response_format type is unavailable now", True),
        (400, "'response_format.type' must be 'json_schema' or 'text'", True),
        (400, "does not support 'json_schema' response format. Supported formats: json_object.", True),
        (422, "extra fields not permitted: response_format", True),
        (500, "failed to parse grammar", True),
        (400, "Structured Outputs are not supported by this model", True),
        (400, "this model's maximum context length is 4096 tokens", False),
        (401, "response_format", False),
        (429, "json_schema", False),
        (404, "model not found", False),
    ],
    ids=str,
)
def test_who_refuses_the_format(status: int, message: str, *, refused: bool) -> None:
    """As servers say it: DeepSeek, LM Studio, a gateway, FastAPI, llama.cpp, OpenAI; and what is said otherwise."""
    assert refuses_format(reply(status, {"error": {"message": message}})) is refused
