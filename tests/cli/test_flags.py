"""Flags and words that do not fit get one message of ours and exit code 2, never another program's usage text."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaigns import PIPELINE, write
from tests.cli.running import Program

UNFIT = {
    "a verb's flag": (["--reference", "roster=x.md"], "--reference: belongs to a verb; write notarius run NAME"),
    "input": (["--input", "x.txt"], "or input.path=FILE without a verb"),
    "with an equals sign": (["--only=spells"], "--only: belongs to a verb"),
    "json": (["--json"], "--json: belongs to the verbs describe, validate"),
    "unknown": (["--verbose"], "--verbose: no such flag; see notarius --help"),
    "short": (["-x"], "-x: no such flag"),
    "without its value": (["--cfg"], "argument --cfg/-c: expected one argument"),
    "wrong value": (["--cfg", "all-of-it"], "invalid choice: 'all-of-it'"),
    "pickled config": (["--experimental-rerun", "x"], "--config-path RUN/.hydra runs a saved one"),
}


@pytest.mark.parametrize("case", UNFIT, ids=UNFIT.keys())
def test_a_flag_that_does_not_fit(case: str, here: Path, notarius: Program) -> None:
    """Said with what says the same."""
    flags, message = UNFIT[case]
    ran = notarius("pipeline=dnd-session", *flags)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("notarius: error: ")
    assert message in ran.err
    assert "usage:" not in ran.err


def test_all_flags_that_do_not_fit_are_told_together(here: Path, notarius: Program) -> None:
    """One list, each flag once."""
    ran = notarius("pipeline=dnd-session", "--only", "spells", "--only", "npcs", "--model", "offline")
    assert ran.err.startswith("notarius: 2 errors:\n")


WORDS = {
    "misspelt verb": (["describ", "dnd-session"], "did you mean describe?"),
    "a pipeline": (["dnd-session"], "to run a pipeline of that name: notarius run dnd-session."),
}


@pytest.mark.parametrize("case", WORDS, ids=WORDS.keys())
def test_a_first_word_that_is_no_verb(case: str, here: Path, notarius: Program) -> None:
    """Said as such, with all verbs."""
    words, message = WORDS[case]
    ran = notarius(*words)
    assert ran.code == 2
    assert f"{words[0]}: neither a verb nor key=value" in ran.err
    assert message in ran.err
    assert "run, describe, validate" in ran.err


INTERPOLATED = {
    "text": ("references: {roster: '${model.kind}'}\n", "references.roster", "this one gives 'offline'"),
    "null": ("references: {roster: {path: '${only}'}}\n", "references.roster", "this one gives null"),
    "in a list": ("references: {glossary: ['${model.kind}']}\n", "references.glossary", "this one gives 'offline'"),
    "other path key": ("input: {path: '${model.kind}'}\n", "input.path", "this one gives 'offline'"),
    "list": ("input: {path: [a.txt]}\n", "input.path", "must be a path or null, got a list"),
}


@pytest.mark.parametrize("case", INTERPOLATED, ids=INTERPOLATED.keys())
def test_an_interpolation_that_gives_no_path(case: str, here: Path, notarius: Program) -> None:
    """The message says which key and file, what `${...}` gave, and what it may name."""
    text, key, reason = INTERPOLATED[case]
    write(here, {"conf/pipeline/p.yaml": PIPELINE + text, "s.txt": "Ada: I cast Light.\n"})
    ran = notarius("pipeline=p")
    assert ran.code == 2
    assert f"{key} (in conf/pipeline/p.yaml): must be a path" in ran.err
    assert reason in ran.err
    assert str(here) not in ran.err


def test_an_interpolation_may_name_another_path(here: Path, notarius: Program) -> None:
    """As the message says."""
    text = "references: {glossary: ../../words.md, roster: '${references.glossary}'}\n"
    write(here, {"conf/pipeline/p.yaml": PIPELINE + text, "words.md": "| a | b |\n"})
    assert notarius("describe", "p").out.count("bound to    words.md") == 3


@pytest.mark.parametrize("arguments", [["pipeline=nowhere"], ["describe", "nowhere"], ["-m", "pipeline=nowhere,none"]])
def test_a_full_traceback_changes_no_exit_code(arguments: list[str], here: Path) -> None:
    """`HYDRA_FULL_ERROR=1` adds Hydra's own words before ours."""
    repository = Path(__file__).parents[2]
    environment = {"HYDRA_FULL_ERROR": "1", "PYTHONPATH": str(repository), "HOME": str(here), "USERPROFILE": str(here)}
    done = subprocess.run(
        [sys.executable, "-m", "notarius", *arguments],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert "no such option" in done.stderr.partition("notarius: ")[2]
    assert not (here / "outputs").exists()
