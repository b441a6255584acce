"""Stamps on many paths, and on paths whose names mean something in YAML, Hydra or OmegaConf."""

import time
from pathlib import PurePosixPath

import pytest
from omegaconf import DictConfig, OmegaConf

from notarius.config.stamps import WrittenPath, register_resolvers, resolve_path, stamp, to_plain

SOURCE = "/camp/conf/pipeline/p.yaml"
NAMES = [
    "a b.md",
    "it's.md",
    'say "x".md',
    "a\\b.md",
    "\\",
    "a=b,c.md",
    "[x].md",
    "{x}.md",
    "$x.md",
    "ü.md",
    "a\\'b.md",
]


def stamped(names: list[str]) -> DictConfig:
    """A config with a slot that lists these files, stamped."""
    config = OmegaConf.create({"references": {"lists": names}, "only": None})
    stamp(config, "config", SOURCE)
    return config


def said(text: str) -> WrittenPath:
    """What a path in the config is read as."""
    return WrittenPath(resolve_path("config", SOURCE, text), "config", SOURCE, text)


@pytest.mark.parametrize("name", NAMES)
def test_a_stamp_says_what_was_written(name: str) -> None:
    """Also where the name needs quotes in a stamp; OmegaConf resolves it to the same path."""
    register_resolvers()
    config = stamped([name])
    assert to_plain(config) == {"references": {"lists": [said(name)]}, "only": None}
    assert config.references.lists[0] == said(name).path


def test_a_path_may_hold_what_another_key_says() -> None:
    """`${key}` inside a path is resolved before the path is."""
    register_resolvers()
    config = OmegaConf.create({"party": "owls", "references": {"roster": "../${party}.md"}})
    stamp(config, "config", SOURCE)
    assert to_plain(config)["references"]["roster"].text == "../owls.md"
    assert PurePosixPath(config.references.roster).name == "owls.md"


def test_ten_thousand_paths_take_seconds_at_most() -> None:
    """Time grows with the number of paths, not with its square, of which this is a hundred million."""
    register_resolvers()
    names = [f"../../lists/{number}.md" for number in range(10_000)]
    began = time.process_time()
    assert to_plain(stamped(names))["references"]["lists"][-1] == said(names[-1])
    assert time.process_time() - began < 15
