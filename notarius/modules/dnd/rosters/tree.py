"""Rosters in YAML and JSON: rows of heads and cells from mappings and lists.

What is no valid YAML, as when a value has a colon, is read by its indentation: mappings, lists, brackets, quotes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from notarius.modules.dnd.bounds import DEEPEST, is_too_deep, tree_of_json, tree_of_yaml
from notarius.modules.dnd.rosters.cells import is_game_master_text, role_of
from notarius.modules.dnd.rosters.tables import Row, named
from notarius.modules.dnd.rosters.words import is_of_others
from notarius.text import plain

#: A value, or an item, in brackets.
_OPENS: Final = re.compile(r"(?:^\s*-|:)\s+[\[{]")

_KEY: Final = re.compile(r"""^(?P<key>"[^"]+"|'[^']+'|[^\s#\-\[{"'|][^:#|]*?)\s*:(?:\s+(?P<value>.*))?$""")
_POWERS: Final = frozenset({"spells", "features"})
# A key that says who runs the game, and nothing more: "DM prep" is about something else.
_MASTERS: Final = re.compile(
    r"(?:the )?(?:[dg]ms?|(?:dungeon|game)[ _-]?masters?|storytellers?|spielleit\w*)", re.IGNORECASE
)
_NAMELY: Final = re.compile(r"[^\W\d_][\w.-]*(?: [^\W\d_][\w.-]*){0,2}")


def rows_of_tree(text: str, *, party: bool = False) -> list[Row] | None:
    """Rows of a YAML or JSON roster; None if the text is neither, or nests as no roster does.

    Args:
        text: the roster's.
        party: whether to leave out keys about people, animals and things that are not the party.
    """
    tree = _tree(text)
    if not isinstance(tree, (dict, list)) or is_too_deep(tree):
        return None
    found = [*_rows_in(_of_party(tree) if party else tree, None), *(_masters_in(tree) if party else ())]
    rows = ([(head, cell) for head, cell in row if not head or role_of(head)] for row in found)
    kept = [row for row in rows if row]
    return kept if kept or text.lstrip()[:1] not in {"{", "["} or tree_of_json(text) is not None else None


def _masters_in(node: Any) -> Iterator[Row]:
    """Rows of the names in a list under a key that is the word for who runs the game."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, list) and _MASTERS.fullmatch(str(key)):
            names = (item for item in value if isinstance(item, str) and _NAMELY.fullmatch(item))
            yield from ([("", str(key)), ("", name)] for name in names)
        elif isinstance(value, (dict, list)):
            yield from _masters_in(value)


def _tree(text: str) -> Any:
    if text.lstrip()[:1] in {"{", "["}:
        tree = tree_of_json(text, _all_kept)
        return tree if tree is not None else tree_of_yaml(text, _all_kept)
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "---"))]
    lines = _unbroken(lines)
    shaped = sum(bool(_KEY.match(line.strip().removeprefix("- ")) or re.match(r"\s*- \S", line)) for line in lines)
    keyed = sum(bool(_KEY.match(line.strip().removeprefix("- "))) for line in lines)
    flow = any(_is_in_braces(line.strip()) for line in lines)
    if len(lines) < 2 or shaped < len(lines) or not (keyed or flow) or re.search(r"[*|`]|^#+ ", "\n".join(lines)):
        return None
    indented = [(len(line) - len(line.lstrip()), line.strip()) for line in lines]
    nested = any(indent for indent, _ in indented)
    if not (nested or flow) or _has_bullets(indented) or _levels(indent for indent, _ in indented) > DEEPEST:
        return None
    tree = tree_of_yaml(text, _all_kept)
    return tree if isinstance(tree, dict | list) else _block(indented)


def _is_in_braces(item: str) -> bool:
    return item.startswith("- {") and item.endswith("}") and ":" in item


def _unbroken(lines: Sequence[str]) -> list[str]:
    """The lines, those of a bracket that closes in a later one as one line."""
    whole: list[str] = []
    missing = 0
    for line in lines:
        if missing <= 0 and not _OPENS.search(line):
            whole.append(line)
            continue
        whole[-1:] = [f"{whole[-1]} {line.strip()}"] if missing > 0 else [*whole[-1:], line]
        missing += sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
    return whole if not missing else list(lines)


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
            value
            for key, value in node.items()
            if isinstance(value, list)
            and any(isinstance(v, dict) for v in value)
            and not (role_of(str(key)) == "spells" and not _names_people(value))
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
            if isinstance(value, dict) and role_of(str(key)) in _POWERS:
                yield from ([("character", str(who)), (str(key), _flat(what))] for who, what in value.items())
            elif isinstance(value, (dict, list)):
                yield from _rows_in(value, str(key))


def _names_people(items: Iterable[Any]) -> bool:
    """Whether a list tells of characters or players rather than of things that have names."""
    return any(role_of(str(key)) in {"player", "character"} for item in items if isinstance(item, dict) for key in item)


def _cells(key: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A mapping within a row: what it says of a character that it names, or a cell."""
    name = next((inner for inner in value if plain(inner) in {"name", "full name"}), None)
    if role_of(key) not in {"player", "character"} or name is None:
        yield key, _flat(value)
        return
    yield key, _flat(value[name])
    yield from ((str(inner), _flat(cell)) for inner, cell in value.items() if inner != name)


def _with_key(row: Row, name: str | None) -> Row:
    row = named(row)
    roles = {role_of(head) for head, _ in row}
    if name is not None and is_game_master_text(name):
        return [("kind", name), *(("player" if role_of(head) == "character" else head, cell) for head, cell in row)]
    if name is None or role_of(name) is not None or ("character" in roles and roles & {"player", "label"}):
        return row
    return [("player" if "character" in roles else "character", name), *row]


def _title_of(item: Any) -> Any:
    """The name of a thing in a list that is told with more than its name, as spells are with their level."""
    if not isinstance(item, dict) or any(isinstance(value, (dict, list)) for value in item.values()):
        return item
    return next((value for key, value in item.items() if plain(str(key)) in {"name", "spell", "title"}), item)


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_flat(v)}" for v in value.values())
    if isinstance(value, list):
        return ", ".join(_flat(_title_of(item)) for item in value)
    return "" if value is None else str(value)
