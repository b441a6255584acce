"""A mention of a spell with all that is seen around it."""

from collections.abc import Sequence
from typing import Final

import attrs

from notarius.modules.dnd.roster import Member
from notarius.modules.dnd.spells.intent import Intent
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene

DECLARING: Final = frozenset({"does", "asks", "names", "plans"})


@attrs.frozen
class Sight:
    """A mention with what is seen around it.

    Attributes:
        mention: the mention.
        intent: what its sentence does with it.
        scene: the chunk's turns.
        caster: who would be casting, if known.
        capitals: whether capitals mark names in this transcript.
        named: whether the one who acts is known by name.
        around: the other mentions of this turn with their intents, in order.
        later: mentions that follow in this turn and the speaker's next.
        earlier: mentions of the same spell in the turns before.
    """

    mention: Mention
    intent: Intent
    scene: Scene
    caster: Member | None
    capitals: bool
    named: bool = False
    around: Sequence[tuple[Mention, Intent]] = ()
    later: Sequence[Mention] = ()
    earlier: Sequence[tuple[Mention, Intent]] = ()

    @property
    def left(self) -> str:
        """The sentence before the name."""
        return self.mention.turn.low[self.mention.turn.sentence(self.mention.start)[0] : self.mention.start]

    @property
    def right(self) -> str:
        """The sentence behind the name."""
        return self.mention.turn.low[self.mention.end : self.mention.turn.sentence(self.mention.start)[1]]

    @property
    def rest(self) -> str:
        """The turn behind the name."""
        return self.mention.turn.low[self.mention.end :]

    @property
    def group(self) -> str:
        """The intent's kind, or `else` for all kinds that declare nothing."""
        return self.intent.kind if self.intent.kind in DECLARING else "else"


def same_spell(one: Mention, other: Mention) -> bool:
    """Whether two mentions name the same spell."""
    return spell_key(one.spell.name) == spell_key(other.spell.name)
