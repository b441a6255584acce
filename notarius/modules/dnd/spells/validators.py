"""Checks of `dnd/spells` on its own records."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from notarius.contracts.extraction import ValidationContext
from notarius.contracts.records import Finding, Record
from notarius.text import plain

if TYPE_CHECKING:
    from notarius.modules.dnd.rosters.party import Party


def caster_on_roster(record: Record, context: ValidationContext) -> Iterable[Finding]:
    """`dnd/caster-unknown` (warn): a roster is bound, and the caster is missing or nobody on it."""
    if not context.references.text("roster").strip():
        return
    from notarius.modules.dnd.rosters.party import party_of  # its patterns take time to compile

    party = party_of(context.references, context.speakers)
    caster = record.fields.caster
    if not party.characters or (caster and party.named(caster)):
        return
    yield Finding("dnd/caster-unknown", "warn", _message(caster, party))


def _message(caster: str | None, party: "Party") -> str:
    listed = ", ".join(party.characters)
    if not caster:
        return f"nobody is named as the caster; the roster has {listed}"
    player = next((m for m in party.members if plain(caster) in m.labels), None)
    hint = f"; {caster} plays {player.character}" if player and player.character else ""
    return f"the caster {caster!r} is no character of the roster, which has {listed}{hint}"
