"""Rosters as tables: rows of heads and cells from Markdown tables, CSV and TSV."""

import csv
import re
from collections.abc import Sequence
from typing import Final

from notarius.modules.dnd.rosters.cells import role_of
from notarius.modules.dnd.rosters.spans import Labels

Row = list[tuple[str, str]]

_RULE: Final = re.compile(r"^[\s|:=+-]+$")


def rows_of_table(lines: Sequence[str], labels: Labels) -> tuple[list[Row], list[str]]:
    """Rows as (head, cell) pairs of every table among the lines, and the lines outside tables."""
    rows: list[Row] = []
    rest: list[str] = []
    at = 0
    while at < len(lines):
        end, sep = _table_end(lines, at, labels)
        if end - at >= 2:
            rows += _rows(lines[at:end], sep, labels)
            at = end
        else:
            rest.append(lines[at])
            at += 1
    return rows, rest


def _table_end(lines: Sequence[str], start: int, labels: Labels) -> tuple[int, str]:
    """Where a table that begins at a line ends, and what separates its cells; the start itself if there is none."""
    for sep in ("|", "\t", ";", ","):
        width = lines[start].count(sep)
        cells = lines[start].split(sep)
        if not width or _is_fields(cells) or (sep in ";," and not is_header(cells) and not _is_row(cells, labels)):
            continue
        end = start
        while end < len(lines) and (lines[end].count(sep) if sep in "|\t" else lines[end].count(sep) >= width):
            end += 1
        return end, sep
    return start, ""


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells are the heads of a table's columns: short, and two of them or more say what they are about."""
    short = all(
        len(cell.split()) <= 3 and ":" not in cell and not cell.lstrip().startswith(("- ", "* ")) for cell in cells
    )
    return short and sum(role_of(cell) is not None for cell in cells) >= 2


def _is_fields(cells: Sequence[str]) -> bool:
    """Whether every cell brings its own key, as in "Player: A | Character: B"."""
    keys = [cell.partition(":")[0] for cell in cells if ":" in cell]
    return len(keys) > 1 and sum(role_of(key) is not None for key in keys) > 1


def _is_row(cells: Sequence[str], labels: Labels) -> bool:
    """Whether cells without heads over them are of a table: no blanks behind the signs, and one is a label."""
    bare = len(cells) > 1 and all(cell == cell.strip() and len(cell.split()) <= 5 for cell in cells)
    return bare and sum(labels.match(cell) == 2 for cell in cells) == 1


def _rows(lines: Sequence[str], sep: str, labels: Labels) -> list[Row]:
    if sep == "|":
        cells = [
            [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if not _RULE.match(line)
        ]
    else:
        cells = _separated(lines, sep)
    if not cells:
        return []
    if sum(labels.match(head) == 2 for head in cells[0]) > 1 and not any(map(role_of, cells[0])):
        cells = [list(column) for column in zip(*cells, strict=False)]  # a column for each person
        cells[0][0] = "player"
    heads, *body = cells
    if not any(role_of(head) for head in heads):
        heads, body = [""] * len(heads), cells[1:] if sep == "|" and any(map(_RULE.match, lines)) else cells
    return [named(list(zip(heads, row, strict=False))) for row in body]


def _separated(lines: Sequence[str], sep: str) -> list[list[str]]:
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=sep, skipinitialspace=True)]
    except csv.Error:  # a cell longer than the reader allows
        return [[cell.strip() for cell in line.split(sep)] for line in lines]


def named(row: Row) -> Row:
    """A column called just "name" is the player's if there is one for characters, else the character's."""
    roles = {role_of(head) for head, _ in row}
    meaning = "player" if "character" in roles else "character"
    return [(meaning if role_of(head) == "name" else head, cell) for head, cell in row]
