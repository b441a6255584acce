"""What the game master tells in the third person."""

import pytest

from notarius.contracts.sources import Chunk, SourceUnit
from notarius.modules.dnd.spells.offline import find_casts
from tests.modules.dnd.spells.tables import PARTY, bound


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Willow steps back and, still singing, she casts Bane on all of them.", [("Bane", "Willow")]),
        ("Willow, you duck behind the wall. The hag steps out of the mist, and she casts Bane on all of you.", []),
        ("Willow falls back. The cultists chant. They cast Silence.", []),
        ("Willow, you miss. The mage raises a hand and he casts Fireball.", []),
    ],
)
def test_she_is_the_character_whose_name_begins_the_sentence(said: str, found: list[tuple[str, str]]) -> None:
    """And nobody where another comes between: the game master's people cast, too."""
    units = (SourceUnit("u1", "I'm ready.", "IDA"), SourceUnit("u2", said, "HEL"), SourceUnit("u3", "Okay.", "IDA"))
    records = find_casts(Chunk(0, units), bound(PARTY))["records"]
    assert [(one["spell"], one["caster"]) for one in records] == found
