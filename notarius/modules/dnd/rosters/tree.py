"""Rosters with a structure: rows from Markdown tables, CSV and TSV, and from YAML and JSON.

The YAML reader takes the part of YAML in which people write rosters: mappings, lists, flow lists, quotes, comments.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from notarius.modules.dnd.bounds import DEEPEST, is_too_deep, tree_of_json
from notarius.modules.dnd.rosters.cells import is_game_master_text, role_of
from notarius.modules.dnd.rosters.spans import Labels
from notarius.modules.dnd.rosters.words import is_of_others
from notarius.text import plain

Row = list[tuple[str, str]]

_RULE: Final = re.compile(r"^[\s|:=+-]+$")
_KEY: Final = re.compile(r"""^(?P<key>"[^"]+"|'[^']+'|[^\s#\-\[{"'|][^:#|]*?)\s*:(?:\s+(?P<value>.*))?$""")


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
    return [_named(list(zip(heads, row, strict=False))) for row in body]


def _separated(lines: Sequence[str], sep: str) -> list[list[str]]:
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=sep, skipinitialspace=True)]
    except csv.Error:  # a cell longer than the reader allows
        return [[cell.strip() for cell in line.split(sep)] for line in lines]


def _named(row: Row) -> Row:
    """A column called just "name" is the player's if there is one for characters, else the character's."""
    roles = {role_of(head) for head, _ in row}
    meaning = "player" if "character" in roles else "character"
    return [(meaning if role_of(head) == "name" else head, cell) for head, cell in row]


def rows_of_tree(text: str, *, party: bool = False) -> list[Row] | None:
    """Rows of a YAML or JSON roster; None if the text is neither, or nests as no roster does.

    Args:
        text: the roster's.
        party: whether to leave out keys about people, animals and things that are not the party.
    """
    tree = _tree(text)
    if not isinstance(tree, (dict, list)) or is_too_deep(tree):
        return None
    found = _rows_in(_of_party(tree) if party else tree, None)
    rows = ([(head, cell) for head, cell in row if not head or role_of(head)] for row in found)
    return [row for row in rows if row]


def _tree(text: str) -> Any:
    if text.lstrip()[:1] in {"{", "["}:
        return tree_of_json(text, _all_kept)
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "---"))]
    shaped = sum(bool(_KEY.match(line.strip().removeprefix("- ")) or re.match(r"\s*- \S", line)) for line in lines)
    keyed = sum(bool(_KEY.match(line.strip().removeprefix("- "))) for line in lines)
    if len(lines) < 2 or shaped < len(lines) or not keyed or re.search(r"[*|`]|^#+ ", "\n".join(lines)):
        return None
    indented = [(len(line) - len(line.lstrip()), line.strip()) for line in lines]
    nested = any(indent for indent, _ in indented)
    if not nested or _has_bullets(indented) or _levels(indent for indent, _ in indented) > DEEPEST:
        return None
    return _block(indented)


def _has_bullets(lines: Sequence[tuple[int, str]]) -> bool:
    """Whether a list stands under a line that has its value already, as in notes and never in YAML."""
    return any(
        below.startswith("- ") and depth >= indent + (2 if text.startswith("- ") else 0) and _is_full(text)
        for (indent, text), (depth, below) in pairwise(lines)
    )


def _is_full(text: str) -> bool:
    match = _KEY.match(text.removeprefix("- "))
    value = match["value"] if match is not None else text.removeprefix("- ")
    return bool(value) and not value.startswith(("#", "&", "!", "|", ">"))


def _levels(indents: Iterable[int]) -> int:
    """How many indentations one inside the other the lines have at most."""
    most, around = 0, [-1]
    for indent in indents:
        while indent <= around[-1]:
            around.pop()
        around.append(indent)
        most = max(most, len(around) - 1)
    return most


