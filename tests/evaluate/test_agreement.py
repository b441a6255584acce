"""When a record's value counts as the gold value."""

from typing import Any

import pytest

from notarius.evaluate.agreement import FieldRule, Rules

PLAIN, ASCII = Rules(), Rules(letters="ascii", aliases={"Harry": "Heron", "Kapitän": "Ada Lund"})


@pytest.mark.parametrize(
    ("rule", "found", "expected", "agree"),
    [
        pytest.param(FieldRule("same"), "The Héron!", "the heron", True, id="same text"),
        pytest.param(FieldRule("same"), "herons", "heron", False, id="not the same text"),
        pytest.param(FieldRule("same"), 3, 3, True, id="same number"),
        pytest.param(FieldRule("same"), True, 1, False, id="a truth value is no number"),
        pytest.param(FieldRule("same"), "3", 3, False, id="a text is no number"),
        pytest.param(FieldRule("similar"), "fairwind", "Fair Winds", True, id="similar"),
        pytest.param(FieldRule("similar"), "Curlew", "Heron", False, id="not similar"),
        pytest.param(FieldRule("similar", 1.0), "fairwinds", "Fair Wind", False, id="as similar as set"),
        pytest.param(FieldRule("name"), "Ada", "ada", True, id="equal short name"),
        pytest.param(FieldRule("name"), "Ada", "Ada Lund", False, id="three letters begin too many names"),
        pytest.param(FieldRule("name"), "Adal", "Adalind Lund", True, id="four letters are enough"),
        pytest.param(FieldRule("name"), "Adalind Lund", "Adalind", True, id="either way"),
        pytest.param(FieldRule("name"), "Lund", "Ada Lund", False, id="not its end"),
        pytest.param(FieldRule("number"), 3, "3rd", True, id="number in a text"),
        pytest.param(FieldRule("number"), "2.0 fathoms", 2, True, id="whole or not"),
        pytest.param(FieldRule("number"), "deep", 2, False, id="no number"),
        pytest.param(FieldRule("number", values={"shallow": 0}), 0, "shallow", True, id="a value that means another"),
        pytest.param(FieldRule("same", values={"-": None}), "x", "-", False, id="a value that means null"),
        pytest.param(FieldRule("words"), "the old north quay", "north quay", True, id="words of one in the other"),
        pytest.param(FieldRule("words"), "north pier", "north quay", False, id="some words only"),
        pytest.param(
            FieldRule("words"), "him", "the pilot", False, id="short words are kept where there are no others"
        ),
        pytest.param(FieldRule("similar"), None, "heron", False, id="null found"),
        pytest.param(FieldRule("similar"), "heron", None, False, id="null expected"),
        pytest.param(FieldRule("similar"), "", "", False, id="nothing agrees with nothing"),
        pytest.param(FieldRule("same"), "!", "?", False, id="no letters"),
        pytest.param(FieldRule("name"), "Heron", ["Curlew", "Heron"], True, id="one of several that are right"),
        pytest.param(FieldRule("name"), ["Tern", "Heron"], "Heron", True, id="one of several that were found"),
        pytest.param(FieldRule("name"), [], "Heron", False, id="none of none"),
    ],
)
def test_rules(rule: FieldRule, found: Any, expected: Any, agree: bool) -> None:
    """Each rule, with what it takes and what it does not."""
    assert PLAIN.agree(rule, found, expected) is agree


@pytest.mark.parametrize(
    ("found", "expected", "agree"),
    [
        pytest.param("Heron 2", "heron", True, id="only a to z count"),
        pytest.param("鷺", "鷺", False, id="other scripts are nothing"),
        pytest.param("harry", "HERON", True, id="an alias"),
        pytest.param("kapitan", "Ada Lund", True, id="an alias with an accent"),
        pytest.param("Harry", "Harry", True, id="an alias on both sides"),
    ],
)
def test_letters_and_aliases(found: str, expected: str, agree: bool) -> None:
    """What a text is reduced to before it is compared."""
    assert ASCII.agree(FieldRule("same"), found, expected) is agree


@pytest.mark.parametrize(
    ("field", "expected", "compare"),
    [
        pytest.param("ship", "Heron", "similar", id="key"),
        pytest.param("pilot", "Ada", "name", id="actor"),
        pytest.param("berth", "north", "similar", id="text"),
        pytest.param("depth", 3, "same", id="number"),
        pytest.param("cargo", ["salt"], "similar", id="list"),
        pytest.param("tug", True, "number", id="a rule that was set"),
    ],
)
def test_fields_without_a_rule(field: str, expected: Any, compare: str) -> None:
    """Compared by what they are for and hold."""
    rules = Rules(fields={"tug": FieldRule("number")})
    assert rules.rule(field, expected, key="ship", actor="pilot").compare == compare
