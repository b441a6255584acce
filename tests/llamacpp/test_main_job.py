"""The whole program with a real model in this process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import here, home, notarius
from tests.cli.running import Program, manifest, only_run

__all__ = ["here", "home", "notarius"]

ROOT = Path(__file__).parents[2]
EVENING = """\
Wren: The bridge is out. I cast Light on the end of my staff and look down.
Tomas: Careful, the planks are wet.
Ilsa: I say we go around by the mill.
Wren: Fine, the mill then.
Tomas: Something moves in the reeds. I cast Magic Missile at it.
Ilsa: It squeals and runs off.
"""
SETTINGS = (
    "pipeline=dnd-session",
    "input.path=evening.txt",
    "only=[spells]",
    "model=llamacpp",
    "model.threads=1",
    "model.context_tokens=2048",
    "model.batch_tokens=64",
    "model.max_output_tokens=60",
    "chunking.max_tokens=300",
    "chunking.max_units=3",
    "chunking.overlap_units=0",
    "cache.dir=answers",
)

pytestmark = pytest.mark.slow


@pytest.fixture
def command(gguf: Path, here: Path) -> tuple[str, ...]:
    """The command line, with its transcript in the working directory."""
    (here / "evening.txt").write_text(EVENING, encoding="utf-8")
    return (*SETTINGS, f"model.path={gguf}")


def test_a_session_is_read_with_a_model_in_this_process(
    command: tuple[str, ...], here: Path, notarius: Program
) -> None:
    """Every chunk is accounted for, tokens are counted, most of the second prompt was cached, no path is told.

    Whether so small a model finds anything, or comes to an end, is not what is tested.
    """
    ran = notarius(*command)
    run = only_run(here)
    told = manifest(run)
    (lane,) = (lane for lane in told["lanes"] if lane["name"] == "spells")
    states = [chunk["status"] for chunk in lane["chunks"]]
    assert len(states) == 2
    assert set(states) <= {"records", "nothing", "failed"}
    assert {chunk["failure"] for chunk in lane["chunks"]} <= {None, "truncated"}
    assert ran.code == (1 if "failed" in states else 0)
    usage = told["run"]["lanes"]["spells"]
    assert usage["output_tokens"] > 0
    assert usage["input_tokens"] / 4 < usage["cached_tokens"] < usage["input_tokens"]
    assert lane["model"]["kind"] == "llamacpp"
    assert lane["model"]["digest"].startswith("sha256:")
    assert os.sep not in lane["model"]["name"]
    assert str(Path(command[-1].partition("=")[2]).parent) not in json.dumps({**told, "run": {}})


def until(true: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait, as long as the process runs."""
    for _ in range(1200):
        if true():
            return
        assert process.poll() is None
        time.sleep(0.05)
    raise AssertionError("waited for a minute")


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the engine's threads are counted in /proc")
def test_ctrl_c_ends_a_run_with_the_batch_that_is_being_computed(command: tuple[str, ...], here: Path) -> None:
    """With `interrupt_grace_seconds=0` nothing is waited for: exit code 130, and a manifest that says interrupted."""
    line = [sys.executable, "-m", "notarius", *command, "limits.interrupt_grace_seconds=0", "chunking.max_units=1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, cwd=here, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        tasks = Path(f"/proc/{process.pid}/task")
        until(lambda: len(list(tasks.iterdir())) > 5, process)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130, out
    assert manifest(only_run(here))["lanes"][0]["outcome"] == "interrupted"
