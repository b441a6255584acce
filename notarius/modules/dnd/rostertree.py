"""Rosters with a structure: rows from Markdown tables, CSV and TSV, and from YAML and JSON.

The YAML reader takes the part of YAML in which people write rosters: mappings, lists, flow lists, quotes, comments.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from notarius.modules.dnd.rostercells import is_game_master_text, role_of

Row = list[tuple[str, str]]

_RULE: Final = re.compile(r"^[\s|:=+-]+$")
_KEY: Final = re.compile(r"""^(?P<key>"[^"]+"|'[^']+'|[^\s#\-\[{"'|][^:#|]*?)\s*:(?:\s+(?P<value>.*))?$""")


def rows_of_table(text: str) -> tuple[list[Row], list[str]]:
    """Rows as (head, cell) pairs of every table in the text, and the lines outside tables."""
    rows: list[Row] = []
    rest: list[str] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        end, sep = _table_end(lines, at)
        if end - at >= 2:
            rows += _rows(lines[at:end], sep)
            at = end
        else:
            rest.append(lines[at])
            at += 1
    return rows, rest


def _table_end(lines: Sequence[str], start: int) -> tuple[int, str]:
    """Where a table that begins at a line ends, and what separates its cells; the start itself if there is none."""
    for sep in ("|", "\t", ";", ","):
        width = lines[start].count(sep)
        if not width or (sep in ";," and not _is_header(lines[start].split(sep))):
            continue
        end = start
        while end < len(lines) and (lines[end].count(sep) if sep in "|\t" else lines[end].count(sep) >= width):
            end += 1
        return end, sep
    return start, ""


def _is_header(cells: Sequence[str]) -> bool:
    short = all(
        len(cell.split()) <= 3 and ":" not in cell and not cell.lstrip().startswith(("- ", "* ")) for cell in cells
    )
    return short and sum(role_of(cell) is not None for cell in cells) >= 2


def _rows(lines: Sequence[str], sep: str) -> list[Row]:
    if sep == "|":
        cells = [
            [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if not _RULE.match(line)
        ]
    else:
        cells = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=sep)]
    if not cells:
        return []
    heads, *body = cells
    if not any(role_of(head) for head in heads):
        heads, body = [""] * len(heads), cells[1:] if sep == "|" and any(map(_RULE.match, lines)) else cells
    return [_named(list(zip(heads, row, strict=False))) for row in body]


def _named(row: Row) -> Row:
    """A column called just "name" is the player's if there is one for characters, else the character's."""
    roles = {role_of(head) for head, _ in row}
    meaning = "player" if "character" in roles else "character"
    return [(meaning if role_of(head) == "name" else head, cell) for head, cell in row]


def rows_of_tree(text: str) -> list[Row] | None:
    """Rows of a YAML or JSON roster; None if the text is neither."""
    tree = _tree(text)
    if not isinstance(tree, (dict, list)):
        return None
    rows = ([(head, cell) for head, cell in row if not head or role_of(head)] for row in _rows_in(tree, None))
    return [row for row in rows if row]


def _tree(text: str) -> Any:
    if text.lstrip()[:1] in {"{", "["}:
        try:
            return json.loads(text)
        except ValueError:
            return None
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "---"))]
    shaped = sum(bool(_KEY.match(line.strip().removeprefix("- ")) or re.match(r"\s*- \S", line)) for line in lines)
    keyed = sum(bool(_KEY.match(line.strip().removeprefix("- "))) for line in lines)
    if len(lines) < 2 or shaped < len(lines) or not keyed or re.search(r"[*|`]|^#+ ", "\n".join(lines)):
        return None
    nested = any(re.match(r"\s+\S", line) for line in lines)
    return _block([(len(line) - len(line.lstrip()), line.strip()) for line in lines]) if nested else None


def _block(lines: list[tuple[int, str]]) -> Any:
    """The value that a block of (indentation, text) lines stands for."""
    if not lines:
        return None
    indent = lines[0][0]
    groups: list[list[tuple[int, str]]] = []
    for depth, text in lines:
        if (
            depth <= indent and (text.startswith("- ") or not lines[0][1].startswith("- ") or not groups)
        ) or not groups:
            groups.append([])
        groups[-1].append((depth, text))
    if lines[0][1].startswith("- "):
        return [_list_item(group) for group in groups]
    if len(lines) == 1 and not _KEY.match(lines[0][1]):
        return _scalar(lines[0][1])
    return dict(filter(None, (_mapping_item(group) for group in groups)))


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


def _scalar(text: str) -> Any:
    if text[:1] == "[" and text[-1:] == "]":
        return [_scalar(part.strip()) for part in text[1:-1].split(",") if part.strip()]
    if text[:1] == "{" and text[-1:] == "}":
        pairs = (part.partition(":") for part in text[1:-1].split(","))
        return {_scalar(key.strip()): _scalar(value.strip()) for key, _, value in pairs}
    text = re.sub(r"\s+#.*$", "", text)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


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
            nested = [(str(key), _flat(value)) for key, value in node.items() if isinstance(value, dict)]
            yield _with_key([*flat, *nested], name)
            return
        scalars = [(key, value) for key, value in flat if not isinstance(node[key], list)]
        yield from ([("", key), ("", value)] for key, value in scalars if not lists or is_game_master_text(key))
        for key, value in node.items():
            if isinstance(value, dict) and role_of(str(key)) in {"spells", "features"}:
                yield from ([("character", str(who)), (str(key), _flat(what))] for who, what in value.items())
            elif isinstance(value, (dict, list)):
                yield from _rows_in(value, str(key))


def _with_key(row: Row, name: str | None) -> Row:
    row = _named(row)
    roles = {role_of(head) for head, _ in row}
    if name is None or role_of(name) is not None or ("character" in roles and roles & {"player", "label"}):
        return row
    return [("player" if "character" in roles else "character", name), *row]


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_flat(v)}" for v in value.values())
    if isinstance(value, list):
        return ", ".join(_flat(item) for item in value)
    return "" if value is None else str(value)
