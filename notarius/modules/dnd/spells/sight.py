"""A mention of a spell with all that is seen around it."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import attrs

from notarius.modules.dnd.rosters.party import Member
from notarius.modules.dnd.spells.intent import Intent
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene
from notarius.modules.dnd.spells.speech import squeezed

HAVING: Final = re.compile(
    r"\b(?:(?:i|we)(?:'ve| have)?(?: (?:still|also|do|just))? (?:got|have|had)|(?:i|we)'ve|there's|called)\b\W+"
    r"(?:(?:a|an|the|my|this|that|one|thing|spell|cantrip|called|still|also|just|something)\W+)*$"
)
DECLARING: Final = frozenset({"does", "asks", "names", "plans"})


@attrs.frozen(eq=False)
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

    @cached_property
    def left(self) -> str:
        """The sentence before the name."""
        turn, start = self.mention.turn, self.mention.start
        return squeezed(turn.low[turn.sentence(start)[0] : start])

    @cached_property
    def right(self) -> str:
        """The sentence behind the name."""
        turn, mention = self.mention.turn, self.mention
        return squeezed(turn.low[mention.end : turn.sentence(mention.start)[1]])

    @property
    def rest(self) -> str:
        """The turn behind the name."""
        return self.mention.turn.low[self.mention.end :]

    @property
    def group(self) -> str:
        """The intent's kind, or `else` for all kinds that declare nothing."""
        if self.intent.kind in DECLARING:
            return self.intent.kind
        return "has" if self.intent.kind == "ongoing" and HAVING.search(self.left) else "else"


def same_spell(one: Mention, other: Mention) -> bool:
    """Whether two mentions name the same spell."""
    return spell_key(one.spell.name) == spell_key(other.spell.name)
