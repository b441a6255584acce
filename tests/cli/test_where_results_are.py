"""The summary's path of the results can be copied, wherever in the campaign the program was started."""

import re
from pathlib import Path

import pytest

from tests.campaigns import PIPELINE, write
from tests.cli.running import Program, Ran, manifest


@pytest.fixture
def inner(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a folder inside a campaign."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "talks/session.txt": "Ada: I cast Light.\n"})
    monkeypatch.chdir(here / "talks")
    return here / "talks"


def place(ran: Ran) -> str:
    """What stands behind `results:`."""
    (found,) = re.findall(r"^results: (.*)$", ran.out, flags=re.MULTILINE)
    return str(found)


def test_a_run(inner: Path, notarius: Program) -> None:
    """Relative to the working directory on the screen; in the manifest, to the campaign folder."""
    ran = notarius("pipeline=p", "input.path=session.txt")
    assert place(ran).startswith("outputs")
    assert (Path(place(ran)) / "manifest.json").is_file()
    assert manifest(Path(place(ran)))["run"]["directory"] == f"talks/{Path(place(ran)).as_posix()}"


@pytest.mark.parametrize("arguments", [[], ["-m", "references.roster=null"]], ids=["run", "sweep"])
def test_elsewhere(arguments: list[str], inner: Path, notarius: Program) -> None:
    """Absolute where the working directory does not hold it."""
    kind = "sweep" if arguments else "run"
    ran = notarius("pipeline=p", "input.path=session.txt", f"hydra.{kind}.dir={inner.parent / 'done'}", *arguments)
    assert place(ran) == str(inner.parent / "done")
    assert str(inner.parent) not in str(manifest(next((inner.parent / "done").rglob("manifest.json")).parent))


def test_a_sweep(inner: Path, notarius: Program) -> None:
    """Relative to the working directory too."""
    ran = notarius("-m", "pipeline=p", "input.path=session.txt", "references.roster=null,session.txt")
    assert place(ran).startswith("multirun")
    assert (Path(place(ran)) / "sweep.json").is_file()
