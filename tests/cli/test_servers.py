"""Runs against a model server: answers, failures, the cache, secrets, and whom a campaign may contact."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaigns import PIPELINE, write
from tests.cli.running import Program, lines, manifest, only_run, runs
from tests.server import ModelServer, Reply, Seen, completion, error

CANARY = "sk-canary-8f3a"
SESSION = "Ada: I cast Magic Missile at the ogre.\nGame Master: It falls.\nBen: Nice.\n"
ANSWER = json.dumps(
    {
        "records": [
            {"spell": "Magic Missile", "caster": "Ada", "evidence": [{"unit": "u1", "quote": "I cast Magic Missile"}]}
        ]
    }
)


def answering(seen: Seen) -> Reply:
    """The cast, whoever asks."""
    return completion(ANSWER)


@pytest.fixture
def session(here: Path) -> Path:
    """A session in the working directory."""
    return write(here, {"session.txt": SESSION})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that answers."""
    with ModelServer(answering) as running:
        yield running


def to(server: ModelServer, *more: str) -> list[str]:
    """A command line that asks this server."""
    return [
        "pipeline=dnd-session",
        "only=[spells]",
        "input.path=session.txt",
        "model=server",
        f"model.base_url={server.base_url}",
        "model.name=scripted",
        *more,
    ]


def test_a_servers_answer_becomes_a_record(session: Path, server: ModelServer, notarius: Program) -> None:
    """The whole way over HTTP."""
    ran = notarius(*to(server, "cache.mode=off"))
    assert ran.code == 0
    (record,) = lines(only_run(session) / "artifacts" / "spells.jsonl")
    assert record["fields"]["spell"] == "Magic Missile"
    told = manifest(only_run(session))
    assert told["lanes"][0]["model"]["name"] == "scripted"
    assert told["run"]["lanes"]["spells"]["input_tokens"] == 100


def used(text: str) -> str:
    """The summary's line about requests, tokens and cost."""
    return next((line for line in text.splitlines() if line.startswith("used: ")), "")


def test_tokens_and_cost_are_told_by_chunk_lane_and_run(session: Path, server: ModelServer, notarius: Program) -> None:
    """What the server counted, in the manifest, in diagnostics, and on the screen, with the cost that prices make."""
    ran = notarius(*to(server, "cache.dir=kept", "model.price={input: 30, output: 100}"))
    lane = manifest(only_run(session))["run"]["lanes"]["spells"]
    assert [lane["chunks"]["c1"][name] for name in ("input_tokens", "output_tokens", "cached_tokens")] == [100, 10, 60]
    assert lane["cost"] == 0.004
    usage = json.loads((only_run(session) / "diagnostics" / "usage.json").read_text(encoding="utf-8"))
    assert usage["total"]["cost"] == 0.004
    said = " ".join(ran.out.split())
    assert "used: 1 request, 100 tokens in (60 of them from the server's cache), 10 out, cost 0.004" in said


def test_answers_from_the_cache_cost_nothing(session: Path, server: ModelServer, notarius: Program) -> None:
    """The second run says where its answers are from, and that it paid for none."""
    command = to(server, "cache.dir=kept", "model.price={input: 30, output: 100}")
    notarius(*command)
    assert used(notarius(*command).out) == "used: 0 requests, 1 answer from the cache, cost 0"


def test_a_run_that_asks_nobody_has_nothing_to_say_of_cost(session: Path, notarius: Program) -> None:
    """The offline model counts no tokens."""
    assert used(notarius("pipeline=dnd-session", "only=[spells]", "input.path=session.txt").out) == ""


