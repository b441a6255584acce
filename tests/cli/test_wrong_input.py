"""Whatever is wrong gets one clear message and exit code 2, and no run directory."""

import os
from pathlib import Path

import pytest

from notarius.config.location import GROUPS, packaged_conf
from tests.campaigns import write
from tests.cli.running import Program

FILES = {
    "empty.txt": "",
    "other.json": '{"weather": "fair"}',
    "broken.json": '{"segments": [',
    "session.txt": "Ada: I cast Light.\nBen: Good.\n",
    "recordings/x": "",
}
RUN = ["pipeline=dnd-session"]

WRONG = {
    "no pipeline": ([], ["no pipeline was chosen", "dnd-session"]),
    "unknown pipeline": (["pipeline=dnd-sesion"], ["did you mean dnd-session?"]),
    "unknown key": ([*RUN, "chunking.tokens=3"], ["chunking.tokens", "allowed: max_tokens"]),
    "wrong type": ([*RUN, "input.path=session.txt", "chunking.max_tokens=x"], ["chunking.max_tokens", "'x'"]),
    "no input": (RUN, ["no transcript was named; say input.path=FILE"]),
    "missing file": ([*RUN, "input.path=sesion.txt"], ["sesion.txt", "session.txt"]),
    "empty file": ([*RUN, "input.path=empty.txt"], ["empty.txt", "empty"]),
    "binary file": ([*RUN, "input.path=binary.bin"], ["binary.bin"]),
    "directory": ([*RUN, "input.path=recordings"], ["recordings", "a folder, not a file"]),
    "no transcript": ([*RUN, "input.path=other.json"], ["other.json", "weather", "segments"]),
    "broken JSON": ([*RUN, "input.path=broken.json"], ["broken.json", "line 1"]),
    "unknown format": ([*RUN, "input.path=session.txt", "input.format=seriatm"], ["seriatm", "seriatim"]),
    "missing roster": ([*RUN, "input.path=session.txt", "references.roster=r.md"], ["roster", "r.md"]),
    "unknown slot": ([*RUN, "input.path=session.txt", "references.rooster=r.md"], ["rooster", "did you mean roster?"]),
    "unknown lane": ([*RUN, "input.path=session.txt", "only=[npcz]"], ["npcz", "spells"]),
    "key of an unknown lane": (
        [*RUN, "input.path=session.txt", "lanes.spels.references.roster=session.txt"],
        ["lanes.spels: the pipeline has no such lane; did you mean spells? lanes: spells, npcs"],
    ),
    "added key of an unknown lane": (
        [*RUN, "input.path=session.txt", "+lanes.x.model.kind=offline"],
        ["lanes.x: the pipeline has no such lane; lanes: spells, npcs"],
    ),
    "no lane": ([*RUN, "input.path=session.txt", "only=[]"], ["only", "spells"]),
    "no lanes at all": ([*RUN, "input.path=session.txt", "~lanes.spells", "~lanes.npcs"], ["has no lanes"]),
    "unknown extractor": (
        [*RUN, "input.path=session.txt", "lanes.spells.extract=dnd/spels"],
        ["dnd/spels", "dnd/spells"],
    ),
    "replay without recordings": ([*RUN, "input.path=session.txt", "model=replay"], ["model.recordings=FOLDER"]),
    "missing recordings": (
        [*RUN, "input.path=session.txt", "model=replay", "model.recordings=nowhere"],
        ["no such folder", "nowhere"],
    ),
    "context too small": (
        [*RUN, "input.path=session.txt", "references.roster=session.txt", "model.context_tokens=100"],
        ["slot roster", "model.context_tokens is 100", "largest chunk", "What would fit"],
    ),
    "chunk limit": ([*RUN, "input.path=session.txt", "chunking.max_tokens=0"], ["max_tokens is 0"]),
    "token counter": ([*RUN, "input.path=session.txt", "model.tokenizer=o200k"], ["o200k_base"]),
    "reference without equals": (["run", "dnd-session", "--reference", "roster"], ["SLOT=FILE"]),
    "pattern without match": (["run", "dnd-session", "--input", "none/*.txt"], ["no file matches"]),
    "wrong campaign folder": ([*RUN, "--config-dir", "recordings"], ["--config-dir recordings", "pipeline/"]),
    "two things at once": (
        [*RUN, "input.path=nowhere.txt", "references.roster=r.md"],
        ["nowhere.txt", "r.md"],
    ),
    "a sweep with one bad value": (
        ["-m", *RUN, "input.path=session.txt", "references.roster=session.txt,null,gone.md"],
        ["gone.md"],
    ),
}


@pytest.mark.parametrize("case", WRONG, ids=WRONG.keys())
def test_wrong_input(case: str, here: Path, notarius: Program) -> None:
    """What, where, what was allowed; nothing is made."""
    write(here, FILES)
    (here / "binary.bin").write_bytes(b"\x00\x01\x02\xff")
    arguments, expected = WRONG[case]
    ran = notarius(*arguments)
    assert [part for part in expected if part not in ran.err] == [], ran.err
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert not (here / "outputs").exists()
    assert str(here) not in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_a_device_is_not_waited_for(here: Path, notarius: Program) -> None:
    """A FIFO would block for ever."""
    os.mkfifo(here / "pipe")
    ran = notarius("pipeline=dnd-session", "input.path=pipe")
    assert ran.code == 2
    assert "pipe" in ran.err


def test_messages_are_safe_to_print(here: Path, notarius: Program) -> None:
    """A file name cannot act on the terminal."""
    ran = notarius("pipeline=dnd-session", "input.path=\x1b[31mred\x07.txt")
    assert ran.code == 2
    assert "\x1b" not in ran.err
    assert "\x07" not in ran.err


def test_help_shows_the_groups_and_their_options(here: Path, notarius: Program) -> None:
    """One sentence, the groups with their options, examples."""
    write(here, {"conf/pipeline/mine.yaml": "# @package _global_\ndefaults: [dnd-session]\n"})
    ran = notarius("--help")
    assert ran.code == 0
    assert "dnd-session, mine" in ran.out
    assert "model=" in ran.out
    assert "offline, ollama, openai" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 120


def test_help_leaves_no_group_out(here: Path, notarius: Program) -> None:
    """Every folder of options, the campaign's own too, with every option in it."""
    write(here, {"conf/pipeline/mine.yaml": "", "conf/lane/chatter.yaml": "", "conf/weather/rain.yaml": ""})
    shown = {
        words[0].rstrip("="): [word.rstrip(",") for word in words[1:]]
        for line in notarius("--help").out.partition("Groups and their options:\n")[2].splitlines()
        if line.startswith("  ") and (words := line.split()) and words[0] != "notarius"
    }
    folders = {group: packaged_conf() / group for group in GROUPS}
    expected = {group: {path.stem for path in folder.glob("*.yaml")} for group, folder in folders.items()}
    expected["pipeline"] |= {"mine"}
    expected["lane"] |= {"chatter"}
    expected["weather"] = {"rain"}
    assert {group: set(options) for group, options in shown.items()} == expected


@pytest.mark.parametrize("flags", [["--cfg", "job"], ["--info", "defaults"], ["--hydra-help"]])
def test_hydras_own_flags_work(flags: list[str], here: Path, notarius: Program) -> None:
    """`--cfg`, `--info` and `--hydra-help` show and run nothing."""
    ran = notarius(*flags, *([] if flags == ["--hydra-help"] else ["pipeline=dnd-session"]))
    assert ran.code == 0
    assert ran.out != ""
    assert not (here / "outputs").exists()
