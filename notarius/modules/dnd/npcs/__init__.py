"""The extractor `dnd/npcs`: everybody of the game master's whom the party meets, and the turns that show them."""

from importlib.resources import files
from typing import Any, Final

from notarius.contracts.extraction import Extractor, MergeRule
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.references import ReferenceSet, ReferenceSlot
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.npcs.record import Npc, combine, merge_keys
from notarius.modules.dnd.npcs.validators import nobody_of_the_table
from notarius.modules.dnd.npcs.variants import npc_variants

__all__ = ["EXTRACTOR", "Npc"]


def _template(name: str) -> PromptTemplate:
    source = files(__name__).joinpath("templates", name).read_text(encoding="utf-8")
    return PromptTemplate(source=source, name=f"dnd/npcs/{name}")


def _list_npcs(chunk: Chunk, references: ReferenceSet) -> dict[str, Any]:
    """The offline routine, imported when it is first asked: its patterns take time to compile."""
    from notarius.modules.dnd.npcs.routine import list_npcs

    return dict(list_npcs(chunk, references))


_TEXTS: Final = ("text/*", "application/json", "application/yaml")
ROSTER: Final = ReferenceSlot(
    name="roster",
    description="who plays whom: players, their speaker labels, characters and aliases; none of them is an NPC",
    accepted_media_types=_TEXTS,
)
NPC_REGISTRY: Final = ReferenceSlot(
    name="npc_registry",
    description="people met in earlier sessions, with what else they are called; helps with names, and proves nothing",
    accepted_media_types=(*_TEXTS, "application/jsonl"),
    multiple=True,
)
EXTRACTOR: Final = Extractor(
    name="dnd/npcs",
    version="1",
    record=Npc,
    key="name",
    templates=PromptTemplates(_template("instructions.md.jinja"), _template("chunk.md.jinja")),
    reference_slots=(ROSTER, NPC_REGISTRY),
    validators=(nobody_of_the_table,),
    merge=MergeRule(keys=merge_keys, combine=combine),
    variants=npc_variants,
    leak_severity="warn",
    offline=_list_npcs,
)