def _all_kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of which no value is lost: those of a key that stands several times, as a list."""
    grouped: dict[str, list[Any]] = {}
    for key, value in pairs:
        grouped.setdefault(key, []).append(value)
    return {key: values[0] if len(values) == 1 else values for key, values in grouped.items()}


def _block(lines: list[tuple[int, str]]) -> Any:
    """The value that a block of (indentation, text) lines stands for."""
    if not lines:
        return None
    indent, listed = lines[0][0], lines[0][1].startswith("- ")
    groups: list[list[tuple[int, str]]] = []
    for depth, text in lines:
        if not groups or (depth <= indent and text.startswith("- ") == listed):
            groups.append([])
        groups[-1].append((depth, text))
    if listed:
        return [_list_item(group) for group in groups]
    if len(lines) == 1 and not _KEY.match(lines[0][1]):
        return _scalar(lines[0][1])
    return _all_kept([item for group in groups if (item := _mapping_item(group))])


def _list_item(group: list[tuple[int, str]]) -> Any:
    depth, text = group[0]
    inner = text[2:].strip()
    if _KEY.match(inner):
        return _block([(depth + 2, inner), *((max(d, depth + 2), t) for d, t in group[1:])])
    return _scalar(inner)


def _mapping_item(group: list[tuple[int, str]]) -> tuple[str, Any] | None:
    match = _KEY.match(group[0][1])
    if match is None:
        return None
    value = (match["value"] or "").strip()
    if value in {"", "|", ">", "|-", ">-"}:
        below = group[1:]
        plain_lines = value != "" or (below and not any(t.startswith("- ") or _KEY.match(t) for _, t in below))
        return _scalar(match["key"]), ", ".join(t for _, t in below) if plain_lines else _block(below)
    return _scalar(match["key"]), _scalar(value)


def _scalar(text: str, inside: int = 0) -> Any:
    if inside < DEEPEST and text[:1] == "[" and text[-1:] == "]":
        return [_scalar(part.strip(), inside + 1) for part in text[1:-1].split(",") if part.strip()]
    if inside < DEEPEST and text[:1] == "{" and text[-1:] == "}":
        pairs = (part.partition(":") for part in text[1:-1].split(","))
        return {str(_scalar(key.strip(), DEEPEST)): _scalar(value.strip(), inside + 1) for key, _, value in pairs}
    text = re.sub(r"\s+#.*$", "", text)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _of_party(node: Any) -> Any:
    if isinstance(node, list):
        return [_of_party(item) for item in node]
    if isinstance(node, dict):
        return {key: _of_party(value) for key, value in node.items() if role_of(str(key)) or not is_of_others(str(key))}
    return node


def _rows_in(node: Any, name: str | None) -> Iterator[Row]:
    """A mapping with a key whose role is known is a row; its own key, if it had one, is a name in it."""
    if isinstance(node, list):
        for item in node:
            yield from _rows_in(item, name if not isinstance(item, str) else None)
    elif isinstance(node, dict):
        flat = [(str(key), _flat(value)) for key, value in node.items() if not isinstance(value, dict)]
        lists = [
            value for value in node.values() if isinstance(value, list) and any(isinstance(v, dict) for v in value)
        ]
        if (
            any(role_of(key) in {"player", "character", "label", "name", "kind", "spells"} for key, _ in flat)
            and not lists
        ):
            nested = [
                cell for key, value in node.items() if isinstance(value, dict) for cell in _cells(str(key), value)
            ]
            yield _with_key([*flat, *nested], name)
            return
        scalars = [(key, value) for key, value in flat if not isinstance(node[key], list)]
        yield from ([("", key), ("", value)] for key, value in scalars if not lists or is_game_master_text(key))
        for key, value in node.items():
            if isinstance(value, list) and is_game_master_text(str(key)):
                yield from ([("", str(key)), ("", item)] for item in value if isinstance(item, str))
            if isinstance(value, dict) and role_of(str(key)) in {"spells", "features"}:
                yield from ([("character", str(who)), (str(key), _flat(what))] for who, what in value.items())
            elif isinstance(value, (dict, list)):
                yield from _rows_in(value, str(key))


def _cells(key: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A mapping within a row: what it says of a character that it names, or a cell."""
    name = next((inner for inner in value if plain(inner) in {"name", "full name"}), None)
    if role_of(key) not in {"player", "character"} or name is None:
        yield key, _flat(value)
        return
    yield key, _flat(value[name])
    yield from ((str(inner), _flat(cell)) for inner, cell in value.items() if inner != name)


def _with_key(row: Row, name: str | None) -> Row:
    row = _named(row)
    roles = {role_of(head) for head, _ in row}
    if name is not None and is_game_master_text(name):
        return [("kind", name), *(("player" if role_of(head) == "character" else head, cell) for head, cell in row)]
    if name is None or role_of(name) is not None or ("character" in roles and roles & {"player", "label"}):
        return row
    return [("player" if "character" in roles else "character", name), *row]


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_flat(v)}" for v in value.values())
    if isinstance(value, list):
        return ", ".join(_flat(item) for item in value)
    return "" if value is None else str(value)
