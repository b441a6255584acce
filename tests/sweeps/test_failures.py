"""A job that fails: the others are left alone, every failure is said, in its own log too, and the exit code says so."""

import copy
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hydra import version
from hydra._internal.hydra import Hydra
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import MissingConfigException
from hydra.types import RunMode

from notarius.config.location import PRIMARY, find_locations
from notarius.config.planning import SweepLoader
from notarius.config.settings import Job
from notarius.config.sweeping import Sweep, run_sweep
from notarius.config.tasks import FAILED, JobFailure, JobTask, Preflight
from tests.campaigns import write
from tests.cli.running import Program, lines, runs
from tests.server import ModelServer, Reply, Seen, error
from tests.sweeps import plots

ROOT = Path(__file__).parents[2]


def statuses(here: Path) -> list[str]:
    """How the jobs of the one sweep ended."""
    return [job["status"] for job in plots.summary(here)["jobs"]]


def log(here: Path, number: int) -> str:
    """A job's own log."""
    (found,) = here.glob(f"multirun/*/*/{number}/notarius.log")
    return found.read_text(encoding="utf-8")


def test_a_server_that_refuses_one_job(garden: Path, notarius: Program) -> None:
    """The job fails and is listed with the reason; the others have their records; exit 1."""
    with ModelServer(plots.refusing("Tomas")) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south,none"]
        ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", *given)
    assert ran.code == 1
    assert statuses(garden) == ["done", "failed", "done"]
    assert plots.summary(garden)["status"] == "partial"
    assert "job 1, references=south: failed" in ran.out
    assert "3 of 3 chunks without an answer (request_refused)" in ran.out
    assert "no such key" in log(garden, 1)
    assert log(garden, 1).count("ERROR") == plots.CHUNKS
    assert "ERROR" not in log(garden, 0) + log(garden, 2)
    found = [lines(path) for path in sorted(garden.glob("multirun/*/*/*/artifacts/plantings.jsonl"))]
    assert [len(records) for records in found] == [3, 0, 3]


@pytest.mark.parametrize(
    ("plan", "status", "said"),
    [
        pytest.param("raise.md", "failed", "RuntimeError: the plan is upside down", id="a routine raises"),
        pytest.param("exit.md", "error", "unexpected SystemExit: 3", id="a routine leaves the program"),
    ],
)
def test_a_fault_in_an_extractor(plan: str, status: str, said: str, garden: Path, notarius: Program) -> None:
    """It costs its own job, whatever it does."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", f"references.plan=north.md,{plan},south.md")
    assert ran.code == 1
    assert statuses(garden) == ["done", status, "done"]
    assert f"job 1, references.plan={plan}" in ran.out
    assert said in ran.out
    assert said in log(garden, 1)
    assert str(garden.parent) not in log(garden, 1)


def test_a_fault_in_a_single_run(garden: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blames no configuration: exit 1, the fault on one line, the rest in the log, or printed where asked for."""
    arguments = ["pipeline=plots", "input.path=talk.txt", "references.plan=exit.md"]
    ran = notarius(*arguments)
    assert ran.code == 1
    assert ran.err.startswith("notarius: error: unexpected SystemExit: 3 (")
    assert ran.err.count("\n") == 1
    (found,) = garden.glob("outputs/*/*/notarius.log")
    assert "raise SystemExit(3)" in found.read_text(encoding="utf-8")
    monkeypatch.setenv("HYDRA_FULL_ERROR", "1")
    assert "Traceback (most recent call last)" in notarius(*arguments).err


def test_every_failure_is_listed(garden: Path, notarius: Program) -> None:
    """Not only the first; nothing done is a sweep that failed."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "references.plan=raise.md,exit.md")
    assert ran.code == 1
    assert ("job 0, references.plan=raise.md" in ran.out, "job 1, references.plan=exit.md" in ran.out) == (True, True)
    assert plots.summary(garden)["status"] == "failed"


def test_what_jobs_and_lanes_say_alike_is_said_once(garden: Path, notarius: Program) -> None:
    """Below the jobs that say it, each by its title; `sweep.json` has it for each."""
    with ModelServer(lambda seen: error(400, "no such key")) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south"]
        ran = notarius("-m", "pipeline=both", "input.path=talk.txt", *given)
    told = ran.out.splitlines()
    at = told.index("job 0, references=north: failed")
    assert told[at + 1] == "job 1, references=south: failed"
    assert ran.out.count("no such key") == 1
    messages = [job["messages"] for job in plots.summary(garden)["jobs"]]
    assert messages[0] == messages[1]
    assert [text.count(": 3 of 3 chunks") for text in messages[0]] == [2]


def test_a_job_done_in_part(garden: Path, notarius: Program) -> None:
    """Its records are kept, the chunk without an answer is named; exit 1."""

    def script(seen: Seen) -> Reply:
        return error(400, "too odd") if "Tomas" in seen.system and seen.key == "u3" else plots.answer(seen)

    with ModelServer(script) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south"]
        ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", *given)
    assert ran.code == 1
    assert statuses(garden) == ["done", "partial"]
    (job,) = [job for job in plots.summary(garden)["jobs"] if job["status"] == "partial"]
    assert (job["records"], job["chunks"], job["unanswered"], job["requests"]) == (2, 3, 1, 3)
    assert "lane plantings, chunk c2 (u3-u4): request_refused" in log(garden, 1)


def test_results_that_cannot_be_written(garden: Path, notarius: Program) -> None:
    """A job whose artifacts cannot be written is an error, and nobody else's."""
    write(garden, {"taken/1/artifacts": "a file, where a folder is wanted\n"})
    ran = notarius(
        "-m", "pipeline=plots", "input.path=talk.txt", "references=north,south,none", "hydra.sweep.dir=taken"
    )
    assert ran.code == 1
    assert statuses(garden) == ["done", "error", "done"]
    assert "artifacts" in ran.out


