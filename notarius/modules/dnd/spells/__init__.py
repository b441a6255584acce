"""The extractor `dnd/spells`: every spell that a character of the party casts, and the turns that prove it."""

from importlib.resources import files
from typing import Any, Final

from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.references import ReferenceSet, ReferenceSlot
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.spells.record import SpellCast
from notarius.modules.dnd.spells.validators import caster_on_roster
from notarius.modules.dnd.spells.variants import spell_variants

__all__ = ["EXTRACTOR", "SpellCast"]


def _template(name: str) -> PromptTemplate:
    source = files(__name__).joinpath("templates", name).read_text(encoding="utf-8")
    return PromptTemplate(source=source, name=f"dnd/spells/{name}")


def _find_casts(chunk: Chunk, references: ReferenceSet) -> dict[str, Any]:
    """The offline routine, imported when it is first asked: its patterns take time to compile."""
    from notarius.modules.dnd.spells.offline import find_casts

    return dict(find_casts(chunk, references))


ROSTER: Final = ReferenceSlot(
    name="roster",
    description="who plays whom: players, their speaker labels, characters and aliases; spells they are known to have",
    accepted_media_types=("text/*", "application/json", "application/yaml"),
)
GLOSSARY: Final = ReferenceSlot(
    name="glossary",
    description="names and words of this table, with the spells that the rulebooks lack and what the table calls them",
    accepted_media_types=("text/*", "application/json", "application/yaml"),
    multiple=True,
)
EXTRACTOR: Final = Extractor(
    name="dnd/spells",
    version="1",
    record=SpellCast,
    key="spell",
    identity=("spell", "caster"),
    templates=PromptTemplates(_template("instructions.md.jinja"), _template("chunk.md.jinja")),
    reference_slots=(ROSTER, GLOSSARY),
    validators=(caster_on_roster,),
    variants=spell_variants,
    leak_severity="fail",
    offline=_find_casts,
    actor="caster",
)
