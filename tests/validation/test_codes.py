"""Every finding code is documented, and every documented code is one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import notarius
from notarius.contracts import codes
from notarius.contracts.codes import CODES

SOURCE = Path(notarius.__file__).parent
DOCUMENT = (SOURCE.parent / "docs" / "reference" / "findings.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### `([^`]+)`\n\n(.+?)(?=^##|\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))


def _codes_given(folder: Path) -> Iterator[str]:
    """The literal codes, and the names of constants, with which findings are made under a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
                given = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
                yield from (
                    each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )
                yield from (getattr(codes, each.id) for each in given if isinstance(each, ast.Name))


def test_every_code_in_the_source_is_documented_and_none_else() -> None:
    """The framework's are those in `CODES`; modules add their own."""
    modules = set(_codes_given(SOURCE / "modules"))
    assert set(SECTIONS) == set(CODES) | modules


def test_the_framework_makes_no_finding_without_a_registered_code() -> None:
    """A literal code outside the table would be missed."""
    framework = set(_codes_given(SOURCE)) - set(_codes_given(SOURCE / "modules"))
    assert framework
    assert framework <= set(CODES)


def test_every_constant_is_in_the_table() -> None:
    """And every entry of the table has a constant."""
    constants = {value for name, value in vars(codes).items() if name.isupper() and isinstance(value, str)}
    assert constants == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_document_says_severity_and_what_to_do(code: str) -> None:
    """As the table has the severity."""
    severity = CODES[code].severity
    expected = "Severity by module." if severity == "module" else f"Severity `{severity}`."
    assert SECTIONS[code].startswith(expected)
    assert "\nWhat to do: " in SECTIONS[code]


@pytest.mark.parametrize("code", SECTIONS)
def test_codes_are_kebab_case(code: str) -> None:
    """A module's begin with its package's name."""
    assert re.fullmatch(r"([a-z0-9]+/)?[a-z]+(-[a-z]+)*", code)
