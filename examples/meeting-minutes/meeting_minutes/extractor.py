"""The extractor `meetings/decisions`: what a meeting decided, and the turns that prove it."""

from importlib.resources import files
from typing import Final

from meeting_minutes.offline import find_decisions
from meeting_minutes.record import Decision
from meeting_minutes.references import AGENDA, ATTENDEES
from meeting_minutes.validators import LAST_WORD, owner_attends, subject_variants
from notarius import Extractor, PromptTemplate, PromptTemplates


def _template(name: str) -> PromptTemplate:
    source = files("meeting_minutes").joinpath("templates", name).read_text(encoding="utf-8")
    return PromptTemplate(source=source, name=f"meetings/decisions/{name}")


EXTRACTOR: Final = Extractor(
    name="meetings/decisions",
    version="1",
    record=Decision,
    key="subject",
    identity=("subject", "decision"),
    templates=PromptTemplates(_template("instructions.md.jinja"), _template("chunk.md.jinja")),
    reference_slots=(AGENDA, ATTENDEES),
    validators=(owner_attends,),
    merge=LAST_WORD,
    variants=subject_variants,
    leak_severity="warn",
    offline=find_decisions,
    actor="owner",
)
