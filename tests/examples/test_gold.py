"""The example campaign and its gold lists agree with each other and with the session."""

import collections
import json
import re
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
EXAMPLE = REPOSITORY / "examples" / "dnd-session"
SRD_SPELLS = REPOSITORY.parent / "shared" / "data" / "srd" / "srd51_spells.tsv"

HOMEBREW = ("Bellhush", "Ferryman's Knot")
NEVER_SPOKEN = ("Phantom Steed", "Warding Bond", "Heroism")
SPOKEN_NOT_CAST = ("Fireball", "Misty Step", "Zone of Truth", "Spirit Guardians")
REGISTRY_ONLY = ("Tinnel", "Isaura", "Venn", "Ferrant")
NEAR_MISS_TYPES = {
    "attempted_refused",
    "considered",
    "discussed",
    "earlier_cast",
    "joke",
    "not_a_spell",
    "ongoing_effect",
    "ordinary_word",
    "planned",
    "retracted",
    "wish",
}

Row = dict[str, Any]


def _rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


SPELLS = _rows("gold_spells.jsonl")
NPCS = _rows("gold_npcs.jsonl")
SEGMENTS: list[Row] = json.loads((EXAMPLE / "session-014.json").read_text(encoding="utf-8"))["segments"]
SAID = {f"u{number}": segment for number, segment in enumerate(SEGMENTS, start=1)}
WHOLE = "\n".join(segment["text"] for segment in SEGMENTS).casefold()


def _party_casts() -> list[Row]:
    return [row for row in SPELLS if row["kind"] == "cast" and row["via"] != "enemy"]


def _campaign(name: str) -> str:
    return (EXAMPLE / "campaign" / name).read_text(encoding="utf-8")


def test_the_session_is_long_and_its_clock_runs_forward() -> None:
    """At least 360 turns over about two hours, each with text, ids counted from 1."""
    assert len(SEGMENTS) >= 360
    assert [segment["id"] for segment in SEGMENTS] == list(range(1, len(SEGMENTS) + 1))
    assert all(segment["text"].strip() and segment["start"] < segment["end"] for segment in SEGMENTS)
    starts = [segment["start"] for segment in SEGMENTS]
    assert starts == sorted(starts)
    assert 6000 < SEGMENTS[-1]["end"] < 8400


@pytest.mark.parametrize("row", SPELLS, ids=lambda row: str(row["id"]))
def test_a_spell_row_quotes_the_unit_it_cites(row: Row) -> None:
    """Quote and speaker are the cited unit's own, and the unit is among those accepted."""
    unit = SAID[row["unit"]]
    assert row["quote"]
    assert row["quote"] in unit["text"]
    assert row["speaker"] == unit["speaker"]
    assert row["unit"] in row["accept_units"]
    assert set(row["accept_units"]) <= set(SAID)


@pytest.mark.parametrize("row", SPELLS, ids=lambda row: str(row["id"]))
def test_turns_are_units_counted_from_nought(row: Row) -> None:
    """The fields for the scorer say the same as the fields for people."""
    assert row["turn"] == int(row["unit"][1:]) - 1
    assert row["accept_turns"] == [int(unit[1:]) - 1 for unit in row["accept_units"]]
    assert row["accept_turns"] == sorted(set(row["accept_turns"]))


@pytest.mark.parametrize("row", SPELLS, ids=lambda row: str(row["id"]))
def test_a_spell_row_is_of_a_known_kind(row: Row) -> None:
    """A cast has a caster and a way; a near miss has a type that the README explains."""
    if row["kind"] == "cast":
        assert row["character"]
        assert row["near_miss_type"] is None
        assert row["via"] in {"spell", "ritual", "scroll", "wand", "enemy"}
        assert ("count neither way" in row["note"] if row["note"] else False) == (row["via"] == "enemy")
    else:
        assert row["kind"] == "near_miss"
        assert row["near_miss_type"] in NEAR_MISS_TYPES
        assert row["via"] is None


