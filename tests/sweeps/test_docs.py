"""The reference names every key and status of `sweep.json`, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import attrs

from notarius.sweeps import JobStatus, SweepJob, SweepSummary

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "sweep.md"


def rows(heading: str) -> Iterator[str]:
    """The words in backticks in the first column of a table."""
    table = PAGE.read_text(encoding="utf-8").split(f"| {heading} |")[1].split("\n\n")[0]
    for line in table.splitlines():
        yield from re.findall(r"`([^`]+)`", line.split(" | ")[0])


def keys() -> set[str]:
    """Every key that the file has, by its path."""
    value: dict[str, Any] = attrs.asdict(SweepSummary("", "done", "basic", "", 0.0, (SweepJob(0, "", "", (), "done"),)))
    (job,) = value["jobs"]
    return {*value, *(f"jobs[].{key}" for key in job)}


def test_every_key_is_documented_and_no_other() -> None:
    """Both directions."""
    assert set(rows("key")) == keys()


def test_every_status_is_documented_and_no_other() -> None:
    """Both directions."""
    assert set(rows("a job's status")) == set(get_args(JobStatus))