def test_warnings_are_said_once(garden: Path, notarius: Program) -> None:
    """With how many jobs have it."""
    write(garden, {"empty.md": ""})
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "references.plan=empty.md", "model.seed=1,2,3")
    assert ran.code == 0
    assert ran.out.count("warning (3 jobs, the first 0): ") == 1
    assert [len(job["warnings"]) for job in plots.summary(garden)["jobs"]] == [1, 1, 1]


def until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait while the program runs."""
    while not condition():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c_ends_the_sweep(garden: Path) -> None:
    """The job under way keeps what it has, no other begins, all are listed; exit 130."""

    def script(seen: Seen) -> Reply:
        slow = "Tomas" in seen.system and seen.key != "u1"
        return attrs.evolve(plots.answer(seen), delay=0.5 if slow else 0.0)

    with ModelServer(script) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south,none", "limits.max_concurrency=1"]
        command = [sys.executable, "-m", "notarius", "-m", "pipeline=plots", "input.path=talk.txt", *given]
        path = os.pathsep.join([str(garden.parent / "site"), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": path}
        with subprocess.Popen(
            command, cwd=garden, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            until(lambda: any("Tomas" in seen.system and seen.key == "u3" for seen in server.seen), process)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert statuses(garden) == ["done", "interrupted", "not_run"]
    assert plots.summary(garden)["status"] == "interrupted"
    assert plots.summary(garden)["jobs"][1]["records"] == 2
    assert "job 1, references=south: interrupted" in out
    assert not list(garden.glob("multirun/*/*/2"))


def test_a_sweep_into_the_same_folder_again(garden: Path, notarius: Program) -> None:
    """What an earlier sweep left there is not taken for what this one did."""
    arguments = ["-m", "pipeline=plots", "input.path=talk.txt", "references=north,south", "hydra.sweep.dir=kept"]
    assert notarius(*arguments).code == 0
    stopped = sweep_of(garden, *arguments[1:], task=_interrupts)
    assert [job.returned for job in stopped.jobs] == [
        JobFailure("lost", ("did not end",)),
        JobFailure("not_run", ("was not run",)),
    ]
    assert stopped.interrupted


def test_a_smaller_sweep_into_the_same_folder(garden: Path, notarius: Program) -> None:
    """The jobs of the earlier sweep are gone with their folders once all are checked; what is not of a run stays."""
    arguments = ["-m", "pipeline=plots", "input.path=talk.txt", "hydra.sweep.dir=kept"]
    notarius(*arguments, "references=north,south,none")
    write(garden, {"kept/2024/manifest.md": "mine", "kept/notes/manifest.json": "{}", "kept/1/notes.md": "mine"})
    assert notarius(*arguments, "references=south,none", "only=[beds]").code == 2
    assert (garden / "kept" / "2" / "manifest.json").is_file()
    assert notarius(*arguments, "references=south").code == 0
    assert sorted(item.name for item in (garden / "kept").iterdir()) == [
        "0",
        "1",
        "2024",
        "multirun.yaml",
        "notes",
        "sweep.json",
    ]
    assert [item.name for item in (garden / "kept" / "1").iterdir()] == ["notes.md"]
    assert (garden / "kept" / "notes" / "manifest.json").is_file()


def test_a_sweep_into_a_folder_of_jobs_by_name(garden: Path, notarius: Program) -> None:
    """Jobs that are named otherwise than by their numbers may be gathered in one folder on purpose."""
    arguments = ["-m", "pipeline=plots", "input.path=talk.txt", "hydra.sweep.dir=kept"]
    notarius(*arguments, "hydra.sweep.subdir=${model.seed}", "model.seed=1,2")
    notarius(*arguments, "hydra.sweep.subdir=${model.seed}", "model.seed=3")
    assert [run.name for run in runs(garden)] == ["1", "2", "3"]


def _interrupts(job: Job, directory: Path) -> Any:
    raise KeyboardInterrupt


def _loader(check: Callable[[Job], Any]) -> SweepLoader:
    version.setbase("1.3")
    return SweepLoader(find_locations(Path.cwd(), None), Preflight(check), None)


def sweep_of(here: Path, *overrides: str, task: Callable[[Job, Path], Any]) -> Sweep:
    """A sweep with a task of the test's own."""
    loader = _loader(lambda job: None)
    hydra = Hydra(task_name=PRIMARY, config_loader=loader)
    GlobalHydra.instance().clear()
    GlobalHydra.instance().initialize(hydra)
    try:
        return run_sweep(hydra, loader, overrides, JobTask(task, loader.locations))
    finally:
        GlobalHydra.instance().clear()


