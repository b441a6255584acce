"""Reference contents: the files behind bindings, read, checked, digested and turned into items."""

from notarius.references.files import DEFAULT_MAX_BYTES, ReferenceFiles
from notarius.references.resolver import (
    ContentProblem,
    ReferenceResolver,
    Resolution,
    SlotReading,
    resolution,
    slot_message,
)

__all__ = [
    "DEFAULT_MAX_BYTES",
    "ContentProblem",
    "ReferenceFiles",
    "ReferenceResolver",
    "Resolution",
    "SlotReading",
    "resolution",
    "slot_message",
]
