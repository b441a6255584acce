"""Who runs the game, where neither the roster nor a label says so."""

import pytest

from notarius.contracts.sources import SourceUnit
from notarius.modules.dnd.rosters.party import party_of
from notarius.modules.dnd.spells.scene import Scene
from notarius.modules.dnd.spells.speech import read_turn
from tests.modules.dnd.spells.tables import bound

_ROSTER = "| Player | Character |\n| --- | --- |\n| Ida | Willow |\n| Otto | Cadric |\n"
_TALK = [
    ("HEL", "You come to a gate. It's shut, and there's a light behind it. What do you do?"),
    ("IDA", "I knock on it."),
    ("HEL", "Somebody swears at you through the wood."),
    ("OTTO", "I swear back. I'm good at that, I think."),
    ("HEL", "Otto, you hear a bolt. You both see a hand with a lantern."),
    ("IDA", "I take my staff and I wait."),
    ("HEL", "The hand's got a ring on it."),
    ("OTTO", "I want that ring for my sister."),
    ("HEL", "You would. Make a perception check."),
    ("IDA", "I rolled eleven, my dice hate me."),
    ("HEL", "With an eleven your eyes tell you nothing."),
    ("OTTO", "I'd like to see it closer."),
    ("IDA", "I hold him back by my sleeve."),
    ("HEL", "Somebody laughs behind the door."),
    ("OTTO", "I laugh too, I can't help it."),
    ("HEL", "It opens."),
]
_GUEST = [("KAZ", "I'm new here, I think I'll just watch."), ("KAZ", "I eat my apple and I say nothing.")]


def _masters(talk: list[tuple[str, str]], roster: str = "") -> frozenset[str]:
    units = [SourceUnit(f"u{at}", said, label) for at, (label, said) in enumerate(talk, start=1)]
    party = party_of(bound(roster), [unit.speaker for unit in units])
    return Scene([read_turn(unit, at) for at, unit in enumerate(units)], party).masters


@pytest.mark.parametrize("roster", ["", _ROSTER], ids=["no roster", "a roster of players"])
@pytest.mark.parametrize("guest", [[], _GUEST], ids=["no guest", "a guest"])
def test_who_tells_the_others_what_they_see_runs_the_game(roster: str, guest: list[tuple[str, str]]) -> None:
    """Speaking of "you" tells the game master from players and guests, who speak of "I"."""
    assert _masters([*_TALK, *guest], roster) == {"HEL"}


def test_the_one_voice_that_a_roster_does_not_know_runs_the_game() -> None:
    """Also where nothing in their talk shows it, as long as they speak often enough to be no passer-by."""
    talk = [(label, "Hm." if label == "HEL" else said) for label, said in _TALK * 2]
    assert _masters(talk, _ROSTER) == {"HEL"}
    assert _masters([*talk[1::2], ("HEL", "Hm.")], _ROSTER) == frozenset()


def test_a_player_whom_the_roster_forgot_is_no_game_master() -> None:
    """A single unknown voice that speaks of itself is a player's, and what it casts must not be lost."""
    talk = [(label, said) for label, said in _TALK * 2 if label != "HEL"]
    assert _masters(talk, "| Player | Character |\n| --- | --- |\n| Ida | Willow |\n") == frozenset()


def test_nobody_runs_the_game_among_players_alone() -> None:
    """Players who speak of themselves are no game masters, with or without a roster."""
    talk = [(label, said) for label, said in _TALK if label != "HEL"]
    assert _masters(talk) == _masters(talk, _ROSTER) == frozenset()


def test_a_crowd_is_no_game_master() -> None:
    """A label for all of them is not the one unknown voice."""
    talk = [("EVERYONE", said) if label == "HEL" else (label, said) for label, said in _TALK]
    assert _masters(talk, _ROSTER) == frozenset()
