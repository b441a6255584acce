"""The roadmap: every requirement of the founding document has code and tests that exist, and none was left out."""

import re
from pathlib import Path

import attrs
import pytest

from tests.golden.example import REPOSITORY

ROADMAP = REPOSITORY / "docs" / "explanation" / "roadmap.md"
CHECKPOINTS = REPOSITORY / "docs" / "how-to" / "checkpoints.md"
FOUNDING = REPOSITORY.parent / "shared" / "seed" / "000_47e15a08a2e666b8.txt"
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"(notarius|tests|docs|conf|examples)/[\w./-]+")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
# What asks for nothing by itself: why there are references, examples, remarks.
REMARKS = (
    "Extraction quality improves significantly when the LLM receives",
    "For the initial D&D spell extractor, useful reference material includes",
    "Example: extractor dnd/spells declares an optional slot named roster.",
    "Note: reference content is repeated in every per-chunk prompt.",
    "This regression is likely to be reintroduced by future prompt edits;",
)


@attrs.frozen
class Requirement:
    """A row of the roadmap.

    Attributes:
        quote: of the founding document; `...` leaves words out.
        where: files that implement it.
        tests: node ids.
    """

    quote: str
    where: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return self.quote[:60]


def requirements() -> list[Requirement]:
    """The rows of all tables."""
    rows = [
        line.strip("| ").split(" | ") for line in ROADMAP.read_text(encoding="utf-8").splitlines() if line[:2] == "| "
    ]
    found = []
    for quote, where, tests in (row for row in rows if row[0] not in ("requirement", "---")):
        places = tuple(name for name in CODE.findall(where) if PATH.fullmatch(name))
        found.append(Requirement(quote, places, tuple(CODE.findall(tests))))
    return found


REQUIREMENTS = requirements()


def exists(node: str) -> bool:
    """Whether a test of this id is written in its file."""
    file, _, name = node.partition("::")
    path = REPOSITORY / file
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return re.search(rf"^(async )?def {name}\(", text, re.MULTILINE) is not None


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=str)
def test_every_requirement_names_code_and_tests_that_exist(requirement: Requirement) -> None:
    """At least one file, and at least one test."""
    assert requirement.where
    assert [name for name in requirement.where if not (REPOSITORY / name).exists()] == []
    assert requirement.tests
    assert [node for node in requirement.tests if not exists(node)] == []


def test_the_checkpoints_page_names_what_exists() -> None:
    """Its five sections, each with commands, and the tests that hold them."""
    text = CHECKPOINTS.read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert [section[:2] for section in sections] == ["1.", "2.", "3.", "4.", "5."]
    for section in sections:
        assert "```console run=" in section
        held = [name for name in CODE.findall(section) if name.startswith("tests/")]
        assert held
        assert [name for name in held if not (REPOSITORY / name).exists()] == []


def plain(text: str) -> str:
    """Text without Markdown's marks, blanks as single ones."""
    return " ".join(re.sub(r"[*`]", "", text).split())


def sentences(text: str) -> list[str]:
    """Sentences of paragraphs and lists, without headings, code, and those that only introduce a list."""
    text = re.sub(r"^```.*?^```$", "", text.partition("## Goal")[2], flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    marked = [plain(block) for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d\.) )", text)]
    blocks = [re.sub(r"^(-|\d\.) ", "", block) for block in marked if block and not block.endswith(":")]
    return [sentence for block in blocks for sentence in SENTENCE_END.split(block)]


needs_founding = pytest.mark.skipif(not FOUNDING.exists(), reason="the founding document is no part of the repository")


@needs_founding
@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=str)
def test_requirements_are_quoted_word_for_word(requirement: Requirement) -> None:
    """Part after part, where words are left out."""
    text = plain(FOUNDING.read_text(encoding="utf-8"))
    at = 0
    for part in requirement.quote.split(" ... "):
        found = text.find(plain(part), at)
        assert found >= 0, part
        at = found + len(part)


@needs_founding
def test_no_sentence_was_left_out() -> None:
    """Every sentence of the document is quoted, whole or in part, or is a remark that asks for nothing."""
    asked = sentences(FOUNDING.read_text(encoding="utf-8"))
    quoted = [plain(part) for each in REQUIREMENTS for part in each.quote.split(" ... ")]
    left = [one for one in asked if not any(part in one or one in part for part in quoted)]
    assert len(asked) > 100
    assert [one for one in left if not one.startswith(REMARKS)] == []


def test_the_roadmap_is_long() -> None:
    """Rows are found at all."""
    assert len(REQUIREMENTS) > 60
    assert Path(ROADMAP).stat().st_size > 10_000
