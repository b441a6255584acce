"""What may be swept over, how jobs are told apart, and what is checked before the first one runs."""

from pathlib import Path

import pytest

from notarius.config.planning import titles
from tests.campaigns import write
from tests.cli.running import Program, lines, manifest
from tests.sweeps import plots


@pytest.mark.parametrize(
    ("jobs", "expected"),
    [
        pytest.param([["a=1", "b=x"], ["a=1", "b=y"]], ["b=x", "b=y"], id="one key"),
        pytest.param([["a=1", "b=x"], ["a=2", "b=y"]], ["a=1 b=x", "a=2 b=y"], id="two keys"),
        pytest.param([["a=1", "~c"], ["a=1"]], ["~c", "the same"], id="one has more"),
        pytest.param([["a=1"], ["a=1"]], ["the same", "the same"], id="equal"),
        pytest.param([["a=1"]], ["the same"], id="alone"),
        pytest.param([], [], id="none"),
    ],
)
def test_titles(jobs: list[list[str]], expected: list[str]) -> None:
    """Of each job's overrides those that not all jobs have."""
    assert titles(jobs) == expected


@pytest.mark.parametrize(
    ("swept", "expected"),
    [
        pytest.param(
            ["references.plan=north.md,south.md,null"],
            {"references.plan=north.md": "Ilsa", "references.plan=south.md": "Tomas", "references.plan=null": "Wren"},
            id="values and null",
        ),
        pytest.param(
            ["references=north,south,none"],
            {"references=north": "Ilsa", "references=south": "Tomas", "references=none": "Wren"},
            id="groups",
        ),
        pytest.param(
            ["references.lists=[herbs.txt,roots.txt],[],herbs.txt"],
            {
                "references.lists=[herbs.txt,roots.txt]": "Wren",
                "references.lists=[]": "Wren",
                "references.lists=herbs.txt": "Wren",
            },
            id="lists",
        ),
        pytest.param(
            ["input.path=talk.txt,walk.txt"], {"input.path=talk.txt": "Wren", "input.path=walk.txt": "Bo"}, id="inputs"
        ),
        pytest.param(
            ["model.seed=1,2", "references=north,south"],
            {
                f"model.seed={seed} references={plan}": owner
                for seed in (1, 2)
                for plan, owner in (("north", "Ilsa"), ("south", "Tomas"))
            },
            id="combinations",
        ),
        pytest.param(
            ["lanes.plantings.references.plan=north.md,null"],
            {"lanes.plantings.references.plan=north.md": "Ilsa", "lanes.plantings.references.plan=null": "Wren"},
            id="a lane's own",
        ),
    ],
)
def test_what_may_be_swept_over(swept: list[str], expected: dict[str, str], garden: Path, notarius: Program) -> None:
    """One job a value, in order, in a folder that is its number, with a title that tells it apart."""
    ran = notarius("-m", "pipeline=plots", *([] if "input" in swept[0] else ["input.path=talk.txt"]), *swept)
    assert (ran.code, ran.err) == (0, "")
    jobs = plots.summary(garden)["jobs"]
    assert [job["title"] for job in jobs] == list(expected)
    assert [Path(job["directory"]).name for job in jobs] == [str(number) for number in range(len(jobs))]
    owners = [lines(garden / job["directory"] / "artifacts" / "plantings.jsonl")[0]["fields"] for job in jobs]
    assert [fields["gardener"] for fields in owners] == list(expected.values())


def test_models_may_be_swept_over(garden: Path, notarius: Program) -> None:
    """Also a lane may be left out of all jobs."""
    write(garden, {"conf/model/quiet.yaml": "kind: offline\nseed: 7\n"})
    ran = notarius("-m", "pipeline=both", "input.path=talk.txt", "model=offline,quiet", "~lanes.blind")
    assert ran.code == 0
    told = [manifest(garden / job["directory"]) for job in plots.summary(garden)["jobs"]]
    assert [run["lanes"][0]["model"]["option"] for run in told] == ["offline", "quiet"]
    assert [[lane["name"] for lane in run["lanes"]] for run in told] == [["plantings"], ["plantings"]]


