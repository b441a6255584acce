"""A run's saved config, run again from anywhere: one's own as it is, anybody else's only once it is trusted."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaigns import write
from tests.cli.running import Program, lines, only_run, runs
from tests.cli.test_servers import CANARY, SESSION, answering, to
from tests.server import ModelServer

SAVED = "--config-name", "config"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that answers."""
    with ModelServer(answering) as running:
        yield running


@pytest.fixture
def session(here: Path) -> Path:
    """A session and a roster in the working directory."""
    return write(here, {"session.txt": SESSION, "roster.md": "| Ada | Seraphine |\n"})


def again(run: Path, *more: str) -> list[str]:
    """The command line that runs a saved config again."""
    return ["--config-path", str(run / ".hydra"), *SAVED, *more]


@pytest.fixture
def elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another working directory, to change to with `monkeypatch.chdir`."""
    folder = here.parent / "elsewhere"
    folder.mkdir()
    return folder


def records(run: Path) -> bytes:
    """The records of a run."""
    return (run / "artifacts" / "spells.jsonl").read_bytes()


def test_a_run_against_a_server_is_replayed_from_another_directory(
    session: Path, elsewhere: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Host, key variable and files are those of the run; nothing is given again, and the same is asked again."""
    monkeypatch.setenv("MY_KEY", CANARY)
    assert notarius(*to(server, "cache.mode=off", "model.api_key_env=MY_KEY", "references.roster=roster.md")).code == 0
    first = only_run(session)
    monkeypatch.chdir(elsewhere)
    ran = notarius(*again(first))
    assert (ran.code, len(lines(only_run(elsewhere) / "artifacts" / "spells.jsonl"))) == (0, 1)
    assert records(only_run(elsewhere)) == records(first)
    one, other = server.seen
    assert one.body == other.body
    assert one.headers["authorization"] == other.headers["authorization"] == f"Bearer {CANARY}"
    assert "lane spells asks 127.0.0.1" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows connects nobody to 0.0.0.0")
