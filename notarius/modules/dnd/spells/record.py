"""The record that `dnd/spells` extracts."""

from typing import Final, Literal

import attrs


def _told(description: str) -> dict[str, str]:
    return {"description": description}


@attrs.frozen
class SpellCast:
    """A spell that a character of the party casts.

    Attributes:
        spell: its name.
        caster: the character; a speaker's label where nothing tells the character; None if nobody is known.
        player: who plays the caster.
        level: slot level, 0 for a cantrip, None if not told.
        target: whom or what it is cast on.
        outcome: what came of it.
        via: whether it was cast from memory or out of an item.
        action: what it cost in the round, if told.
    """

    spell: str = attrs.field(
        metadata=_told("The spell's name as rulebook, roster or table has it, for example as a title.")
    )
    caster: str | None = attrs.field(
        default=None, metadata=_told("The character who casts, never the player. Null if nothing tells who it is.")
    )
    player: str | None = attrs.field(
        default=None, metadata=_told("The player of that character, or the speaker's label.")
    )
    level: int | None = attrs.field(
        default=None, metadata=_told("The level at which it is cast if that is said, 0 for a cantrip, else null.")
    )
    target: str | None = attrs.field(default=None, metadata=_told("Whom or what it is cast on, in a few words."))
    outcome: str | None = attrs.field(
        default=None, metadata=_told("What came of it, in a few words: damage, a save made or failed, the effect.")
    )
    via: Literal["spell", "item"] = attrs.field(
        default="spell", metadata=_told("`item` if a scroll, wand or other item casts it, else `spell`.")
    )
    action: Literal["action", "bonus action", "reaction", "ritual"] | None = attrs.field(
        default=None, metadata=_told("What it takes in the round, if that is said.")
    )


KEY: Final = "spell"
