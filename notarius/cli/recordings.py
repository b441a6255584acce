"""`notarius recordings`: what can be done with recorded answers."""

import argparse
import sys
from collections.abc import Iterator, Mapping

from notarius.cli import jobs
from notarius.cli.reports import count
from notarius.display import printable
from notarius.recordings import Rekeyed

_LEFT: Mapping[str, str] = {
    "missing": "without a recording of lane and chunk",
    "moved": "recorded for other turns (another transcript, other chunking)",
    "ambiguous": "with several recorded answers that differ",
}


def recordings(arguments: list[str]) -> int:
    """`notarius recordings rekey NAME --input FILE ...`."""
    if arguments[:1] == ["rekey"]:
        return _rekey(arguments[1:])
    parser = argparse.ArgumentParser(prog="notarius recordings", description="Work with recorded answers.")
    parser.add_argument(
        "action", choices=["rekey"], help="carry answers over an edit of templates, references or parameters"
    )
    parser.parse_args(arguments)
    return 0


def _rekey(arguments: list[str]) -> int:
    parser = jobs.parser(
        "recordings rekey",
        "Give the questions that a run would ask now the answers recorded for the same lane, chunk and turns.",
    )
    parser.add_argument("--prune", action="store_true", help="delete the files from which an answer was carried")
    given = parser.parse_intermixed_args(arguments)
    from notarius.assembly.rekeying import rekey_recordings
    from notarius.config.driver import compose

    outcomes = rekey_recordings(compose(jobs.one_job(given)), prune=given.prune)
    sys.stdout.write("".join(f"{line}\n" for line in _told(outcomes)))
    left = [place for outcome in outcomes.values() for kind in _LEFT for place in getattr(outcome, kind)]
    return int(bool(left))


def _told(outcomes: Mapping[str, Rekeyed]) -> Iterator[str]:
    for folder, outcome in outcomes.items():
        yield printable(f"{folder}: {_had(outcome)}")
        for kind, meaning in _LEFT.items():
            if places := getattr(outcome, kind):
                yield printable(f"  {kind}, {meaning}: {', '.join(places)}")


def _had(outcome: Rekeyed) -> str:
    pruned = f", {count(len(outcome.pruned), 'earlier file')} deleted" if outcome.pruned else ""
    return f"{count(len(outcome.carried), 'answer')} carried over, {len(outcome.kept)} kept{pruned}"
