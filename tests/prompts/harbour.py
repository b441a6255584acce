"""An extractor of an invented domain, with templates a test can replace."""

import attrs

from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ReferenceSlot
from notarius.contracts.references import ResolvedReferenceSlot as Bound
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.digests import digest_bytes

INSTRUCTIONS = """\
List every ship that enters the harbour.
{% if hasreference("registry") %}

# Ships of the registry
{{ reference("registry") }}
{% endif %}
{% if hasreference("charts") %}

# Charts
{{ reference("charts") }}
{% endif %}
"""
CHUNK = "The log:\n\n{{ chunk }}\n"


@attrs.frozen
class Arrival:
    """A ship that came in."""

    ship: str


def harbour(
    instructions: str = INSTRUCTIONS, chunk: str = CHUNK, slots: tuple[str, ...] = ("registry", "charts")
) -> Extractor:
    """An extractor with these templates and optional slots of these names."""
    return Extractor(
        name="harbour/arrivals",
        version="1",
        record=Arrival,
        key="ship",
        templates=PromptTemplates(
            PromptTemplate(instructions, "harbour/instructions.jinja"), PromptTemplate(chunk, "harbour/chunk.jinja")
        ),
        reference_slots=tuple(ReferenceSlot(name, f"the {name}", multiple=True) for name in slots),
    )


def item(slot: str, text: str) -> ReferenceItem:
    """A reference item that holds this text."""
    content = text.encode()
    origin = ReferenceOrigin("file", f"{slot}.md")
    return ReferenceItem(slot, "text/markdown", content, digest_bytes(content), origin, len(content))


def bound(**texts: str | tuple[str, ...]) -> ReferenceSet:
    """Both slots, those that are named with one item or several."""
    contents = {slot: (given,) if isinstance(given, str) else given for slot, given in texts.items()}
    return ReferenceSet(
        tuple(
            Bound(slot, tuple(item(slot, text) for text in contents.get(slot, ()))) for slot in ("registry", "charts")
        )
    )


def chunk_of(*texts: str) -> Chunk:
    """A chunk of units that say this."""
    return Chunk(0, tuple(SourceUnit(f"u{number}", text, "PILOT") for number, text in enumerate(texts, 1)))
