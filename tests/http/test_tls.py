import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from notarius.errors import ModelConnectionError
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from notarius.runner import Limits
from tests.http.asking import answer_of, ask_client
from tests.meetings import answer
from tests.runner.lanes import client_of, run_lane, states_of
from tests.server import ModelServer

OPENSSL = shutil.which("openssl")

pytestmark = pytest.mark.skipif(OPENSSL is None, reason="makes its certificates with the openssl program")


def certificate(folder: Path, name: str, *options: str) -> tuple[Path, ssl.SSLContext]:
    """A self-signed certificate, and a server's context with it."""
    key, cert = folder / f"{name}.key", folder / f"{name}.pem"
    command = [str(OPENSSL), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-keyout", str(key), "-out", str(cert), "-subj", "/CN=harbour", *options]
    subprocess.run([*command, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return cert, context


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    """A certificate for the loopback address."""
    return certificate(tmp_path_factory.mktemp("tls"), "own", "-days", "2", "-addext", "subjectAltName=IP:127.0.0.1")


def test_a_certificate_that_is_not_trusted(trusted: tuple[Path, ssl.SSLContext]) -> None:
    """The reason is given, and the option that helps; it is not tried again, and nothing was sent."""
    with ModelServer(answer, tls=trusted[1]) as server:
        outcome = run_lane(client_of(server), Limits(max_concurrency=1), chunks=1)
        assert server.seen == []
    assert states_of(outcome) == ["connection"]
    failure = outcome.lanes["decisions"][0].failure
    assert failure is not None
    assert failure.message == (
        f"the TLS certificate of {server.host} is not trusted: self-signed certificate; if it is a server of your "
        "own, give the certificate to trust as model.ca_file"
    )
    assert outcome.requests == 1


def test_a_certificate_of_ones_own_is_trusted_when_it_is_given(trusted: tuple[Path, ssl.SSLContext]) -> None:
    """With `ca_file` the same server answers, and leaves nothing open behind."""
    with ModelServer(answer, tls=trusted[1]) as server:
        outcome = run_lane(client_of(server, ca_file=str(trusted[0])), chunks=10)
    assert states_of(outcome) == ["answered"] * 10


def test_a_certificate_for_another_host(tmp_path: Path) -> None:
    """Trusted, but not for the host that was configured."""
    cert, context = certificate(tmp_path, "other", "-days", "2", "-addext", "subjectAltName=DNS:harbour.example")
    with ModelServer(answer, tls=context) as server:
        problem = answer_of(server, ca_file=str(cert))
    assert isinstance(problem, ModelConnectionError)
    assert "certificate is not valid for '127.0.0.1'" in str(problem)
    assert not problem.retryable


def test_https_to_a_server_without_tls() -> None:
    """The scheme is wrong, and the message says which is right."""
    with ModelServer(answer) as server:
        settings = HttpSettings(server.base_url.replace("http:", "https:"), "m")
        (problem,) = ask_client(HttpClient(settings))
    assert isinstance(problem, ModelConnectionError)
    assert str(problem) == f"{server.host} does not speak TLS; for a plain server model.base_url begins with http://"
    assert not problem.retryable


def test_http_to_a_server_with_tls(trusted: tuple[Path, ssl.SSLContext]) -> None:
    """The other way round the server just hangs up; the message names the host."""
    with ModelServer(answer, tls=trusted[1]) as server:
        settings = HttpSettings(server.base_url.replace("https:", "http:"), "m")
        (problem,) = ask_client(HttpClient(settings))
    assert isinstance(problem, ModelConnectionError)
    assert server.host in str(problem)
