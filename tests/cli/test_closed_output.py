"""Somebody who reads only the first line of the summary."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaigns import write
from tests.cli.running import only_run


@pytest.mark.skipif(os.name != "posix", reason="a pipe without a reader is told otherwise there")
def test_a_reader_that_goes_away_costs_nothing(here: Path) -> None:
    """The run is done: no error, exit 0, its results written."""
    write(here, {"session.txt": "Ada: I cast Magic Missile at the ogre.\n"})
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "notarius", "pipeline=dnd-session", "input.path=session.txt"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert only_run(here).is_dir()
