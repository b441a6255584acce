"""Items: what values mean, what is malformed and why, and that it costs the item alone."""

import json
from typing import Any

import attrs
import pytest

from notarius.contracts.records import Citation
from notarius.decoding import decode_answer
from tests.decoding.gardens import ITEM, PLANTING, Planting, answer


def decoded_item(item: dict[str, Any]) -> Planting:
    """The only candidate of an answer with this item."""
    decoded = decode_answer(answer(item), Planting)
    assert decoded.malformed == ()
    (candidate,) = decoded.candidates
    assert isinstance(candidate.fields, Planting)
    return candidate.fields


def test_absent_optional_fields_are_null() -> None:
    """A model that leaves out what it does not know says null; lists are empty."""
    assert decoded_item({"plant": "Leek"}) == Planting("Leek")


@pytest.mark.parametrize(
    ("field", "given", "meant"),
    [
        ("bed", "3", 3),
        ("bed", " 3 ", 3),
        ("bed", "3rd", 3),
        ("bed", 3.0, 3),
        ("bed", -1, -1),
        ("bed", "", None),
        ("bed", "n/a", None),
        ("metres", 2, 2.0),
        ("metres", "1.5", 1.5),
        ("by", "", None),
        ("by", "null", None),
        ("by", " Mara ", "Mara"),
        ("by", 7, "7"),
        ("plant", "None", "None"),
        ("plant", 12, "12"),
        ("season", "Early-Autumn", "early autumn"),
        ("watered", "yes", True),
        ("watered", "False", False),
        ("helpers", "Tobin", ("Tobin",)),
        ("helpers", None, ()),
        ("helpers", ["Tobin", None, " "], ("Tobin",)),
    ],
)
def test_values_with_one_meaning_are_forgiven(field: str, given: Any, meant: Any) -> None:
    """What can mean one thing only means that."""
    value = getattr(decoded_item({**ITEM, field: given}), field)
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        pytest.param({"bed": 3}, "lacks 'plant'; it has 'bed'", id="required field absent"),
        pytest.param({"plant": None}, "lacks 'plant'", id="required field null"),
        pytest.param({}, "lacks 'plant'; it has no keys", id="empty item"),
        pytest.param({"plant": ["Leek"]}, "'plant' is ['Leek']; allowed is a text", id="list for a text"),
        pytest.param({"plant": True}, "'plant' is True; allowed is a text", id="truth for a text"),
        pytest.param({"plant": "x", "bed": "three"}, "'bed' is 'three'; allowed is a whole number or null", id="word"),
        pytest.param({"plant": "x", "bed": 2.5}, "'bed' is 2.5; allowed is a whole number", id="fraction"),
        pytest.param({"plant": "x", "bed": True}, "'bed' is True; allowed is a whole number", id="truth for a number"),
        pytest.param({"plant": "x", "bed": "9" * 99}, "allowed is a whole number", id="99 digits"),
        pytest.param({"plant": "x", "metres": "wide"}, "'metres' is 'wide'; allowed is a number or null", id="NaN"),
        pytest.param({"plant": "x", "watered": 1}, "'watered' is 1; allowed is true or false", id="one"),
        pytest.param({"plant": "x", "season": "x"}, "allowed is one of 'spring', 'early autumn' or null", id="choice"),
        pytest.param({"plant": "x", "helpers": [["Tobin"]]}, "allowed is a list of texts", id="list in a list"),
        pytest.param({"plant": "x", "Plant": "y"}, "differ in case or separators only", id="one key in two cases"),
        pytest.param("Leek in bed 3", "an item is an object with", id="a text"),
        pytest.param(None, "an item is an object with", id="null"),
    ],
)
def test_a_malformed_item_has_a_reason(item: Any, reason: str) -> None:
    """The reason names field, value and what is allowed; the item is kept as it stood."""
    decoded = decode_answer(answer(item), Planting)
    assert decoded.candidates == ()
    (malformed,) = decoded.malformed
    assert reason in malformed.reason
    assert malformed.item == item


def test_one_malformed_item_costs_itself_alone() -> None:
    """Nineteen good items stay when the twentieth is bad."""
    decoded = decode_answer(answer(*[ITEM] * 10, {"plant": []}, *[ITEM] * 9), Planting)
    assert [candidate.fields for candidate in decoded.candidates] == [PLANTING] * 19
    assert len(decoded.malformed) == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_not_json_are_malformed(number: str) -> None:
    """And what is kept of the item can be written as JSON again."""
    decoded = decode_answer(f'{{"records": [{{"plant": "Leek", "metres": {number}}}]}}', Planting)
    (malformed,) = decoded.malformed
    assert f"'metres' is {number}; allowed is a number or null" in malformed.reason
    assert json.loads(json.dumps(malformed.item, allow_nan=False)) == {"plant": "Leek", "metres": number}


def test_a_key_given_twice_with_different_values_is_malformed() -> None:
    """Neither value is taken, both are kept."""
    decoded = decode_answer('{"records": [{"plant": "Leek", "plant": "Kale"}]}', Planting)
    (malformed,) = decoded.malformed
    assert malformed.reason == "stands twice with different values: 'plant'"
    assert malformed.item == {"plant": ["Leek", "Kale"]}


def test_a_key_given_twice_with_one_value_is_that_value() -> None:
    """Saying the same twice is harmless."""
    decoded = decode_answer('{"records": [{"plant": "Leek", "plant": "Leek"}]}', Planting)
    assert [candidate.fields for candidate in decoded.candidates] == [Planting("Leek")]


