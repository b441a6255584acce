"""The JSON value of anything that a record class or an answer may hold."""

import enum
import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date, time
from typing import Any

import attrs


def json_value(value: Any) -> Any:
    """The value as JSON has it; the same value always gives the same JSON.

    Instances of attrs classes become objects in field order, enums their values, dates and times ISO 8601, sets
    sorted lists. NaN and infinities, which JSON lacks and a model's answer may hold, become their names.

    Raises:
        TypeError: for what has no such form, naming its type.
    """
    if value is None or (isinstance(value, str | bool | int) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    return _unwrapped(value)


def _unwrapped(value: Any) -> Any:
    if isinstance(value, enum.Enum):
        return json_value(value.value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, AbstractSet):
        return sorted((json_value(item) for item in value), key=repr)
    if attrs.has(type(value)):
        return {field.name: json_value(getattr(value, field.name)) for field in attrs.fields(type(value))}
    raise TypeError(f"a value of type {type(value).__name__} cannot be written as JSON")
