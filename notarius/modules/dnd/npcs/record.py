"""The record: somebody the party met, and how records of one person become one."""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from notarius.modules.dnd.npcs.names import best_name, keys_of
from notarius.text import plain


def _field(description: str, **more: Any) -> Any:
    return attrs.field(metadata={"description": description}, **more)


@attrs.frozen
class Npc:
    """A person or creature of the game master's, met in the session.

    Attributes:
        name: the fullest name said in the session, or a description of a person without a name.
        aliases: other names, titles and nicknames that the session uses for the same person.
        what: role, kind or trade, in a few words.
        where: the place at which the party met them.
        attitude: how they stand to the party.
        dealings: what passed between them and the party, in a sentence.
    """

    name: str = _field("The fullest name said in the transcript; a short description if no name is said.")
    aliases: tuple[str, ...] = _field(
        "Other names, titles and nicknames used in the transcript for the same person.", default=()
    )
    what: str | None = _field("What they are: role, kind or trade, in a few words. Null if not said.", default=None)
    where: str | None = _field("Where the party meets them, in a few words. Null if not said.", default=None)
    attitude: str | None = _field(
        "How they stand to the party, in a few words such as friendly, wary, hostile. Null if not shown.", default=None
    )
    dealings: str | None = _field(
        "What passes between them and the party: asked, told, given, promised. One sentence, or null.", default=None
    )


def merge_keys(npc: Npc) -> Iterable[str]:
    """The names under which a record goes; see `keys_of` for what is left out so that nobody is two people."""
    return keys_of((npc.name, *npc.aliases))


def combine(npcs: Sequence[Npc]) -> Npc:
    """One record of several, in unit order: the fullest name, all other names as aliases, else what was said first."""
    name = best_name(npc.name for npc in npcs)
    others: dict[str, str] = {}
    for other in (other for npc in npcs for other in (npc.name, *npc.aliases)):
        others.setdefault(plain(other), other)
    others.pop(plain(name), None)
    return Npc(
        name=name,
        aliases=tuple(others.values()),
        what=_first(npc.what for npc in npcs),
        where=_first(npc.where for npc in npcs),
        attitude=_first(npc.attitude for npc in npcs),
        dealings=_first(npc.dealings for npc in npcs),
    )


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)
