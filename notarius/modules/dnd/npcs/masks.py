"""Turns with names masked: a mention becomes `§N§`, what is quoted leaves what is told, all else is lower case.

So one set of patterns serves text with capitals and without.
"""

from bisect import bisect_left
from collections.abc import Sequence

import attrs

from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.speech import Part, Turn


@attrs.frozen
class Masked:
    """A stretch of a turn with its mentions masked.

    Attributes:
        turn: the turn.
        text: lower case; `§N§` is `mentions[N]`, `«»` stands for what is quoted.
        mentions: all mentions of the turn.
        quoted: whether this is what somebody says in quotation marks.
    """

    turn: Turn = attrs.field(repr=False)
    text: str
    mentions: tuple[Mention, ...] = attrs.field(repr=False)
    quoted: bool = False


def mask(turn: Turn, mentions: Sequence[Mention]) -> tuple[Masked, ...]:
    """What is told in the turn, and each stretch that is said in quotes, masked; mentions are in order."""
    own = tuple(mentions)
    starts = [mention.start for mention in own]
    stretches = [_masked(turn, part, own, starts) for part in turn.parts]
    told = "".join("\u00ab\u00bb" if part.quoted else text for part, text in zip(turn.parts, stretches, strict=True))
    said = [
        Masked(turn, text, own, quoted=True) for part, text in zip(turn.parts, stretches, strict=True) if part.quoted
    ]
    return Masked(turn, told, own), *said


def _masked(turn: Turn, part: Part, mentions: Sequence[Mention], starts: Sequence[int]) -> str:
    out, at = [], part.start
    for number in range(bisect_left(starts, part.start), bisect_left(starts, part.end)):
        out += [turn.text[at : mentions[number].start].lower(), f"\u00a7{number}\u00a7"]
        at = mentions[number].end
    return "".join([*out, turn.text[at : part.end].lower()])
