"""A lane of an invented domain: boats that moor, said by harbour staff."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from notarius.contracts.extraction import Extractor, ValidationContext, Validator
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.records import Finding, Record, Severity
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.runner.answers import AnswerOptions, AnswerReader
from notarius.validation import SourceIndex


@attrs.frozen
class Mooring:
    """A boat that moored."""

    boat: str
    pier: int | None = None


UNITS = tuple(
    SourceUnit(f"u{number}", text, speaker, float(number), number + 0.5)
    for number, (speaker, text) in enumerate(
        [
            ("ILSA", "Right, so the Northern Star moored at pier 3 an hour ago."),
            ("WREN", "And the Blue Door?"),
            ("ILSA", "The Blue Door moored too, yes."),
            ("WREN", ""),
            ("WREN", "I agree."),
            ("ILSA", "I agree."),
            ("WREN", "Good. Then nothing else, I think."),
            ("ILSA", "Nothing else moored at all this morning."),
        ],
        1,
    )
)
CHUNK = Chunk(0, tuple(unit for unit in UNITS if unit.text))
STAR = {"boat": "Northern Star", "pier": 3, "evidence": [{"unit": "u1", "quote": "the Northern Star moored at pier 3"}]}
DOOR = {"boat": "Blue Door", "evidence": [{"unit": "u3", "quote": "The Blue Door moored too"}]}


def pier_exists(record: Record, context: ValidationContext) -> Iterable[Finding]:
    """A pier above 9 is refused."""
    if record.fields.pier is not None and record.fields.pier > 9:
        yield Finding("pier-unknown", "fail", f"there is no pier {record.fields.pier}")
    if not context.units:
        yield Finding("no-units", "warn", "")


def reader(
    options: AnswerOptions = AnswerOptions(),  # noqa: B008 - frozen
    *,
    leak_severity: Severity = "warn",
    validators: tuple[Validator, ...] = (pier_exists,),
    variants: Callable[[str, ReferenceSet], Iterable[str]] | None = None,
) -> AnswerReader:
    """Reads answers about moorings, with a register of boats bound."""
    templates = PromptTemplates(
        PromptTemplate('Such as {"boat": "Grey Heron"}.', "moorings/instructions"), PromptTemplate("", "moorings/chunk")
    )
    extractor = Extractor(
        "harbour/moorings",
        "1",
        Mooring,
        "boat",
        templates,
        validators=validators,
        variants=variants,
        leak_severity=leak_severity,
    )
    content = b"- Silver Tern\n- Blue Door\n"
    item = ReferenceItem("register", "text/markdown", content, "sha256:0", ReferenceOrigin("file", "boats.md"), 26)
    references = ReferenceSet((ResolvedReferenceSlot("register", (item,)),))
    return AnswerReader(extractor, "moorings", SourceIndex(UNITS), references, options)


def answer(*items: Any) -> str:
    """The envelope that was asked for, around items."""
    return json.dumps({"records": list(items)})


def cites(item: dict[str, Any], *evidence: tuple[str, str]) -> dict[str, Any]:
    """The item with other evidence."""
    return {**item, "evidence": [{"unit": unit, "quote": quote} for unit, quote in evidence]}