def test_the_readme_explains_every_near_miss_type() -> None:
    """The table in the README and the types in use are the same set."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    assert {row["near_miss_type"] for row in SPELLS if row["kind"] == "near_miss"} == NEAR_MISS_TYPES
    table = readme.split("| `near_miss_type` | what it is |")[1].split("##")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == NEAR_MISS_TYPES


@pytest.mark.parametrize("rows", [SPELLS, NPCS], ids=["spells", "npcs"])
def test_ids_are_unique(rows: list[Row]) -> None:
    """No two rows of a list share an id."""
    assert [key for key, times in collections.Counter(row["id"] for row in rows).items() if times > 1] == []


def test_no_cast_stands_in_the_list_twice() -> None:
    """Two casts of one spell by one character accept no common turn."""
    casts = [row for row in SPELLS if row["kind"] == "cast"]
    claimed = collections.Counter(
        (row["spell"], row["character"], unit) for row in casts for unit in row["accept_units"]
    )
    assert [key for key, times in claimed.items() if times > 1] == []


def test_the_list_is_worth_scoring_against() -> None:
    """There are enough casts and near misses, and one caster casts one spell in two rounds."""
    again = collections.Counter((row["spell"], row["character"]) for row in _party_casts())
    assert len(_party_casts()) >= 25
    assert sum(row["kind"] == "near_miss" for row in SPELLS) >= 20
    assert again["Fire Bolt", "Thessaly Wick"] == 2
    assert {row["via"] for row in _party_casts()} == {"spell", "ritual", "scroll", "wand"}


def test_party_casters_stand_in_the_roster_with_their_spells() -> None:
    """Every cast of a party member's own is in the roster's line for that character."""
    lines = {
        line[2:].split(":")[0]: line for line in _campaign("party_roster.md").splitlines() if line.startswith("- ")
    }
    own = [row for row in _party_casts() if row["via"] in {"spell", "ritual"}]
    missing = [(row["character"], row["spell"]) for row in own if row["spell"] not in lines[row["character"]]]
    assert missing == []


@pytest.mark.parametrize("spell", NEVER_SPOKEN)
def test_a_roster_spell_that_nobody_speaks_of(spell: str) -> None:
    """The roster lists it, no turn says it, no gold row names it."""
    assert spell in _campaign("party_roster.md")
    assert not [word for word in spell.casefold().split() if re.search(rf"\b{word}", WHOLE)]
    assert spell not in {row["spell"] for row in SPELLS}


@pytest.mark.parametrize("spell", SPOKEN_NOT_CAST)
def test_a_roster_spell_that_is_spoken_of_and_not_cast(spell: str) -> None:
    """The roster lists it, the session says it, no party member casts it."""
    assert spell in _campaign("party_roster.md")
    assert spell.casefold() in WHOLE
    assert spell not in {row["spell"] for row in _party_casts()}
    assert spell in {row["spell"] for row in SPELLS if row["kind"] == "near_miss"}


@pytest.mark.parametrize("row", NPCS, ids=lambda row: str(row["id"]))
def test_an_npc_row_cites_units_that_name_or_show_somebody(row: Row) -> None:
    """Units exist and are in order; one that was met has some."""
    numbers = [int(unit[1:]) for unit in row["units"]]
    assert set(row["units"]) <= set(SAID)
    assert numbers == sorted(set(numbers))
    assert numbers or not row["met"]


@pytest.mark.parametrize("row", [row for row in NPCS if row["met"]], ids=lambda row: str(row["id"]))
def test_names_and_aliases_of_those_met_stand_in_their_units(row: Row) -> None:
    """A name that the cited turns do not hold would come from the registry."""
    said = " ".join(SAID[unit]["text"] for unit in row["units"]).casefold()
    known_as = [row["name"], *row["aliases"]]
    assert [name for name in known_as if not all(word in said for word in name.casefold().split())] == []


@pytest.mark.parametrize("name", REGISTRY_ONLY)
def test_somebody_who_is_in_the_registry_only(name: str) -> None:
    """The registry lists the name and no turn says it."""
    assert name in _campaign("npcs.md")
    assert name.casefold() not in WHOLE


def test_the_glossary_names_the_homebrew_spells() -> None:
    """What no rule book holds is in the glossary."""
    assert [spell for spell in HOMEBREW if f"**{spell}**" not in _campaign("glossary.md")] == []


def test_other_spells_are_in_the_srd() -> None:
    """Every spell of the list is in the SRD 5.1, or homebrew, or called a class feature."""
    if not SRD_SPELLS.exists():
        pytest.skip("the list of SRD spells is not part of the repository")
    known = {line.split("\t")[0] for line in SRD_SPELLS.read_text(encoding="utf-8").splitlines()}
    named = {row["spell"] for row in SPELLS if row["near_miss_type"] != "not_a_spell"}
    assert named - known - set(HOMEBREW) == set()


@pytest.mark.parametrize("path", sorted((EXAMPLE / "conf").rglob("*.yaml")), ids=lambda path: str(path.name))
def test_bound_files_exist(path: Path) -> None:
    """Every path in the campaign's YAML, taken from its own folder, is a file of the campaign."""
    bound = re.findall(r"^\s*\w+: (\S+\.md)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert bound
    assert [name for name in bound if not (path.parent / name).resolve().is_relative_to(EXAMPLE.resolve())] == []
    assert [name for name in bound if not (path.parent / name).is_file()] == []
