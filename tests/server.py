"""A model server on loopback: real HTTP, scripted answers, and every way of misbehaving that the tests need."""

import asyncio
import contextlib
import json
import re
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

import attrs

Ending = Literal["keep", "close", "drop", "hang", "half"]
_UNIT = re.compile(r"\[(u\d+)\]")


@attrs.frozen
class Seen:
    """A request as it came.

    Attributes:
        key: id of the first unit in the last user message; empty if there is none.
        number: which request with this key it is, counted from 1.
        method: of HTTP.
        path: of the URL.
        headers: names in lower case.
        body: parsed JSON.
        at: seconds of the monotonic clock.
    """

    key: str
    number: int
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    at: float

    @property
    def user(self) -> str:
        """The last user message."""
        return str(next((m["content"] for m in reversed(self.body["messages"]) if m["role"] == "user"), ""))

    @property
    def system(self) -> str:
        """The system message."""
        return str(next((m["content"] for m in self.body["messages"] if m["role"] == "system"), ""))


@attrs.frozen
class Reply:
    """What the server does with a request.

    Attributes:
        body: of the answer.
        status: of the answer.
        headers: beside length and type.
        content_type: of the answer.
        delay: seconds before anything is sent.
        ending: `keep` answers and keeps the connection, `close` announces that it will not, `drop` sends nothing
            and closes, `hang` sends nothing for good, `half` sends half of the body and closes.
        repeat: how many times the body is sent (a way to be huge without holding it).
    """

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = attrs.field(factory=dict)
    content_type: str = "application/json"
    delay: float = 0.0
    ending: Ending = "keep"
    repeat: int = 1


Script = Callable[[Seen], Reply]


USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 60}}


def completion(
    text: str | None, *, finish: str = "stop", usage: Mapping[str, Any] = MappingProxyType(USAGE), **message: Any
) -> Reply:
    """A chat completion with that text."""
    value = {
        "model": "scripted",
        "choices": [{"message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}],
        "usage": dict(usage),
    }
    return Reply(json.dumps(value).encode())


def error(status: int, message: str, **headers: str) -> Reply:
    """An error as OpenAI's servers send it; underscores in header names become hyphens."""
    body = json.dumps({"error": {"message": message, "type": "test"}}).encode()
    return Reply(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


class ModelServer:
    """A server in a thread of its own, for the time of a `with` block.

    Attributes:
        seen: requests so far, in the order in which they came.
        most_at_once: the largest number of requests that were under way together.
    """

    def __init__(self, script: Script, *, tls: ssl.SSLContext | None = None) -> None:
        self.seen: list[Seen] = []
        self.most_at_once = 0
        self.connections = 0
        self._script = script
        self._tls = tls
        self._under_way = 0
        self._port = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="model-server")
        self._open: set[asyncio.Task[None]] = set()

    @property
    def base_url(self) -> str:
        """For `HttpSettings.base_url`."""
        scheme = "https" if self._tls else "http"
        return f"{scheme}://127.0.0.1:{self._port}/v1"

    @property
    def host(self) -> str:
        """Address and port."""
        return f"127.0.0.1:{self._port}"

    @property
    def open_connections(self) -> int:
        """Connections that clients hold open; what they closed may take a moment to be seen."""
        return len(self._open)

    def requests_of(self, key: str) -> int:
        """How often a chunk was asked about."""
        return sum(1 for seen in self.seen if seen.key == key)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(30)
        assert not self._thread.is_alive()

    async def _serve(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, ssl=self._tls, backlog=256)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await asyncio.sleep(0)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self.connections += 1
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
                while await self._handle(reader, writer):
                    pass
        except asyncio.CancelledError:
            pass
        finally:
            self._open.discard(task)
            writer.transport.abort()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first = await reader.readexactly(1)
        if first == b"\x16":  # a TLS handshake, which servers without TLS answer like any other nonsense
            writer.write(_head(Reply(b"", 400, ending="close")))
            return False
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        lines = (line.partition(":") for line in head[1:] if line)
        headers = {name.strip().lower(): value.strip() for name, _, value in lines}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            return await self._answer(self._note(method, path, headers, body), reader, writer)
        finally:
            self._under_way -= 1

    def _note(self, method: str, path: str, headers: Mapping[str, str], body: Any) -> Seen:
        users = [m["content"] for m in body.get("messages", []) if m["role"] == "user"]
        found = _UNIT.search(users[-1]) if users else None
        key = found[1] if found else ""
        seen = Seen(key, self.requests_of(key) + 1, method, path, headers, body, time.monotonic())
        self.seen.append(seen)
        return seen

    async def _answer(self, seen: Seen, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        reply = self._script(seen)
        await asyncio.sleep(reply.delay)
        if reply.ending == "hang":
            await reader.read()
        if reply.ending in ("hang", "drop"):
            return False
        half = reply.ending == "half"
        writer.write(_head(reply))
        for _ in range(reply.repeat):
            writer.write(reply.body[: len(reply.body) // 2] if half else reply.body)
            await writer.drain()
        return reply.ending == "keep"


def _head(reply: Reply) -> bytes:
    lines = [
        f"HTTP/1.1 {reply.status} Scripted",
        f"Content-Type: {reply.content_type}",
        f"Content-Length: {len(reply.body) * reply.repeat}",
        *(["Connection: close"] if reply.ending == "close" else []),
        *(f"{name}: {value}" for name, value in reply.headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
