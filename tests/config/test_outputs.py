"""The folder that results go to: who may name it, and what is said of one that cannot be it. Nothing is made before."""

import errno
import os
import shlex
from pathlib import Path

import pytest

from notarius.config.driver import compose, launch
from notarius.config.location import find_locations
from notarius.config.problems import config_error
from notarius.config.safety import trust_advice
from notarius.config.settings import Job
from notarius.config.trust import trust
from notarius.errors import ConfigError, UsageError
from tests.campaigns import PIPELINE, write

RUN = ["pipeline=p"]
SWEEP = ["pipeline=p", "-m", "chunking.max_tokens=500,600"]
INSIDE = ["outputs/x", "../camp/results", "./a/../b", "HERE/results"]
OUTSIDE = ["../elsewhere", "a/../../elsewhere", "HERE/../elsewhere", "link/results"]


def _places(arguments: list[str]) -> list[Path]:
    """Where the jobs would write; each of them is stopped there."""
    seen: list[Path] = []

    def task(job: Job, directory: Path) -> None:
        seen.append(directory)

    launch(arguments, check=lambda job: None, task=task)
    return seen


def _campaign(here: Path, hydra: str) -> Path:
    """A campaign in the working directory, whose pipeline says this of Hydra; beside it a folder of somebody else."""
    camp = here / "camp"
    hydra = hydra.replace("HERE", camp.as_posix())
    write(camp, {"conf/pipeline/p.yaml": PIPELINE + f"hydra: {hydra}\n", "notes/session.txt": "Ada: Hello.\n"})
    (here / "elsewhere").mkdir()
    (camp / "link").symlink_to(here / "elsewhere")
    return camp


