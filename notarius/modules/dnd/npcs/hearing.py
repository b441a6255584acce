"""Which signs a scene gives, turn by turn: what counts depends on whose turn it is, and on what is known of that."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from notarius.modules.dnd.npcs import clues
from notarius.modules.dnd.npcs.clues import Clue
from notarius.modules.dnd.npcs.masks import Masked, mask
from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.scene import Scene
from notarius.modules.dnd.npcs.speech import Turn
from notarius.modules.dnd.npcs.table import Table
from notarius.modules.dnd.npcs.words import NAME_QUESTION, RECAP

_QUESTION: Final = re.compile(NAME_QUESTION)
_RECAP: Final = re.compile(RECAP, re.IGNORECASE)
#: Turns before an answer in which the question for a name may stand.
_ASKED_WITHIN: Final = 2
#: Turns within which somebody addressed in character answers in quotation marks.
_REPLIES_WITHIN: Final = 3


def clues_of(scene: Scene) -> tuple[Clue, ...]:
    """Every sign about every name, in order; turns that tell of an earlier session give none."""
    return tuple(
        clue
        for turn in scene.turns
        if scene.named_in(turn) and not _RECAP.search(turn.text)
        for clue in _clues_in(turn, scene)
    )


def _clues_in(turn: Turn, scene: Scene) -> Iterator[Clue]:
    stretches, voice = mask(turn, scene.named_in(turn)), scene.table.voice(turn)
    if voice == "player":
        for masked in stretches:
            yield from clues.hailing_clues(masked, answered=_is_answered(turn, scene))
        return
    for clue in _by_narrator(stretches, scene):
        if voice == "game master" or scene.table.told or clue.kind not in clues.TOLD_OF_ANYBODY:
            yield clue
    if voice == "game master":
        yield from _of_themselves(turn, stretches, scene)


def _by_narrator(stretches: Sequence[Masked], scene: Scene) -> Iterator[Clue]:
    for masked in stretches:
        yield from clues.said_clues(masked) if masked.quoted else clues.told_clues(masked, quotes=scene.quotes)


def _of_themselves(turn: Turn, stretches: tuple[Masked, ...], scene: Scene) -> Iterator[Clue]:
    if not scene.quotes:
        yield from clues.plain_speech_clues(stretches[0])
    if _is_asked(turn, scene):
        yield from clues.answer_clues(stretches)


def _is_answered(turn: Turn, scene: Scene) -> bool:
    """Whether the game master speaks as somebody soon after; of use only if player characters are known."""
    after = scene.turns[turn.at + 1 : turn.at + 1 + _REPLIES_WITHIN]
    return scene.table.told and any(
        part.quoted for other in after if scene.table.voice(other) == "game master" for part in other.parts
    )


def _is_asked(turn: Turn, scene: Scene) -> bool:
    before = scene.turns[max(0, turn.at - _ASKED_WITHIN) : turn.at]
    return any(scene.table.voice(other) == "player" and _QUESTION.search(other.text.lower()) for other in before)


def outsiders(scene: Scene, found: Sequence[Clue]) -> tuple[Mention, ...]:
    """The mentions that may be an NPC's: of nobody at the table, of no spell, and not taken back."""
    introduced = frozenset(clue.mention.key for clue in found if clue.kind in clues.INTRODUCTIONS)
    table = _seated(scene, introduced)
    return tuple(
        mention
        for turn in scene.turns
        for mention in _not_denied(turn, scene)
        if mention.key not in table.spells and not _sits(mention, table, introduced, scene)
    )


def _not_denied(turn: Turn, scene: Scene) -> Iterator[Mention]:
    """The turn's mentions without the names that it takes back or supposes; a slip and its correction go together."""
    mentions = scene.named_in(turn)
    stretches = mask(turn, mentions) if mentions else ()
    denied = {masked.mentions[number].key for masked in stretches for number in clues.denied(masked)}
    return (mention for mention in mentions if mention.key not in denied)


def _seated(scene: Scene, introduced: frozenset[str]) -> Table:
    """The table, and whoever the turns show to be a player character although no roster says so."""
    names = [
        mention.name
        for turn in scene.turns
        if scene.named_in(turn)
        for mention in _seats(turn, scene)
        if mention.key not in introduced and not scene.registered(mention.name)
    ]
    return scene.table.joined_by(names)


def _seats(turn: Turn, scene: Scene) -> Iterator[Mention]:
    is_player = scene.table.voice(turn) == "player"
    for masked in mask(turn, scene.named_in(turn)):
        if is_player or not scene.table.told:
            yield from clues.seat_clues(masked, game_master=not is_player)
        if is_player and not scene.table.told and not masked.quoted:
            yield from clues.played_clues(masked)


def _sits(mention: Mention, table: Table, introduced: frozenset[str], scene: Scene) -> bool:
    full = len(read_name(mention.name).core) > 1
    certain = mention.key in introduced or (full and scene.registered(mention.name))
    return table.has(mention.name, introduced=certain)
