"""The routine that finds NPCs without a model: names in what the game master says, weighed by what is said about them.

One chunk at a time and without memory; what chunks found of one person the framework's merging puts together. The
rules are in docs/explanation/offline-npcs.md.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.notes import notes_on
from notarius.modules.dnd.npcs.clues import Clue
from notarius.modules.dnd.npcs.hearing import clues_of, outsiders
from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.people import Person, people_of
from notarius.modules.dnd.npcs.registry import SLOT
from notarius.modules.dnd.npcs.scene import read_scene
from notarius.modules.dnd.npcs.weighing import is_met

_LONGEST_QUOTE: Final = 180
#: A sentence that is hardly more than the name says little to a reader; the next one is quoted too.
_SHORTEST_QUOTE: Final = 25


def list_npcs(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """The NPCs that the chunk shows, in the schema of an answer; each cites the turns of the chunk that name them."""
    scene = read_scene(chunk, references)
    found = clues_of(scene)
    people = people_of(outsiders(scene, found), scene.registry)
    by_place: dict[tuple[int, int], list[int]] = {}
    for number, clue in enumerate(found):
        by_place.setdefault(clue.mention.place, []).append(number)
    signs = [(person, [found[number] for number in _about(person, by_place)]) for person in people]
    records = [_record(person, mine) for person, mine in signs if is_met(person, mine, scene)]
    read = (("roster", "character", scene.table.told), (SLOT, "name", scene.registry))
    return {"records": records, **notes_on(chunk, references, read)}


def _about(person: Person, by_place: Mapping[tuple[int, int], Sequence[int]]) -> list[int]:
    """The numbers of the clues about a person, in order."""
    places = {mention.place for mention in person.mentions}
    return sorted(number for place in places for number in by_place.get(place, ()))


def _record(person: Person, mine: Sequence[Clue]) -> dict[str, Any]:
    first = {mention.turn.at: mention for mention in reversed(person.mentions)}
    return {
        "name": person.name,
        "aliases": list(person.aliases),
        "what": next((clue.what for clue in mine if clue.what), None),
        "where": None,
        "attitude": None,
        "dealings": None,
        "evidence": [_citation(first[at]) for at in sorted(first)],
    }


def _citation(mention: Mention) -> dict[str, str]:
    """The sentence that names the person, or the part of it around the name."""
    start, end = mention.turn.sentence(mention.start)
    if end - start < _SHORTEST_QUOTE:
        end = mention.turn.sentence(min(end + 1, len(mention.turn.text)))[1]
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
