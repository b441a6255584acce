"""JSON texts to values, and what is said of texts that are none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.jsontext import JsonTextError, parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)

LONG = "k" * 90
FAULTS = {
    "no JSON": ("no", "line 1, column 1: Expecting value"),
    "second line": ('{"a": 1,\n"b"}', "line 2, column 4: Expecting ':' delimiter"),
    "too deep": ("[" * 100_000, "nested too deeply"),
    "digits": ("1" * 5000, "a number has too many digits"),
    "NaN": ('{"a": [NaN]}', "NaN is no JSON"),
    "key twice": ('{"a": 1, "b": 2, "a": 1}', 'the key "a" stands more than once'),
    "inside": ('{"a": [0, {"b": {"c\\n": 1, "c\\n": 2}}]}', 'a[1].b: the key "c\\n" stands more than once'),
    "in a list": ('[{"": 1, "": 2}]', '[0]: the key "" stands more than once'),
    "in what was lost": ('{"a": {"b": 1, "b": 2}, "a": 3}', 'the key "a" stands more than once'),
    "long": (f'{{"{LONG}": 1, "{LONG}": 2}}', f'the key "…{LONG[31:]}" stands more than once'),
}


@given(value=VALUES)
def test_a_value_written_as_json_is_read_back(value: Any) -> None:
    """What holds no key twice is read as Python's own parser reads it."""
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_told_with_its_place(case: str) -> None:
    """Line and column, or the path of the object; nothing is read in part."""
    text, message = FAULTS[case]
    with pytest.raises(JsonTextError) as caught:
        parse_json(text)
    assert str(caught.value) == message


def test_constants_that_are_no_json_are_numbers_where_they_are_allowed() -> None:
    """Python's json and others write them for missing times."""
    assert parse_json("[Infinity, -Infinity]", constants=True) == [float("inf"), float("-inf")]
