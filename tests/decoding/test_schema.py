"""The schema that is sent: derived from the record class, strict, and an error where that cannot be."""

from typing import Any, Literal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.decoding import answer_schema, decode_answer
from notarius.decoding.parse import json_values
from notarius.errors import ExtractorError
from tests.decoding.gardens import ITEM, PLANTING, Planting, answer


def test_the_schema_is_the_record_class() -> None:
    """Every field with its type and description, evidence last, strict all over."""
    assert answer_schema(Planting) == {
        "type": "object",
        "properties": {
            "records": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "plant": {"type": "string", "description": "what was planted"},
                        "bed": {"type": ["integer", "null"]},
                        "by": {"type": ["string", "null"]},
                        "season": {"anyOf": [{"type": "string", "enum": ["spring", "early autumn"]}, {"type": "null"}]},
                        "metres": {"type": ["number", "null"]},
                        "watered": {"type": ["boolean", "null"]},
                        "helpers": {"type": "array", "items": {"type": "string"}},
                        "evidence": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {
                                    "unit": {
                                        "type": "string",
                                        "description": "id of the line that proves it, such as u12",
                                    },
                                    "quote": {"type": "string", "description": "words copied exactly from that line"},
                                },
                                "required": ["unit", "quote"],
                                "additionalProperties": False,
                            },
                        },
                    },
                    "required": ["plant", "bed", "by", "season", "metres", "watered", "helpers", "evidence"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["records"],
        "additionalProperties": False,
    }


def test_fields_stand_in_the_order_of_the_class() -> None:
    """A model writes them in that order."""
    item = answer_schema(Planting)["properties"]["records"]["items"]
    assert list(item["properties"]) == [*(field.name for field in attrs.fields(Planting)), "evidence"]


@attrs.frozen
class _WithMapping:
    plant: str
    sizes: dict[str, int]


@attrs.frozen
class _WithUnion:
    size: str | int


@attrs.frozen
class _WithNumbers:
    row: Literal[1, 2]


@attrs.frozen
class _WithEvidence:
    evidence: str


@attrs.frozen
class _WithComputed:
    plant: str = attrs.field(init=False, default="Leek")


@attrs.frozen
class _WithUnknownName:
    plant: "Plant"  # type: ignore[name-defined]  # noqa: F821 - what the test is about


class _NoAttrsClass:
    plant: str


@pytest.mark.parametrize(
    ("record", "message"),
    [
        pytest.param(_WithMapping, "record class _WithMapping, field 'sizes': type dict", id="mapping"),
        pytest.param(_WithUnion, "record class _WithUnion, field 'size': type str | int is not", id="two types"),
        pytest.param(_WithNumbers, "record class _WithNumbers, field 'row'", id="choices that are no texts"),
        pytest.param(_WithEvidence, "record class _WithEvidence, field 'evidence'", id="a field called evidence"),
        pytest.param(_WithComputed, "record class _WithComputed, field 'plant'", id="a field nobody can give"),
        pytest.param(_WithUnknownName, "record class _WithUnknownName: a type cannot be resolved", id="unknown name"),
        pytest.param(_NoAttrsClass, "record class _NoAttrsClass: not an attrs class", id="no attrs class"),
    ],
)
def test_a_class_without_schema_is_the_modules_error(record: type, message: str) -> None:
    """The message names class and field; decoding refuses the class as well."""
    for use in (answer_schema, lambda record: decode_answer(answer(), record)):
        with pytest.raises(ExtractorError) as caught:
            use(record)
        assert message in str(caught.value)


_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "plant": st.text(st.characters(codec="utf-8"), min_size=1).map(str.strip),
    "bed": st.none() | st.integers(-999, 999),
    "by": st.none() | st.sampled_from(["Mara", "Zoë", "O'Neil {x}"]),
    "season": st.none() | st.sampled_from(["spring", "early autumn"]),
    "metres": st.none() | st.floats(allow_nan=False, allow_infinity=False),
    "watered": st.none() | st.booleans(),
    "helpers": st.lists(st.sampled_from(["Tobin", "Bram"])).map(tuple),
}


@settings(deadline=None)
@given(st.builds(Planting, **_FIELDS))
def test_what_fits_the_schema_decodes_to_itself(planting: Planting) -> None:
    """Structure after unstructure is identity."""
    (candidate,) = decode_answer(answer({**attrs.asdict(planting), "evidence": []}), Planting).candidates
    assert candidate.fields == planting


def test_the_example_is_the_record() -> None:
    """The item the tests use means what they think."""
    (candidate,) = decode_answer(answer(ITEM), Planting).candidates
    assert candidate.fields == PLANTING
    assert candidate.raw == ITEM == json_values(answer(ITEM))[0]["records"][0]