def test_a_job_that_no_longer_composes(garden: Path) -> None:
    """Another process composes anew; what is wrong by then is that job's failure, and its task says so."""
    loader = _loader(lambda job: None)
    Hydra(task_name=PRIMARY, config_loader=loader)
    given = ["pipeline=plots", "references=north,south", "hydra.mode=MULTIRUN"]
    master = loader.load_configuration(PRIMARY, given, RunMode.MULTIRUN)
    job = ["pipeline=plots", "references=south"]
    checked = loader.load_sweep_config(master, job)
    loader.launching = True
    elsewhere = copy.copy(loader)  # what pickling takes along: nothing that was read or composed
    (garden / "conf" / "references" / "south.yaml").unlink()
    assert loader.load_sweep_config(master, job) is checked
    assert loader.load_sweep_config(master, job).references == checked.references
    config = elsewhere.load_sweep_config(master, job)
    assert config[FAILED] == ["references=south: no such option; did you mean north? allowed: none, north"]
    assert list(config.hydra.overrides.task) == job


def test_nothing_that_was_composed_is_sent_along(garden: Path) -> None:
    """Workers get what they need to compose, and not what this process has kept."""
    loader = _loader(lambda job: None)
    Hydra(task_name=PRIMARY, config_loader=loader)
    given = ["pipeline=plots", "references=north,south", "hydra.mode=MULTIRUN"]
    master = loader.load_configuration(PRIMARY, given, RunMode.MULTIRUN)
    loader.load_sweep_config(master, ["pipeline=plots", "references=south"])
    assert (bool(loader._awaiting), bool(loader._seen.merged)) == (True, True)
    sent = copy.copy(loader)
    assert (sent._awaiting, sent._seen.merged) == ({}, {})


def test_more_jobs_than_are_kept_composed(garden: Path) -> None:
    """Those beyond are composed once more, each as what it is."""
    loader = _loader(lambda job: None)
    Hydra(task_name=PRIMARY, config_loader=loader)
    seeds = range(135)
    given = ["pipeline=plots", f"model.seed={','.join(map(str, seeds))}", "hydra.mode=MULTIRUN"]
    master = loader.load_configuration(PRIMARY, given, RunMode.MULTIRUN)
    jobs = [["pipeline=plots", f"model.seed={seed}"] for seed in seeds]
    checked = [loader.load_sweep_config(master, job) for job in jobs]
    loader.launching = True
    launched = [loader.load_sweep_config(master, job) for job in jobs]
    kept = [one is other for one, other in zip(checked, launched, strict=True)]
    assert (kept[0], kept[-1]) == (True, False)
    assert [config.model.seed for config in launched] == list(seeds)


def test_a_worker_reads_once_for_all_jobs(garden: Path) -> None:
    """Each job brings a loader of its own, and finds what the one before has read."""
    loader = _loader(lambda job: None)
    Hydra(task_name=PRIMARY, config_loader=loader)
    given = ["pipeline=plots", "references=north,south", "hydra.mode=MULTIRUN"]
    master = loader.load_configuration(PRIMARY, given, RunMode.MULTIRUN)
    first, second = copy.copy(loader), copy.copy(loader)
    first.load_sweep_config(master, ["pipeline=plots", "references=south"])
    (garden / "conf" / "references" / "south.yaml").unlink()
    config = second.load_sweep_config(master, ["pipeline=plots", "references=south", "model.seed=1"])
    assert "south.md" in config.references.plan
    with pytest.raises(MissingConfigException, match="south"):
        copy.copy(_loader(lambda job: None)).load_sweep_config(master, ["pipeline=plots", "references=south"])


def test_json_and_table_say_the_same(garden: Path, notarius: Program) -> None:
    """A row for each job, with what differs in a column of its own."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "references=north,none", "model.seed=1,2")
    rows = [line.split() for line in ran.out.splitlines() if line[:1].isdigit() and "done" in line.split()]
    assert [row[:4] for row in rows] == [
        ["0", "north", "1", "done"],
        ["1", "north", "2", "done"],
        ["2", "none", "1", "done"],
        ["3", "none", "2", "done"],
    ]
    assert json.dumps(plots.summary(garden)["jobs"][0]["records"]) == rows[0][4] == "3"
    assert ran.out.splitlines()[-1].startswith("4 done; ")
