"""What is known of a model server before it is asked: address, key, and what it takes."""

import re
from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

import attrs

from notarius.errors import ConfigError

StructuredOutput = Literal["auto", "json_schema", "json_object", "prompt"]
MaxTokensField = Literal["max_tokens", "max_completion_tokens"]

# Field names and values as RFC 9110, 5.1 and 5.5 have them, the values in ASCII.
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE: Final = re.compile(r"[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?")
# Shorter values are words such as `beta`, and redacting those would garble messages.
_SHORTEST_SECRET: Final = 6


@attrs.frozen
class HttpSettings:
    """A server with OpenAI-compatible chat completions.

    Attributes:
        base_url: up to and without `/chat/completions`, such as `http://localhost:11434/v1`; no user, no query.
        model: the model's name, as the server knows it.
        api_key: sent as bearer token; empty for none. Never shown.
        headers: sent with each request, over all others. Values are never shown.
        structured_output: how the answer's schema is enforced. `json_schema` by the server; `json_object` JSON by
            the server, the schema in the prompt; `prompt` only in the prompt. `auto` begins with `json_schema` and
            goes down this list for the rest of the run when the server refuses.
        strict_schema: whether the server is told to enforce the schema to the letter (`json_schema` only).
        max_tokens_field: name under which the limit of answer tokens is sent.
        connect_timeout_seconds: how long connecting may take.
        max_response_bytes: largest answer that is read.
        proxy: URL of an HTTP proxy, or empty: proxies of the environment are never used.
        ca_file: certificates to trust instead of the system's, or None.
    """

    base_url: str
    model: str
    api_key: str = attrs.field(default="", repr=False)
    headers: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    structured_output: StructuredOutput = "auto"
    strict_schema: bool = True
    max_tokens_field: MaxTokensField = "max_tokens"
    connect_timeout_seconds: float = 10.0
    max_response_bytes: int = 8_000_000
    proxy: str = attrs.field(default="", repr=False)
    ca_file: str | None = None

    def __attrs_post_init__(self) -> None:
        """Raises `ConfigError` with every problem; none of them echoes a value that may be secret."""
        problems = [*_url_problems("model.base_url", self.base_url), *self._key_problems(), *self._header_problems()]
        if self.proxy and (_split(self.proxy) is None or urlsplit(self.proxy).scheme != "http"):
            problems.append("model.proxy: must be an http URL with a host")
        if problems:
            raise ConfigError(*problems)

    @property
    def url(self) -> str:
        """Where requests are posted to."""
        return self.base_url.rstrip("/") + "/chat/completions"

    @property
    def host(self) -> str:
        """Host and port, for messages: the only host that is ever contacted, unless there is a proxy."""
        parts = urlsplit(self.base_url)
        return f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"

    @property
    def identity(self) -> dict[str, str]:
        """What of this shapes an answer, for cache keys: not the address, not the key."""
        return {"protocol": "chat-completions", "model": self.model, "structured_output": self.structured_output}

    @property
    def request_headers(self) -> dict[str, str]:
        """The headers of every request."""
        own = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        if self.api_key:
            own["Authorization"] = f"Bearer {self.api_key}"
        given = {name.lower() for name in self.headers}
        return {name: value for name, value in own.items() if name.lower() not in given} | dict(self.headers)

    def redact(self, text: str) -> str:
        """The text without key, header values and proxy password, whoever put them in."""
        for secret in self._secrets():
            text = text.replace(secret, "***")
        return text

    def _secrets(self) -> list[str]:
        values = [self.api_key, *self.headers.values(), urlsplit(self.proxy).password or ""]
        words = [value.removeprefix("Bearer ").removeprefix("Basic ") for value in values]
        return sorted({word for word in words if len(word) >= _SHORTEST_SECRET}, key=len, reverse=True)

    def _key_problems(self) -> list[str]:
        if not self.api_key or _HEADER_VALUE.fullmatch(self.api_key):
            return []
        return ["the API key holds a line break, a blank at its end, or a character outside ASCII"]

    def _header_problems(self) -> list[str]:
        problems = [
            f"model.headers: {name!r} is no name of a header"
            for name in self.headers
            if not _HEADER_NAME.fullmatch(name)
        ]
        broken = [name for name, value in self.headers.items() if not _HEADER_VALUE.fullmatch(value)]
        return problems + [f"model.headers.{name}: the value must be printable ASCII" for name in broken]


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        has_place = parts.port is None or parts.port > 0
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.hostname and has_place else None


def _url_problems(key: str, url: str) -> list[str]:
    parts = _split(url)
    if parts is None:
        return [f"{key}: must be an http or https URL with a host, such as http://localhost:11434/v1"]
    if parts.username is not None or parts.password is not None:
        return [f"{key}: must hold no user and no password; give a key by model.api_key_env"]
    if parts.query or parts.fragment or any(char.isspace() for char in url):
        return [f"{key}: must end with its path, without query, fragment or blanks"]
    return []
