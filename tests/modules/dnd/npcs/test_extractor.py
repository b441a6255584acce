"""What the module declares: found by name, templates that register, checks of its own records."""

import pytest

from notarius.contracts.extraction import ValidationContext
from notarius.contracts.records import Record
from notarius.contracts.sources import SourceUnit
from notarius.decoding import answer_schema
from notarius.modules.dnd.npcs import EXTRACTOR, Npc
from notarius.modules.dnd.npcs.validators import nobody_of_the_table
from notarius.plugins import load_extractor
from notarius.prompts import register
from notarius.text import plain
from tests.modules.dnd.npcs.tables import REGISTRY, ROSTER, bound


def test_the_module_is_found_by_its_name() -> None:
    """Nothing it declares is wrong."""
    assert load_extractor("dnd/npcs") is EXTRACTOR


def test_every_field_tells_the_model_what_belongs_there() -> None:
    """The schema derives from the record class."""
    properties = answer_schema(Npc)["properties"]["records"]["items"]["properties"]
    assert set(properties) == {"name", "aliases", "what", "where", "attitude", "dealings", "evidence"}
    assert all(properties[name].get("description") for name in set(properties) - {"evidence"})


def test_the_instructions_show_what_is_bound_and_no_empty_section() -> None:
    """References stand under their own conditions, framed as no evidence."""
    prompts = register(EXTRACTOR)
    full, bare = prompts.render_instructions(bound(ROSTER, REGISTRY)), prompts.render_instructions(bound())
    assert "Torvald Brandt" in full
    assert "Hana Roquefort" in full
    assert "never evidence" in full
    assert "roster>" not in bare
    assert "registry>" not in bare


CHECKED = {
    "character": ("Quill Ashgrove", ["dnd/npc-is-character"]),
    "alias": ("Quilly", ["dnd/npc-is-character"]),
    "player": ("Sven", ["dnd/npc-is-player"]),
    "game master": ("Odile", ["dnd/npc-is-player"]),
    "npc": ("Hana Roquefort", []),
    "full name beside a player's": ("Sven Oakley", []),
}


@pytest.mark.parametrize(("name", "codes"), CHECKED.values(), ids=CHECKED)
def test_records_of_the_tables_own_people_are_found(name: str, codes: list[str]) -> None:
    """Characters are refused; a player's name is only doubtful."""
    context = ValidationContext((SourceUnit("u1", "Hi.", "Sven"),), bound(ROSTER))
    record = Record("1", "npcs", Npc(name), (), ())
    assert [finding.code for finding in nobody_of_the_table(record, context)] == codes


def test_without_a_roster_nobody_is_doubted() -> None:
    """There is nothing to check against."""
    context = ValidationContext((SourceUnit("u1", "Hi.", "Sven"),), bound())
    assert list(nobody_of_the_table(Record("1", "npcs", Npc("Sven"), (), ()), context)) == []


@pytest.mark.parametrize("said", ["hana", "roquefort", "mother hana"])
def test_variants_are_how_somebody_is_spoken_of(said: str) -> None:
    """Parts of the name, and the registry's aliases."""
    assert EXTRACTOR.variants is not None
    assert said in {variant.lower() for variant in EXTRACTOR.variants("Hana Roquefort", bound(ROSTER, REGISTRY))}


TITLES = {
    "article": ("the Deacon", "deacon"),
    "article and epithet": ("the old deacon", "old deacon"),
    "German article": ("Der Müller", "Müller"),
    "without article": ("Deacon", "deacon"),
    "alias with an article": ("Hana", "bell-keeper"),
    "called by the alias without it": ("Bell-Keeper", "hana"),
}


@pytest.mark.parametrize(("name", "said"), TITLES.values(), ids=TITLES)
def test_an_article_is_no_part_of_a_title(name: str, said: str) -> None:
    """Nobody says `the Deacon` to a deacon's face; and the registry's aliases count either way."""
    assert EXTRACTOR.variants is not None
    registry = "| name | aliases |\n| --- | --- |\n| Hana | the Bell-Keeper |\n"
    variants = EXTRACTOR.variants(name, bound(ROSTER, registry))
    assert plain(said) in set(map(plain, variants))


def test_variants_of_a_stranger_come_from_the_name_alone() -> None:
    """The registry adds nothing to whom it does not have."""
    assert EXTRACTOR.variants is not None
    assert set(EXTRACTOR.variants("Joren Pell", bound(ROSTER, REGISTRY))) == {"joren pell", "joren", "pell"}
