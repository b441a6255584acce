"""Whether the signs for a person suffice: weights and thresholds, and when lesser signs count at all."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from notarius.modules.dnd.npcs import clues
from notarius.modules.dnd.npcs.clues import Clue
from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.people import Person
from notarius.modules.dnd.npcs.scene import Scene
from notarius.modules.dnd.npcs.words import is_title

#: What the signs for a person have to weigh together; more where nobody knows which turns are the game master's.
_ENOUGH: Final = 3.0
_ENOUGH_IF_UNKNOWN: Final = 3.5
#: Signs of these kinds add up to so much; of other kinds the weightiest counts.
_MOST: Final[Mapping[str, float]] = {"says": 6.0, "moves": 3.0, "acts": 3.0, "present": 3.0, "shown": 2.0, "near": 1.0}
_LEAST_FOR_PLACE: Final = -3.0
#: What a name weighs by itself: each time it is told, with a title, in the registry, capitalised only by its place.
_TOLD: Final = 0.5
_MOST_TOLD: Final = 1.0
_TITLE: Final = 1.5
_TITLE_IN_SPEECH: Final = 0.5
_REGISTERED: Final = 1.5
_ONLY_INITIAL: Final = -1.0
_SEEN_TWICE: Final = 2
_ARTICLE: Final = re.compile(r"\b(?:the|a|an|der|die|das|le|la|el) $", re.IGNORECASE)
_LONGEST_ARTICLE: Final = 5


def is_met(person: Person, mine: Sequence[Clue], scene: Scene) -> bool:
    """Whether the signs show that somebody of this name is there.

    Args:
        person: the mentions.
        mine: the signs about them.
        scene: where.
    """
    if _is_thing(person) or not any(clue.weight > 0 and clue.kind != "hailed" for clue in mine):
        return False
    if not any(_is_strong(clue, person, scene) for clue in mine) and not _may_be_weak(person, mine, scene):
        return False
    return _weight(person, mine, scene) >= (_ENOUGH if scene.table.has_game_master else _ENOUGH_IF_UNKNOWN)


def _is_thing(person: Person) -> bool:
    """Whether the name mostly has an article in front, as ships, inns and rivers have: "the Heron"."""
    articled = sum(
        _ARTICLE.search(one.turn.text, max(0, one.start - _LONGEST_ARTICLE), one.start) is not None
        for one in person.mentions
    )
    return articled > 0 and 2 * articled >= len(person.mentions)


def _is_strong(clue: Clue, person: Person, scene: Scene) -> bool:
    if clue.kind == "described":
        return scene.table.told and scene.table.has_game_master
    return clue.kind in clues.STRONG or (clue.kind == "shown" and person.known is not None)


def _may_be_weak(person: Person, mine: Sequence[Clue], scene: Scene) -> bool:
    """Whether lesser signs alone may do.

    Player characters, whose deeds a game master tells too, must be known, or the name have a title or be registered;
    and what is told must be told apart from what somebody says of the absent, or tell what is seen.
    """
    marked = _has_title(person.mentions) or person.known is not None
    seen = sum(clue.kind in {"moves", "present"} for clue in mine)
    visible = scene.quotes or seen >= (1 if marked else _SEEN_TWICE)
    return scene.table.has_game_master and visible and (scene.table.told or marked)


def _has_title(mentions: Iterable[Mention]) -> bool:
    return any(is_title(title) for one in mentions for title in read_name(one.name).titles)


def _weight(person: Person, mine: Sequence[Clue], scene: Scene) -> float:
    weights: defaultdict[str, list[float]] = defaultdict(list)
    for clue in mine:
        weights[clue.kind].append(clue.weight)
    against = max(_LEAST_FOR_PLACE, sum(weights.pop("place", ())))
    speaking = sum(min(sum(found), _MOST[kind]) if kind in _MOST else max(found) for kind, found in weights.items())
    return speaking + against + _standing(person, mine, scene)


def _standing(person: Person, mine: Sequence[Clue], scene: Scene) -> float:
    """What a name weighs by itself."""
    told = [one for one in person.mentions if not one.quoted and scene.may_be_game_masters(one.turn)]
    weight = min(_MOST_TOLD, _TOLD * len(told))
    if told and person.known is not None:
        weight += _REGISTERED
    if _has_title(told):
        weight += _TITLE if scene.quotes else _TITLE_IN_SPEECH
    if all(one.initial for one in person.mentions) and not any(clue.kind in clues.INTRODUCTIONS for clue in mine):
        weight += _ONLY_INITIAL
    return weight