def test_titles_and_overrides_show_no_absolute_path(garden: Path, notarius: Program) -> None:
    """Neither does the rest of `sweep.json`, nor the table, nor a manifest."""
    (garden.parent / "away.md").write_text("Ada owns bed one.\n", encoding="utf-8")
    given = f"references.plan={garden / 'north.md'},{garden.parent / 'away.md'}"
    ran = notarius("-m", "pipeline=plots", f"input.path={garden / 'talk.txt'}", given)
    assert ran.code == 0
    jobs = plots.summary(garden)["jobs"]
    assert [job["title"] for job in jobs] == ["references.plan=north.md", "references.plan=.../away.md"]
    table = ran.out[ran.out.index("job  references.plan") :]
    written = [path.read_text(encoding="utf-8") for path in garden.rglob("*.json")]
    assert [text for text in [table, *written] if str(garden.parent) in text] == []


def test_names_of_files_read_as_they_are(garden: Path, notarius: Program) -> None:
    """Quotes, blanks, interpolations and commas in names are what people see."""
    odd = "it's ${x} #1.md"
    write(garden, {odd: "Ada owns bed one.\n", "a,b.md": "Bo owns bed one.\n"})
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", f"references.plan={odd},'a,b.md'")
    assert ran.code == 0
    titles_ = [job["title"] for job in plots.summary(garden)["jobs"]]
    assert titles_ == [f"references.plan={odd}", "references.plan=a,b.md"]
    assert odd in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["-m", "pipeline=plots", "input.path=days/*.txt"], id="an override"),
        pytest.param(
            ["-m", "pipeline=plots", "input.path=days/1.txt,days/?.txt"], id="beside a name, which comes twice"
        ),
        pytest.param(["run", "plots", "--input", "days/*.txt"], id="a flag"),
        pytest.param(["run", "plots", "-m", "--input", "days/1.txt,days/2.txt"], id="a flag with a list"),
        pytest.param(
            ["run", "plots", "--input", "days/*.txt", "references.plan=north.md,null"], id="a flag beside a sweep"
        ),
    ],
)
def test_a_pattern_stands_for_the_files_that_it_matches(arguments: list[str], garden: Path, notarius: Program) -> None:
    """In the order of their names, a job each."""
    text = (garden / "talk.txt").read_text(encoding="utf-8")
    write(garden, {"days/2.txt": text, "days/1.txt": text})
    ran = notarius(*arguments)
    assert ran.code == 0, ran.err
    inputs = [text for job in plots.summary(garden)["jobs"] for text in job["overrides"] if "input.path" in text]
    assert sorted(set(inputs)) == ["input.path=days/1.txt", "input.path=days/2.txt"]
    assert inputs == sorted(inputs)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["-m", "pipeline=plots", "input.path=days/*.txt"], "input.path=days/*.txt: no file", id="nothing"),
        pytest.param(["run", "plots", "--input", "days/*.txt"], "--input days/*.txt: no file", id="nothing, by flag"),
        pytest.param(["pipeline=plots", "input.path=*.txt"], "input.path=*.txt: a pattern that matches", id="no sweep"),
        pytest.param(
            ["pipeline=plots", "input.path=talk.txt", "references.plan=north.md,south.md,null"],
            "references.plan=north.md,south.md,null: 3 values, and this is one run",
            id="values and no sweep",
        ),
        pytest.param(
            ["run", "plots", "--input", "talk.txt", "--reference", "plan=north.md,south.md"],
            "references.plan=north.md,south.md: 2 values, and this is one run",
            id="values behind a flag",
        ),
        pytest.param(["validate", "plots", "--input", "talk.txt,talk.txt"], "2 values", id="another verb"),
    ],
)
def test_what_is_no_sweep_and_looks_like_one(arguments: list[str], said: str, garden: Path, notarius: Program) -> None:
    """Ends with 2 and says how to sweep, instead of looking for a file of that name."""
    ran = notarius(*arguments)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            ["references.plan=north.md,nrth.md"],
            ["job 1 (references.plan=nrth.md): ", "nrth.md"],
            id="one job's reference",
        ),
        pytest.param(
            ["references.plan=north.md,x1.md,x2.md"],
            ["notarius: 2 errors", "job 1 (references.plan=x1.md): ", "job 2 (references.plan=x2.md): "],
            id="two jobs' references",
        ),
        pytest.param(["references=north,east"], ["references=east", "no such option"], id="one job's group"),
        pytest.param(
            ["references.plan=north.md,south.md", "references.plam=x.md"],
            ["error: pipeline plots", "plam"],
            id="every job",
        ),
        pytest.param(["model.seed=1,two,x", "model.name=a,b"], ["jobs 2, 3: ", "jobs 4, 5: "], id="some jobs"),
    ],
)
def test_all_jobs_are_checked_before_the_first_runs(
    arguments: list[str], expected: list[str], garden: Path, notarius: Program
) -> None:
    """Exit 2 with everything that is wrong and whose it is; nothing was run, no folder made."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", *arguments)
    assert ran.code == 2
    assert [text for text in expected if text not in ran.err] == []
    assert not (garden / "multirun").exists()


def test_a_thousand_wrong_jobs_are_not_all_looked_at(garden: Path, notarius: Program) -> None:
    """After fifty the reasons repeat; how many were left is said."""
    seeds = ",".join(["x"] * 60)
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", f"model.seed={seeds}")
    assert ran.code == 2
    assert "10 more jobs were not looked at" in ran.err


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("hydra.sweep.subdir=all", "jobs 0 and 1 would write to one folder"),
        ("hydra/launcher=jobs", "hydra/launcher=jobs: no such launcher; there are basic, joblib"),
        ("hydra/launcher=ray_of_light", "not installed; run pip install 'notarius[ray]'"),
        ("hydra/sweeper=other", "hydra/sweeper=other"),
    ],
    ids=["one folder for all", "unknown launcher", "launcher not installed", "unknown sweeper"],
)
def test_how_a_sweep_may_not_be_run(argument: str, expected: str, garden: Path, notarius: Program) -> None:
    """Exit 2, and nothing was run."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "references=north,south", argument)
    assert ran.code == 2
    assert expected in ran.err
    assert not (garden / "multirun").exists()


