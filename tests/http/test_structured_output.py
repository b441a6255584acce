import itertools
import json

import attrs
import pytest

from notarius.contracts.generation import ModelResponse
from notarius.errors import RequestRefusedError
from notarius.models.endpoint import StructuredOutput
from notarius.models.http import Downgrade
from notarius.runner import Limits
from tests.http.asking import REQUEST, answer_of, ask_client, client_of
from tests.meetings import SCHEMA, answer
from tests.runner.lanes import run_lane, states_of
from tests.server import ModelServer, Reply, Script, Seen, error

SCHEMA_TEXT = json.dumps(SCHEMA, separators=(",", ":"))


def format_of(seen: Seen) -> str:
    """How the schema came: the response format's type, or `prompt`."""
    return str(seen.body.get("response_format", {}).get("type", "prompt"))


def takes(*formats: str, status: int = 400) -> Script:
    """A server that refuses every other format."""

    def script(seen: Seen) -> Reply:
        if format_of(seen) in formats:
            return answer(seen)
        return error(status, f"response_format {format_of(seen)} is unavailable now")

    return script


@pytest.mark.parametrize(
    ("formats", "tried"),
    [
        (("json_schema",), ["json_schema"]),
        (("json_object", "prompt"), ["json_schema", "json_object"]),
        (("prompt",), ["json_schema", "json_object", "prompt"]),
    ],
    ids=["schema", "object", "prompt"],
)
def test_auto_goes_down_until_the_server_takes_it(formats: tuple[str, ...], tried: list[str]) -> None:
    """Each refused way is tried once in the life of a client, and recorded with the server's words."""
    with ModelServer(takes(*formats)) as server:
        client = client_of(server)
        answers = ask_client(client, REQUEST, REQUEST, REQUEST)
        assert [format_of(seen) for seen in server.seen] == [*tried, tried[-1], tried[-1]]
        assert all((SCHEMA_TEXT in seen.system) is (format_of(seen) != "json_schema") for seen in server.seen)
    assert all(isinstance(response, ModelResponse) for response in answers)
    assert [(downgrade.refused, downgrade.instead) for downgrade in client.downgrades] == list(
        itertools.pairwise(tried)
    )
    assert all("is unavailable now" in downgrade.said for downgrade in client.downgrades)


@pytest.mark.parametrize("status", [400, 404, 422, 500, 501])
def test_statuses_that_servers_refuse_with(status: int) -> None:
    """Not every server says 400."""
    with ModelServer(takes("prompt", status=status)) as server:
        assert isinstance(answer_of(server), ModelResponse)


@pytest.mark.parametrize("mode", ["json_schema", "json_object"])
def test_a_configured_way_is_kept_to(mode: StructuredOutput) -> None:
    """A choice that the server refuses is an error with its words, and nothing else is tried."""
    with ModelServer(takes("prompt")) as server:
        problem = answer_of(server, structured_output=mode)
        assert [format_of(seen) for seen in server.seen] == [mode]
    assert isinstance(problem, RequestRefusedError)
    assert f"response_format {mode} is unavailable now" in str(problem)


def test_nothing_is_lowered_for_another_reason() -> None:
    """A request that is refused for its length is refused, whatever way the schema goes."""
    with ModelServer(lambda _: error(400, "maximum context length is 4096 tokens")) as server:
        client = client_of(server)
        (problem,) = ask_client(client)
        assert len(server.seen) == 1
    assert isinstance(problem, RequestRefusedError)
    assert client.downgrades == ()


def test_a_server_that_refuses_every_way_is_asked_three_times() -> None:
    """The last refusal is the error; there is no loop."""
    with ModelServer(takes()) as server:
        problem = answer_of(server)
        assert len(server.seen) == 3
    assert isinstance(problem, RequestRefusedError)


def test_many_requests_at_once_find_out_together() -> None:
    """Requests that were out when the first refusal came are sent again; the way is lowered once."""
    with ModelServer(lambda seen: attrs.evolve(takes("json_object")(seen), delay=0.02)) as server:
        client = client_of(server)
        outcome = run_lane(client, Limits(max_concurrency=8), chunks=20)
        assert len(server.seen) == 28
    assert states_of(outcome) == ["answered"] * 20
    assert [(downgrade.refused, downgrade.instead) for downgrade in client.downgrades] == [
        ("json_schema", "json_object")
    ]


def test_a_downgrade_does_not_show_secrets() -> None:
    """What the server said is kept without the key it may have echoed."""

    def script(seen: Seen) -> Reply:
        if format_of(seen) == "prompt":
            return answer(seen)
        return error(400, f"json_schema refused for {seen.headers['authorization']}")

    with ModelServer(script) as server:
        client = client_of(server, api_key="canary-key-of-the-test")
        ask_client(client)
    assert client.downgrades[0] == Downgrade("json_schema", "json_object", "json_schema refused for Bearer ***")
