"""What each of the two templates may see, as data."""

from typing import Final, Literal

import attrs

TemplateRole = Literal["instructions", "chunk"]

REFERENCE_FUNCTIONS: Final = ("reference", "hasreference")
CHUNK: Final = "chunk"


@attrs.frozen
class TemplateRules:
    """The rules for one template of one extractor.

    Attributes:
        role: `instructions` sees references and never the chunk, `chunk` the reverse.
        extractor: name, for messages.
        slots: names of the slots that the extractor declares, in declaration order.
    """

    role: TemplateRole
    extractor: str
    slots: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The variables and functions that the template may use."""
        return REFERENCE_FUNCTIONS if self.role == "instructions" else (CHUNK,)

    @property
    def usage(self) -> str:
        """What the template may use, for messages."""
        if self.role == "chunk":
            return "the chunk template has `chunk` and nothing else"
        return 'the instructions template has `reference("slot")` and `hasreference("slot")` and nothing else'
