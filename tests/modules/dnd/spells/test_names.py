"""Names that no list has, and names that are said in part or misheard."""

import pytest

from notarius.contracts.sources import Chunk, SourceUnit
from notarius.modules.dnd.spells.lexicon import lexicon
from notarius.modules.dnd.spells.mentions import find_mentions
from notarius.modules.dnd.spells.offline import read_chunk
from notarius.modules.dnd.spells.speech import read_turn
from notarius.modules.dnd.spells.spellwords import made_of_spell_words
from tests.modules.dnd.spells.tables import bound

ROSTER = """
| Player | Character | Spells |
| --- | --- | --- |
| HEL | game master | |
| IDA | Willow | Ember Swarm, Eldritch Blast, Cure Wounds |
| DOV | Lirazel | Bane |
"""


def _mentioned(*turns: tuple[str, str]) -> list[tuple[str, str]]:
    units = tuple(SourceUnit(f"u{at}", text, label) for at, (label, text) in enumerate(turns, start=1))
    _, mentions, _ = read_chunk(Chunk(0, units), bound(ROSTER))
    return [(mention.spell.name, mention.said) for mention in mentions]


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Thunder Mantle", True),
        ("Spear of Thorns", True),
        ("Lance of Brakka", True),
        ("thunder", False),
        ("Old Bridge", False),
        ("Water Plants", False),
        ("", False),
    ],
)
def test_a_name_is_made_of_the_words_of_spells_or_not(name: str, made: bool) -> None:
    """Two words or more, all of which names of spells have, and one of them says magic."""
    assert made_of_spell_words(name) is made


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("then I do two more Blasts at him", [("Eldritch Blast", "Blasts")]),
        ("I send the Swarm over", [("Ember Swarm", "Swarm")]),
        ("so my Repelling Blast moves him", []),
        ("by the Lady of Swarms, no", []),
        ("we had no blast at all", []),
    ],
)
def test_the_last_word_stands_for_a_spell_that_the_speaker_has(said: str, expected: list[tuple[str, str]]) -> None:
    """In part it counts where a capital or a count marks it, and not as the end of another name."""
    assert _mentioned(("IDA", said)) == expected


def test_the_last_word_means_nothing_where_the_speaker_has_no_such_spell() -> None:
    """Another player's Blast is no spell of theirs."""
    assert _mentioned(("DOV", "then I do two more Blasts at him")) == []


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("i go over and cure wombs on her", ["Cure Wounds"]),
        ("i cure wooden legs", []),
    ],
)
def test_a_name_whose_first_word_is_right_may_be_misheard_further(said: str, names: list[str]) -> None:
    """Behind a word that is right the rest may differ more than elsewhere."""
    turn = read_turn(SourceUnit("u1", said), 0)
    assert [one.spell.name for one in find_mentions(turn, lexicon(), capitals=False)] == names


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I'll Eldritch him again", [("Eldritch Blast", "Eldritch")]),
        ("Okay, then Eldritch at both of them", [("Eldritch Blast", "Eldritch")]),
        ("there was something eldritch about him", []),
    ],
)
def test_the_first_word_stands_for_a_spell_that_the_speaker_has(said: str, expected: list[tuple[str, str]]) -> None:
    """A telling first word will do, and not as the beginning of another name."""
    assert _mentioned(("IDA", said)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("No. I counter that.", [("Counterspell", "counter")]),
        ("Can I counter it? Third level.", [("Counterspell", "counter")]),
        ("I put it on the counter.", []),
        ("I want to counter his argument.", []),
    ],
)
def test_to_counter_is_short_for_a_spell(said: str, expected: list[tuple[str, str]]) -> None:
    """Where somebody says that they counter something, for speakers whose spells nobody has told."""
    assert _mentioned(("GUS", said)) == expected


@pytest.mark.parametrize(
    "said",
    [
        "My Arcane Ward takes all of it.",
        "Light crossbow at the ooze. Nine.",
        "There's bright light at the end.",
        "That was my Legendary Resistances.",
        "I use my Channel Divinity, Destructive Wrath.",
        "Mind the step.",
    ],
)
def test_names_of_the_rules_are_no_spells(said: str) -> None:
    """Powers, weapons and phrases that look like a spell's name, or like one that was misheard."""
    assert _mentioned(("GUS", said)) == []


@pytest.mark.parametrize("said", ["I cast-- I'm not doing that. I'm done.", "It's his. For Ellis. Second level."])
def test_what_begins_with_a_word_of_no_name_is_none(said: str) -> None:
    """Contractions and prepositions begin no name, whatever their capital."""
    assert _mentioned(("GUS", said)) == []


def test_a_listed_name_without_a_word_is_no_spell() -> None:
    """A roster may have signs, or an article, where a spell's name belongs."""
    units = (SourceUnit("u1", "I cast Bane on it.", "DOV"), SourceUnit("u2", "Hunters marks, all of them.", "IDA"))
    head = "| Player | Character | Spells |\n| --- | --- | --- |\n"
    roster = f"{head}| DOV | Lirazel | Bane, ???, A |\n| IDA | Willow | ??? |\n"
    _, mentions, _ = read_chunk(Chunk(0, units), bound(roster))
    assert [mention.spell.name for mention in mentions] == ["Bane", "Hunter's Mark"]
