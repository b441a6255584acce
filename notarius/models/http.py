"""The client for servers with OpenAI-compatible chat completions.

Why aiohttp, and with what settings, is in docs/explanation/http-client.md. Importing it takes a quarter of a
second, so only a run that asks such a server imports this module.
"""

import json
import ssl
import time
from typing import Any, Final

import aiohttp
import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import ConfigError, ModelConnectionError, ModelError, ModelTimeoutError, ServerError
from notarius.models.chat import FALLBACKS, SchemaMode, chat_body, read_completion
from notarius.models.endpoint import HttpSettings
from notarius.models.refusals import Reply, one_line, parse_json, refusal, refuses_format

_MAX_ERROR_BYTES: Final = 64 * 1024
_KEEPALIVE_SECONDS: Final = 30.0


@attrs.frozen
class Downgrade:
    """A way of enforcing the schema that the server refused, and what was done instead for the rest of the run.

    Attributes:
        refused: the way it did not take.
        instead: the way that is tried next.
        said: its words.
    """

    refused: SchemaMode
    instead: SchemaMode
    said: str


class HttpClient:
    """A `ModelClient` over HTTP.

    It contacts the configured host and no other: redirects are not followed, cookies not kept, proxies and
    credentials of the environment not used. How many requests are out at once, how long they may take and
    whether they are repeated is the runner's business; only a refused way of enforcing the schema is replaced
    here, at most twice in the life of a client.

    Attributes:
        settings: the server.
        downgrades: what the server refused so far.
    """

    def __init__(self, settings: HttpSettings) -> None:
        self.settings = settings
        self.downgrades: tuple[Downgrade, ...] = ()
        self._mode: SchemaMode = "json_schema" if settings.structured_output == "auto" else settings.structured_output
        self._tls = _tls(settings)
        self._session: aiohttp.ClientSession | None = None

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """Answer one request.

        Raises:
            ModelError: see `notarius.errors`; its text holds no key.
        """
        while True:
            mode = self._mode
            reply = await self._post(self._body(request, mode))
            if 200 <= reply.status < 300:
                return self._read(reply)
            if not self._downgrade(mode, reply):
                raise refusal(reply, self.settings, now=time.time())

    async def aclose(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _body(self, request: ModelRequest, mode: SchemaMode) -> bytes:
        settings = self.settings
        body = chat_body(
            request,
            settings.model,
            mode,
            max_tokens_field=settings.max_tokens_field,
            strict=settings.strict_schema,
        )
        return json.dumps(body).encode("ascii")

    def _read(self, reply: Reply) -> ModelResponse:
        value = parse_json(reply, self.settings)
        try:
            return read_completion(value)
        except ModelError as error:
            # A gateway's error with status 200: its text is the server's, and may echo what it was sent.
            error.args = (self.settings.redact(one_line(str(error))),)
            raise

    def _downgrade(self, mode: SchemaMode, reply: Reply) -> bool:
        """Whether the request may be sent again another way; other requests may have found that out before."""
        if self.settings.structured_output != "auto" or mode not in FALLBACKS or not refuses_format(reply):
            return False
        if self._mode == mode:
            said = refusal(reply, self.settings, now=0.0).detail
            self._mode = FALLBACKS[mode]
            self.downgrades += (Downgrade(mode, self._mode, said),)
        return True

    async def _post(self, body: bytes) -> Reply:
        try:
            return await self._exchange(body)
        except (aiohttp.ClientError, OSError) as error:
            problem = _explain(error, self.settings)
        # Out here the library's exception is no context of ours: it holds the request's headers, and so the key.
        raise problem

    async def _exchange(self, body: bytes) -> Reply:
        session = self._open()
        settings = self.settings
        proxy = settings.proxy or None
        async with session.post(settings.url, data=body, allow_redirects=False, proxy=proxy) as response:
            good = 200 <= response.status < 300
            content, whole = await _read_body(response, settings.max_response_bytes if good else _MAX_ERROR_BYTES)
            headers = {name.lower(): value for name, value in response.headers.items()}
            return Reply(response.status, headers, content, whole)

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # No limit of connections: a second queue in here would let attempts time out while they wait.
            connector = aiohttp.TCPConnector(limit=0, ssl=self._tls, keepalive_timeout=_KEEPALIVE_SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers=self.settings.request_headers,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=self.settings.connect_timeout_seconds),
                trust_env=False,
            )
        return self._session


def _tls(settings: HttpSettings) -> ssl.SSLContext | bool:
    if settings.ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"model.ca_file: holds no certificates that can be read ({error.strerror})") from None


async def _read_body(response: aiohttp.ClientResponse, limit: int) -> tuple[bytes, bool]:
    """The body up to `limit` bytes, and whether that is all of it."""
    parts: list[bytes] = []
    size = 0
    while part := await response.content.readany():
        parts.append(part)
        size += len(part)
        if size > limit:
            response.close()
            return b"".join(parts)[:limit], False
    return b"".join(parts), True


def _explain(error: Exception, settings: HttpSettings) -> ModelError:
    """What went wrong on the way, in words that name the host and never what was sent."""
    host = settings.host
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return ModelConnectionError(_certificate(error.certificate_error, host), retryable=False)
    if isinstance(error, aiohttp.ClientSSLError):
        return _handshake(error, host)
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return ModelConnectionError(f"the host of model.base_url is not known: {host}")
    if isinstance(error, aiohttp.ClientProxyConnectionError):
        return ModelConnectionError(f"no connection to model.proxy: {error.os_error.strerror or 'failed'}")
    if isinstance(error, aiohttp.ClientConnectorError):
        reason = error.os_error.strerror or "failed"
        return ModelConnectionError(f"no connection to {host}: {reason}; does the model server run?")
    return _broken(error, settings)


def _broken(error: Exception, settings: HttpSettings) -> ModelError:
    host = settings.host
    if isinstance(error, aiohttp.ServerTimeoutError):
        return ModelTimeoutError(f"no connection to {host} within {settings.connect_timeout_seconds:g} s")
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return ModelConnectionError(f"{host} closed the connection without an answer")
    if isinstance(error, aiohttp.ClientPayloadError):
        return ModelConnectionError(f"the answer of {host} is not whole: the connection or its encoding broke")
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return ModelConnectionError(f"model.proxy answered HTTP {error.status}", retryable=False)
    if isinstance(error, aiohttp.ClientResponseError):
        return ServerError(f"{host} did not answer in HTTP")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return ModelConnectionError(f"the connection to {host} broke: {reason}")


def _certificate(error: Any, host: str) -> str:
    reason = getattr(error, "verify_message", "") or getattr(error, "reason", "") or "it does not hold"
    return (
        f"the TLS certificate of {host} is not trusted: {reason}; if it is a server of your own, give the "
        "certificate to trust as model.ca_file"
    )


def _handshake(error: aiohttp.ClientSSLError, host: str) -> ModelError:
    cause = error.os_error
    reason = getattr(cause, "reason", None) or "the handshake failed"
    if reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"):
        text = f"{host} does not speak TLS; for a plain server model.base_url begins with http://"
        return ModelConnectionError(text, retryable=False)
    return ModelConnectionError(f"no TLS connection to {host}: {reason}")
