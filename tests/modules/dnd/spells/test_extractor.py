"""What the module declares: found by name, templates that register, variants, checks of its own records."""

import pytest

from notarius.contracts.extraction import ValidationContext
from notarius.contracts.records import Record
from notarius.contracts.sources import SourceUnit
from notarius.modules.dnd.spells import EXTRACTOR, SpellCast
from notarius.modules.dnd.spells.validators import caster_on_roster
from notarius.plugins import load_extractor
from notarius.prompts import register
from tests.modules.dnd.spells.tables import PARTY, bound


def test_is_found_by_its_name() -> None:
    """`dnd/spells` is a built-in extractor."""
    assert load_extractor("dnd/spells") is EXTRACTOR


def test_its_templates_register_with_its_slots() -> None:
    """Templates name declared slots only, and the chunk template sees no reference."""
    assert register(EXTRACTOR)


def test_both_slots_are_optional() -> None:
    """The extractor runs without any reference."""
    assert [(slot.name, slot.required) for slot in EXTRACTOR.reference_slots] == [
        ("roster", False),
        ("glossary", False),
    ]


@pytest.mark.parametrize(
    ("spell", "said"),
    [
        ("Counterspell", "counterspelled"),
        ("Polymorph", "polymorphs"),
        ("Hunter's Mark", "hunters marked"),
        ("Fire Bolt", "firebolt"),
        ("Enlarge/Reduce", "enlarge"),
        ("Protection from Evil and Good", "protection from evil"),
        ("Somebody's Tiny Hut", "tiny hut"),
        ("Bless", "blessed"),
    ],
    ids=lambda value: value,
)
def test_variants_are_the_ways_a_spell_is_said(spell: str, said: str) -> None:
    """Inflections, halves, short forms and names without their inventor count as the spell."""
    assert said in set(EXTRACTOR.variants(spell, bound()) if EXTRACTOR.variants else ())


def test_a_glossary_alias_is_a_variant() -> None:
    """What the table calls a spell counts as the spell."""
    glossary = '- **Magic Missile** - first-level spell, also called "the darts"\n'
    assert "the darts" in set(
        EXTRACTOR.variants("Magic Missile", bound(glossary=glossary)) if EXTRACTOR.variants else ()
    )


def _findings(caster: str | None, roster: str = PARTY) -> list[str]:
    record = Record("r1", "spells", SpellCast("Bless", caster), (), ("c1",))
    context = ValidationContext((SourceUnit("u1", "I cast Bless.", "OTTO"),), bound(roster))
    return [f"{finding.code} {finding.severity}: {finding.message}" for finding in caster_on_roster(record, context)]


def test_a_caster_on_the_roster_is_fine() -> None:
    """By name or alias, whatever its case."""
    assert _findings("Cadric") == _findings("cad") == []


def test_without_a_roster_nothing_is_said() -> None:
    """The check needs a roster to check against."""
    assert _findings("OTTO", roster="") == []


def test_a_player_as_caster_is_warned_of_with_the_character() -> None:
    """The message says whom that player plays."""
    (finding,) = _findings("Otto Lang")
    assert finding.startswith("dnd/caster-unknown warn: ")
    assert "Otto Lang plays Cadric" in finding


def test_a_missing_caster_is_warned_of() -> None:
    """No caster at all is a finding too, with the names there are."""
    (finding,) = _findings(None)
    assert "nobody is named" in finding
    assert "Willow" in finding
