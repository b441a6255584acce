"""What the documentation has to name, and whether its links lead somewhere."""

import re
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from notarius.cli import FAILURE_EXIT, INTERRUPTED_EXIT, USAGE_EXIT
from notarius.cli.verbs import VERBS
from notarius.config.location import GROUPS
from notarius.contracts.extraction import Extractor
from notarius.contracts.references import (
    ReferenceBinding,
    ReferenceItem,
    ReferenceOrigin,
    ReferenceSet,
    ReferenceSlot,
    ResolvedReferenceSlot,
)
from notarius.contracts.runs import EXIT_CODES
from tests.cli.running import Program
from tests.docs.configuration_page import COMMAND, PAGE, page
from tests.docs.pages import REPOSITORY, anchors, documentation, links

DOCS = REPOSITORY / "docs"
CODES = {*EXIT_CODES.values(), FAILURE_EXIT, INTERRUPTED_EXIT, USAGE_EXIT}


def text(name: str) -> str:
    """A page below `docs/`."""
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", documentation(), ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    """To a file of the repository, and to a heading in it."""
    broken = []
    for target in links(page):
        file, _, anchor = target.partition("#")
        if re.match(r"https?://", target):
            continue
        there = (page.parent / file).resolve() if file else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []


def test_the_configuration_page_is_up_to_date() -> None:
    """It says what settings and packaged options say."""
    assert PAGE.read_text(encoding="utf-8") == page(), f"run: {COMMAND}"


@pytest.mark.parametrize("group", GROUPS)
def test_every_config_group_is_documented(group: str) -> None:
    """In the guide to configuration and in the reference."""
    assert re.search(rf"^\| `{group}` \|", text("config.md"), flags=re.MULTILINE)
    assert f"### `{group}`" in text("reference/configuration.md")


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_exit_code_is_documented(code: int) -> None:
    """On the command line's page and in the reference."""
    for name in ("cli.md", "reference/exit-codes.md"):
        assert code in _documented_codes(name)


def test_no_documented_exit_code_is_gone() -> None:
    """The pages name no code that the program does not use."""
    for name in ("cli.md", "reference/exit-codes.md"):
        assert _documented_codes(name) == CODES


def _documented_codes(name: str) -> set[int]:
    """The codes in the table that follows a page's heading about exit codes."""
    section = re.split(r"^##? Exit codes$", text(name), flags=re.MULTILINE)[1]
    return {int(code) for code in re.findall(r"^\| (\d+) \|", section, flags=re.MULTILINE)}


@pytest.mark.parametrize(
    ("name", "cls"),
    [
        ("how-to/write-an-extractor.md", Extractor),
        ("internal/references.md", ReferenceSlot),
        ("internal/references.md", ReferenceBinding),
        ("internal/references.md", ReferenceItem),
        ("internal/references.md", ReferenceOrigin),
        ("internal/references.md", ResolvedReferenceSlot),
        ("internal/references.md", ReferenceSet),
    ],
)
def test_every_field_of_a_contract_is_documented(name: str, cls: type) -> None:
    """What an extractor may give, and what slots, bindings and items hold."""
    told = set(re.findall(r"`([^`\n]+)`", text(name)))
    assert {field.name for field in attrs.fields(cls)} - told == set()


def test_verbs_and_sections_are_the_same() -> None:
    """Each verb has a section on the command line's page, and each such section a verb."""
    titles = re.findall(r"^### `notarius ([a-z]+)", text("cli.md"), flags=re.MULTILINE)
    assert sorted(titles) == sorted(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_flag_is_documented(verb: str, here: Path, notarius: Program) -> None:
    """Whatever a verb's help lists stands in its section, or in that of `run`, which it refers to."""
    help_text = notarius(verb, "--help").out
    listed = set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help"}
    told = "".join(_section(title) for title in (verb, "run"))
    assert {flag for flag in listed if flag not in told} == set()


def _section(verb: str) -> str:
    """A verb's section on the command line's page; empty if it has none."""
    found: Sequence[str] = re.split(r"^##+ ", text("cli.md"), flags=re.MULTILINE)
    return next((part for part in found if part.startswith(f"`notarius {verb}")), "")
