from typing import Any

import pytest

from notarius.errors import ConfigError
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient

CANARY = "canary-secret"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"base_url": "localhost:11434/v1"}, "model.base_url: must be an http or https URL"),
        ({"base_url": "ftp://localhost/v1"}, "model.base_url: must be an http or https URL"),
        ({"base_url": "http://"}, "model.base_url: must be an http or https URL"),
        ({"base_url": "http://h:99999/v1"}, "model.base_url: must be an http or https URL"),
        ({"base_url": "http://[::1/v1"}, "model.base_url: must be an http or https URL"),
        ({"base_url": f"http://me:{CANARY}@h/v1"}, "model.base_url: must hold no user"),
        ({"base_url": f"http://{CANARY}@h/v1"}, "model.base_url: must hold no user"),
        ({"base_url": f"http://h/v1?key={CANARY}"}, "model.base_url: must end with its path"),
        ({"base_url": f"http://h/v1#{CANARY}"}, "model.base_url: must end with its path"),
        ({"base_url": "http://h/v1 "}, "model.base_url: must end with its path"),
        ({"api_key": f"{CANARY}\n"}, "the API key holds a line break"),
        ({"api_key": f"{CANARY}\u2013"}, "the API key holds a line break"),
        ({"headers": {"X Y": CANARY}}, "model.headers: 'X Y' is no name of a header"),
        ({"headers": {"X-Y": f"{CANARY}\r\nHost: evil"}}, "model.headers.X-Y: the value must be printable ASCII"),
        ({"proxy": f"socks5://me:{CANARY}@h"}, "model.proxy: must be an http URL"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_settings_are_named_and_never_shown(settings: dict[str, Any], says: str) -> None:
    """Each problem says which option it is; no value that may be secret is echoed."""
    with pytest.raises(ConfigError) as caught:
        HttpSettings(**{"base_url": "http://localhost:1/v1", "model": "m"} | settings)
    assert says in str(caught.value)
    assert CANARY not in repr(caught.value)


def test_all_problems_are_reported_together() -> None:
    """One run shows them all."""
    with pytest.raises(ConfigError) as caught:
        HttpSettings("nonsense", "m", api_key="a\nb", headers={"": "x"})
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("base_url", "url", "host"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions", "localhost:11434"),
        ("https://api.example/v1/", "https://api.example/v1/chat/completions", "api.example:443"),
        ("http://[::1]/x", "http://[::1]/x/chat/completions", "::1:80"),
    ],
)
def test_where_requests_go(base_url: str, url: str, host: str) -> None:
    """The path is appended; the host is what messages show."""
    settings = HttpSettings(base_url, "m")
    assert (settings.url, settings.host) == (url, host)


def test_settings_do_not_show_secrets() -> None:
    """Neither do clients."""
    settings = HttpSettings("http://h/v1", "m", api_key=CANARY, headers={"X": CANARY}, proxy=f"http://me:{CANARY}@h")
    for shown in (repr(settings), str(settings), repr(HttpClient(settings)), repr(settings.identity)):
        assert CANARY not in shown


def test_headers_of_the_user_come_over_ours() -> None:
    """Whatever their case: a server with its own scheme of keys gets its own header and no other."""
    settings = HttpSettings(
        "http://h/v1", "m", api_key="unused-key", headers={"authorization": "Basic abc", "X-Title": "t"}
    )
    headers = settings.request_headers
    assert {name: headers[name] for name in ("authorization", "X-Title")} == {
        "authorization": "Basic abc",
        "X-Title": "t",
    }
    assert "Authorization" not in headers


def test_an_address_is_no_identity() -> None:
    """The same model behind another address answers the same; another model or another way of asking does not."""
    settings = HttpSettings("http://h/v1", "m", api_key=CANARY)
    assert settings.identity == HttpSettings("https://other/v1", "m").identity
    assert settings.identity != HttpSettings("http://h/v1", "n").identity
    assert settings.identity != HttpSettings("http://h/v1", "m", structured_output="prompt").identity


@pytest.mark.parametrize("content", [None, b"not a certificate"], ids=["missing", "broken"])
def test_a_file_of_certificates_must_hold_some(content: bytes | None, tmp_path: Any) -> None:
    """A wrong `model.ca_file` is an error before anything is asked."""
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"^model\.ca_file: holds no certificates that can be read"):
        HttpClient(HttpSettings("https://h/v1", "m", ca_file=str(path)))
