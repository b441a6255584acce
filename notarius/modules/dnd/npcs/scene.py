"""A chunk as the routine reads it: its turns, who sits at the table, who is known, and every name in it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.npcs.mentions import (
    Mention,
    capitalised,
    capitals_tell,
    introduced_words,
    known_forms,
    lower_words,
    without_overlaps,
)
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.registry import Known, registry_of
from notarius.modules.dnd.npcs.speech import Turn, read_turns
from notarius.modules.dnd.npcs.table import Table, table_of
from notarius.text import plain


@attrs.frozen
class Scene:
    """A chunk, read.

    Attributes:
        turns: its units, in order.
        table: who sits around it.
        registry: people known from earlier sessions.
        mentions: every name, by the turn's place in the chunk.
        quotes: whether the game master's turns set speech in quotation marks.
    """

    turns: tuple[Turn, ...]
    table: Table
    registry: tuple[Known, ...]
    mentions: Mapping[int, Sequence[Mention]]
    quotes: bool

    def named_in(self, turn: Turn) -> Sequence[Mention]:
        """The names in a turn, in order."""
        return self.mentions.get(turn.at, ())

    def may_be_game_masters(self, turn: Turn) -> bool:
        """Whether the turn is the game master's, or nobody knows whose it is."""
        return self.table.voice(turn) != "player"

    def registered(self, name: str) -> bool:
        """Whether somebody in the registry goes by the name."""
        return read_name(name).plain in self._registered

    @cached_property
    def _registered(self) -> frozenset[str]:
        return frozenset(form for known in self.registry for form in known.forms)


def read_scene(chunk: Chunk, references: ReferenceSet) -> Scene:
    """The chunk, read with what roster and registry know."""
    turns, registry = read_turns(chunk), registry_of(references)
    outsiders = frozenset(plain(known.name) for known in registry if len(read_name(known.name).core) > 1)
    table = table_of(turns, references, outsiders=outsiders)
    quotes = any(part.quoted for turn in turns if table.voice(turn) != "player" for part in turn.parts)
    return Scene(turns, table, registry, without_overlaps(_mentions(turns, registry)), quotes)


def _mentions(turns: Sequence[Turn], registry: Sequence[Known]) -> Iterator[Mention]:
    forms = {form for known in registry for form in known.forms}
    if capitals_tell(turns):
        yield from capitalised(turns, lower=lower_words(turns))
        yield from known_forms(turns, forms, anycase=False)
    else:
        introduced = set(introduced_words(turns))
        firsts = {core[0] for name in introduced if (core := read_name(name).core)}
        yield from known_forms(turns, forms | introduced | firsts, anycase=True)
