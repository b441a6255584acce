"""How a gold file in another shape is read: a mapping, itself a small YAML or JSON file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, get_args

import attrs

from notarius.errors import GoldError
from notarius.evaluate.agreement import COMPARES, LETTERS, SIMILARITY, FieldRule, Rules

Kind = Literal["record", "near_miss", "neutral"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)

_KEYS: Final = ("description", "columns", "kinds", "counted_from", "neutral", "fields", "letters", "aliases")
_COLUMNS: Final = ("id", "kind", "units", "part", "lane", "note")
_FIELD_KEYS: Final = ("column", "compare", "similarity", "values")


@attrs.frozen
class Condition:
    """What makes a row neutral.

    Attributes:
        column: the column it looks at.
        equals: the value that counts, or None.
        contains: text that counts if it stands in the value, or None.
    """

    column: str
    equals: str | None = None
    contains: str | None = None

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether the row is neutral by this."""
        value = row.get(self.column)
        if value is None:
            return False
        return str(value) == self.equals if self.contains is None else self.contains in str(value)


@attrs.frozen
class GoldMapping:
    """A shape of gold files.

    Attributes:
        name: what to call it.
        rules: how values are compared.
        columns: names of the row's columns by what they hold; empty for a file in notarius' own shape.
        fields: names of columns by the record's field; what several hold is all right.
        kinds: kinds by the value of the column `kind`.
        counted_from: the number of the first turn, where units are numbers; None where they are ids such as `u12`.
        neutral: conditions of which one is enough to make a row neutral.
    """

    name: str
    rules: Rules = attrs.field(factory=Rules)
    columns: Mapping[str, str] = attrs.field(factory=dict)
    fields: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    kinds: Mapping[str, Kind] = attrs.field(factory=dict)
    counted_from: int | None = None
    neutral: tuple[Condition, ...] = ()

    @property
    def own_shape(self) -> bool:
        """Whether it only sets rules, for files in notarius' own shape."""
        return not self.columns

    def fits(self, row: Mapping[str, Any]) -> bool:
        """Whether a row has the columns that this needs: kind, units, and some field."""
        needed = (self.columns.get("kind"), self.columns.get("units"))
        return all(name in row for name in needed) and any(
            name in row for names in self.fields.values() for name in names
        )

    def expected(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The expected values of a row by the record's field; fields whose columns the row lacks are left out."""
        found = {field: [row[name] for name in names if name in row] for field, names in self.fields.items()}
        return {field: values[0] if len(values) == 1 else _flat(values) for field, values in found.items() if values}


def _flat(values: Sequence[Any]) -> list[Any]:
    """The values of several columns, of which some may hold lists."""
    return [one for value in values for one in (value if isinstance(value, list) else [value]) if one is not None]


def read_mapping(path: Path, *, shown: str | None = None) -> GoldMapping:
    """The mapping in a YAML or JSON file.

    Args:
        path: the file.
        shown: what to call it in errors; its last name if None.

    Raises:
        GoldError: if it cannot be read or is none; every problem with its key and what was allowed.
    """
    name = shown or path.name
    value = read_yaml(path, name)
    reader = _Reader(name)
    mapping = reader.mapping(path.stem, value)
    if reader.problems:
        raise GoldError(*reader.problems)
    return mapping


def read_yaml(path: Path, shown: str) -> Mapping[str, Any]:
    """A mapping in a YAML or JSON file.

    Raises:
        GoldError: if it cannot be read, or holds something else.
    """
    import yaml  # comes with OmegaConf

    try:
        value = _read_once(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GoldError(f"{shown}: cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        said = " ".join(str(error).split())
        raise GoldError(f"{shown}: no YAML: {said}") from error
    except RecursionError as error:
        raise GoldError(f"{shown}: no YAML: nested too deeply") from error
    if not isinstance(value, dict):
        raise GoldError(f"{shown}: a mapping was expected")
    return {str(key): one for key, one in value.items()}


def _read_once(text: str) -> Any:
    """The value of a YAML text; a key that stands twice, of which YAML's own loader keeps the last, is an error."""
    import yaml

    class Loader(yaml.SafeLoader):
        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
            seen: set[str] = set()
            for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        problem=f"the key {key.value!r} stands more than once,", problem_mark=key.start_mark
                    )
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    return yaml.load(text, Loader)  # noqa: S506  (a SafeLoader)


def read_aliases(path: Path, shown: str) -> dict[str, str]:
    """Names that mean another, by name, from a YAML or JSON file.

    Raises:
        GoldError: if it cannot be read, or a value is no text.
    """
    reader = _Reader(shown)
    aliases = reader.aliases(read_yaml(path, shown), "")
    if reader.problems:
        raise GoldError(*reader.problems)
    return aliases


class _Reader:
    """Turns YAML values into a mapping and collects what is wrong with them.

    Attributes:
        problems: one text each.
    """

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self.problems: list[str] = []

    def mapping(self, name: str, value: Mapping[str, Any]) -> GoldMapping:
        self._known(value, _KEYS, "")
        columns = self._texts(value.get("columns"), "columns")
        self._known(columns, _COLUMNS, "columns.")
        if columns:
            self._needed(columns, ("kind", "units"), "columns.")
        fields = self._nested(value.get("fields"), "fields")
        return GoldMapping(
            name=name,
            rules=Rules(
                fields={field: self._rule(field, one) for field, one in fields.items() if "compare" in one},
                letters=self._choice(value.get("letters", "plain"), LETTERS, "letters"),
                aliases=self.aliases(value.get("aliases"), "aliases"),
            ),
            columns=columns,
            fields=self._columns_of(fields) if columns else {},
            kinds={
                said: self._choice(kind, KINDS, f"kinds.{said}")
                for said, kind in self._map(value.get("kinds"), "kinds").items()
            },
            counted_from=self._number(value.get("counted_from"), "counted_from"),
            neutral=tuple(self._conditions(value.get("neutral"))),
        )

    def aliases(self, value: Any, key: str) -> dict[str, str]:
        return self._texts(value, key)

    def _columns_of(self, fields: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
        named = {field: one.get("column", field) for field, one in fields.items()}
        return {field: tuple(map(str, one if isinstance(one, list) else [one])) for field, one in named.items()}

    def _rule(self, field: str, value: Mapping[str, Any]) -> FieldRule:
        key = f"fields.{field}"
        similarity = value.get("similarity", SIMILARITY)
        if isinstance(similarity, bool) or not isinstance(similarity, int | float) or not 0 <= similarity <= 1:
            self._problem(f"{key}.similarity", similarity, "a number from 0 to 1")
            similarity = SIMILARITY
        return FieldRule(
            compare=self._choice(value["compare"], COMPARES, f"{key}.compare"),
            similarity=float(similarity),
            values=self._map(value.get("values"), f"{key}.values"),
        )

    def _conditions(self, value: Any) -> list[Condition]:
        if not isinstance(value or [], list):
            self._problem("neutral", value, "a list of conditions")
            return []
        found = []
        for at, one in enumerate(value or []):
            key = f"neutral[{at}]"
            texts = self._texts(one, key)
            self._known(texts, ("column", "equals", "contains"), f"{key}.")
            self._needed(texts, ("column",), f"{key}.")
            if ("equals" in texts) == ("contains" in texts):
                self._problem(key, one, "either equals or contains")
            found.append(Condition(texts.get("column", ""), texts.get("equals"), texts.get("contains")))
        return found

    def _nested(self, value: Any, key: str) -> dict[str, dict[str, Any]]:
        found = {name: self._map(one, f"{key}.{name}") for name, one in self._map(value, key).items()}
        for name, one in found.items():
            self._known(one, _FIELD_KEYS, f"{key}.{name}.")
        return found

    def _map(self, value: Any, key: str) -> dict[str, Any]:
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self._problem(key, value, "a mapping")
            return {}
        return {str(name): one for name, one in value.items()}

    def _texts(self, value: Any, key: str) -> dict[str, str]:
        found = self._map(value, key)
        for name, one in found.items():
            flag = isinstance(one, bool) and name != "equals"  # YAML's reading of an unquoted no, yes, on or off
            if isinstance(one, dict | list) or one is None or flag:
                self._problem(f"{key}.{name}".lstrip("."), one, "a text" + (" (quote it)" if flag else ""))
        return {name: str(one) for name, one in found.items()}

    def _number(self, value: Any, key: str) -> int | None:
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self._problem(key, value, "a whole number")
        return None

    def _choice(self, value: Any, allowed: Sequence[str], key: str) -> Any:
        if value in allowed:
            return value
        self._problem(key, value, f"one of {', '.join(allowed)}")
        return allowed[0]

    def _known(self, value: Mapping[str, Any], allowed: Sequence[str], prefix: str) -> None:
        for name in value:
            if name not in allowed:
                self.problems.append(f"{self._shown}: {prefix}{name}: unknown key; known are {', '.join(allowed)}")

    def _needed(self, value: Mapping[str, Any], names: Sequence[str], prefix: str) -> None:
        missing = [name for name in names if name not in value]
        self.problems += [f"{self._shown}: {prefix}{name} is missing" for name in missing]

    def _problem(self, key: str, value: Any, allowed: str) -> None:
        self.problems.append(f"{self._shown}: {key}: {value!r} is not {allowed}")
