"""`describe` and `validate` on terminals of other widths, and for letters that take two columns."""

import io
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from notarius.cli.reports import Page
from tests.campaigns import write
from tests.cli import allotment
from tests.cli.running import Program

WRONG = ("references.plam=roots.txt", "references.catalogue=[gone.txt,roots.txt]")


@pytest.fixture(autouse=True)
def campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a campaign with the pipeline `allotment`."""
    return allotment.make(here, monkeypatch)


@pytest.mark.parametrize("wrong", [(), WRONG], ids=["sound", "wrong"])
@pytest.mark.parametrize("width", [40, 59, 60, 80, 120])
@pytest.mark.parametrize("verb", ["describe", "validate"])
def test_every_line_fits(
    verb: str, width: int, wrong: tuple[str, ...], notarius: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As wide as the terminal, and never wider than reads well."""
    monkeypatch.setenv("COLUMNS", str(width))
    ran = notarius(verb, "allotment", "--input", "talk.txt", *wrong)
    lines = ran.out.splitlines()
    assert max(map(cell_len, lines)) <= min(width, 100)
    assert max(map(cell_len, lines)) > min(width, 80) - 12
    assert [line for line in lines if line != line.rstrip()] == []


def test_the_same_is_said_at_any_width(notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut: the words of a narrow page are those of a wide one, colons and headings of columns aside."""
    said = []
    for width in ("40", "100"):
        monkeypatch.setenv("COLUMNS", width)
        said.append(notarius("describe", "allotment", *WRONG).out.replace(":", "").split())
    assert said[0] == said[1]


def test_figures_without_columns(notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for them, each row is a sentence."""
    monkeypatch.setenv("COLUMNS", "40")
    harvest = notarius("validate", "allotment", "--input", "talk.txt").out.partition("lane harvest\n")[2]
    assert "\n    of them plan: 8 in a prompt, times\n        3: 24\n" in harvest
    assert re.search(r"^  chunks: \d+ in all$", harvest, flags=re.MULTILINE)


def test_a_long_path_stays_whole(notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it can be copied."""
    monkeypatch.setenv("COLUMNS", "40")
    path = "a" * 30 + "/" + "b" * 30 + ".md"
    assert path in notarius("describe", "allotment", f"references.plan={path}").out


def test_letters_of_two_columns(here: Path, notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted as what they take."""
    monkeypatch.setenv("COLUMNS", "60")
    write(here, {"庭の見取り図.md": "x"})
    ran = notarius("describe", "allotment", "references.plan=庭 の 見 取 り 図 " + "庭の見 " * 12 + ".md")
    assert max(map(cell_len, ran.out.splitlines())) <= 60


def test_a_page_says_nothing_twice_and_loses_nothing() -> None:
    """Words in their order, whatever the width."""
    text = "one two three fourfourfour five " * 5
    for width in (20, 33, 80):
        lines = [line.text for line in Page(width).wrapped(text, "  - ", "    ")]
        assert " ".join(lines).replace("  - ", "").split() == text.split()


def test_a_terminal_without_these_letters(notarius: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a C locale what it lacks becomes a question mark, and nothing breaks."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", out)
    assert notarius("describe", "allotment", "references.plan=müll.md").code == 2
