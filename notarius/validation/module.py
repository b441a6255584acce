"""The module's own validators, run so that none of them can stop a run."""

from collections.abc import Sequence

from notarius.contracts.codes import VALIDATOR_ERROR
from notarius.contracts.extraction import ValidationContext, Validator
from notarius.contracts.records import Finding, Record


def module_findings(record: Record, validators: Sequence[Validator], context: ValidationContext) -> list[Finding]:
    """What a module's validators find; for one that raises, or returns no findings, a finding that says so."""
    return [finding for validator in validators for finding in _findings(record, validator, context)]


def _findings(record: Record, validator: Validator, context: ValidationContext) -> list[Finding]:
    name = getattr(validator, "__qualname__", type(validator).__qualname__)
    try:
        findings = list(validator(record, context))
    except Exception as error:  # noqa: BLE001 - a module's code raises what it likes, and must not cost the record
        return [Finding(VALIDATOR_ERROR, "warn", f"validator {name} raised {type(error).__name__}: {error}")]
    strange = [finding for finding in findings if not _is_finding(finding)]
    if strange:
        return [Finding(VALIDATOR_ERROR, "warn", f"validator {name} returned {strange[0]!r:.80}, which is no finding")]
    return findings


def _is_finding(value: object) -> bool:
    return isinstance(value, Finding) and value.severity in ("fail", "warn") and isinstance(value.code, str)
