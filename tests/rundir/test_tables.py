import csv
import io
import re
import unicodedata
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.contracts.results import LaneResult
from notarius.rundir.tables import BYTE_ORDER_MARK, defuse_cell, table
from tests.rundir.samples import Berth, lane_result, record


def rows(lane: LaneResult) -> list[list[str]]:
    """What a program reads of the table."""
    return list(csv.reader(io.StringIO(table(lane).removeprefix(BYTE_ORDER_MARK))))


def test_the_columns_are_the_fields_and_the_first_evidence() -> None:
    """Fields in the order of the class, then unit, time and quote."""
    lane = lane_result(record(4, "Heron", start=61.0, pilot="Ada", berth=Berth.NORTH, cargo=("salt", "tar"), tug=True))
    assert rows(lane) == [
        ["ship", "pilot", "depth", "berth", "cargo", "tug", "first_unit", "time", "quote"],
        ["Heron", "Ada", "", "north quay", "salt, tar", "true", "u4", "0:01:01", "made fast"],
    ]


def test_no_records_leave_the_header() -> None:
    """A lane that found nothing has a table with a header."""
    assert table(lane_result()) == "\ufeffship,pilot,depth,berth,cargo,tug,first_unit,time,quote\n"


@attrs.frozen
class Bell:
    """A record class whose fields are named like columns."""

    time: str
    quote: dict[str, Any]


def test_a_field_named_like_a_column_keeps_its_name() -> None:
    """Where a field is called `time`, the column of the evidence gives way."""
    bell = attrs.evolve(record(1, "Heron", start=1.0), fields=Bell("noon", {"of": "the harbour"}))
    lane = LaneResult("bells", ("time", "quote"), "time", records=(bell,))
    assert rows(lane) == [
        ["time", "quote", "first_unit", "evidence_time", "evidence_quote"],
        ["noon", '{"of": "the harbour"}', "u1", "0:00:01", "made fast"],
    ]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        pytest.param("=1+1", "'=1+1", id="equals"),
        pytest.param("+49 30 1234", "'+49 30 1234", id="plus"),
        pytest.param("-x", "'-x", id="minus"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
        pytest.param("\t=1", "' =1", id="tab"),
        pytest.param("\r=1", "' =1", id="carriage return"),
        pytest.param("a\r\n=1", "a =1", id="a line of its own"),
        pytest.param("  =1", "'  =1", id="after blanks"),
        pytest.param("\u00a0\u200b\ufeff=1", "'\u00a0\u200b\ufeff=1", id="after what nobody sees"),
        pytest.param("\"'=1", "'\"'=1", id="after quotes"),
        pytest.param("\uff1d1", "'\uff1d1", id="full width"),
        pytest.param("a;=1", "a;'=1", id="after a semicolon"),
        pytest.param("-5+cmd|' /C calc'!A0", "'-5+cmd|' /C calc'!A0", id="only begins like a number"),
        pytest.param("-5", "'-5", id="a number as a text"),
        pytest.param("a = b - c", "a = b - c", id="in the middle"),
        pytest.param("'tis", "'tis", id="an apostrophe of its own"),
        pytest.param("\x1b]0;title\x07red\x1b[31m", r"\x1b]0;title\x07red\x1b[31m", id="escape sequences"),
        pytest.param("a\x00b\x08\x7f\x9b2J", r"a\x00b\x08\x7f\x9b2J", id="control characters"),
        pytest.param("exe.\u202egpj\u2069", r"exe.\u202egpj\u2069", id="turned around"),
        pytest.param("\x1b=1;\x07=2", r"'\x1b=1;'\x07=2", id="a formula behind control characters"),
        pytest.param(r"\x1b", r"\x1b", id="a backslash of its own"),
        pytest.param("\u0645\u200d\u06cc\u200f \U0001f9d9\u200d\u2640", None, id="joiners and marks of scripts"),
        pytest.param("", "", id="empty"),
    ],
)
def test_defuse_cell(text: str, cell: str | None) -> None:
    """What a spreadsheet would execute gets an apostrophe; the rest stays as it is."""
    assert defuse_cell(text) == (text if cell is None else cell)


FORMULAS = st.lists(st.sampled_from(["=", "+", "-", "@", ";", ",", "\t", "\r\n", "\u2028", " ", '"', "'", "a", "1"]))


@given(FORMULAS.map("".join), st.sampled_from([",", ";", "\t"]))
def test_no_reader_sees_a_formula(text: str, separator: str) -> None:
    """Whatever a spreadsheet takes for the separator, no cell begins like a formula."""
    content = table(lane_result(record(1, text))).removeprefix(BYTE_ORDER_MARK)
    cells = [cell for row in csv.reader(io.StringIO(content), delimiter=separator) for cell in row]
    assert [cell for cell in cells if re.match(r"[\s\"]*[=+\-@]", cell)] == []


def test_numbers_stay_numbers() -> None:
    """A negative number in a field that holds numbers is no formula, but for the first column."""
    lane = lane_result(record(1, "Heron", depth=-5))
    assert rows(lane)[1][:3] == ["Heron", "", "-5"]
    assert rows(attrs.evolve(lane, fields=("depth", "ship")))[1][:2] == ["'-5", "Heron"]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_terminal_that_shows_the_table_only_shows_it(text: str) -> None:
    """No control character but the line end leaves in a cell, whatever the record holds."""
    content = table(lane_result(record(1, text, pilot=text)))
    assert [char for char in content if unicodedata.category(char) == "Cc" and char != "\n"] == []


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_record_is_a_line(text: str) -> None:
    """However many lines a field has, the table has one for it."""
    assert table(lane_result(record(1, text))).count("\n") == 2
    assert len(table(lane_result(record(1, text))).splitlines()) == 2
