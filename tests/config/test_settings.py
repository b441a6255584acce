"""Unknown keys, wrong types, and what else is wrong with a config, each with the path of the key."""

from pathlib import Path

import pytest

from notarius.config.keys import default_keys, known_keys
from notarius.config.settings import Settings
from notarius.errors import ConfigError
from tests.campaigns import PIPELINE, write
from tests.config.composing import job

COMMAND_LINE = {
    "no pipeline": ([], "no pipeline was chosen; say pipeline=NAME. There are: dnd-session"),
    "unknown pipeline": (["pipeline=dnd-sesion"], "pipeline=dnd-sesion: no such option; did you mean dnd-session?"),
    "unknown option": (["pipeline=dnd-session", "model=ofline"], "did you mean offline? allowed: "),
    "unknown group": (["pipeline=dnd-session", "modell=offline"], "modell: unknown key; did you mean model?"),
    "unknown key": (["pipeline=dnd-session", "chunking.max_tokns=3"], "did you mean max_tokens? allowed: max_tokens"),
    "unknown deep key": (["pipeline=dnd-session", "lanes.spells.extrakt=x"], "did you mean extract?"),
    "unknown lane": (["pipeline=dnd-session", "lanes.spels.extract=x"], "lanes.spels.extract: unknown key"),
    "added key": (["pipeline=dnd-session", "+chunk.x=3"], "chunk: unknown key; did you mean chunking?"),
    "text for a number": (
        ["pipeline=dnd-session", "chunking.max_tokens=many"],
        "chunking.max_tokens: must be a whole number, got 'many'",
    ),
    "fraction for a whole number": (["pipeline=dnd-session", "chunking.max_tokens=1.5"], "must be a whole number"),
    "true for a number": (["pipeline=dnd-session", "chunking.max_tokens=true"], "must be a whole number, got True"),
    "list for a number": (["pipeline=dnd-session", "chunking.max_tokens=[1]"], "must be a whole number"),
    "text for a list": (["pipeline=dnd-session", "only=spells"], "only: must be a list or null, got 'spells'"),
    "null for a number": (["pipeline=dnd-session", "chunking.max_tokens=null"], "must be a whole number, got null"),
    "null for a lane": (["pipeline=dnd-session", "lanes.spells=null"], "lanes.spells: must be a mapping"),
    "unknown kind": (["pipeline=dnd-session", "model.kind=oracle"], "model.kind: must be one of offline, replay"),
    "too small": (["pipeline=dnd-session", "limits.max_concurrency=0"], "limits.max_concurrency: must be >= 1, got 0"),
    "a price below nothing": (
        ["pipeline=dnd-session", "model.price.output=-3"],
        "model.price.output: must be >= 0, got -3",
    ),
    "a temperature below nothing": (
        ["pipeline=dnd-session", "model.temperature=-1"],
        "model.temperature: must be >= 0, got -1",
    ),
    "no time to connect": (
        ["pipeline=dnd-session", "model.connect_timeout_seconds=0"],
        "model.connect_timeout_seconds: must be > 0, got 0",
    ),
    "no room for a reply": (
        ["pipeline=dnd-session", "model.max_response_bytes=0"],
        "model.max_response_bytes: must be >= 1, got 0",
    ),
    "not a number": (["pipeline=dnd-session", "model.temperature=nan"], "model.temperature: must be a number or null"),
    "infinite": (
        ["pipeline=dnd-session", "limits.backoff_cap_seconds=inf"],
        "limits.backoff_cap_seconds: must be a number",
    ),
    "no room": (
        ["pipeline=dnd-session", "model.max_output_tokens=-1"],
        "model.max_output_tokens: must be >= 1, got -1",
    ),
    "no share": (
        ["pipeline=dnd-session", "grounding.min_similarity=2"],
        "grounding.min_similarity: must be <= 1, got 2",
    ),
    "no override": (["pipeline"], "pipeline: not an override; write key=value"),
    "null for a group": (["pipeline=dnd-session", "references=null"], "references.SLOT=null unbinds a slot"),
}


@pytest.mark.parametrize("case", COMMAND_LINE, ids=COMMAND_LINE.keys())
def test_what_is_wrong_on_the_command_line_is_said(case: str, here: Path) -> None:
    """Key, value, what was allowed."""
    arguments, message = COMMAND_LINE[case]
    with pytest.raises(ConfigError) as error:
        job(*arguments)
    assert message in str(error.value)
    assert not (here / "outputs").exists()


YAML = {
    "unknown top key": ("lans: {}\n", ["lans", "conf/pipeline/p.yaml", "did you mean lanes?"]),
    "wrong type": ("chunking: {max_tokens: many}\n", ["chunking.max_tokens (in conf/pipeline/p.yaml)", "got 'many'"]),
    "wrong binding": ("references: {roster: {file: x}}\n", ["references.roster", "may hold path and nothing else"]),
    "number as a path": ("references: {roster: [[1]]}\n", ["references.roster", "path, null, or a list of paths"]),
    "lanes as a list": ("lanes: [spells]\n", ["lanes"]),
    "lane without an extractor": (
        "lanes: {x: {chunking: {}}}\n",
        ["lanes.x.extract: must be given, the name of an extractor"],
    ),
    "broken YAML": ("only: [\n", ["conf/pipeline/p.yaml", "line"]),
    "unknown parent": ("", ["dnd-sesion", "did you mean dnd-session?"]),
    "broken interpolation": ("only: ['${nowhere}']\n", ["nowhere"]),
}


@pytest.mark.parametrize("case", YAML, ids=YAML.keys())
def test_what_is_wrong_in_yaml_is_said_with_its_file(case: str, here: Path) -> None:
    """The message names the file that wrote the key."""
    text, expected = YAML[case]
    pipeline = PIPELINE.replace("dnd-session", "dnd-sesion") if case == "unknown parent" else PIPELINE
    write(here, {"conf/pipeline/p.yaml": pipeline + text})
    with pytest.raises(ConfigError) as error:
        job("pipeline=p")
    assert [part for part in expected if part not in str(error.value)] == []
    assert str(here) not in str(error.value)


def test_several_wrong_keys_are_reported_together(here: Path) -> None:
    """Nobody mends them one by one."""
    with pytest.raises(ConfigError) as error:
        job("pipeline=dnd-session", "chunking.max_tokens=many", "model.seed=x", "only=spells")
    assert len(error.value.problems) == 3


@pytest.mark.parametrize("key", ["model.name=x", "limits.max_concurrency=3", "lanes.spells.model.name=x"])
def test_every_known_key_can_be_set(key: str, here: Path) -> None:
    """Also the ones that no YAML writes."""
    assert job("pipeline=dnd-session", key).pipeline == "dnd-session"


def test_defaults_are_the_settings_own() -> None:
    """One place says what a key is when nobody sets it."""
    assert set(default_keys()) == set(known_keys([])) == set(Settings.__annotations__)