def test_batches_are_one_sweep(garden: Path, notarius: Program) -> None:
    """`hydra.sweeper.max_batch_size` changes neither numbers nor checks."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "model.seed=1,2,3", "hydra.sweeper.max_batch_size=2")
    assert ran.code == 0
    assert [Path(job["directory"]).name for job in plots.summary(garden)["jobs"]] == ["0", "1", "2"]


def test_equal_jobs_are_jobs(garden: Path, notarius: Program) -> None:
    """The same value twice runs twice."""
    ran = notarius("-m", "pipeline=plots", "input.path=talk.txt", "references=north,north")
    assert ran.code == 0
    assert [job["title"] for job in plots.summary(garden)["jobs"]] == ["the same", "the same"]


def test_a_campaign_may_choose_the_folder(garden: Path, notarius: Program) -> None:
    """`hydra.sweep.dir` and `hydra.sweep.subdir` in a pipeline."""
    text = "# @package _global_\ndefaults: [plots, _self_]\nhydra: {sweep: {dir: tried, subdir: 'n${hydra.job.num}'}}\n"
    write(garden, {"conf/pipeline/own.yaml": text})
    assert notarius("-m", "pipeline=own", "input.path=talk.txt", "references=north,south").code == 0
    assert sorted(path.parent.name for path in (garden / "tried").rglob("manifest.json")) == ["n0", "n1"]
