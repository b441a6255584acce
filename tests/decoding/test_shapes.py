"""The shapes of answers: what is read, what is an honest nothing, and what is unparsed and never empty."""

import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.decoding import answer_schema, decode_answer
from notarius.errors import DecodingError
from tests.decoding.gardens import ITEM, PLANTING, Planting, answer

WHOLE = answer(ITEM)
ONE = json.dumps(ITEM)
THINKING = '<think>Are there plants? {"records": []} No, wait, [the] leeks.</think>\n'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WHOLE, id="as asked"),
        pytest.param(f"```json\n{WHOLE}\n```", id="fence"),
        pytest.param(f"```\n{WHOLE}\n```\n", id="fence without language"),
        pytest.param(THINKING + WHOLE, id="thinking"),
        pytest.param(THINKING + THINKING + f"```json\n{WHOLE}\n```", id="thinking twice, and a fence"),
        pytest.param('and so {"records": [] }</think>' + WHOLE, id="thinking whose start the server swallowed"),
        pytest.param(f"Here is what [I] found {{so far}}:\n{WHOLE}", id="prose before"),
        pytest.param(f"{WHOLE}\n\nI hope this helps! Ask for {{more}}, or [less].", id="prose behind"),
        pytest.param(f"\ufeff  {WHOLE}  ", id="byte order mark and blanks"),
        pytest.param(f"[{ONE}]", id="bare list"),
        pytest.param(ONE, id="bare item"),
        pytest.param(f'{{"records": {ONE}}}', id="one item without a list"),
        pytest.param(f'{{"result": {WHOLE}}}', id="wrapped"),
        pytest.param(f'{{"name": "record", "arguments": {WHOLE}}}', id="wrapped as a tool call"),
        pytest.param(f"[{WHOLE}]", id="envelope in a list"),
        pytest.param(f'{{"thoughts": "one plant", "records": [{ONE}]}}', id="remarks beside the records"),
        pytest.param(WHOLE.replace("}]}]}", "},],},]}"), id="trailing commas"),
        pytest.param(WHOLE.replace("I planted", "I\\u0020planted"), id="escapes"),
    ],
)
def test_the_item_is_found(text: str) -> None:
    """All of these say the same."""
    decoded = decode_answer(text, Planting)
    assert [candidate.fields for candidate in decoded.candidates] == [PLANTING]
    assert [citation.quote for citation in decoded.candidates[0].citations] == ["I planted the leeks"]
    assert decoded.malformed == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"records": []}', id="as asked"),
        pytest.param('```json\n{"records": []}\n```', id="fence"),
        pytest.param("[]", id="bare list"),
        pytest.param("```json\n[ ]\n```", id="bare list in a fence"),
        pytest.param('{"result": {"records": []}}', id="wrapped"),
        pytest.param('No plants here: {"records": []}. Sorry!', id="prose"),
    ],
)
def test_an_honest_nothing_is_nothing(text: str) -> None:
    """No items is an answer."""
    decoded = decode_answer(text, Planting)
    assert not decoded.candidates
    assert not decoded.malformed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param(" \n", "empty", id="blank"),
        pytest.param("{}", "holds no", id="empty object"),
        pytest.param("null", "holds no", id="null"),
        pytest.param("I'm sorry, but I can't help with that.", "holds no", id="refusal"),
        pytest.param('{"records": null}', "holds no", id="null records"),
        pytest.param('{"records": "none"}', "holds no", id="records that are a text"),
        pytest.param('{"message": "nothing was planted"}', "holds no", id="a message instead"),
        pytest.param("beds = []\nfor line in text:", "holds no", id="code"),
        pytest.param("<think>First, the leeks", "inside its thinking", id="nothing but thinking"),
        pytest.param('<think>maybe {"records": []}', "inside its thinking", id="an answer in unfinished thinking"),
        pytest.param(f'{{"plantings": [{ONE}]}}', "not under 'records': 'plantings'", id="another key"),
        pytest.param('{"plants": [{"name": "Leek"}]}', "not under 'records'", id="another key, other items"),
        pytest.param(f'{{"records": [], "plantings": [{ONE}]}}', "not under 'records'", id="items beside nothing"),
        pytest.param(f'{{"a": {{"b": {WHOLE}}}}}', "not under 'records'", id="wrapped twice"),
        pytest.param('[{"name": "Leek"}]', "not under 'records'", id="a list of other things"),
        pytest.param(f"[[{ONE}]]", "not under 'records'", id="a list in a list"),
        pytest.param(json.dumps(answer_schema(Planting)), "not under 'records'", id="the schema itself"),
        pytest.param(f'{{"records": [{ONE}], "records": []}}', "twice", id="records twice"),
        pytest.param(WHOLE.replace('"', "'"), "broken", id="single quotes"),
        pytest.param("{'records': []}", "broken", id="nothing in single quotes"),
        pytest.param("{records: []}", "broken", id="unquoted keys"),
        pytest.param('{"records": [' + ONE.replace("true", "True") + "]}", "broken", id="Python's true"),
        pytest.param("[" * 100_000, "deeper", id="hostile lists"),
        pytest.param('{"records":' * 100_000, "deeper", id="hostile objects"),
        pytest.param('{"records": [{"plant": ' + "[" * 40 + "]" * 40 + "}]}", "deeper", id="deep but whole"),
        pytest.param('{"records": [{"bed": ' + "9" * 5000 + "}]}", "broken", id="a number of 5,000 digits"),
    ],
)
def test_what_is_no_answer_is_unparsed(text: str, message: str) -> None:
    """A near miss counts as unparsed, never as empty; the error keeps the answer."""
    with pytest.raises(DecodingError, match=message) as caught:
        decode_answer(text, Planting)
    assert caught.value.text == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(answer(ITEM, ITEM), id="as asked"),
        pytest.param(f"[{ONE}, {ONE}]", id="bare list"),
        pytest.param(ONE, id="bare item"),
        pytest.param(f'{{"result": {WHOLE}}}', id="wrapped"),
        pytest.param(f"{ONE}\n{ONE}", id="an item a line"),
        pytest.param(f"```json\n{answer(ITEM, ITEM)}", id="fence"),
    ],
)
def test_every_truncation_is_unparsed(text: str) -> None:
    """Wherever the answer is cut, also where a part of it would parse; except between whole items on lines."""
    for end in range(len(text)):
        cut = text[:end]
        if cut.strip() == ONE:
            continue
        with pytest.raises(DecodingError):
            decode_answer(cut, Planting)