def _run_in(folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> list[Path]:
    monkeypatch.chdir(folder)
    return _places(arguments)


@pytest.mark.parametrize("place", INSIDE)
@pytest.mark.parametrize(("key", "arguments"), [("run", RUN), ("sweep", SWEEP)], ids=["run", "sweep"])
def test_a_campaign_may_place_results_inside(
    place: str, key: str, arguments: list[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the campaign folder or the working directory; no trust is needed."""
    camp = _campaign(here, f"{{{key}: {{dir: '{place}'}}}}")
    assert all(item.resolve().is_relative_to(camp) for item in _run_in(camp, monkeypatch, arguments))


def test_results_may_go_up_within_the_campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a folder in it."""
    camp = _campaign(here, "{run: {dir: '../results'}}")
    assert [item.resolve() for item in _run_in(camp / "notes", monkeypatch, RUN)] == [camp / "results"]


@pytest.mark.parametrize("place", OUTSIDE)
@pytest.mark.parametrize(("key", "arguments"), [("run", RUN), ("sweep", SWEEP)], ids=["run", "sweep"])
def test_results_outside_want_trust(
    place: str, key: str, arguments: list[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2 with file, key and the command to trust; nothing is made; once trusted it works."""
    camp = _campaign(here, f"{{{key}: {{dir: '{place}'}}}}")
    with pytest.raises(UsageError) as caught:
        _run_in(camp, monkeypatch, arguments)
    for said in (f"hydra.{key}.dir (in conf/pipeline/p.yaml)", "outside the campaign folder", f"notarius trust {camp}"):
        assert said in str(caught.value)
    assert list((here / "elsewhere").iterdir()) == []
    trust(camp)
    assert _places(arguments) != []


def test_a_place_that_another_key_names_is_seen(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at as composed, not as written."""
    camp = _campaign(here, "{run: {dir: '${input.format}/x'}}")
    text = (camp / "conf/pipeline/p.yaml").read_text(encoding="utf-8")
    (camp / "conf/pipeline/p.yaml").write_text(text + "input: {format: ../elsewhere}\n", encoding="utf-8")
    with pytest.raises(UsageError):
        _run_in(camp, monkeypatch, RUN)


@pytest.mark.parametrize("subdir", ["../../elsewhere", "${hydra.job.num}/../../../elsewhere"])
def test_jobs_of_a_sweep_outside_want_trust(subdir: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of a job is looked at, not only that of the sweep."""
    camp = _campaign(here, f"{{sweep: {{dir: sweeps, subdir: '{subdir}'}}}}")
    with pytest.raises(UsageError, match=r"hydra\.sweep\.subdir \(in conf/pipeline/p\.yaml\)"):
        _run_in(camp, monkeypatch, SWEEP)


@pytest.mark.parametrize("named", ["hydra.run.dir=../elsewhere/a", "hydra.run={dir: ../elsewhere/a}"])
def test_the_command_line_may_name_any_folder(named: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a campaign that would want trust for its own."""
    camp = _campaign(here, "{run: {dir: ../elsewhere}}")
    (place,) = _run_in(camp, monkeypatch, [*RUN, named])
    assert place.resolve() == here / "elsewhere" / "a"


OBSTACLES = {
    "a file": ("taken.txt", "taken.txt is no folder"),
    "a file in the path": ("taken.txt/a/b", "taken.txt is no folder"),
    "empty": ("", "is empty"),
    "a long name": ("a" * 300, "ame too long"),
    "a file for a folder": ("used", "artifacts in it is a file"),
    "a folder for the log": ("logs", "notarius.log in it is a folder"),
}


@pytest.mark.parametrize("case", OBSTACLES)
def test_a_folder_that_cannot_be_made_is_said(case: str, here: Path) -> None:
    """The key, what was written, and what is in the way; no error number."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "taken.txt": "", "used/artifacts": "", "logs/notarius.log/x": ""})
    place, said = OBSTACLES[case]
    before = sorted(here.rglob("*"))
    with pytest.raises(ConfigError) as caught:
        _places([*RUN, f"hydra.run.dir={place}"])
    assert said in str(caught.value)
    assert "hydra.run.dir" in str(caught.value)
    assert "Errno" not in str(caught.value)
    assert sorted(here.rglob("*")) == before


def test_who_only_looks_at_a_job_may_ask_for_the_check(here: Path) -> None:
    """Nothing is written then, so that a folder which cannot be written to is no fault, unless a run is to follow."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "taken.txt": ""})
    arguments = [*RUN, "hydra.run.dir=taken.txt"]
    assert compose(arguments).pipeline == "p"
    with pytest.raises(ConfigError, match=r"taken\.txt is no folder"):
        compose(arguments, writes=True)


def test_a_folder_may_be_named_after_what_only_a_job_has(here: Path) -> None:
    """Hydra's resolver `hydra` knows nothing before a job begins; the check is left to the system then."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE})
    (place,) = _places([*RUN, "hydra.run.dir=${hydra:job.name}/x"])
    assert place.resolve() == here / "notarius" / "x"


def test_a_sweep_cannot_go_into_a_file(here: Path) -> None:
    """Before any job has begun."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "taken.txt": ""})
    with pytest.raises(UsageError, match=r"hydra\.sweep\.dir: .* taken\.txt is no folder"):
        _places([*SWEEP, "hydra.sweep.dir=taken.txt/a"])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_without_permission_is_said(here: Path) -> None:
    """The folder that may not be written to is named."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "closed/x": ""})
    (here / "closed").chmod(0o500)
    with pytest.raises(ConfigError, match="no permission to write to closed"):
        _places([*RUN, "hydra.run.dir=closed/a"])


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/home/ada/run/.hydra"),
            "run/.hydra cannot be read or written",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "or of the folder for results, cannot be read or written"),
    ],
    ids=["named", "nameless"],
)
def test_what_the_system_refuses_is_said_without_a_number(error: OSError, said: str, here: Path) -> None:
    """Also where a log could not be opened because of it; where it lies on this machine is not shown."""
    wrapped = ValueError("Unable to configure handler 'file'")
    wrapped.__cause__ = error
    for one in (error, wrapped):
        text = str(config_error(one, find_locations(here)))
        assert said in text
        assert text.endswith(": No space left on device")
        assert "ada" not in text


@pytest.mark.parametrize("subdir", ["HERE/../elsewhere/${hydra.job.id}", "j${hydra.job.num}"], ids=["id", "link"])
def test_each_job_of_a_sweep_is_looked_at(subdir: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that only the launcher knows wants trust, and so does a link that the second job alone would follow."""
    camp = _campaign(here, f"{{sweep: {{dir: sweeps, subdir: '{subdir}'}}}}")
    (camp / "sweeps").mkdir()
    (camp / "sweeps" / "j1").symlink_to(here / "elsewhere")
    with pytest.raises(UsageError, match=r"hydra\.sweep\.subdir \(in conf/pipeline/p\.yaml\)"):
        _run_in(camp, monkeypatch, SWEEP)
    assert list((here / "elsewhere").iterdir()) == []
    trust(camp)
    assert len(_run_in(camp, monkeypatch, SWEEP)) == 2


LINKS = ["artifacts", "rejected", "diagnostics", "diagnostics/failures", ".hydra", ".hydra/config.yaml", "notarius.log"]


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("arguments", [["hydra.run.dir=out/0"], [*SWEEP[1:], "hydra.sweep.dir=out"]], ids=["run", "-m"])
def test_a_link_that_leads_out_is_refused(name: str, arguments: list[str], here: Path) -> None:
    """Nothing is written to where it leads, not even an empty log."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "private/mine.txt": "mine"})
    link = here / "out" / "0" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(here / "private" / ("mine.txt" if "." in name[1:] else ""))
    with pytest.raises(UsageError, match="a link that leads out"):
        _places([*RUN, *arguments])
    assert [(item.name, item.read_text("utf-8")) for item in (here / "private").iterdir()] == [("mine.txt", "mine")]


def test_a_sweeps_own_file_is_no_link_out(here: Path) -> None:
    """Hydra's `multirun.yaml` is written through links."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "mine.txt": "mine", "out/x": ""})
    (here / "out" / "multirun.yaml").symlink_to(here / "mine.txt")
    with pytest.raises(UsageError, match=r"multirun\.yaml in it: a link that leads out"):
        _places([*SWEEP, "hydra.sweep.dir=out"])
    assert (here / "mine.txt").read_text("utf-8") == "mine"


@pytest.mark.skipif(os.name == "nt", reason="the advice is for another shell")
def test_the_advice_to_trust_runs_nothing_else(here: Path) -> None:
    """Whoever named the folder has not written the command that is copied."""
    advice = trust_advice(here / "a$(touch x);b", "campaign")
    assert shlex.split(advice.partition("notarius trust ")[2]) == [str(here / "a$(touch x);b")]
    assert f"trust '{here}" in advice


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
@pytest.mark.parametrize("sign", ["\n", "\r", "\x0b", "\x85", "\u2028"])
def test_trust_in_one_folder_is_none_in_another(sign: str, here: Path) -> None:
    """Every sign that ends a line of the list is refused in a name."""
    folder = here / f"a{sign}" / "b"
    folder.mkdir(parents=True)
    with pytest.raises(ConfigError, match="line break"):
        trust(folder)