def test_a_host_other_than_this_machine_is_asked_again(
    session: Path, elsewhere: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address is none that a stranger's YAML may name."""
    address = "model.base_url=" + server.base_url.replace("127.0.0.1", "0.0.0.0")  # noqa: S104  (nothing is bound)
    assert notarius(*to(server, "cache.mode=off", address)).code == 0
    monkeypatch.chdir(elsewhere)
    assert notarius(*again(only_run(session))).code == 0
    assert len(server.seen) == 2


def test_a_replay_is_sealed_too(
    session: Path, elsewhere: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a replay can be replayed, and so can a job of a sweep, and a run that was moved."""
    monkeypatch.setenv("MY_KEY", CANARY)
    swept = to(server, "cache.mode=off", "model.api_key_env=MY_KEY", "references.roster=roster.md,null")
    assert notarius("-m", *swept).code == 0
    (job, _) = runs(session)
    moved = shutil.copytree(job, elsewhere / "moved")
    shutil.rmtree(session / "multirun")
    monkeypatch.chdir(elsewhere)
    assert notarius(*again(moved, "hydra.run.dir=second")).code == 0
    assert notarius(*again(elsewhere / "second", "hydra.run.dir=third")).code == 0
    assert notarius(*again(elsewhere / "third", "-m", "chunking.max_tokens=500,600")).code == 0


CHANGES = {
    "the config": ("config.yaml", "name: scripted", "name: another"),
    "the choices": ("hydra.yaml", "pipeline: dnd-session", "pipeline: another"),
    "the seal": ("seal.txt", "hmac-sha256:", "hmac-sha256:0"),
}


@pytest.mark.parametrize("case", CHANGES, ids=CHANGES.keys())
def test_a_changed_run_wants_trust(
    case: str, session: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changed it: the message gives the command, and the command helps."""
    monkeypatch.setenv("MY_KEY", CANARY)
    notarius(*to(server, "cache.mode=off", "model.api_key_env=MY_KEY"))
    run = only_run(session)
    name, old, new = CHANGES[case]
    file = run / ".hydra" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    ran = notarius(*again(run))
    assert ran.code == 2
    assert "config.yaml: model.api_key_env: reads the environment" in ran.err
    assert f"if you trust this run, say so once: notarius trust {run}" in ran.err
    assert (len(server.seen), len(runs(session))) == (1, 1)
    assert notarius("trust", str(run)).code == 0
    assert notarius(*again(run)).code == 0


def test_a_run_of_another_user_wants_trust(
    session: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seal is good with the key of whoever ran it, and with no other."""
    monkeypatch.setenv("MY_KEY", CANARY)
    notarius(*to(server, "cache.mode=off", "model.api_key_env=MY_KEY"))
    run = only_run(session)
    monkeypatch.setenv("NOTARIUS_CONFIG_DIR", str(session.parent / "another"))
    assert "notarius trust" in notarius(*again(run)).err
    assert notarius(*to(server, "cache.mode=off", "hydra.run.dir=mine")).code == 0  # now this user has a key as well
    assert "notarius trust" in notarius(*again(run)).err


def test_a_strangers_run_names_no_file_of_mine(here: Path, notarius: Program) -> None:
    """Stamps can be forged: without trust every path that was not typed lies in the campaign folder."""
    write(here, {"session.txt": SESSION, "conf/pipeline/p.yaml": "# @package _global_\ndefaults: [dnd-session]\n"})
    write(here.parent, {"private.md": "mine"})
    assert notarius("pipeline=p", "input.path=session.txt", "references.roster=../private.md").code == 0
    run = only_run(here)
    assert notarius(*again(run)).code == 0
    (run / ".hydra" / "seal.txt").unlink()
    ran = notarius(*again(run))
    assert ran.code == 2
    assert "references.roster: ../private.md: a file outside the campaign folder" in ran.err
    assert "input.path" not in ran.err
    assert notarius(*again(run, "references.roster=../private.md")).code == 0


FORGED = {
    "a program": "model: {extra_body: {_target_: os.system}}\n",
    "a secret": "model: {extra_body: {token: canary}}\n",
    "something under hydra": "hydra: {callbacks: {x: 1}}\n",
}


@pytest.mark.parametrize("case", FORGED, ids=FORGED.keys())
def test_no_trust_allows_what_no_yaml_may_hold(case: str, here: Path, notarius: Program) -> None:
    """Trust is for hosts, files and the environment."""
    write(here, {"run/.hydra/config.yaml": FORGED[case], "run/.hydra/hydra.yaml": "hydra: {}\n"})
    assert notarius("trust", "run").code == 0
    ran = notarius(*again(here / "run"))
    assert ran.code == 2
    assert "config.yaml: " in ran.err
    assert "notarius trust" not in ran.err
    assert "canary" not in ran.err


def test_a_key_from_the_command_line_is_given_again(
    session: Path, elsewhere: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was never saved; the message says so, and no other secret is sent in its place."""
    secrets = (f"model.headers.X-Team={CANARY}", f"model.api_key={CANARY}")
    assert notarius(*to(server, "cache.mode=off", *secrets)).code == 0
    run = only_run(session)
    monkeypatch.chdir(elsewhere)
    ran = notarius(*again(run, "model.api_key=sk-other"))
    assert ran.code == 2
    assert "model.headers.X-Team: a secret that the run was given is never saved; give it again" in ran.err
    assert "model.api_key: a" not in ran.err
    assert notarius(*again(run, *secrets)).code == 0
    assert server.seen[-1].headers["authorization"] == f"Bearer {CANARY}"
    assert server.seen[-1].headers["x-team"] == CANARY


BROKEN = {
    "no YAML": ("a: [", "config.yaml, line 1: is not YAML that notarius reads"),
    "a list": ("[a]\n", "config.yaml: must hold a mapping"),
    "too deep": ("a: " + "[" * 80 + "]" * 80, "config.yaml: nested deeper than"),
}


@pytest.mark.parametrize("name", ["config.yaml", "hydra.yaml"])
@pytest.mark.parametrize("case", BROKEN, ids=BROKEN.keys())
def test_a_broken_file_is_said(case: str, name: str, here: Path, notarius: Program) -> None:
    """Of both files that are read, by name."""
    text, message = BROKEN[case]
    write(here, {"run/.hydra/config.yaml": "only: null\n", "run/.hydra/hydra.yaml": "hydra: {}\n"})
    write(here, {f"run/.hydra/{name}": text})
    ran = notarius(*again(here / "run"))
    assert ran.code == 2
    assert message.replace("config.yaml", name) in ran.err


def test_without_a_place_for_the_key_a_run_runs(
    session: Path, server: ModelServer, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not sealed, says so in its log, and wants trust when it is to be replayed."""
    write(session, {"file": "in the way"})
    monkeypatch.setenv("NOTARIUS_CONFIG_DIR", str(session / "file" / "config"))
    monkeypatch.setenv("MY_KEY", CANARY)
    assert notarius(*to(server, "cache.mode=off", "model.api_key_env=MY_KEY")).code == 0
    run = only_run(session)
    assert "this run's config is not sealed" in (run / "notarius.log").read_text(encoding="utf-8")
    assert "notarius trust" in notarius(*again(run)).err


@pytest.mark.parametrize("listing", ["[a.md,{}]", "['{}']"])
def test_a_strangers_list_names_no_file_of_mine(listing: str, here: Path, notarius: Program) -> None:
    """A slot with `multiple` takes a stamp that claims to be from the command line for several files."""
    write(here, {"session.txt": SESSION, "a.md": "a", "conf/pipeline/p.yaml": "defaults: [dnd-session]\n"})
    write(here.parent, {"private.md": "mine"})
    arguments = ["pipeline=dnd-session", "input.path=session.txt"]
    assert notarius(*arguments, "references.glossary=[a.md,a.md]", "hydra.run.dir=run").code == 0
    (here / "run" / ".hydra" / "seal.txt").unlink()
    assert notarius(*again(here / "run")).code == 0
    file = here / "run" / ".hydra" / "config.yaml"
    text = file.read_text(encoding="utf-8")
    assert "[a.md,a.md]" in text
    quoted = listing.format((here.parent / "private.md").as_posix()).replace("'", "\\'")
    file.write_text(text.replace("[a.md,a.md]", quoted), encoding="utf-8")
    ran = notarius(*again(here / "run", "hydra.run.dir=second"))
    assert (ran.code, "a file outside the campaign folder" in ran.err) == (2, True), ran.err


@pytest.mark.parametrize("content", [b"", b"\xaa" * 64, b"z" * 64], ids=["empty", "no text", "no key"])
def test_with_a_broken_key_a_run_runs(content: bytes, session: Path, home: Path, notarius: Program) -> None:
    """It says in its log what to do."""
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "seal-key.txt").write_bytes(content)
    assert notarius("pipeline=dnd-session", "input.path=session.txt").code == 0
    assert "seal-key.txt in the user's configuration folder is broken" in (
        only_run(session) / "notarius.log"
    ).read_text(encoding="utf-8")
