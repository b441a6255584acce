"""The routine that finds NPCs without a model: names in what the game master says, weighed by what is said about them.

One chunk at a time and without memory; what chunks found of one person the framework's merging puts together. The
rules are in docs/explanation/offline-npcs.md.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.npcs import clues as signs
from notarius.modules.dnd.npcs.clues import Clue
from notarius.modules.dnd.npcs.mentions import (
    Masked,
    Mention,
    capitalised,
    capitals_tell,
    introduced_words,
    known_forms,
    lower_words,
    mask,
    without_overlaps,
)
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.people import Person, people_of
from notarius.modules.dnd.npcs.registry import Known, registry_of
from notarius.modules.dnd.npcs.speech import Turn, read_turns
from notarius.modules.dnd.npcs.table import Table, table_of
from notarius.modules.dnd.npcs.words import NAME_QUESTION, RECAP, is_title
from notarius.text import plain

#: What the signs for a person have to weigh together.
ENOUGH: Final = 3.0
#: The same where nobody knows which turns are the game master's.
_ENOUGH_UNKNOWN: Final = 3.5
_MOST: Final[Mapping[str, float]] = {"says": 6.0, "moves": 3.0, "acts": 3.0, "present": 3.0, "shown": 2.0, "near": 1.0}
_LEAST_FOR_PLACE: Final = -3.0
_TOLD: Final = 0.5
_MOST_TOLD: Final = 1.0
_TITLE: Final = 1.5
_TITLE_IN_SPEECH: Final = 0.5
_REGISTERED: Final = 1.5
_ONLY_INITIAL: Final = -1.0
#: Signs so explicit that a name which looks like one of the table's is somebody else's all the same.
_INTRODUCTIONS: Final = frozenset({"named", "self", "answers"})
_QUESTION: Final = re.compile(NAME_QUESTION)
_RECAP: Final = re.compile(RECAP, re.IGNORECASE)
_SEEN_TWICE: Final = 2
_ARTICLE: Final = re.compile(r"\b(?:the|a|an|der|die|das|le|la|el) $", re.IGNORECASE)
_LOOK_BACK: Final = 8
_ANSWERED_WITHIN: Final = 2
#: Turns within which somebody addressed in character answers in quotation marks.
_REPLIES_WITHIN: Final = 3
_LONGEST_QUOTE: Final = 180


@attrs.frozen
class _Scene:
    """A chunk, read: its turns, who sits at the table, who is known, and every name in it."""

    turns: tuple[Turn, ...]
    table: Table
    registry: tuple[Known, ...]
    mentions: Mapping[int, Sequence[Mention]]
    quotes: bool

    def masked(self, turn: Turn) -> tuple[Masked, ...]:
        return mask(turn, self.mentions.get(turn.at, ()))

    def told_by_game_master(self, turn: Turn) -> bool:
        return self.table.voice(turn) != "player"

    def registered(self, name: str) -> bool:
        return any(read_name(name).plain in known.forms for known in self.registry)


def list_npcs(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """The NPCs that the chunk shows, in the schema of an answer; each cites the turns of the chunk that name them."""
    scene = _read(chunk, references)
    found = _clues(scene)
    table = _seated(scene, found)
    introduced = {clue.mention.key for clue in found if clue.kind in _INTRODUCTIONS}
    denied = {turn.at: _denied(turn, scene) for turn in scene.turns}
    mentions = [
        mention
        for turn in scene.turns
        for mention in scene.mentions.get(turn.at, ())
        if mention.key not in {*table.spells, *denied[turn.at]} and not _sits(mention, table, introduced, scene)
    ]
    people = people_of(mentions, scene.registry)
    told = [(person, _clues_about(person, found)) for person in people]
    return {"records": [_record(person, mine) for person, mine in told if _is_met(person, mine, scene)]}


def _clues_about(person: Person, found: Sequence[Clue]) -> list[Clue]:
    places = {mention.place for mention in person.mentions}
    return [clue for clue in found if clue.mention.place in places]


def _read(chunk: Chunk, references: ReferenceSet) -> _Scene:
    turns, registry = read_turns(chunk), registry_of(references)
    outsiders = frozenset(plain(known.name) for known in registry if len(read_name(known.name).core) > 1)
    table = table_of(turns, references, outsiders=outsiders)
    quotes = any(part.quoted for turn in turns if table.voice(turn) != "player" for part in turn.parts)
    return _Scene(turns, table, registry, without_overlaps(_mentions(turns, registry)), quotes)


def _mentions(turns: Sequence[Turn], registry: Sequence[Known]) -> Iterator[Mention]:
    forms = {form for known in registry for form in known.forms}
    if capitals_tell(turns):
        yield from capitalised(turns, lower=lower_words(turns))
        yield from known_forms(turns, forms, anycase=False)
    else:
        introduced = set(introduced_words(turns))
        firsts = {read_name(name).core[0] for name in introduced if read_name(name).core}
        yield from known_forms(turns, forms | introduced | firsts, anycase=True)


def _clues(scene: _Scene) -> tuple[Clue, ...]:
    return tuple(clue for turn in scene.turns if scene.mentions.get(turn.at) for clue in _clues_of(turn, scene))


def _clues_of(turn: Turn, scene: _Scene) -> Iterator[Clue]:
    if _RECAP.search(turn.text):
        return
    stretches = scene.masked(turn)
    yield from _by_voice(turn, stretches, scene)


def _denied(turn: Turn, scene: _Scene) -> frozenset[str]:
    """Names that the turn takes back or supposes; a slip and its correction stand in one turn."""
    stretches = scene.masked(turn) if scene.mentions.get(turn.at) else ()
    return frozenset(masked.mentions[number].key for masked in stretches for number in signs.denied(masked))


def _by_voice(turn: Turn, stretches: tuple[Masked, ...], scene: _Scene) -> Iterator[Clue]:
    if not scene.told_by_game_master(turn):
        for masked in stretches:
            yield from signs.hailing_clues(masked, answered=_is_answered(turn, scene))
        return
    known = scene.table.voice(turn) == "game master" or scene.table.told
    for clue in _by_game_master(stretches, scene):
        if known or clue.kind not in signs.TOLD_OF_ANYBODY:
            yield clue
    if scene.table.voice(turn) == "game master":
        if not scene.quotes:
            yield from signs.plain_speech_clues(stretches[0])
        if _is_asked(turn, scene):
            yield from signs.answer_clues(stretches)


def _by_game_master(stretches: tuple[Masked, ...], scene: _Scene) -> Iterator[Clue]:
    for masked in stretches:
        yield from signs.said_clues(masked) if masked.quoted else signs.told_clues(masked, quotes=scene.quotes)


def _is_answered(turn: Turn, scene: _Scene) -> bool:
    """Whether the game master speaks as somebody soon after; of use only if player characters are known."""
    after = scene.turns[turn.at + 1 : turn.at + 1 + _REPLIES_WITHIN]
    return scene.table.told and any(
        part.quoted for other in after if scene.table.voice(other) == "game master" for part in other.parts
    )


def _is_asked(turn: Turn, scene: _Scene) -> bool:
    before = scene.turns[max(0, turn.at - _ANSWERED_WITHIN) : turn.at]
    return any(scene.table.voice(other) == "player" and _QUESTION.search(other.text.lower()) for other in before)


def _seated(scene: _Scene, found: Sequence[Clue]) -> Table:
    """The table, and whoever the turns show to be a player character although no roster says so."""
    introduced = {clue.mention.key for clue in found if clue.kind in _INTRODUCTIONS}
    names = [
        mention.name
        for turn in scene.turns
        for mention in _seats(turn, scene)
        if mention.key not in introduced and not scene.registered(mention.name)
    ]
    return scene.table.joined_by(names)


def _seats(turn: Turn, scene: _Scene) -> Iterator[Mention]:
    voice = scene.table.voice(turn)
    for masked in scene.masked(turn):
        if voice == "player":
            yield from signs.seat_clues(masked, game_master=False)
            if not scene.table.told and not masked.quoted:
                yield from signs.played_clues(masked)
        elif not scene.table.told:
            yield from signs.seat_clues(masked, game_master=True)


def _sits(mention: Mention, table: Table, introduced: Iterable[str], scene: _Scene) -> bool:
    full = len(read_name(mention.name).core) > 1
    certain = mention.key in introduced or (full and scene.registered(mention.name))
    return table.has(mention.name, introduced=certain)


def _is_met(person: Person, mine: Sequence[Clue], scene: _Scene) -> bool:
    if _is_thing(person) or not any(clue.weight > 0 and clue.kind != "hailed" for clue in mine):
        return False
    if not any(_is_strong(clue, person, scene) for clue in mine) and not _may_be_weak(person, mine, scene):
        return False
    return _weight(person, mine, scene) >= (ENOUGH if scene.table.has_game_master else _ENOUGH_UNKNOWN)


def _is_thing(person: Person) -> bool:
    """Whether the name mostly has an article in front, as ships, inns and rivers have: "the Patience"."""
    articled = sum(
        bool(_ARTICLE.search(one.turn.text[max(0, one.start - _LOOK_BACK) : one.start])) for one in person.mentions
    )
    return 2 * articled >= len(person.mentions) and articled > 0


def _is_strong(clue: Clue, person: Person, scene: _Scene) -> bool:
    if clue.kind == "described":
        return scene.table.told and scene.table.has_game_master
    return clue.kind in signs.STRONG or (clue.kind == "shown" and person.known is not None)


def _may_be_weak(person: Person, mine: Sequence[Clue], scene: _Scene) -> bool:
    """Whether lesser signs alone may do.

    Player characters, whose deeds a game master tells too, must be known, or the name have a title or be in the registry;
    and what is told must be told apart from what somebody says of the absent, or tell what is seen.
    """
    marked = _has_title(person.mentions) or person.known is not None
    seen = sum(clue.kind in {"moves", "present"} for clue in mine)
    visible = scene.quotes or seen >= (1 if marked else _SEEN_TWICE)
    return scene.table.has_game_master and visible and (scene.table.told or marked)


def _has_title(mentions: Iterable[Mention]) -> bool:
    return any(is_title(title) for one in mentions for title in read_name(one.name).titles)


def _weight(person: Person, mine: Sequence[Clue], scene: _Scene) -> float:
    weights: defaultdict[str, list[float]] = defaultdict(list)
    for clue in mine:
        weights[clue.kind].append(clue.weight)
    place = max(_LEAST_FOR_PLACE, sum(weights.pop("place", ())))
    signs_for = sum(min(sum(found), _MOST[kind]) if kind in _MOST else max(found) for kind, found in weights.items())
    return signs_for + place + _standing(person, mine, scene)


def _standing(person: Person, mine: Sequence[Clue], scene: _Scene) -> float:
    """What a name weighs by itself: told by the game master, with a title, in the registry; less if its capital may be chance."""
    told = [one for one in person.mentions if not one.quoted and scene.told_by_game_master(one.turn)]
    weight = min(_MOST_TOLD, _TOLD * len(told))
    if told and person.known is not None:
        weight += _REGISTERED
    if _has_title(told):
        weight += _TITLE if scene.quotes else _TITLE_IN_SPEECH
    if all(one.initial for one in person.mentions) and not any(clue.kind in _INTRODUCTIONS for clue in mine):
        weight += _ONLY_INITIAL
    return weight


def _record(person: Person, mine: Sequence[Clue]) -> dict[str, Any]:
    what = next((clue.what for clue in mine if clue.what), None)
    first = {mention.turn.at: mention for mention in reversed(person.mentions)}
    return {
        "name": person.name,
        "aliases": list(person.aliases),
        "what": what,
        "where": None,
        "attitude": None,
        "dealings": None,
        "evidence": [_citation(first[at]) for at in sorted(first)],
    }


def _citation(mention: Mention) -> dict[str, str]:
    """The sentence that names the person, or the part of it around the name."""
    start, end = mention.turn.sentence(mention.start)
    if end - start > _LONGEST_QUOTE:
        start = max(start, mention.start - _LONGEST_QUOTE // 2)
        end = min(end, max(mention.end, start + _LONGEST_QUOTE))
        start, end = _at_words(mention.turn.shown, start, end)
    return {"unit": mention.turn.unit.id, "quote": mention.turn.shown[start:end].strip()}


def _at_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end
