"""The example campaign as the tests of this folder run it: in its own folder, with run output elsewhere."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from notarius.assembly import PreparedRun, prepare
from notarius.assembly.execution import request_of
from notarius.config.arguments import prepare as as_hydra_takes
from notarius.config.driver import compose
from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.recordings import Recordings
from tests.scripted import NOTHING_HERE

TESTS: Final = Path(__file__).parents[1]
REPOSITORY: Final = TESTS.parent
EXAMPLE: Final = REPOSITORY / "examples" / "dnd-session"
RECORDINGS: Final = TESTS / "fixtures" / "recordings" / "quillwater"
GOLD: Final = {lane: TESTS / "examples" / f"gold_{lane}.jsonl" for lane in ("spells", "npcs")}
JOB: Final = ("pipeline=quillwater", "input.path=session-014.json")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """The folder as working directory."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def prepared(*overrides: str, folder: Path = EXAMPLE) -> PreparedRun:
    """The example's run as its preflight leaves it, with the command line's overrides."""
    with inside(folder):
        return prepare(compose(as_hydra_takes([*JOB, *overrides])))


def requests(run: PreparedRun) -> Iterator[ModelRequest]:
    """Everything that the run asks, lane by lane."""
    for lane in run.lanes:
        for chunk in lane.chunks:
            yield request_of(lane, chunk)


def record(answers: Mapping[str, str], target: Path, overrides: Sequence[str] = (), folder: Path = EXAMPLE) -> Path:
    """Record answers for the example's run, and an honest nothing for everything else it asks.

    Args:
        answers: text by `lane/chunk`.
        target: folder of the recordings.
        overrides: of the run that will be asked.
        folder: the campaign folder.
    """
    recordings = Recordings(target)
    left = dict(answers)
    for request in requests(prepared(*overrides, folder=folder)):
        text = left.pop(f"{request.lane}/{request.chunk.id}", NOTHING_HERE)
        recordings.store(request, ModelResponse(text, model="scripted"))
    assert not left, f"nothing is asked about {', '.join(left)}"
    return target
