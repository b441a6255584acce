"""docs/reference/formats.md: its examples read as it says, and it knows every format."""

import re
from pathlib import Path

import pytest

from notarius.transcripts import FORMATS
from tests.transcripts.reading import parse

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"
_EXAMPLE = re.compile(r"```\w+ example=(\w+)\n(.*?)```\n\n```units\n(.*?)```", re.DOTALL)
EXAMPLES = [match.groups() for match in _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("name", "text", "units"), EXAMPLES)
def test_an_example_reads_as_the_page_says(name: str, text: str, units: str) -> None:
    """The format is detected, and the units are those shown."""
    transcript = parse(text)
    assert transcript.format == name
    assert [unit.line() for unit in transcript.units] == units.splitlines()


def test_every_format_has_its_line_and_an_example() -> None:
    """The table repeats what the program says, and no fenced block escapes the test above."""
    page = PAGE.read_text(encoding="utf-8")
    assert {name for name, _, _ in EXAMPLES} == set(FORMATS)
    assert page.count("```") == 4 * len(EXAMPLES)
    for name, summary in FORMATS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.replace("`", "") == f"| {name} | {summary} |".replace("`", "")
