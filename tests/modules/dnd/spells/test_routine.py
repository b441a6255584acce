"""The offline routine on invented tables: what it finds, what it leaves, whom it names."""

import attrs
import pytest

from notarius.contracts.sources import Chunk, SourceUnit
from notarius.modules.dnd.spells import EXTRACTOR
from notarius.modules.dnd.spells.offline import find_casts
from notarius.text import plain
from tests.modules.dnd.spells.tables import CASTING, KNOWN, NOT_CASTING, PARTY, bound, told


def _found(text: str, roster: str = PARTY, glossary: str = "") -> list[tuple[str, str, str]]:
    records = find_casts(told(text).chunk, bound(roster, glossary))["records"]
    return [(one["spell"], one["caster"], one["evidence"][0]["unit"]) for one in records]


@pytest.mark.parametrize("roster", [PARTY, KNOWN], ids=["a roster without spells", "a roster with spells"])
@pytest.mark.parametrize("text", CASTING.values(), ids=CASTING.keys())
def test_finds_each_cast_once_with_its_character_where_it_is_declared(text: str, roster: str) -> None:
    """Every way of casting gives one record, by character, whose first citation is the declaring turn."""
    assert _found(text, roster) == list(told(text).casts)


@pytest.mark.parametrize("roster", ["", PARTY, KNOWN], ids=["no roster", "without spells", "with spells"])
@pytest.mark.parametrize("text", NOT_CASTING.values(), ids=NOT_CASTING.keys())
def test_leaves_what_is_no_cast(text: str, roster: str) -> None:
    """A spell that is only spoken of gives no record."""
    assert _found(text, roster) == []


@pytest.mark.parametrize("text", CASTING.values(), ids=CASTING.keys())
def test_quotes_stand_in_the_cited_units_with_the_name(text: str) -> None:
    """Every quote is a piece of its unit, character for character."""
    chunk = told(text).chunk
    units = {unit.id: unit.text for unit in chunk.units}
    evidence = [one for record in find_casts(chunk, bound(PARTY))["records"] for one in record["evidence"]]
    assert evidence
    assert all(one["quote"] and one["quote"] in units[one["unit"]] for one in evidence)


def test_names_the_speaker_where_no_roster_tells_the_character() -> None:
    """Without a roster the caster is the label: attribution falls, visibly."""
    text = "HEL: Your turn.\nIDA: I cast Moonbeam on the altar. ##Moonbeam = IDA"
    assert _found(text, roster="") == list(told(text).casts)


def test_a_list_of_spells_is_no_filter() -> None:
    """A character casts what its list lacks, also what another's list has."""
    text = "GUS: I found it, so I cast Moonbeam on the troll. ##Moonbeam = Brakka\nHEL: Constitution save."
    assert _found(text, KNOWN) == list(told(text).casts)


def test_a_glossary_adds_spells_and_their_other_names() -> None:
    """A spell that only the glossary knows is found by a bare name; a place in the glossary is none."""
    glossary = "- **Gloamstep** - second-level spell of this table\n- **Mirror Lake** - a town\n"
    text = "HEL: Lirazel, what do you do?\nDOV: Gloamstep, up to the roof. ##Gloamstep = Lirazel\nHEL: All right.\n"
    assert _found(text, PARTY, glossary) == list(told(text).casts)


def test_tells_level_target_action_and_item() -> None:
    """What the declaring turn says beside the name lands in the other fields."""
    text = "OTTO: I cast Healing Word at third level on the old captain, as a bonus action.\nHEL: Okay."
    (record,) = find_casts(told(text).chunk, bound(PARTY))["records"]
    assert (record["level"], record["action"], record["via"]) == (3, "bonus action", "spell")
    text = "DOV: I read the thing and cast Fireball from the scroll at the gate.\nHEL: Dexterity save."
    (record,) = find_casts(told(text).chunk, bound(PARTY))["records"]
    assert record["via"] == "item"


def test_a_level_that_was_asked_for_counts() -> None:
    """The answer to "at what level?" is the level."""
    (record,) = find_casts(told(CASTING["level, after being asked"]).chunk, bound(PARTY))["records"]
    assert record["level"] == 3


def test_a_cantrip_has_level_nought() -> None:
    """A cantrip's level is known without being said."""
    (record,) = find_casts(told("DOV: I cast Vicious Mockery at him.").chunk, bound(PARTY))["records"]
    assert record["level"] == 0


