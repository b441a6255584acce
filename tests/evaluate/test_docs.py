"""What `notarius evaluate` prints and takes is documented."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from notarius.cli.evaluate import parser
from notarius.evaluate import evaluate_runs, evaluation_document, read_gold
from notarius.evaluate.agreement import COMPARES, LETTERS
from notarius.evaluate.gold import _OWN_KEYS
from notarius.evaluate.mapping import _COLUMNS, _FIELD_KEYS, _KEYS, KINDS
from tests.compare.runs import a_run, moored
from tests.evaluate.gold import row, write_gold

DOCS = Path(__file__).parents[2] / "docs" / "reference"
FREE = {"fields"}


def _keys(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _keys(item, f"{path}[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            whole = f"{path}.{key}" if path else key
            if key not in FREE:
                yield from _keys(item, whole)


def _documented(page: str) -> set[str]:
    names = re.findall(r"`([^`\n]+)`", (DOCS / page).read_text(encoding="utf-8"))
    return {name.split(".")[-1].removesuffix("[]") for name in names} | set(names)


def test_every_key_of_the_json_is_documented(tmp_path: Path) -> None:
    """By its name, in the page."""
    gold = [
        row("g1", "Heron", "u2", pilot="Ada", depth=3),
        row("g2", "Tern", "u6", pilot="Bo"),
        row("n", "Gull", "u8", kind="near_miss"),
        row("x", "Rail", "u9", kind="neutral"),
    ]
    records = [moored("Heron", 2, depth=2), moored("Heron", 2), moored("Gull", 8), moored("Rail", 9)]
    runs = [a_run(tmp_path / "a", *records), a_run(tmp_path / "b")]
    document = evaluation_document(evaluate_runs(runs, [read_gold(write_gold(tmp_path / "g", gold))], resamples=1))
    assert len(set(_keys(document))) > 40
    assert set(_keys(document)) - _documented("evaluate.md") == set()


def test_every_option_is_documented() -> None:
    """Each option of the verb stands in the page."""
    options = {option for action in parser()._actions for option in action.option_strings} - {"-h", "--help"}
    assert options - _documented("evaluate.md") == set()


def test_every_key_of_gold_and_mappings_is_documented() -> None:
    """Keys of rows, of mappings, and their allowed values."""
    known = {*_OWN_KEYS, *_KEYS, *_COLUMNS, *_FIELD_KEYS, *KINDS, *COMPARES, *LETTERS, "equals", "contains"}
    assert known - _documented("gold.md") == set()
