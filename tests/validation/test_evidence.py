"""Findings about citations, and about the module's own validators."""

from collections.abc import Iterable

import pytest

from notarius.contracts.extraction import ValidationContext, Validator
from notarius.contracts.records import Citation, Evidence, Finding, Record
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import SourceRef, Span
from notarius.validation import evidence_missing, module_findings, quote_not_found, refused_citation

RECORD = Record("r1", "moorings", "fields", (Evidence(SourceRef("u1"), "a", Span(0, 1), "exact"),), ("c1",))
CONTEXT = ValidationContext((), ReferenceSet())


@pytest.mark.parametrize(
    ("citation", "finding"),
    [
        pytest.param(Citation("u1", "words"), None, id="fine"),
        pytest.param(
            Citation("u9", "words"),
            Finding("evidence-unit-unknown", "warn", "'u9' is no unit of chunk c1"),
            id="a unit of another chunk",
        ),
        pytest.param(
            Citation("x" * 200, "words"),
            Finding("evidence-unit-unknown", "warn", "'" + "x" * 117 + "...' is no unit of chunk c1"),
            id="nonsense, cut",
        ),
        pytest.param(
            Citation("u1", " \n"),
            Finding("evidence-quote-empty", "warn", "the citation of u1 quotes nothing"),
            id="blank quote",
        ),
    ],
)
def test_citations_that_cannot_be_looked_up_are_refused(citation: Citation, finding: Finding | None) -> None:
    """A unit that was not asked about, or no words to find."""
    assert refused_citation(citation, {"u1", "u2"}, "c1") == finding


def test_a_quote_that_is_not_there_is_named() -> None:
    """Unit and words."""
    assert quote_not_found(Citation("u1", "wall")) == Finding(
        "evidence-quote-not-found", "warn", "u1 does not say 'wall'"
    )


@pytest.mark.parametrize(("claimed", "message"), [(0, "it cites nothing"), (2, "none of its 2 citations holds")])
def test_an_item_without_evidence_fails(claimed: int, message: str) -> None:
    """Whether it claimed any or not."""
    assert evidence_missing(claimed) == Finding("evidence-missing", "fail", message)


def _finds(record: Record, context: ValidationContext) -> Iterable[Finding]:
    yield Finding("boat-unknown", "fail", "no such boat")


def _raises(record: Record, context: ValidationContext) -> Iterable[Finding]:
    yield Finding("lost", "warn", "said before the error")
    raise KeyError("boat")


def _returns_texts(record: Record, context: ValidationContext) -> Iterable[Finding]:
    return ["bad"]  # type: ignore[list-item]


def _returns_nothing(record: Record, context: ValidationContext) -> Iterable[Finding]:
    return None  # type: ignore[return-value]


def _returns_severity(record: Record, context: ValidationContext) -> Iterable[Finding]:
    return [Finding("boat-unknown", "fatal", "no such boat")]  # type: ignore[arg-type]


def test_a_modules_findings_are_taken_as_they_are() -> None:
    """In the validators' order."""
    assert module_findings(RECORD, (_finds, _finds), CONTEXT) == [Finding("boat-unknown", "fail", "no such boat")] * 2


@pytest.mark.parametrize(
    ("validator", "message"),
    [
        pytest.param(_raises, "validator _raises raised KeyError: 'boat'", id="raises"),
        pytest.param(_returns_texts, "validator _returns_texts returned 'bad', which is no finding", id="texts"),
        pytest.param(_returns_nothing, "validator _returns_nothing raised TypeError: ", id="nothing"),
        pytest.param(_returns_severity, "validator _returns_severity returned Finding(", id="unknown severity"),
    ],
)
def test_a_broken_validator_costs_a_finding_and_nothing_else(validator: Validator, message: str) -> None:
    """Its name and error are told, and the next validator runs."""
    broken, fine = module_findings(RECORD, (validator, _finds), CONTEXT)
    assert (broken.code, broken.severity) == ("validator-error", "warn")
    assert broken.message.startswith(message)
    assert fine.code == "boat-unknown"
