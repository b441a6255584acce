"""The signs of the words themselves around a spell's name."""

from collections.abc import Sequence

from notarius.modules.dnd.spells.offline import read_chunk, sights_of
from notarius.modules.dnd.spells.wording import MARK, wording
from tests.modules.dnd.spells.tables import PARTY, bound, told


def _signs(text: str) -> set[str]:
    scene, mentions, capitals = read_chunk(told(text).chunk, bound(PARTY))
    first, *_ = sights_of(mentions, scene, capitals=capitals)
    return {sign.removeprefix(MARK) for sign in wording(first)}


def _having(signs: set[str], place: str) -> Sequence[str]:
    return sorted(sign.removeprefix(f"{place} ") for sign in signs if sign.startswith(f"{place} "))


def test_words_beside_the_name_count_with_their_place() -> None:
    """Left and right of the name, single and in pairs, the nearest by themselves, numbers all alike."""
    signs = _signs("IDA: Okay. Then I cast Moonbeam on those 3 trolls. Dexterity, twelve.\nHEL: It fails.")
    assert _having(signs, "left") == [
        "^ then",
        "at cast",
        "at i cast",
        "at then i cast",
        "i",
        "i cast",
        "then",
        "then i",
    ]
    assert {"right at on", "right at on those", "right #", "right those #", "right trolls"} <= signs
    assert {"before okay", "behind dexterity", "behind #"} <= signs


def test_what_the_speaker_and_another_player_say_next_counts_and_the_game_master_does_not() -> None:
    """Each game master answers in words of their own."""
    text = "IDA: Moonbeam on the gate.\nOTTO: Nice one.\nHEL: Marvellous.\nIDA: That's fourteen."
    signs = _signs(text)
    assert _having(signs, "another next") == ["#", "nice"]
    assert {"own next that's", "own next #", "own next that's #"} <= signs
    assert not any("marvellous" in sign for sign in signs)


def test_only_so_much_is_looked_at() -> None:
    """What stands far away in a long turn or a long sentence makes no sign."""
    signs = _signs(f"IDA: {'yes no ' * 200}I cast Moonbeam {'on and on ' * 200}")
    assert len(signs) < 60
