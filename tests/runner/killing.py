"""Runs that are killed at random moments, one after the other, on one cache folder.

A program of its own, because only a process without other threads forks safely: each run is a fork of it, and so
costs milliseconds. Arguments: base URL, folder, chunks, rounds, seed. Prints one JSON line: for each round the keys
whose answers were committed when it was killed, and how the last run, which is left alone, ended. The model's name
tells the server the round.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import attrs

from notarius.cache import AnswerCache
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from notarius.runner import RunOutcome, run
from tests.meetings import ask, chunks_of, key_of, lane
from tests.runner.lanes import QUICK


def run_round(base_url: str, folder: Path, chunks: int, number: int) -> tuple[RunOutcome, AnswerCache]:
    """One run over everything."""
    client = HttpClient(HttpSettings(base_url, f"round-{number}"))
    with AnswerCache(folder) as cache:
        outcome = run(
            [lane(client, chunks_of(chunks), cache_key=key_of)], attrs.evolve(QUICK, max_concurrency=4), cache=cache
        )
    return outcome, cache


def committed(folder: Path, chunks: int) -> tuple[list[str], list[str]]:
    """First units of the chunks whose answers are there, and what is wrong with the folder."""
    with AnswerCache(folder, "read-only") as cache:
        found = [chunk.units[0].id for chunk in chunks_of(chunks) if cache.get(key_of(ask(chunk))) is not None]
        return found, [note.message for note in cache.notes]


def main(base_url: str, folder: Path, chunks: int, rounds: int, seed: str) -> None:
    """Kill, look, repeat; then finish."""
    luck = random.Random(seed)  # noqa: S311 - moments, no secrets
    longest = 0.08
    report: dict[str, Any] = {"committed": [], "notes": []}
    for number in range(rounds):
        child = os.fork()
        if child == 0:
            run_round(base_url, folder, chunks, number)
            os._exit(0)
        time.sleep(luck.uniform(0.2, 1.0) * longest)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        before = len(report["committed"][-1]) if report["committed"] else 0
        found, notes = committed(folder, chunks)
        # However busy the machine is, some runs die before their first answer and most in their middle.
        longest = min(2.0, longest * 1.3) if len(found) == before else longest * 0.95
        report["committed"].append(found)
        report["notes"] += notes
    outcome, cache = run_round(base_url, folder, chunks, rounds)
    report["values"] = [result.value.decisions if result.value else None for result in outcome.lanes["decisions"]]
    report["notes"] += [note.message for note in cache.notes]
    print(json.dumps(report))  # noqa: T201 - this is how it answers


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