def cached_by_slot(session: Path, notarius: Program, *, prompt: int, cached: int) -> dict[str, int]:
    """What a run tells of its slots where the server counts that many tokens, and had that many."""
    roster, glossary = "Ada plays Marla, a cleric.\n" * 20, "- Magic Missile\n" * 20
    write(session, {"roster.md": roster, "glossary.md": glossary})
    usage = {"prompt_tokens": prompt, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": cached}}
    with ModelServer(lambda seen: completion(ANSWER, usage=usage)) as counting:
        notarius(*to(counting, "cache.mode=off", "references.roster=roster.md", "references.glossary=glossary.md"))
    told: dict[str, int] = manifest(only_run(session))["run"]["lanes"]["spells"]["cached_by_slot"]
    return told


@pytest.mark.parametrize(
    ("cached", "roster", "glossary"),
    [(0, "none", "none"), (1000, "all", "all"), (750, "some or all", "none or some")],
    ids=["nothing", "the whole prompt", "its beginning"],
)
def test_cached_tokens_are_told_by_slot(
    cached: int, roster: str, glossary: str, session: Path, notarius: Program
) -> None:
    """From the prompt's beginning on: the first slot is served before the second."""
    told = cached_by_slot(session, notarius, prompt=1000, cached=cached)
    lane = json.loads((only_run(session) / "diagnostics" / "tokens.json").read_text(encoding="utf-8"))["spells"]
    whole = {slot: size["tokens"] for slot, size in lane["references"].items()}
    shares = {slot: told[slot] / whole[slot] for slot in whole}
    words = {slot: "none" if share == 0 else "all" if share == 1 else "some" for slot, share in shares.items()}
    assert words["roster"] in roster
    assert words["glossary"] in glossary
    assert shares["roster"] >= shares["glossary"]


def test_a_server_that_does_not_say_what_it_had_leaves_slots_untold(
    session: Path, server: ModelServer, notarius: Program
) -> None:
    """Not zero: unknown."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 5}
    write(session, {"roster.md": "Ada plays Marla.\n"})
    with ModelServer(lambda seen: completion(ANSWER, usage=usage)) as silent:
        notarius(*to(silent, "cache.mode=off", "references.roster=roster.md"))
    assert manifest(only_run(session))["run"]["lanes"]["spells"]["cached_by_slot"] == {}


def test_the_second_run_asks_nothing(session: Path, server: ModelServer, notarius: Program) -> None:
    """Kept answers serve it; artifacts are byte-identical."""
    for _ in range(2):
        assert notarius(*to(server, "cache.dir=kept")).code == 0
    assert len(server.seen) == 1
    first, second = runs(session)
    assert (first / "artifacts/spells.jsonl").read_bytes() == (second / "artifacts/spells.jsonl").read_bytes()
    assert sorted(manifest(run)["run"]["lanes"]["spells"]["cache_hits"] for run in (first, second)) == [0, 1]


@pytest.mark.parametrize(("mode", "requests"), [("off", 2), ("read-only", 2), ("refresh", 2), ("read-write", 1)])
def test_cache_modes(mode: str, requests: int, session: Path, server: ModelServer, notarius: Program) -> None:
    """Off and refresh ask again; read-only keeps nothing."""
    for _ in range(2):
        notarius(*to(server, "cache.dir=kept", f"cache.mode={mode}"))
    assert len(server.seen) == requests


def test_a_failed_chunk_is_named_and_the_exit_code_says_so(session: Path, notarius: Program) -> None:
    """Exit 1; what the server said stands in the manifest's run block."""
    with ModelServer(lambda seen: error(401, "no such key")) as refusing:
        ran = notarius(*to(refusing, "cache.mode=off"))
    assert ran.code == 1
    told = manifest(only_run(session))
    assert told["status"] == "failed"
    assert told["lanes"][0]["chunks"][0]["failure"] == "request_refused"
    assert "no such key" in told["run"]["lanes"]["spells"]["chunks"]["c1"]["message"]
    assert "request refused" in ran.out


def test_recorded_answers_replay_without_the_server(session: Path, server: ModelServer, notarius: Program) -> None:
    """Recording is a switch on any model; the same run again needs no server."""
    assert notarius(*to(server, "cache.mode=off", "model.record=rec")).code == 0
    ran = notarius(
        "pipeline=dnd-session", "only=[spells]", "input.path=session.txt", "model=replay", "model.recordings=rec"
    )
    assert ran.code == 0
    first, second = runs(session)
    assert (first / "artifacts/spells.jsonl").read_bytes() == (second / "artifacts/spells.jsonl").read_bytes()


WAYS = {
    "override": ["model.api_key=CANARY"],
    "quoted override": ["model.api_key='CANARY'"],
    "lane override": ["+lanes.spells.model.api_key=CANARY"],
    "added override": ["+model.api_key=CANARY"],
    "environment": ["model.api_key_env=TEST_KEY"],
    "header": ["model.headers.X-Api-Key=CANARY"],
    "header as a mapping": ["model.headers={X-Api-Key: CANARY}"],
    "userinfo": ["model.base_url=http://user:CANARY@127.0.0.1:9/v1"],
    "query": ["model.base_url=http://127.0.0.1:9/v1?key=CANARY"],
    "proxy": ["model.proxy=http://user:CANARY@127.0.0.1:9"],
    "broken override": ["model.api_key=CANARY)("],
    "extra body": ["+model.extra_body.api_key=CANARY"],
}


@pytest.mark.slow
@pytest.mark.parametrize("sweep", [False, True], ids=["run", "sweep"])
@pytest.mark.parametrize("way", WAYS, ids=WAYS.keys())
def test_a_key_stands_nowhere(way: str, sweep: bool, session: Path, server: ModelServer) -> None:
    """However it was given: in no file, on no stream, in no traceback."""
    import os

    arguments = to(server, "cache.dir=kept", *(text.replace("CANARY", CANARY) for text in WAYS[way]))
    ran = subprocess.run(
        [sys.executable, "-m", "notarius", *(["-m"] if sweep else []), *arguments],
        capture_output=True,
        text=True,
        cwd=session,
        env={**os.environ, "TEST_KEY": CANARY, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    found = [path for path in session.rglob("*") if path.is_file() and CANARY in path.read_text("utf-8", "replace")]
    assert found == []
    assert CANARY not in ran.stdout + ran.stderr
    assert ran.returncode in (0, 1, 2)


@pytest.mark.parametrize(
    ("overrides", "header", "value"),
    [
        (["model.api_key=" + CANARY], "authorization", f"Bearer {CANARY}"),
        (["model.headers.X-Api-Key=" + CANARY], "x-api-key", CANARY),
    ],
    ids=["key", "header"],
)
def test_a_lifted_key_reaches_the_server(
    overrides: list[str], header: str, value: str, session: Path, server: ModelServer, notarius: Program
) -> None:
    """And nobody else."""
    assert notarius(*to(server, "cache.mode=off", *overrides)).code == 0
    assert server.seen[0].headers[header] == value


def test_a_key_from_the_environment_reaches_the_server(
    session: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`model.api_key_env` names the variable."""
    monkeypatch.setenv("TEST_KEY", CANARY)
    assert notarius(*to(server, "cache.mode=off", "model.api_key_env=TEST_KEY")).code == 0
    assert server.seen[0].headers["authorization"] == f"Bearer {CANARY}"


def test_a_missing_variable_is_said_before_anything_is_asked(
    session: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2, with its name."""
    monkeypatch.delenv("TEST_KEY", raising=False)
    ran = notarius(*to(server, "model.api_key_env=TEST_KEY"))
    assert (ran.code, len(server.seen)) == (2, 0)
    assert "TEST_KEY is not set" in ran.err


STRANGERS = {
    "host": "model: {kind: http, name: x, base_url: 'https://evil.example/v1'}\n",
    "host of a lane": "lanes: {spells: {model: {kind: http, name: x, base_url: 'https://evil.example/v1'}}}\n",
    "proxy": "model: {proxy: 'http://evil.example:8080'}\n",
    "computed host": "model: {kind: http, name: x, base_url: '${only}'}\n",
    "model file": "model: {path: ../../model.gguf}\n",
    "variable": "model: {api_key_env: HOME}\n",
    "variable in a header": "model: {headers: {X-Home: 'env:HOME'}}\n",
}


@pytest.mark.parametrize("case", STRANGERS, ids=STRANGERS.keys())
def test_a_strangers_campaign_contacts_nobody(case: str, session: Path, notarius: Program) -> None:
    """Neither its own host nor with a key of ours, until the folder is trusted."""
    write(session, {"conf/pipeline/p.yaml": PIPELINE + STRANGERS[case]})
    ran = notarius("pipeline=p", "input.path=session.txt")
    assert ran.code == 2
    assert "notarius trust" in ran.err
    assert not (session / "outputs").exists()


def test_a_strangers_choice_of_a_remote_model_wants_trust(
    session: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choosing a packaged option with a foreign host is setting a host; on the command line anybody may."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    text = "# @package _global_\ndefaults: [dnd-session, {override /model: openai}, _self_]\n"
    write(session, {"conf/pipeline/p.yaml": text})
    ran = notarius("pipeline=p", "input.path=session.txt")
    assert ran.code == 2
    assert "host other than this machine" in ran.err


def test_trust_is_given_once(session: Path, server: ModelServer, notarius: Program) -> None:
    """`notarius trust FOLDER`, and the lines are allowed."""
    host = server.base_url.replace("127.0.0.1", "localhost")
    text = f"model: {{kind: http, name: x, base_url: '{host}', api_key_env: HOME}}\ncache: {{mode: 'off'}}\n"
    write(session, {"conf/pipeline/p.yaml": PIPELINE + text})
    assert notarius("pipeline=p", "input.path=session.txt", "only=[spells]").code == 2
    assert notarius("trust", ".").code == 0
    assert notarius("pipeline=p", "input.path=session.txt", "only=[spells]").code == 0


PRICED = ["model.price.input=1", "model.price.output=10"]


def test_cost_stands_in_the_manifest(session: Path, server: ModelServer, notarius: Program) -> None:
    """100 prompt tokens, of which 60 cached at half the price, and 10 answer tokens."""
    ran = notarius(*to(server, "cache.mode=off", *PRICED, "model.price.cached=0.5"))
    assert ran.code == 0
    told = manifest(only_run(session))["run"]["lanes"]["spells"]
    assert told["cost"] == pytest.approx((40 * 1 + 60 * 0.5 + 10 * 10) / 1_000_000)


def test_a_budget_of_requests_ends_the_run_in_part(session: Path, server: ModelServer, notarius: Program) -> None:
    """What was asked is kept; the rest is named; exit 1."""
    write(session, {"session.txt": SESSION * 40})
    ran = notarius(*to(server, "cache.mode=off", "chunking.max_tokens=100", "budget.max_requests=2"))
    told = manifest(only_run(session))
    assert (ran.code, len(server.seen), told["status"]) == (1, 2, "partial")
    assert {chunk["status"] for chunk in told["lanes"][0]["chunks"]} == {"records", "not_asked"}


def test_a_budget_of_costs_is_never_passed(session: Path, server: ModelServer, notarius: Program) -> None:
    """No request is sent whose worst case would pass it."""
    write(session, {"session.txt": SESSION * 40})
    arguments = to(server, "cache.mode=off", "chunking.max_tokens=100", *PRICED, "model.max_output_tokens=100")
    ran = notarius(*arguments, "limits.max_concurrency=1", "budget.max_cost=0.006")
    told = manifest(only_run(session))
    assert ran.code == 1
    assert 0 < len(server.seen) < len(told["lanes"][0]["chunks"])
    assert told["run"]["lanes"]["spells"]["cost"] <= 0.006


def test_a_budget_of_costs_wants_prices(session: Path, server: ModelServer, notarius: Program) -> None:
    """Otherwise it would hold nothing back."""
    ran = notarius(*to(server, "budget.max_cost=1"))
    assert ran.code == 2
    assert "model.price.input" in ran.err


def test_lanes_that_ask_one_server_share_its_limits(session: Path, notarius: Program) -> None:
    """Two lanes are not twice as many requests at once."""
    write(session, {"session.txt": SESSION * 60})

    def slowly(seen: Seen) -> Reply:
        return Reply(completion('{"records": []}').body, delay=0.03)

    with ModelServer(slowly) as slow:
        arguments = [text for text in to(slow, "cache.mode=off") if not text.startswith("only=")]
        assert notarius(*arguments, "chunking.max_tokens=100", "limits.max_concurrency=3").code == 0
        assert slow.most_at_once == 3


def test_what_goes_where_is_said_first(session: Path, server: ModelServer, notarius: Program) -> None:
    """Host, model, transcript, references."""
    ran = notarius(*to(server, "cache.mode=off", "references.roster=session.txt"))
    assert f"asks {server.host} (scripted) and sends session.txt, session.txt" in ran.err
