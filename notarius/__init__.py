"""notarius: typed, cited records from session transcripts.

The names below are the public API, for authors of extractors; docs/reference/api.md says what each is for. They are
the only ones that stay as they are between releases.
"""

from notarius.contracts.extraction import Extractor, MergeRule, OfflineRoutine, ValidationContext, Validator
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.records import Evidence, Finding, Match, Record, Severity
from notarius.contracts.references import (
    ReferenceItem,
    ReferenceOrigin,
    ReferenceSet,
    ReferenceSlot,
    ResolvedReferenceSlot,
)
from notarius.contracts.sources import Chunk, SourceRef, SourceUnit, Span
from notarius.digests import canonical_json, digest_bytes, digest_json
from notarius.errors import ExtractorError, NotariusError, UsageError
from notarius.text import plain

__all__ = [
    "Chunk",
    "Evidence",
    "Extractor",
    "ExtractorError",
    "Finding",
    "Match",
    "MergeRule",
    "NotariusError",
    "OfflineRoutine",
    "PromptTemplate",
    "PromptTemplates",
    "Record",
    "ReferenceItem",
    "ReferenceOrigin",
    "ReferenceSet",
    "ReferenceSlot",
    "ResolvedReferenceSlot",
    "Severity",
    "SourceRef",
    "SourceUnit",
    "Span",
    "UsageError",
    "ValidationContext",
    "Validator",
    "canonical_json",
    "digest_bytes",
    "digest_json",
    "plain",
]
