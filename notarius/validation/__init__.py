"""Checks of one record: is its evidence sound, is its key said nearby, or does it come from a reference."""

from notarius.validation.evidence import evidence_missing, quote_not_found, refused_citation
from notarius.validation.keys import KeyChecks
from notarius.validation.module import module_findings
from notarius.validation.source import SourceIndex

__all__ = [
    "KeyChecks",
    "SourceIndex",
    "evidence_missing",
    "module_findings",
    "quote_not_found",
    "refused_citation",
]
