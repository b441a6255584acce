"""Tables meet the terminal's width."""

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from notarius.layout import Line, cells, paged, print_lines, tabulated

WORDS = st.text(alphabet="ab漢 é", max_size=6)


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    """Numbers stand to the right; wide letters take two columns; nothing trails."""
    rows = [["ship", "tons"], ["漢字", "7"], ["Heron", "120"]]
    assert tabulated(rows, right=[1]) == ["ship   tons", "漢字      7", "Heron   120"]


def test_rows_may_be_of_different_lengths() -> None:
    """A short row ends early."""
    assert tabulated([["a"], ["b", "c"]]) == ["a", "b  c"]


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(WORDS, min_size=n, max_size=n), min_size=1, max_size=4)))
def test_lines_of_a_table_lose_nothing(rows: list[list[str]]) -> None:
    """Every cell's letters stand in its line, in order."""
    for row, line in zip(rows, tabulated(rows), strict=True):
        assert line.replace(" ", "") == "".join(row).replace(" ", "")


def test_a_table_too_wide_goes_on_in_another() -> None:
    """Each page repeats the first column, shows whole columns and is no wider than the terminal."""
    rows = [["", *(f"job{number}" for number in range(9))], ["records", *(str(number) for number in range(9))]]
    pages = paged(rows, 30, right=True)
    assert len(pages) > 1
    assert all(cells(line) <= 30 for page in pages for line in page)
    assert [line.split()[0] for page in pages for line in page[1:]] == ["records"] * len(pages)
    assert " ".join(page[0] for page in pages).split() == rows[0][1:]


def test_a_column_wider_than_the_terminal_is_shown_all_the_same() -> None:
    """Nothing is left out; the terminal cuts."""
    assert paged([["", "wide" * 20]], 20) == [["  " + "wide" * 20]]


def test_lines_are_printed_as_text() -> None:
    """What looks like markup is printed as it stands."""
    out = io.StringIO()
    print_lines([Line("[bold]no[/bold]", 2), Line("")], Console(file=out, width=40))
    assert out.getvalue() == "  [bold]no[/bold]\n\n"
