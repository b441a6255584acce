"""Keys near their evidence, keys from nowhere, and keys that leaked from what the model was given."""

from collections.abc import Callable, Iterable

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.records import Finding, Severity
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import SourceUnit
from notarius.text import plain
from notarius.validation import KeyChecks, SourceIndex
from notarius.validation.source import framed, nearly_says, says

Variants = Callable[[str, ReferenceSet], Iterable[str]]


@attrs.frozen
class Mooring:
    """A boat that moored."""

    boat: str | tuple[str, ...] | None


def _abbreviated(value: str, _references: ReferenceSet) -> Iterable[str]:
    return ["the old lady"] if value == "Northern Star" else []


def _broken(value: str, references: ReferenceSet) -> Iterable[str]:
    raise LookupError(f"no entry for {value}")


def extractor(variants: Variants | None = None, severity: Severity = "warn") -> Extractor:
    """Finds moorings; its template has an example."""
    templates = PromptTemplates(
        instructions=PromptTemplate('Such as "the Grey Heron moored at dawn".', "moorings/instructions"),
        chunk=PromptTemplate("{{ chunk }}", "moorings/chunk"),
    )
    return Extractor("moorings", "1", Mooring, "boat", templates, variants=variants, leak_severity=severity)


def reference(slot: str, text: str, uri: str) -> ResolvedReferenceSlot:
    """A slot with one item."""
    content = text.encode()
    item = ReferenceItem(slot, "text/markdown", content, "sha256:0", ReferenceOrigin("file", uri), len(content))
    return ResolvedReferenceSlot(slot, (item,))


REFERENCES = ReferenceSet((reference("register", "# Boats\n- Silver Tern, ketch\n- Blue Door\n", "boats.md"),))
UNITS = [
    SourceUnit(f"u{number}", text, "WREN" if number == 9 else "ILSA")
    for number, text in enumerate(
        [
            "The Northern Star moored here.",
            "Fine.",
            "",
            "Well.",
            "They moored.",
            "Nothing.",
            "Oh.",
            "The Bluedoor came in with the night ferry.",
            "Yes.",
            "So the old lady is back, and the Siver Terns too.",
        ],
        1,
    )
]


def findings(
    boat: str | tuple[str, ...] | None,
    *cited: str,
    near: int = 3,
    variants: Variants | None = None,
    severity: Severity = "warn",
) -> list[Finding]:
    """What is said about a mooring of this boat that cites these units."""
    checks = KeyChecks(extractor(variants, severity), REFERENCES, SourceIndex(UNITS), near)
    return checks.findings(Mooring(boat), cited)


@pytest.mark.parametrize(
    ("boat", "cited"),
    [
        pytest.param("Northern Star", "u1", id="in the unit"),
        pytest.param("northern  STAR!", "u1", id="in other dress"),
        pytest.param("Northern Star", "u4", id="three units away"),
        pytest.param("Night Ferry", "u10", id="before the unit"),
        pytest.param("Night Ferry", "u5", id="behind the unit"),
        pytest.param("Blue Door", "u8", id="one word there, two here"),
        pytest.param("Silver Tern", "u10", id="a close variant"),
        pytest.param("Wren", "u8", id="a speaker's label"),
        pytest.param(None, "u1", id="no key"),
        pytest.param("?", "u1", id="a key without words"),
        pytest.param((), "u1", id="a list of none"),
    ],
)
def test_a_key_said_near_its_evidence_is_fine(boat: str | tuple[str, ...] | None, cited: str) -> None:
    """In the cited unit or within three units either side, close variants included."""
    assert findings(boat, cited) == []


