"""The same sweep on joblib, submitit and Ray: the same results, no secret anywhere, nothing asked twice."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import attrs
import pytest

from tests.campaigns import write
from tests.engines.running import ENGINES, command, environment, require, sweep
from tests.server import ModelServer, Reply, Seen, error
from tests.sweeps import plots

pytestmark = pytest.mark.slow

CANARY = "sk-canary-3f9c1a77"
TWELVE = [
    "pipeline=both",
    "input.path=talk.txt",
    "references=north,south,none",
    "references.lists=herbs.txt,roots.txt,[herbs.txt,roots.txt],[]",
]


@pytest.fixture(params=[name for name in ENGINES if name != "submitit"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine that is installed; submitit by way of a Slurm that is none."""
    require(request.param)
    return str(request.param)


@pytest.fixture(params=ENGINES)
def any_engine(request: pytest.FixtureRequest) -> str:
    """The same, and submitit's own local executor."""
    require(request.param)
    return str(request.param)


def test_twelve_jobs_over_references(any_engine: str, garden: Path) -> None:
    """Every file is byte-identical to the basic launcher's, the manifests without their run blocks."""
    basic, other = sweep(None, garden, *TWELVE), sweep(any_engine, garden, *TWELVE)
    assert (basic.code, other.code) == (0, 0), other.err
    assert len(basic.results()) > 12 * 6
    assert other.results() == basic.results()
    assert [job["title"] for job in other.summary["jobs"]] == [job["title"] for job in basic.summary["jobs"]]
    assert other.statuses == ["done"] * 12


def test_a_secret_reaches_workers_and_no_file(any_engine: str, garden: Path) -> None:
    """A key on the command line is sent to the server, and stands in no file and on no terminal."""

    def script(seen: Seen) -> Reply:
        known = seen.headers.get("authorization") == f"Bearer {CANARY}"
        return plots.answer(seen) if known else error(401, "who are you?")

    with ModelServer(script) as server:
        given = [*plots.server_overrides(server.base_url), f"model.api_key={CANARY}", "references=north,south"]
        swept = sweep(any_engine, garden, "pipeline=plots", "input.path=talk.txt", *given)
        asked = len(server.seen)
    assert (swept.code, swept.statuses) == (0, ["done", "done"]), swept.out + swept.err
    assert asked == 2 * plots.CHUNKS
    files = [path for path in garden.parent.rglob("*") if path.is_file()]
    assert [path for path in files if CANARY.encode() in path.read_bytes()] == []
    assert CANARY not in swept.out + swept.err
    assert any(path.name == "multirun.yaml" for path in files)


def test_jobs_at_the_same_time_ask_nothing_twice(engine: str, garden: Path) -> None:
    """Who needs an answer that another job is waiting for waits too."""

    def script(seen: Seen) -> Reply:
        return attrs.evolve(plots.answer(seen), delay=0.3)

    with ModelServer(script) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south", "model.temperature=0"]
        swept = sweep(engine, garden, "pipeline=both", "input.path=talk.txt", *given)
        blind = [seen.key for seen in server.seen if "owns" not in seen.system]
        asked = len(server.seen)
    assert swept.code == 0, swept.out + swept.err
    assert (sorted(blind), asked) == (["u1", "u3", "u5"], 3 * plots.CHUNKS)


def test_a_failing_job_leaves_the_others_alone(engine: str, garden: Path) -> None:
    """Whether its chunks fail or its code leaves the program."""
    swept = sweep(
        engine, garden, "pipeline=plots", "input.path=talk.txt", "references.plan=north.md,raise.md,exit.md,south.md"
    )
    assert (swept.code, swept.statuses) == (1, ["done", "failed", "error", "done"]), swept.err
    assert "the plan is upside down" in swept.out
    assert "unexpected SystemExit: 3" in (swept.folder / "2" / "notarius.log").read_text(encoding="utf-8")


def test_a_worker_that_is_killed(engine: str, garden: Path) -> None:
    """Its job is lost and said to be; all others end well, those that were under way at that moment too."""
    write(garden, {"kill.md": "KILL\n", **{f"plan-{number}.md": "Ilsa owns bed one.\n" for number in range(4)}})
    plans = "references.plan=north.md,kill.md,plan-0.md,plan-1.md,plan-2.md,plan-3.md"
    given = ["+hydra.launcher.ray.remote.max_retries=0"] if engine == "ray" else []
    swept = sweep(engine, garden, "pipeline=plots", "input.path=talk.txt", plans, *given)
    assert (swept.code, swept.statuses) == (1, ["done", "lost", *["done"] * 4]), swept.out + swept.err
    assert "job 1, references.plan=kill.md: lost" in swept.out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c(engine: str, garden: Path) -> None:
    """Ends all jobs and the sweep with 130; what ended before is listed as done."""

    def script(seen: Seen) -> Reply:
        return attrs.evolve(plots.answer(seen), delay=0.0 if "Ilsa" in seen.system else 5.0)

    with ModelServer(script) as server:
        given = [*plots.server_overrides(server.base_url), "limits.interrupt_grace_seconds=0.1"]
        arguments = command(
            engine, "stopped", "pipeline=plots", "input.path=talk.txt", "references=north,south", *given
        )
        with subprocess.Popen(
            arguments,
            cwd=garden,
            env=environment(garden),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            while not (garden / "stopped" / "0" / "manifest.json").exists() or len(server.seen) < 2 * plots.CHUNKS:
                assert process.poll() is None, process.communicate()
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert process.returncode == 130, out + err
    assert "job 1, references=south" in out


def test_a_campaign_may_choose_the_launcher(garden: Path) -> None:
    """In a pipeline's defaults list, with its scalars."""
    require("joblib")
    text = (
        "# @package _global_\ndefaults: [plots, override /hydra/launcher: joblib, _self_]\n"
        "hydra: {launcher: {n_jobs: 2}}\n"
    )
    write(garden, {"conf/pipeline/wide.yaml": text})
    swept = sweep(None, garden, "pipeline=wide", "input.path=talk.txt", "references=north,south")
    assert (swept.code, swept.summary["launcher"]) == (0, "joblib"), swept.err
    assert "Joblib.Parallel(n_jobs=2" in swept.out