def test_joined_labels_and_several_characters() -> None:
    """Of one player's two characters the one named last casts."""
    roster = PARTY + "\nGus also plays Nim, a wizard.\n"
    text = (
        "HEL: Nim, you're up.\nGUS: Nim steps forward and casts Fireball at the gate. ##Fireball = Nim\nHEL: Dex saves."
    )
    assert _found(text, roster) == list(told(text).casts)


def test_of_two_characters_the_one_named_in_the_turn_casts() -> None:
    """The name right behind the spell's, or the one the game master called last, tells which of two it is."""
    roster = PARTY.replace("| Brakka |", "| Brakka, and for now also Nim (called Nimble) |")
    text = (
        "HEL: Brakka, you're up.\nGUS: I swing. 12.\nHEL: Misses. Does a 17 hit Nim?\n"
        "GUS: Shield! Nim Shields. ##Shield = Nim\nHEL: Then it misses.\nHEL: Nim, you're up.\n"
        "GUS: Fire Bolt at the big one. 19. ##Fire Bolt = Nim\nHEL: Hits."
    )
    assert _found(text, roster) == list(told(text).casts)


def test_what_is_taken_back_later_is_no_cast() -> None:
    """A spell that is considered, declared and taken back leaves no record."""
    text = (
        "DOV: Do I want to waste a Shatter on this?\nOTTO: I'm right in there!\n"
        "DOV: I cast Shatter -- no, you're right, no, I take it back. I just shoot.\nHEL: Roll."
    )
    assert _found(text) == []


def test_a_glossary_tells_how_the_transcript_mishears_a_spell() -> None:
    """A line with a spell's name and what stands for it in the transcript adds that form."""
    glossary = '## What the transcript makes of names\n\n- Healing Word: "Feeling Bird"\n- Harrowlock: "Arrow Lock"\n'
    text = "HEL: Willow?\nIDA: Feeling Bird on Brakka, second level. Nine points. ##Healing Word = Willow\nHEL: Nice."
    assert _found(text, PARTY, glossary) == list(told(text).casts)


def test_weights_can_be_given() -> None:
    """With weights that speak against everything, nothing is found."""
    chunk = told(CASTING["plain words of casting"]).chunk
    assert find_casts(chunk, bound(PARTY), {"(always)": -50.0})["records"] == []


def test_chunks_that_overlap_tell_a_cast_once() -> None:
    """Of two chunks that share turns, one owns each of them, or both cite the same turn."""
    units = tuple(SourceUnit(f"u{n}", "I look around.", "GUS") for n in range(1, 41))
    cast = SourceUnit("u19", "I cast Moonbeam on the altar.", "IDA")
    units = (*units[:18], cast, *units[19:])
    first = Chunk(0, units[:22], ahead=6)
    second = Chunk(1, units[16:], overlap=6)
    records = [one for chunk in (first, second) for one in find_casts(chunk, bound(PARTY))["records"]]
    assert [one["evidence"][0]["unit"] for one in records] == ["u19"]


def test_is_deterministic_and_reads_nothing_but_its_arguments() -> None:
    """The same chunk gives the same answer, whatever was read in between."""
    chunk = told(CASTING["use, do, hit with, throw"]).chunk
    first = find_casts(chunk, bound(PARTY))
    find_casts(told(CASTING["no capitals at all"]).chunk, bound(KNOWN))
    assert find_casts(chunk, bound(PARTY)) == first


@pytest.mark.parametrize(
    "texts",
    [[""], ["..."], ["(laughs)", "\u2026", "\U0001f409"], ["cast"], ["I cast"], ["\u0130 cast \u0130ce Storm"]],
    ids=repr,
)
def test_odd_turns_do_no_harm(texts: list[str]) -> None:
    """Turns without words, without labels or with letters that change length in lower case are read like any."""
    units = tuple(SourceUnit(f"u{n}", text) for n, text in enumerate(texts, start=1))
    records = find_casts(Chunk(0, units), bound())["records"]
    assert all(one["evidence"] for one in records)


def test_fields_fit_the_record_class() -> None:
    """Answers hold exactly the record's fields and the evidence."""
    fields = {field.name for field in attrs.fields(EXTRACTOR.record)}
    for text in CASTING.values():
        for record in find_casts(told(text).chunk, bound(PARTY))["records"]:
            assert set(record) == fields | {"evidence"}
            assert plain(record["spell"])
