import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.cache import AnswerCache
from tests.meetings import answer, key_of
from tests.runner.lanes import client_of, results_of, run_lane, states_of
from tests.server import ModelServer

ROOT = Path(__file__).parents[2]
ROUNDS, CHUNKS, AT_ONCE = 50, 400, 4


def kill_again_and_again(server: ModelServer, folder: Path, seed: int) -> dict[str, Any]:
    """What the killing program reports."""
    command = [
        sys.executable,
        "-m",
        "tests.runner.killing",
        server.base_url,
        str(folder),
        str(CHUNKS),
        str(ROUNDS),
        str(seed),
    ]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=120)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_fifty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    """After `kill -9` at any moment no committed answer is lost, asked again or broken; the end is undisturbed."""
    seed = random.SystemRandom().randrange(10**6)
    with ModelServer(lambda seen: attrs.evolve(answer(seen), delay=0.004)) as server:
        report = kill_again_and_again(server, tmp_path / "answers", seed)
        asked = [(int(seen.body["model"].removeprefix("round-")), seen.key) for seen in server.seen]
        undisturbed = run_lane(client_of(server), chunks=CHUNKS)
    assert report["notes"] == [], seed
    assert report["values"] == [list(result.value.decisions) for result in results_of(undisturbed) if result.value]
    for number, found in enumerate(report["committed"]):
        again = {key for later, key in asked if later > number} & set(found)
        assert again == set(), (seed, number)
    assert any(0 < len(found) < CHUNKS for found in report["committed"]), "no kill hit the middle of a run"
    # Only what was under way when a run was killed is asked a second time.
    assert len(asked) <= CHUNKS + AT_ONCE * ROUNDS
    repeated = Counter(key for _, key in asked)
    assert sum(count - 1 for count in repeated.values()) <= AT_ONCE * ROUNDS


def test_a_killed_run_is_continued_at_once(tmp_path: Path) -> None:
    """The claims of a killed process hold nobody up, though they have not expired."""
    folder = tmp_path / "answers"
    with ModelServer(lambda seen: attrs.evolve(answer(seen), ending="hang" if seen.number == 1 else "keep")) as server:
        command = [sys.executable, "-m", "tests.runner.program", server.base_url, str(folder), "4"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as program:
            while len(server.seen) < AT_ONCE:
                assert program.poll() is None
            program.kill()
        assert len(list(folder.glob("*/*.lease"))) == AT_ONCE
        with AnswerCache(folder) as cache:
            outcome = run_lane(client_of(server), chunks=4, cache=cache, cache_key=key_of)
    assert states_of(outcome) == ["answered"] * 4
    assert max(result.seconds for result in results_of(outcome)) < 1
    assert list(folder.glob("*/*.lease")) == []
