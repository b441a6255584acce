"""The names of spells in what is said: forms, slips, what stands inside, what only looks alike."""

import pytest

from notarius.contracts.sources import SourceUnit
from notarius.modules.dnd.spells.glossary import glossary_spells, other_names, read_glossary
from notarius.modules.dnd.spells.lexicon import lexicon, srd_spells
from notarius.modules.dnd.spells.mentions import find_mentions
from notarius.modules.dnd.spells.speech import read_turn


def _named(text: str, *added: str) -> list[str]:
    known = lexicon(tuple((name, "roster", None) for name in added))
    return [mention.spell.name for mention in find_mentions(read_turn(SourceUnit("u1", text), 0), known)]


def test_all_spells_of_the_srd_are_known() -> None:
    """319 names, each found when said as the list writes it."""
    assert len(srd_spells()) == 319
    assert [spell.name for spell in srd_spells() if spell.name not in _named(f"I cast {spell.name} at it.")] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I cast magic missle", ["Magic Missile"]),
        ("Prestigiditation again", ["Prestidigitation"]),
        ("a counter spell", ["Counterspell"]),
        ("misty-step away", ["Misty Step"]),
        ("Firebolt him", ["Fire Bolt"]),
        ("he counterspelled it", ["Counterspell"]),
        ("Hunters mark", ["Hunter's Mark"]),
        ("Hunter\u2019s Mark", ["Hunter's Mark"]),
        ("Pass Without a Trace", ["Pass Without Trace"]),
        ("Eldritch fucking Blast", ["Eldritch Blast"]),
        ("Mass Healing Word", ["Mass Healing Word"]),
        ("my old friend's Tiny Hut", ["Tiny Hut"]),
        ("Somebody's Tiny Hut", ["Somebody's Tiny Hut"]),
        ("we are feeling massive healing", []),
        ("a fire in the bolt hole", []),
        ("Viscous Mockery, does he understand me?", ["Vicious Mockery"]),
        ("Vissious Mockery on the captain", ["Vicious Mockery"]),
        ("Banne on all three", ["Bane"]),
        ("the scarred flame", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_finds_names_in_all_their_forms(text: str, names: list[str]) -> None:
    """Split, joined, inflected, misheard names and names with words inside count; look-alikes do not."""
    assert _named(text) == names


def test_an_added_name_is_known_and_replaces_its_short_form() -> None:
    """A roster's full name is what the short form then means."""
    assert _named("I cast Thistle Volley", "Thistle Volley") == ["Thistle Volley"]
    assert _named("a tiny hut", "Somebody's Tiny Hut") == ["Somebody's Tiny Hut"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("fire ball right there", ["Fireball"]),
        ("heal in word to him", ["Healing Word"]),
        ("guiding bold at second", ["Guiding Bolt"]),
        ("mage armour on me", ["Mage Armor"]),
        ("faery fire then", ["Faerie Fire"]),
        ("moon beam on it", ["Moonbeam"]),
        ("toll the debt on her", ["Toll the Dead"]),
        ("viscous mockery on him", ["Vicious Mockery"]),
        ("shillelly on my stick", ["Shillelagh"]),
        ("hunters marc on that one", ["Hunter's Mark"]),
        ("then polymorph the ogre", ["Polymorph"]),
        ("use my kit to close wounds on him", []),
        ("throw the crazy person off the roof", []),
        ("i feel a cold touch on my neck", []),
        ("they are banned", []),
        ("the total dread of it", []),
        ("a magic trick", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hears_names_across_word_borders_where_there_are_no_capitals(text: str, names: list[str]) -> None:
    """Letters are compared over the borders of words, for listed names only."""
    known = lexicon((("Toll the Dead", "roster", None),))
    found = find_mentions(read_turn(SourceUnit("u1", text), 0), known, capitals=False)
    assert [mention.spell.name for mention in found] == names


GLOSSARY = """
- **Gloamstep** - second-level spell of this table, also called "the wink"
- **Mirror Lake** ("the Mirror") - a town
- **Oathbrand** - a sword, not a spell
Spells: Thistle Volley, Ashen Song
"""


def test_a_glossary_tells_spells_from_other_names() -> None:
    """Only what it explains as a spell, or lists as one, is a spell."""
    assert glossary_spells(GLOSSARY) == ("Gloamstep", "Thistle Volley", "Ashen Song")
    assert dict(read_glossary(GLOSSARY))["Gloamstep"] == ("the wink",)
    assert {"mirror lake", "the mirror", "oathbrand"} <= other_names(GLOSSARY)