def test_keys_may_differ_in_case_and_separators() -> None:
    """`Plant` and `plant` are one key to a model."""
    assert decoded_item({"Plant": "Leek", "BED": 3}) == Planting("Leek", 3)


def test_lone_surrogates_become_readable() -> None:
    """Texts can be written as UTF-8, whatever escapes or characters the answer had."""
    for text in ('{"records": [{"plant": "Leek \\ud800", "\\ud800": 1}]}', '{"records": [{"plant": "Leek \ud800"}]}'):
        (candidate,) = decode_answer(text, Planting).candidates
        assert candidate.fields == Planting("Leek \ufffd")
        assert json.dumps(candidate.raw, ensure_ascii=False).encode()


def test_escaped_pairs_stay_whole() -> None:
    """An emoji written as two escapes is one character."""
    (candidate,) = decode_answer('{"records": [{"plant": "\\ud83c\\udf31"}]}', Planting).candidates
    assert candidate.fields == Planting("\U0001f331")


def test_line_breaks_in_texts_are_forgiven() -> None:
    """Small models write them raw."""
    (candidate,) = decode_answer('{"records": [{"plant": "Leek\nand kale"}]}', Planting).candidates
    assert candidate.fields == Planting("Leek\nand kale")


@attrs.frozen
class _Checked:
    bed: int = attrs.field(validator=attrs.validators.in_(range(1, 10)))
    label: str = "none"
    notes: str | None = "unset"
    _row: int = 0


def test_what_the_record_class_refuses_is_malformed() -> None:
    """A class may check its values; what it raises is the reason."""
    (malformed,) = decode_answer('{"records": [{"bed": 99}]}', _Checked).malformed
    assert "'bed' must be in range(1, 10)" in malformed.reason


def test_defaults_of_the_class_stand_for_what_is_absent() -> None:
    """Except where null is allowed: there absent means null."""
    (candidate,) = decode_answer('{"records": [{"bed": 2, "_row": 4}]}', _Checked).candidates
    assert candidate.fields == _Checked(2, "none", None, 4)


def quotes(*pairs: tuple[str, str]) -> tuple[Citation, ...]:
    """Citations."""
    return tuple(Citation(unit, quote) for unit, quote in pairs)


@pytest.mark.parametrize(
    ("evidence", "citations"),
    [
        pytest.param([{"unit": "u12", "quote": "a"}], quotes(("u12", "a")), id="as asked"),
        pytest.param({"unit": "u12", "quote": "a"}, quotes(("u12", "a")), id="without a list"),
        pytest.param("u12", quotes(("u12", "")), id="a unit alone"),
        pytest.param(["u12", "u13"], quotes(("u12", ""), ("u13", "")), id="units alone"),
        pytest.param([12], quotes(("u12", "")), id="a number alone"),
        pytest.param([{"unit": 12, "quote": "a"}], quotes(("u12", "a")), id="a number"),
        pytest.param([{"unit": "[u12]", "quote": "a"}], quotes(("u12", "a")), id="brackets"),
        pytest.param([{"unit": "[u12] MARA", "quote": "a"}], quotes(("u12", "a")), id="brackets and speaker"),
        pytest.param([{"unit": "U12:", "quote": "a"}], quotes(("u12", "a")), id="capital and colon"),
        pytest.param([{"unit": "unit 12", "quote": "a"}], quotes(("u12", "a")), id="spelled out"),
        pytest.param([{"unit": "u00012", "quote": "a"}], quotes(("u12", "a")), id="zeros in front"),
        pytest.param([{"unit": "u12, u13", "quote": "a"}], quotes(("u12", "a"), ("u13", "a")), id="two in one text"),
        pytest.param([{"unit": ["u12", 13], "quote": "a"}], quotes(("u12", "a"), ("u13", "a")), id="a list of units"),
        pytest.param([{"unit": "u12", "quote": ["a", "b"]}], quotes(("u12", "a"), ("u12", "b")), id="a list of quotes"),
        pytest.param([{"unit": "u12", "quote": None}], quotes(("u12", "")), id="null quote"),
        pytest.param([{"unit": "u12"}], quotes(("u12", "")), id="no quote"),
        pytest.param([{"unit_id": "u12", "text": "a"}], quotes(("u12", "a")), id="other names"),
        pytest.param([{"unit": "x00001", "quote": "a"}], quotes(("x00001", "a")), id="no unit"),
        pytest.param([{"unit": "u0", "quote": "a"}], quotes(("u0", "a")), id="a unit that cannot be"),
        pytest.param([{"quote": "a"}], quotes(("", "a")), id="no unit given"),
        pytest.param([True, 1.5], quotes(("True", ""), ("1.5", "")), id="nonsense is kept to be reported"),
        pytest.param(None, (), id="null"),
        pytest.param([], (), id="none"),
    ],
)
def test_citations_are_read_in_the_forms_models_give_them(evidence: Any, citations: tuple[Citation, ...]) -> None:
    """Unambiguous units become ids, all else stays to be reported."""
    (candidate,) = decode_answer(answer({"plant": "Leek", "evidence": evidence}), Planting).candidates
    assert candidate.citations == citations


def test_an_item_may_carry_unit_and_quote_itself() -> None:
    """A flat item is unambiguous too."""
    (candidate,) = decode_answer(answer({"plant": "Leek", "unit": "u3", "quote": "leeks"}), Planting).candidates
    assert candidate.citations == quotes(("u3", "leeks"))


@attrs.frozen
class _Reading:
    unit: str


def test_a_field_called_unit_is_no_citation() -> None:
    """The record's own fields are never read as evidence."""
    (candidate,) = decode_answer(answer({"unit": "u3"}), _Reading).candidates
    assert candidate.citations == ()
