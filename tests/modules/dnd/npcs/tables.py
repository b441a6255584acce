"""Invented evenings at invented tables, as chunks, and references as the framework resolves them."""

from collections.abc import Sequence

from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit, Span
from notarius.digests import digest_bytes

ROSTER = """
| Player | Character | Also called | Class |
| --- | --- | --- | --- |
| GM (Odile) | game master | - | - |
| Ruth | Quill Ashgrove | Quilly | wizard |
| Sven | Torvald Brandt | the Bear | fighter |
| Mina | Lark | - | bard |
"""
REGISTRY = """
| Name | Also called | Who |
| --- | --- | --- |
| Hana Roquefort | Mother Hana | innkeeper at the Blue Heron |
| Captain Osric Vane | the Captain | harbour guard |
| Bishop Wilma Tarn | the Bishop | writes letters |
"""


def told(*turns: tuple[str | None, str] | str, clip: Span | None = None) -> Chunk:
    """A chunk of turns; a bare text is the game master's."""
    pairs = [("GM", turn) if isinstance(turn, str) else turn for turn in turns]
    units = tuple(SourceUnit(f"u{number}", text, speaker) for number, (speaker, text) in enumerate(pairs, start=1))
    return Chunk(0, units, clip=clip)


def bound(roster: str = "", registry: str | Sequence[str] = "") -> ReferenceSet:
    """References with these contents; empty text leaves a slot unbound."""
    registries = [registry] if isinstance(registry, str) else list(registry)
    return ReferenceSet((_slot("roster", [roster]), _slot("npc_registry", registries)))


def _slot(name: str, texts: Sequence[str]) -> ResolvedReferenceSlot:
    return ResolvedReferenceSlot(name, tuple(_item(name, text.encode()) for text in texts if text))


def _item(slot: str, content: bytes) -> ReferenceItem:
    origin = ReferenceOrigin("file", f"{slot}.md")
    return ReferenceItem(slot, "text/markdown", content, digest_bytes(content), origin, len(content))
