import gzip
import json
import os
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import attrs
import pytest

from notarius.contracts.generation import ModelResponse, Usage
from notarius.errors import (
    ModelConnectionError,
    ModelError,
    ModelTimeoutError,
    RateLimitedError,
    RequestRefusedError,
    ServerError,
)
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from tests.http.asking import REQUEST, answer_of, ask_client, client_of
from tests.meetings import FAULTS, answer
from tests.server import ModelServer, Reply, Script, Seen, completion, error

ROOT = Path(__file__).parents[2]
KEY = "canary-key-of-the-test"


def test_a_good_answer() -> None:
    """Text, stop reason, tokens and model; the key goes where it belongs, and nothing else goes along."""
    with ModelServer(answer) as server:
        response = answer_of(server, api_key=KEY, headers={"X-Title": "harbour"})
        (seen,) = server.seen
    assert isinstance(response, ModelResponse)
    assert (response.stop_reason, response.usage, response.model) == ("stop", Usage(100, 10, 60), "scripted")
    assert json.loads(response.text)["records"][0]["decision"] == "paint the boathouse"
    assert (seen.method, seen.path) == ("POST", "/v1/chat/completions")
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.headers["x-title"] == "harbour"
    assert seen.headers.keys() <= {
        *("host", "authorization", "x-title", "content-type", "content-length"),
        *("accept", "accept-encoding", "user-agent"),
    }


HTML = Reply(b"<html><title>Sign in</title> to go on</html>", content_type="text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("reply", "kind", "says"),
    [
        (
            attrs.evolve(completion("x" * 1000), ending="half"),
            ModelConnectionError,
            "is not whole: the connection or its encoding broke",
        ),
        (Reply(b"", ending="drop"), ModelConnectionError, "closed the connection without an answer"),
        (Reply(b" " * 1_000_000, repeat=100), ServerError, "larger than 8000000 bytes (model.max_response_bytes)"),
        (Reply(b'{"choices": "\xff\xfe"}'), ServerError, "bytes that are not UTF-8"),
        (HTML, ServerError, "no JSON but text/html; charset=utf-8, which begins: <html><title>Sign in</title>"),
        (Reply(b""), ServerError, "no JSON but application/json, which begins: nothing"),
        (Reply(b"[" * 100_000), ServerError, "no JSON"),
        (Reply(b"{}"), ServerError, "without a message"),
        (error(500, "kaput"), ServerError, "HTTP 500: kaput"),
        (attrs.evolve(HTML, status=502), ServerError, "HTTP 502: <html><title>Sign in"),
        (attrs.evolve(HTML, status=404), RequestRefusedError, "HTTP 404: <html><title>Sign in"),
        (error(429, "slow"), RateLimitedError, "HTTP 429: slow"),
        (Reply(b"x" * 1000, status=500, repeat=100_000), ServerError, "HTTP 500: xxx"),
        (error(401, f"wrong key: {KEY}"), RequestRefusedError, "wrong key: ***"),
        (Reply(json.dumps({"error": {"message": f"bad {KEY}\n", "code": 500}}).encode()), ServerError, "bad ***"),
        (Reply(f"<p>{KEY}</p>".encode(), content_type="text/html"), ServerError, "<p>***</p>"),
        (Reply(b"", status=204), ServerError, "no JSON"),
        (
            Reply(b"\x1f\x8b garbage", headers={"Content-Encoding": "gzip"}),
            ModelConnectionError,
            "or its encoding broke",
        ),
    ],
    ids=[
        *("half a body", "no answer", "100 MB", "no UTF-8", "HTML with 200", "empty", "deep", "no completion"),
        *("500", "HTML with 502", "HTML with 404", "429", "endless error", "key in an error", "key in a 200"),
        *("key in a page", "204", "broken gzip"),
    ],
)
def test_a_server_that_answers_something_else(reply: Reply, kind: type[ModelError], says: str) -> None:
    """Each is one error of the right kind, whose text says what came; the key is in none, nor in what hangs on it."""
    with ModelServer(lambda _: reply) as server:
        problem = answer_of(server, api_key=KEY)
    assert type(problem) is kind
    assert says in str(problem)
    assert len(str(problem)) < 600
    assert KEY not in "".join(traceback.format_exception(problem))
    assert not isinstance(problem.__context__, aiohttp.ClientError), "that holds the request with its headers"


def test_a_huge_answer_is_not_read_to_its_end() -> None:
    """The client gives up at its limit, long before a hundred megabytes, and does not try again for it."""
    with ModelServer(lambda _: Reply(b" " * 100_000, repeat=1000)) as server:
        problem = answer_of(server, max_response_bytes=200_000)
    assert isinstance(problem, ServerError)
    assert not problem.retryable


