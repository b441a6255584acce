"""What `notarius compare --json` prints is documented."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from notarius.cli.compare import parser
from notarius.compare import compare_runs, comparison_document
from tests.compare.runs import a_run, moored, refused
from tests.rundir.samples import reference

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "compare.md"
# Below these keys stand names of measures, of a module's fields, of slots.
FREE = {"measures", "fields", "values", "variants"}


def _keys(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _keys(item, f"{path}[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            whole = f"{path}.{key}" if path else key
            yield whole
            if key not in FREE:
                yield from _keys(item, whole)


def _documented() -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", PAGE.read_text(encoding="utf-8")))


def test_every_key_is_documented(tmp_path: Path) -> None:
    """Each key of the JSON stands in the page by its path."""
    before = a_run(tmp_path / "a", moored("Heron", 2, pilot="Ada"), moored("Tern", 6))
    after = a_run(
        tmp_path / "b",
        moored("Heron", 2, 3, pilot="Bo"),
        rejections=[refused("Tern", 6)],
        lane={"references": (reference(content=b"x"),)},
    )
    document = comparison_document(compare_runs([before, after]))
    assert set(_keys(document)) - _documented() == set()
    assert set(document["measures"]) - _documented() == set()


def test_every_option_is_documented() -> None:
    """Each option of the verb stands in the page."""
    options = {option for action in parser()._actions for option in action.option_strings} - {"-h", "--help"}
    assert options - _documented() == set()
