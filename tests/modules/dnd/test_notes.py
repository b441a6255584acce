"""What the offline routines say of references that tell them nothing."""

from typing import Any

import attrs
import pytest

from notarius.modules.dnd.npcs.routine import list_npcs
from notarius.modules.dnd.spells.offline import find_casts
from tests.modules.dnd.npcs import tables as npcs
from tests.modules.dnd.spells import tables as spells

CHUNK = npcs.told("A dwarf named Orla says hello.")
NOTHING = "...\n\n12 34\n"


def _casts(roster: str = "", glossary: str = "", index: int = 0) -> dict[str, Any]:
    return dict(find_casts(attrs.evolve(CHUNK, index=index), spells.bound(roster, glossary)))


def _npcs(roster: str = "", registry: str = "", index: int = 0) -> dict[str, Any]:
    return dict(list_npcs(attrs.evolve(CHUNK, index=index), npcs.bound(roster, registry)))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (_casts(roster=NOTHING), ["roster: no character could be read from it"]),
        (_casts(glossary=NOTHING), ["glossary: no name could be read from it"]),
        (_npcs(roster=NOTHING), ["roster: no character could be read from it"]),
        (_npcs(registry=NOTHING), ["npc_registry: no name could be read from it"]),
    ],
    ids=["spells, roster", "spells, glossary", "npcs, roster", "npcs, registry"],
)
def test_a_reference_from_which_nothing_is_read_is_noted(answer: dict[str, Any], told: list[str]) -> None:
    """Text that names nobody is bound, and the answer says so."""
    assert answer["notes"] == told


@pytest.mark.parametrize(
    "answer",
    [_casts(), _npcs(), _casts(spells.PARTY, "- Mirror Lake: a town"), _npcs(npcs.ROSTER, npcs.REGISTRY)],
    ids=["spells, unbound", "npcs, unbound", "spells, bound", "npcs, bound"],
)
def test_an_answer_that_has_nothing_to_note_has_no_notes(answer: dict[str, Any]) -> None:
    """Nothing is said of references that are unbound, or that were read."""
    assert answer.keys() == {"records"}


def test_it_is_said_once_a_lane() -> None:
    """Only the first chunk's answer has the note."""
    assert "notes" not in _casts(roster=NOTHING, index=1)
    assert "notes" not in _npcs(roster=NOTHING, index=1)
