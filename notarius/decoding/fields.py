"""A record class seen field by field: what each may hold, and how an answered value becomes that."""

import functools
import math
import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import attrs

from notarius.decoding.parse import NotJson
from notarius.errors import ExtractorError
from notarius.text import plain

Kind = Literal["str", "int", "float", "bool", "choice", "texts"]

#: The key of an item under which its citations stand; no field may be called so.
EVIDENCE: Final = "evidence"

# What models write where they mean null; only taken so where null is allowed.
_NULL_WORDS: Final = frozenset({"", "null", "none", "n/a"})
# "3", and "3rd": an ordinal names the same number. Eighteen digits fit every counter there is.
_INTEGER: Final = re.compile(r"\s*([+-]?\d{1,18})(?:st|nd|rd|th)?\s*", re.IGNORECASE)
_TRUTH: Final[Mapping[str, bool]] = {"true": True, "yes": True, "false": False, "no": False}
_KINDS: Final[Mapping[Any, Kind]] = {str: "str", int: "int", float: "float", bool: "bool"}
_SUPPORTED: Final = "str, int, float, bool, Literal[...] of texts, tuple[str, ...], and each of these or None"


@attrs.frozen
class RecordField:
    """One field of a record class.

    Attributes:
        name: its key in answers and artifacts.
        argument: the name of the class's argument.
        kind: what it holds, null aside.
        nullable: whether it may be null.
        choices: the texts of a `choice`.
        description: what belongs there, for the model; may be empty.
        has_default: whether the class has a value of its own.
    """

    name: str
    argument: str
    kind: Kind
    nullable: bool
    choices: tuple[str, ...] = ()
    description: str = ""
    has_default: bool = False

    @property
    def required(self) -> bool:
        """Whether an item without it is malformed. Lists count as empty when they are absent."""
        return not (self.nullable or self.has_default or self.kind == "texts")


@functools.lru_cache(maxsize=256)
def record_fields(record: type) -> tuple[RecordField, ...]:
    """The fields of a record class, in order.

    Raises:
        ExtractorError: if it is no attrs class, or a field has a type that no schema is made for.
    """
    if not attrs.has(record):
        raise ExtractorError(f"record class {record.__qualname__}: not an attrs class")
    try:
        hints = typing.get_type_hints(record)
    except Exception as error:
        raise ExtractorError(f"record class {record.__qualname__}: a type cannot be resolved: {error}") from error
    return tuple(_field(record, attribute, hints.get(attribute.name)) for attribute in attrs.fields(record))


def _field(record: type, attribute: "attrs.Attribute[Any]", hint: Any) -> RecordField:
    where = f"record class {record.__qualname__}, field {attribute.name!r}"
    if attribute.name == EVIDENCE or not attribute.init or attribute.alias is None:
        raise ExtractorError(f"{where}: it must be an argument of the class, and not be called {EVIDENCE!r}")
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    kinds = [option for option in options if option is not type(None)]
    kind = _kind(kinds[0]) if len(kinds) == 1 else None
    if kind is None:
        raise ExtractorError(f"{where}: type {hint!r} is not supported; allowed are {_SUPPORTED}")
    return RecordField(
        name=attribute.name,
        argument=attribute.alias,
        kind=kind,
        nullable=len(kinds) < len(options),
        choices=typing.get_args(kinds[0]) if kind == "choice" else (),
        description=str(attribute.metadata.get("description", "")),
        has_default=attribute.default is not attrs.NOTHING,
    )


def _kind(hint: Any) -> Kind | None:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal and all(isinstance(choice, str) for choice in arguments):
        return "choice"
    if origin is tuple and arguments == (str, ...):
        return "texts"
    return _KINDS.get(hint)


def read_value(field: RecordField, value: Any) -> Any:
    """The field's value for what an answer holds.

    Forgiven is what has one meaning only: `"3"`, `"3rd"` and `3.0` for an integer, a number for a text, a text for
    a list of one, another case of a choice, and words such as `"n/a"` for null where null is allowed.

    Raises:
        ValueError: if the value is none; the message names the field and what is allowed.
    """
    if field.nullable and (value is None or (isinstance(value, str) and value.strip().lower() in _NULL_WORDS)):
        return None
    if isinstance(value, NotJson):
        raise _misfit(field, value)
    try:
        return _READERS[field.kind](field, value)
    except (TypeError, ValueError, OverflowError):
        raise _misfit(field, value) from None


def _misfit(field: RecordField, value: Any) -> ValueError:
    shown = str(value) if isinstance(value, NotJson) else repr(value)
    return ValueError(f"{field.name!r} is {shown if len(shown) <= 80 else shown[:80] + '...'}; {_allowed(field)}")


def _allowed(field: RecordField) -> str:
    names: Mapping[Kind, str] = {
        "str": "a text",
        "int": "a whole number",
        "float": "a number",
        "bool": "true or false",
        "choice": "one of " + ", ".join(map(repr, field.choices)),
        "texts": "a list of texts",
    }
    return f"allowed is {names[field.kind]}" + (" or null" if field.nullable else "")


def _text(_field: RecordField, value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise TypeError


def _integer(_field: RecordField, value: Any) -> int:
    if isinstance(value, str) and (match := _INTEGER.fullmatch(value)):
        return int(match[1])
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise TypeError
    return int(value)


def _number(_field: RecordField, value: Any) -> float:
    number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else math.nan
    if not math.isfinite(number):
        raise ValueError
    return number


def _truth(_field: RecordField, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _TRUTH:
        return _TRUTH[value.strip().lower()]
    raise TypeError


def _choice(field: RecordField, value: Any) -> str:
    if value in field.choices:
        return str(value)
    alike = [choice for choice in field.choices if isinstance(value, str) and plain(choice) == plain(value)]
    if len(alike) != 1:
        raise ValueError
    return alike[0]


def _texts(field: RecordField, value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    texts = [_text(field, item) for item in values if item is not None]
    return tuple(text for text in texts if text)


_READERS: Final[Mapping[Kind, Callable[[RecordField, Any], Any]]] = {
    "str": _text,
    "int": _integer,
    "float": _number,
    "bool": _truth,
    "choice": _choice,
    "texts": _texts,
}
