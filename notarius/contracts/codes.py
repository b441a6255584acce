"""The codes of the framework's own findings; docs/reference/findings.md says the same to users, and a test compares."""

from collections.abc import Mapping
from typing import Final, Literal

import attrs

from notarius.contracts.records import Severity

ITEM_MALFORMED: Final = "item-malformed"
UNIT_UNKNOWN: Final = "evidence-unit-unknown"
QUOTE_EMPTY: Final = "evidence-quote-empty"
QUOTE_NOT_FOUND: Final = "evidence-quote-not-found"
EVIDENCE_MISSING: Final = "evidence-missing"
KEY_NOT_NEAR: Final = "key-not-near-evidence"
REFERENCE_LEAK: Final = "reference-leak"
TEMPLATE_LEAK: Final = "template-leak"
VALIDATOR_ERROR: Final = "validator-error"
MERGE_ERROR: Final = "merge-error"


@attrs.frozen
class Code:
    """A stable code, for as long as its meaning stays.

    Attributes:
        severity: what it costs; `module` where the extractor's `leak_severity` decides.
        meaning: one sentence.
    """

    severity: Severity | Literal["module"]
    meaning: str


CODES: Final[Mapping[str, Code]] = {
    ITEM_MALFORMED: Code("fail", "The item does not fit the record class."),
    UNIT_UNKNOWN: Code("warn", "A citation names no unit of the chunk that was asked; it was dropped."),
    QUOTE_EMPTY: Code("warn", "A citation quotes nothing; it was dropped."),
    QUOTE_NOT_FOUND: Code("warn", "The cited unit does not say what the citation quotes; it was dropped."),
    EVIDENCE_MISSING: Code("fail", "No citation of the item is left that proves it."),
    KEY_NOT_NEAR: Code("warn", "The key value stands neither in nor near the cited units."),
    REFERENCE_LEAK: Code("module", "The key value stands in a reference and nowhere near the cited units."),
    TEMPLATE_LEAK: Code("module", "The key value stands in a prompt template and nowhere near the cited units."),
    VALIDATOR_ERROR: Code("warn", "A check of the module raised an error and said nothing about the record."),
    MERGE_ERROR: Code("warn", "The module's merge rule raised an error on the record."),
}