def test_a_bomb_is_an_answer_that_is_too_large() -> None:
    """A hundred megabytes that came as a hundred kilobytes are a hundred megabytes."""
    packed = gzip.compress(b" " * 100_000_000, 9)
    with ModelServer(lambda _: Reply(packed, headers={"Content-Encoding": "gzip"})) as server:
        problem = answer_of(server)
    assert isinstance(problem, ServerError)
    assert "larger than 8000000 bytes" in str(problem)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(status: int) -> None:
    """The other host is named, and never contacted, nor given the key."""
    with ModelServer(answer) as other:
        headers = {"Location": f"{other.base_url}/chat/completions?token=canary"}
        with ModelServer(lambda _: Reply(b"", status=status, headers=headers)) as server:
            problem = answer_of(server, api_key=KEY)
        assert other.seen == []
    assert isinstance(problem, RequestRefusedError)
    assert "a redirect to 127.0.0.1; redirects are not followed" in str(problem)
    assert "canary" not in str(problem)


@pytest.mark.parametrize("name", ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"])
def test_no_host_but_the_configured_one_is_contacted(name: str, tmp_path: Path) -> None:
    """A proxy in the environment, and a `.netrc` with credentials for the host, are not used."""
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password canary\n", encoding="utf-8")
    (tmp_path / ".netrc").chmod(0o600)
    with ModelServer(answer) as proxy, ModelServer(answer) as server:
        environment = os.environ | {
            name: f"http://{proxy.host}",
            "HOME": str(tmp_path),
            "NETRC": str(tmp_path / ".netrc"),
        }
        command = [sys.executable, "-m", "tests.runner.program", server.base_url, "-", "3"]
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, timeout=30)
        assert (len(server.seen), proxy.seen, proxy.connections) == (3, [], 0)
    assert json.loads(done.stdout)["states"] == ["answered"] * 3
    assert not any("authorization" in seen.headers for seen in server.seen)


def test_a_configured_proxy_is_used() -> None:
    """And then it is the only host that is contacted."""
    with ModelServer(answer) as proxy:
        client = client_of(proxy, proxy=f"http://{proxy.host}")
        (response,) = ask_client(client)
        assert [seen.path for seen in proxy.seen] == [f"{proxy.base_url}/chat/completions"]
    assert isinstance(response, ModelResponse)


def test_cookies_are_not_kept() -> None:
    """A server cannot mark its callers."""

    def script(seen: Seen) -> Reply:
        return attrs.evolve(answer(seen), headers={"Set-Cookie": "id=canary; Path=/"})

    with ModelServer(script) as server:
        ask_client(client_of(server), REQUEST, REQUEST)
        assert len(server.seen) == 2
        assert not any("cookie" in seen.headers for seen in server.seen)


def test_a_server_that_does_not_run() -> None:
    """The message names the host and asks the right question."""
    with ModelServer(answer) as server:
        client = client_of(server)
    (problem,) = ask_client(client)
    assert isinstance(problem, ModelConnectionError)
    assert problem.retryable
    assert f"no connection to {server.host}: " in str(problem)
    assert "does the model server run?" in str(problem)


def test_a_host_that_does_not_exist() -> None:
    """`.invalid` never resolves (RFC 2606), so nothing is contacted here either."""
    (problem,) = ask_client(HttpClient(HttpSettings("http://model.invalid:1234/v1", "m")))
    assert isinstance(problem, ModelConnectionError)
    assert "the host of model.base_url is not known: model.invalid:1234" in str(problem)


@contextmanager
def listener(says: bytes | None) -> Iterator[str]:
    """A socket that accepts and says something that is not HTTP; None accepts nothing, with its queue full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        port = server.getsockname()[1]
        fillers = [] if says is not None else [socket.socket() for _ in range(8)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", port))
        thread = threading.Thread(target=_say, args=(server, says))
        if says is not None:
            thread.start()
        try:
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            for filler in fillers:
                filler.close()
            if says is not None:
                thread.join(5)


def _say(server: socket.socket, says: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(says)


@pytest.mark.parametrize(
    "says", [b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\x00" * 100], ids=["ssh", "half", "nul"]
)
def test_a_server_that_does_not_speak_http(says: bytes) -> None:
    """Something else that listens on the port is told from a broken connection."""
    with listener(says) as base_url:
        (problem,) = ask_client(HttpClient(HttpSettings(base_url, "m", api_key=KEY)))
    assert isinstance(problem, ServerError)
    assert problem.__context__ is None
    assert "did not answer in HTTP" in str(problem)


@pytest.mark.skipif(sys.platform != "linux", reason="how a full queue of connections behaves is the system's affair")
def test_a_host_that_does_not_answer_at_all() -> None:
    """Connecting has a limit of its own, far below that of an answer."""
    began = time.monotonic()
    with listener(None) as base_url:
        settings = HttpSettings(base_url, "m", connect_timeout_seconds=0.2)
        (problem,) = ask_client(HttpClient(settings))
    assert time.monotonic() - began < 2
    assert isinstance(problem, ModelTimeoutError)
    assert str(problem) == f"no connection to {settings.host} within 0.2 s"


@pytest.mark.parametrize("script", [answer, FAULTS["drop"], FAULTS["http500"]], ids=["answer", "drop", "500"])
def test_a_client_that_was_closed_leaves_no_connection(script: Script) -> None:
    """Whatever the server did last."""
    with ModelServer(script) as server:
        answer_of(server)
        until = time.monotonic() + 2
        while server.open_connections and time.monotonic() < until:
            time.sleep(0.01)
        assert server.open_connections == 0
