"""Records as a CSV file that a spreadsheet opens and does not execute.

For people; programs read the JSON lines. A byte order mark, because Excel reads UTF-8 without one as the machine's
old code page and spoils every umlaut; other spreadsheets skip it, and Python's `utf-8-sig` and pandas do too.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from notarius.contracts.records import Record
from notarius.contracts.results import LaneResult
from notarius.display import clock
from notarius.rundir.values import json_value

BYTE_ORDER_MARK: Final = "\ufeff"

_EVIDENCE_COLUMNS: Final = ("first_unit", "time", "quote")
# One record is one line, and no cell begins inside another where a spreadsheet's separator is the tab.
_BREAKS: Final = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
# OWASP, "CSV Injection", with the full-width forms that Excel takes too. Blanks, quotes and what is invisible may
# stand before. A semicolon begins a cell wherever the decimal separator is a comma.
_EXECUTED: Final = re.compile(r"""(^|;)([\s"'`\u00ad\u200b-\u200f\u2060\ufeff\x00-\x1f\x7f]*)([=+\-@＝＋－＠])""")  # noqa: RUF001

# Control characters of both sets (ISO 6429), and what turns the direction of writing around (UAX 9).
_ACTING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def table(lane: LaneResult) -> str:
    """The lane's records as CSV: its fields, first unit, time (`h:mm:ss`) and quote; the header always stands."""
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([defuse_cell(name) for name in (*lane.fields, *_evidence_columns(lane.fields))])
    writer.writerows(_row(record, lane.fields) for record in lane.records)
    return out.getvalue()


def defuse_cell(text: str) -> str:
    r"""The cell with an apostrophe before whatever a spreadsheet would execute, `-5` as a text included.

    What a terminal would act on, such as an escape sequence, is written out: `\x1b[2J`.
    """
    return _ACTING.sub(_written_out, _EXECUTED.sub(r"\1'\2\3", _BREAKS.sub(" ", text)))


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _evidence_columns(fields: Iterable[str]) -> list[str]:
    """Names that no field has: a field called `time` keeps its name, and the column gives way."""
    taken = set(fields)
    return [f"evidence_{name}" if name in taken else name for name in _EVIDENCE_COLUMNS]


def _row(record: Record, fields: Sequence[str]) -> list[str]:
    first = record.evidence[0] if record.evidence else None
    evidence = (first.source.unit, clock(first.start_seconds), first.quote) if first else ("", "", "")
    values = [json_value(getattr(record.fields, name)) for name in fields]
    return [_safe(value, first=place == 0) for place, value in enumerate((*values, *evidence))]


def _safe(value: Any, *, first: bool) -> str:
    """The cell of a value; a negative number stays one, as it can only evaluate to itself.

    Not so in the first column: where the semicolon separates, the line is one cell, and a text may go on from there.
    """
    number = isinstance(value, int | float) and not first
    return _cell(value) if number else defuse_cell(_cell(value))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return ", ".join(_cell(item) for item in value)
    return json.dumps(value, ensure_ascii=False)
