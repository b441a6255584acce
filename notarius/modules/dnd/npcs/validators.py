"""Checks of `dnd/npcs` on its own records."""

import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from notarius.contracts.extraction import ValidationContext
from notarius.contracts.records import Finding, Record
from notarius.text import plain

if TYPE_CHECKING:
    from notarius.modules.dnd.rosters.party import Party


def nobody_of_the_table(record: Record, context: ValidationContext) -> Iterable[Finding]:
    """`dnd/npc-is-character` (fail) and `dnd/npc-is-player` (warn): the record's name is one of the table's.

    A player's name alone is doubtful and no more: NPCs are called Tom too.
    """
    from notarius.modules.dnd.rosters.party import party_of  # 40 ms of patterns that only a record needs

    party = party_of(context.references, context.speakers)
    name = record.fields.name
    if character := _character(name, party, context.references.text("roster"), context.speakers):
        yield Finding("dnd/npc-is-character", "fail", f"{name!r} is a player character of the roster: {character}")
    elif player := _player(name, party):
        yield Finding("dnd/npc-is-player", "warn", f"{name!r} is a player of the roster: {player}")


def _character(name: str, party: "Party", roster: str, speakers: frozenset[str]) -> str | None:
    if members := party.named(name):
        return members[0].character
    return _aliases(roster, speakers).get(plain(name))


@functools.lru_cache(maxsize=8)
def _aliases(roster: str, speakers: frozenset[str]) -> Mapping[str, str]:
    """What else the roster calls its characters, plain, each with the character's name; the first of equals."""
    from notarius.modules.dnd.npcs.table import character_aliases
    from notarius.modules.dnd.rosters.party import label_names, read_party

    told = character_aliases(read_party(roster, label_names(speakers)), roster) if roster else {}
    return {plain(alias): whose for alias, whose in reversed(told.items())}


def _player(name: str, party: "Party") -> str | None:
    said = plain(name)
    return next((member.player or name for member in party.members if said in member.labels), None)