@pytest.mark.parametrize(
    ("boat", "cited", "near"),
    [
        pytest.param("Northern Star", "u5", 3, id="four units away"),
        pytest.param("Northern Star", "u4", 2, id="a smaller reach"),
        pytest.param("Star Ferry", "u1", 9, id="words that do not stand together"),
        pytest.param("Sta", "u1", 9, id="part of a word"),
        pytest.param("Ohio", "u7", 3, id="too short for a variant"),
    ],
)
def test_a_key_not_said_near_is_doubtful(boat: str, cited: str, near: int) -> None:
    """A warning that names key and reach."""
    message = f"boat {boat!r} is not said within {near} units of the evidence"
    assert findings(boat, cited, near=near) == [Finding("key-not-near-evidence", "warn", message)]


def test_near_any_of_the_cited_units_is_near() -> None:
    """Several citations, one of them near."""
    assert findings("Northern Star", "u10", "u2") == []


@pytest.mark.parametrize("severity", ["warn", "fail"])
def test_a_key_from_a_reference_is_a_leak(severity: Severity) -> None:
    """The finding names the item, costs what the module says, and takes the place of the weaker one."""
    message = "boat 'Silver Tern' stands in reference register (boats.md), not near the evidence"
    assert findings("Silver Tern", "u2", severity=severity) == [Finding("reference-leak", severity, message)]


def test_a_key_from_a_template_is_a_leak() -> None:
    """An example of the prompt came back."""
    message = "boat 'Grey Heron' stands in template moorings/instructions, not near the evidence"
    assert findings("Grey Heron", "u2") == [Finding("template-leak", "warn", message)]


def test_a_key_that_the_source_says_too_is_no_leak() -> None:
    """A boat of the register that did moor."""
    assert findings("Blue Door", "u8", severity="fail") == []


def test_another_way_to_say_it_is_saying_it() -> None:
    """The module's variants count for relatedness and leaks."""
    assert findings("Northern Star", "u10", variants=_abbreviated) == []
    assert [finding.code for finding in findings("Northern Star", "u10")] == ["key-not-near-evidence"]


def test_variants_that_raise_cost_a_finding_and_nothing_else() -> None:
    """The module's error is named, the check goes on without variants, each time."""
    checks = KeyChecks(extractor(_broken), REFERENCES, SourceIndex(UNITS))
    for _ in range(2):
        assert checks.findings(Mooring("Northern Star"), ["u1"]) == [
            Finding("validator-error", "warn", "variants of moorings raised LookupError: no entry for Northern Star")
        ]


def test_every_value_of_a_key_is_checked() -> None:
    """A list of boats is as good as each of them."""
    assert [finding.message[:11] for finding in findings(("Northern Star", "Ghost"), "u1")] == ["boat 'Ghost"]


@pytest.mark.parametrize(
    ("words", "phrase", "nearly"),
    [
        ("we saw the heron today", "herron", True),
        ("we saw the heron today", "hern", False),
        ("we saw the sliver tern", "silver tern", True),
        ("the north star", "northern star", False),
        ("a web of ropes", "wet", False),
        ("the fire wall", "firewall", True),
        ("the firewall", "fire wall", True),
        ("a bone", "bane", False),
        ("", "heron", False),
    ],
)
def test_close_variants_are_an_edit_or_two_by_length(words: str, phrase: str, nearly: bool) -> None:
    """Short words have no close variants but other blanks."""
    assert nearly_says(framed(words), phrase) is nearly


@settings(deadline=None)
@given(st.lists(st.sampled_from(["the", "old", "pier", "is", "a", "wall"]), min_size=1, max_size=12), st.data())
def test_what_is_said_is_nearly_said(words: list[str], data: st.DataObject) -> None:
    """Every run of words is said, and a close variant of itself."""
    start = data.draw(st.integers(0, len(words) - 1))
    phrase = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
    assert says(framed(" ".join(words)), phrase)
    assert nearly_says(framed(" ".join(words)), phrase)


def test_scripts_without_blanks_have_no_word_borders() -> None:
    """A name inside a run of characters is said."""
    assert says(framed(plain("\u6211\u5011\u4fee\u7246\u4e86")), plain("\u4fee\u7246"))
