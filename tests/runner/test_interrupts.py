import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.meetings import answer
from tests.runner.lanes import run_lane, states_of
from tests.scripted import ScriptedClient
from tests.server import ModelServer, Seen, error

ROOT = Path(__file__).parents[2]
AT_ONCE = 4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")


@contextmanager
def program(
    server: ModelServer, folder: str, grace: float, sent: int = 8 + AT_ONCE
) -> Iterator[subprocess.Popen[bytes]]:
    """A run of forty chunks in a process of its own that has sent so many requests."""
    command = [sys.executable, "-m", "tests.runner.program", server.base_url, folder, "40", str(grace)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while len(server.seen) < sent:
            assert process.poll() is None
            time.sleep(0.005)
        yield process
        process.kill()


def report_of(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """What the program printed."""
    out, err = process.communicate(timeout=20)
    assert err == b""
    report: dict[str, Any] = json.loads(out)
    return report


def waits(seconds: float, from_number: int = 0) -> Callable[[Seen], Any]:
    """A script whose later answers take their time."""
    return lambda seen: attrs.evolve(answer(seen), delay=seconds if int(seen.key[1:]) > from_number else 0.005)


def test_answers_under_way_are_kept(tmp_path: Path) -> None:
    """After Ctrl-C nothing more is sent, what was sent is waited for and committed, and the code is 130."""
    folder = tmp_path / "answers"
    with ModelServer(waits(0.3, from_number=32)) as server, program(server, str(folder), 5) as process:
        process.send_signal(signal.SIGINT)
        report = report_of(process)
        sent = len(server.seen)
        assert process.returncode == 130
        time.sleep(0.05)
        assert len(server.seen) == sent == report["requests"]
    assert report["states"] == ["answered"] * sent + ["interrupted"] * (40 - sent)
    assert len(list(folder.glob("*/*.json"))) == sent
    assert report["threads"] == ["MainThread"]


def test_the_same_command_again_asks_only_the_rest(tmp_path: Path) -> None:
    """What an interrupted run was answered, the next one does not ask."""
    folder = str(tmp_path / "answers")
    with ModelServer(waits(0.02)) as server:
        with program(server, folder, 5) as process:
            process.send_signal(signal.SIGINT)
            report_of(process)
        command = [sys.executable, "-m", "tests.runner.program", server.base_url, folder, "40"]
        again = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=20)
        assert len(server.seen) == 40
    assert json.loads(again.stdout)["states"] == ["answered"] * 40


def test_waiting_for_answers_has_an_end() -> None:
    """A server that hangs holds up the end for the grace and no longer; what was asked is told from what was not."""
    with ModelServer(waits(60, from_number=32)) as server, program(server, "-", 0.2) as process:
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        report = report_of(process)
        assert time.monotonic() - began < 3
        assert process.returncode == 130
    assert report["states"] == ["answered"] * 8 + ["interrupted"] * 32


def test_a_second_interrupt_does_not_wait() -> None:
    """Pressing Ctrl-C again gives up what is under way, and still ends in order."""
    with ModelServer(waits(60, from_number=32)) as server, program(server, "-", 60) as process:
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        report = report_of(process)
        assert process.returncode == 130
    assert report["states"].count("answered") == 8


def test_the_handler_is_given_back() -> None:
    """After a run Ctrl-C does what it did before."""
    before = signal.getsignal(signal.SIGINT)
    assert states_of(run_lane(ScriptedClient(), chunks=2)) == ["answered"] * 2
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_wait_for_a_rate_limit_ends_at_once(tmp_path: Path) -> None:
    """Ctrl-C while all workers wait for the server's Retry-After does not wait for it."""

    def script(seen: Seen) -> Any:
        return answer(seen) if int(seen.key[1:]) <= 32 else error(429, "slow down", Retry_After="4")

    with ModelServer(script) as server, program(server, str(tmp_path / "answers"), 5, sent=9) as process:
        limited = time.monotonic()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        report = report_of(process)
        assert time.monotonic() - limited < 3.5
    assert report["states"].count("answered") == 8
