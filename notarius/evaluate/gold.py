"""Gold files: what a run should have recorded, what it might take for a record, what counts neither way."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from notarius.errors import GoldError
from notarius.evaluate.agreement import Rules
from notarius.evaluate.mapping import KINDS, GoldMapping, Kind
from notarius.jsontext import JsonTextError, parse_json

_UNIT: Final = re.compile(r"u([1-9][0-9]*)")
_OWN_KEYS: Final = ("id", "lane", "kind", "units", "fields", "note", "part")
_MOST_PROBLEMS: Final = 20
OWN: Final = GoldMapping("own")
Problem = tuple[str, str]


@attrs.frozen
class GoldRow:
    """One thing that a reader of the transcript judged.

    Attributes:
        id: its name in lists.
        kind: `record`: a run should record it. `near_miss`: it may look like a record and is none. `neutral`: a run
            that records it is neither right nor wrong.
        units: numbers of the units, any of which a record of it may cite.
        fields: expected values by the record's field; null where nothing is expected. A list holds values that are
            all right.
        where: file and line; no two rows of one evaluation share it.
        rules: how its values are compared.
        lane: the lane it is for, or None.
        note: for people.
    """

    id: str
    kind: Kind
    units: frozenset[int]
    fields: Mapping[str, Any]
    where: str
    rules: Rules = attrs.field(factory=Rules, repr=False)
    lane: str | None = None
    note: str = ""


@attrs.frozen
class GoldFile:
    """A gold file.

    Attributes:
        shown: its display path.
        mapping: how it was read.
        rows: in file order; only those of the part, if one was asked for.
    """

    shown: str
    mapping: GoldMapping
    rows: tuple[GoldRow, ...]


def read_gold(
    path: Path,
    mappings: Sequence[GoldMapping] = (),
    *,
    shown: str | None = None,
    part: str | None = None,
    offset: int = 0,
) -> GoldFile:
    """Reads a gold file (JSON Lines).

    Args:
        path: the file.
        mappings: shapes to try, the first that fits the file's first row is taken; a file in notarius' own shape
            needs none, and takes the rules of the first mapping that is for its own shape.
        shown: what to call it in errors; its last name if None.
        part: leaves out rows of other parts.
        offset: how many turns of what the gold counts stand before the run's first.

    Raises:
        GoldError: if it cannot be read, no shape fits, or rows are wrong; each with its line.
    """
    name = shown or path.name
    rows = list(_rows(path, name))
    mapping = _shape(rows, mappings)
    reader = _RowReader(mapping, offset)
    column = mapping.columns.get("part", "part" if mapping.own_shape else "")
    wanted = [(where, row) for where, row in rows if part is None or str(row.get(column)) == part]
    if not wanted:
        parts = sorted({str(row[column]) for _, row in rows if row.get(column) is not None})
        raise GoldError(f"{name}: no row of part {part!r}; parts are {', '.join(parts) or 'not told'}")
    read = tuple(reader.row(where, row) for where, row in wanted)
    if reader.problems:
        raise GoldError(*told(reader.problems))
    return GoldFile(name, mapping, read)


def _rows(path: Path, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise GoldError(f"{name}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise GoldError(f"{name}: no UTF-8: {error}") from error
    if not any(line.strip() for line in lines):
        raise GoldError(f"{name}: no rows; one JSON object a line was expected")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            where = f"{name}, line {number}"
            yield where, _object(line, where)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        value = parse_json(line)
    except JsonTextError as error:
        raise GoldError(f"{where}: no JSON: {error.problem}") from error
    if not isinstance(value, dict):
        raise GoldError(f"{where}: a JSON object was expected")
    return value


def _shape(rows: Sequence[tuple[str, Mapping[str, Any]]], mappings: Sequence[GoldMapping]) -> GoldMapping:
    first = rows[0][1]
    if isinstance(first.get("fields"), dict):
        return next((mapping for mapping in mappings if mapping.own_shape), OWN)
    fitting = [mapping for mapping in mappings if not mapping.own_shape and mapping.fits(first)]
    if fitting:
        return fitting[0]
    tried = ", ".join(mapping.name for mapping in mappings if not mapping.own_shape)
    raise GoldError(
        f"{rows[0][0]}: no gold row: it has no `fields`, and fits no mapping ({tried or 'there is none'}); "
        f"it has {', '.join(first) or 'no keys'}. --map FILE reads other shapes"
    )


def told(problems: Sequence[Problem]) -> list[str]:
    """The problems as texts; what is wrong in the same way in several places is told once."""
    places: dict[str, list[str]] = {}
    for where, said in problems:
        places.setdefault(said, []).append(where)
    more = {said: f" (and {len(found) - 1} more like it)" if len(found) > 1 else "" for said, found in places.items()}
    texts = [f"{found[0]}{more[said]}: {said}" for said, found in places.items()]
    rest = len(texts) - _MOST_PROBLEMS
    return [*texts[:_MOST_PROBLEMS], *([f"and {rest} other problems"] if rest > 0 else [])]


class _RowReader:
    """Turns JSON objects into gold rows and collects what is wrong with them.

    Attributes:
        problems: where, and what is wrong there.
    """

    def __init__(self, mapping: GoldMapping, offset: int) -> None:
        self._mapping = mapping
        self._offset = offset
        self.problems: list[Problem] = []

    def row(self, where: str, row: Mapping[str, Any]) -> GoldRow:
        return self._own(where, row) if self._mapping.own_shape else self._mapped(where, row)

    def _own(self, where: str, row: Mapping[str, Any]) -> GoldRow:
        for name in row:
            if name not in _OWN_KEYS:
                self.problems.append((where, f"unknown key `{name}`; known are {', '.join(_OWN_KEYS)}"))
        fields = row.get("fields")
        if not isinstance(fields, dict) or not fields:
            self.problems.append((where, "`fields` must be an object with the key field and what else is expected"))
        kind = row.get("kind")
        if kind not in KINDS:
            self.problems.append((where, f"`kind` is {kind!r}; allowed are {', '.join(KINDS)}"))
        return GoldRow(
            id=self._text(where, row, "id") or where,
            kind=kind if kind in KINDS else "neutral",
            units=self._units(where, row.get("units"), "units", needed=kind != "neutral"),
            fields=fields if isinstance(fields, dict) else {},
            where=where,
            rules=self._mapping.rules,
            lane=self._text(where, row, "lane") or None,
            note=self._text(where, row, "note"),
        )

    def _mapped(self, where: str, row: Mapping[str, Any]) -> GoldRow:
        mapping, columns = self._mapping, self._mapping.columns
        said = str(row.get(columns["kind"]))
        if said not in mapping.kinds:
            allowed = ", ".join(mapping.kinds)
            self.problems.append((where, f"`{columns['kind']}` is {said!r}; {mapping.name} knows {allowed}"))
        neutral = any(condition.holds(row) for condition in mapping.neutral)
        return GoldRow(
            id=self._text(where, row, columns.get("id", "id")) or where,
            kind="neutral" if neutral else mapping.kinds.get(said, "neutral"),
            units=self._units(where, row.get(columns["units"]), columns["units"], needed=False),
            fields=mapping.expected(row),
            where=where,
            rules=self._mapping.rules,
            lane=self._text(where, row, columns.get("lane", "")) or None,
            note=self._text(where, row, columns.get("note", "")),
        )

    def _text(self, where: str, row: Mapping[str, Any], name: str) -> str:
        value = row.get(name)
        if isinstance(value, dict | list):
            self.problems.append((where, f"`{name}` must be a text"))
        return "" if value is None else str(value)

    def _units(self, where: str, value: Any, name: str, *, needed: bool) -> frozenset[int]:
        """The units' numbers; lists in other shapes may be empty: something that a log has and nobody said."""
        if not isinstance(value, list) or (needed and not value):
            least = ", with one at least" if needed else ""
            self.problems.append((where, f"`{name}` must be a list of units{least}"))
            return frozenset()
        numbers = [self._number(where, one, name) for one in value]
        return frozenset(number - self._offset for number in numbers if number is not None)

    def _number(self, where: str, value: Any, name: str) -> int | None:
        """The unit's number, counted from 1."""
        first = self._mapping.counted_from
        if first is not None and isinstance(value, int) and not isinstance(value, bool):
            return value - first + 1
        unit = _UNIT.fullmatch(value) if isinstance(value, str) else None
        if unit is None:
            allowed = "units such as u12" if first is None else f"turns counted from {first}, or units such as u12"
            self.problems.append((where, f"`{name}` holds {value!r}; allowed are {allowed}"))
            return None
        return int(unit[1])
