"""A run as a program of its own, for tests that kill it, interrupt it, or start several.

Arguments: base URL, folder of the cache (`-` for none), number of chunks, and optionally the grace in seconds.
Prints one JSON line: the values, how the chunks ended, requests, and what it left behind.
"""

import json
import sys
import threading
from pathlib import Path

import attrs

from notarius.cache import AnswerCache
from notarius.models.endpoint import HttpSettings
from notarius.models.http import HttpClient
from notarius.runner import run
from tests.meetings import chunks_of, key_of, lane
from tests.runner.lanes import QUICK


def main(base_url: str, folder: str, chunks: str, grace: str = "2") -> int:
    """Run, print, and give the exit code that a program would end with."""
    limits = attrs.evolve(QUICK, max_concurrency=4, attempt_timeout_seconds=30, interrupt_grace_seconds=float(grace))
    client = HttpClient(HttpSettings(base_url, "scripted"))
    with AnswerCache(Path(folder), "off" if folder == "-" else "read-write") as cache:
        outcome = run([lane(client, chunks_of(int(chunks)), cache_key=key_of)], limits, cache=cache)
    results = outcome.lanes["decisions"]
    report = {
        "values": [result.value.decisions if result.value else None for result in results],
        "states": [result.failure.kind if result.failure else result.state for result in results],
        "requests": outcome.requests,
        "notes": [note.message for note in cache.notes],
        "threads": [thread.name for thread in threading.enumerate()],
    }
    print(json.dumps(report), flush=True)  # noqa: T201 - this is how it answers
    return 130 if outcome.interrupted else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