def test_items_on_lines_of_their_own_are_all_taken() -> None:
    """Objects one after the other are items, and a note says that there were several."""
    decoded = decode_answer(f"{ONE}\n{ONE}", Planting)
    assert [candidate.fields for candidate in decoded.candidates] == [PLANTING, PLANTING]
    assert decoded.notes == ("the answer holds 2 JSON values; all items were taken",)


def test_a_draft_before_the_answer_takes_nothing_away() -> None:
    """With two envelopes, the items of both are there: what is wrong will not be grounded."""
    decoded = decode_answer(f'First {{"records": []}}, no: {WHOLE}', Planting)
    assert [candidate.fields for candidate in decoded.candidates] == [PLANTING]


def test_what_is_passed_over_is_noted() -> None:
    """Keys nobody asked for are ignored, since the item is whole without them, and named."""
    decoded = decode_answer(json.dumps({"records": [{**ITEM, "confidence": 0.9}], "comment": "one plant"}), Planting)
    assert len(decoded.candidates) == 1
    assert decoded.notes == ("keys of items that no field has: 'confidence'", "keys beside 'records': 'comment'")


OWN_NOTES = {
    "a text": ("the roster could not be read", ("the roster could not be read",)),
    "texts": (["one", " two ", "one"], ("one", "two")),
    "no text": (5, ("keys beside 'records': 'notes'",)),
    "something else among them": (["one", None], ("keys beside 'records': 'notes'",)),
    "nothing": ([], ("keys beside 'records': 'notes'",)),
    "an empty text": ("", ("keys beside 'records': 'notes'",)),
}


@pytest.mark.parametrize(("notes", "expected"), OWN_NOTES.values(), ids=OWN_NOTES)
def test_what_an_answer_says_beside_its_records(notes: object, expected: tuple[str, ...]) -> None:
    """Texts are passed on as they stand; anything else under that key is a key like others."""
    decoded = decode_answer(json.dumps({"records": [ITEM], "notes": notes}), Planting)
    assert (len(decoded.candidates), decoded.notes) == (1, expected)


@settings(deadline=None)
@given(st.text(st.sampled_from('{}[]",:u1 \\recods<think/>`\n')))
def test_any_text_is_an_answer_or_unparsed(text: str) -> None:
    """Whatever comes, nothing but `DecodingError` is raised."""
    with contextlib.suppress(DecodingError):
        assert decode_answer(text, Planting) is not None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{more} " * 50_000, id="braces"),
        pytest.param("[ " * 100_000, id="brackets"),
        pytest.param('{"a": 1 ' * 30_000, id="objects that do not end"),
        pytest.param("[1," * 500 + "1," * 300_000 + "x", id="nested lists that end badly"),
        pytest.param('{"a":"' + '\\"' * 300_000, id="escaped quotes"),
        pytest.param("</think>" * 50_000, id="ends of thinking"),
        pytest.param("<think></think>" * 20_000, id="empty thinking"),
    ],
)
def test_hostile_answers_take_no_time(text: str) -> None:
    """Some hundred thousand characters are refused within a second."""
    begin = time.process_time()
    with pytest.raises(DecodingError):
        decode_answer(text, Planting)
    assert time.process_time() - begin < 1
