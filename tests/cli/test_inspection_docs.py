"""docs/reference/describe-and-validate.md: its examples print what it shows, and it knows every key."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli import allotment, pages
from tests.cli.running import Program

TEXT = pages.PAGE.read_text(encoding="utf-8")
EXAMPLES = pages.BLOCK.findall(TEXT)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_the_page_shows(command: str, shown: str, home: Path) -> None:
    """Where it does not, `python -m tests.cli.pages` writes the page anew; read what changed."""
    assert pages.output(command, home) == shown


def test_no_example_escapes() -> None:
    """Every fenced block is one that is run above."""
    assert TEXT.count("```") == 2 * len(EXAMPLES) == 6


def keys(value: Any, path: str = "") -> Iterator[str]:
    """Paths of all keys of a JSON value; lists are `[]`."""
    if isinstance(value, list):
        for item in value:
            yield from keys(item, f"{path}[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            here = f"{path}.{key}" if path else key
            yield here
            yield from keys(item, here)


def test_every_key_is_documented_and_every_documented_key_exists(
    here: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of the page against JSON with every part in it: forecasts, bindings, problems."""
    allotment.make(here, monkeypatch)
    arguments = ("allotment", "--input", "talk.txt", "--json")
    sound, wrong = notarius("validate", *arguments), notarius("describe", *arguments, "references.plan=gone.md")
    written = {*keys(json.loads(sound.out)), *keys(json.loads(wrong.out))}
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", TEXT.partition("## For programs")[2], flags=re.MULTILINE)
    named = {key for key, _ in rows}
    named |= {
        f"{key}.{inner}" for key, text in rows for inner in re.findall(r"`(\w+)`", text) if inner in FLAT.get(key, ())
    }
    lists = {key for key in written if any(other.startswith(f"{key}[]") for other in named)}
    assert written - named - lists == set()
    assert named - written == set()


FLAT = {
    "input": ("name", "format", "digest", "size_bytes", "units", "units_with_text"),
    "lanes[].chunking": ("max_tokens", "max_units", "overlap_units"),
}
