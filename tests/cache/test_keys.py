from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.cache import answer_key
from notarius.contracts.generation import Parameters
from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from tests.meetings import ask, chunks_of

CHUNKS = chunks_of(2)
REQUEST = ask(CHUNKS[0])
MODEL = {"kind": "openai", "name": "m"}


def references(*digests: str, uri: str = "list.md") -> ReferenceSet:
    """A slot with items of these digests."""
    origin = ReferenceOrigin("file", uri)
    items = tuple(ReferenceItem("members", "text/plain", b"", digest, origin, 0) for digest in digests)
    return ReferenceSet((ResolvedReferenceSlot("members", items),))


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message("system", "other"), *REQUEST.messages[1:])},
        {"messages": REQUEST.messages[::-1]},
        {"schema": {"type": "array"}},
        {"parameters": Parameters(temperature=0.1, max_output_tokens=500)},
        {"parameters": Parameters(seed=1, max_output_tokens=500)},
        {"parameters": Parameters(max_output_tokens=501)},
        {"parameters": Parameters(max_output_tokens=500, extra_body={"top_k": 1})},
        {"references": references("sha256:1")},
        {"references": references("sha256:1", "sha256:2")},
        {"references": references("sha256:2", "sha256:1")},
    ],
    ids=["prompt", "order", "schema", "temperature", "seed", "room", "extra", "reference", "references", "their order"],
)
def test_whatever_shapes_an_answer_is_in_its_key(change: dict[str, Any]) -> None:
    """No two questions that may be answered differently share a key."""
    changed = attrs.evolve(REQUEST, **change)
    others = [REQUEST, attrs.evolve(REQUEST, references=references("sha256:1", "sha256:2"))]
    assert answer_key(changed, MODEL) not in {answer_key(other, MODEL) for other in others if other != changed}


@pytest.mark.parametrize("model", [{"kind": "ollama", "name": "m"}, {"kind": "openai", "name": "n"}, {}], ids=str)
def test_the_model_is_in_the_key(model: dict[str, str]) -> None:
    """Another model, or the same name behind another kind of client, answers for itself."""
    assert answer_key(REQUEST, model) != answer_key(REQUEST, MODEL)


@pytest.mark.parametrize(
    "change",
    [{"lane": "other"}, {"room": 2}, {"chunk": attrs.evolve(REQUEST.chunk, index=7, overlap=2, tokens=99)}],
    ids=["lane", "more room", "chunk"],
)
def test_what_does_not_shape_an_answer_is_not(change: dict[str, Any]) -> None:
    """Who asks, and for the how manieth time, leads to the same answer."""
    assert answer_key(attrs.evolve(REQUEST, **change), MODEL) == answer_key(REQUEST, MODEL)


def test_where_a_reference_lies_is_not_in_the_key() -> None:
    """A campaign folder that was moved finds its answers."""
    keys = {
        answer_key(attrs.evolve(REQUEST, references=references("sha256:1", uri=uri)), MODEL)
        for uri in ("a.md", "b/c.md")
    }
    assert len(keys) == 1


@given(st.text(), st.text())
def test_two_texts_have_two_keys(one: str, other: str) -> None:
    """Also texts of the same words in another order, and texts that no file could hold."""
    keys = [answer_key(attrs.evolve(REQUEST, messages=(Message("user", text),)), MODEL) for text in (one, other)]
    assert (keys[0] == keys[1]) is (one == other)
