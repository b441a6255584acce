"""Rosters as different people write them: `rosters.txt` has each with what it tells.

Above the line stand the transcript's labels, each with its character and the spells listed, or a star for whoever runs
the game; below it the roster.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from notarius.modules.dnd.rosters.party import Party, is_game_master_label, label_parts, read_party
from notarius.text import plain


class Case(NamedTuple):
    """A roster and what it tells."""

    name: str
    characters: dict[str, str]
    spells: dict[str, set[str]]
    masters: set[str]
    text: str

    @property
    def party(self) -> Party:
        """The roster, read for the labels of its players."""
        return self.read(*self.characters, *self.masters)

    def read(self, *labels: str) -> Party:
        """The roster, read for some labels."""
        return read_party(self.text, frozenset(part for label in labels for part in label_parts(label)))


def _case(text: str) -> Case:
    head, _, roster = text.partition("\n---\n")
    name, *lines = head.splitlines()
    told = {label: what.partition(" / ") for label, _, what in (line.partition(": ") for line in lines)}
    characters = {label: name for label, (name, _, _) in told.items() if name != "*"}
    spells = {label: {one for one in listed.split(", ") if one} for label, (_, _, listed) in told.items()}
    return Case(name, characters, spells, {label for label in told if label not in characters}, roster)


CASES = [
    _case(text)
    for text in Path(__file__).with_name("rosters.txt").read_text(encoding="utf-8").removeprefix("=== ").split("\n=== ")
]
every_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


@every_case
def test_every_label_leads_to_its_character(case: Case) -> None:
    """A label by player leads to the character's name as the roster writes it, in whatever form the roster is."""
    found = {label: [member.character for member in case.party.at_label(label)] for label in case.characters}
    assert {label: list(map(plain, map(str, names))) for label, names in found.items()} == {
        label: [plain(name)] for label, name in case.characters.items()
    }


@every_case
def test_who_runs_the_game_is_told(case: Case) -> None:
    """The game master's label, or each of several, is told by title, verb or first person, and no other is."""
    labels = [*case.characters, *case.masters]
    told = {label for label in labels if any(member.is_game_master for member in case.party.at_label(label))}
    assert told | set(filter(is_game_master_label, labels)) == case.masters


@every_case
def test_nobody_else_is_taken_for_a_character(case: Case) -> None:
    """Headings, places, pets, the dead, other people and words of the rules are no characters of the party."""
    assert {plain(name) for name in case.party.characters} == {plain(name) for name in case.characters.values()}


@every_case
def test_spells_are_their_characters(case: Case) -> None:
    """Lists of spells, by level, in brackets or in a sentence, are the character's; features are no spells."""
    found = {label: {s for m in case.party.at_label(label) for s in m.spells} for label in case.characters}
    assert found == {label: case.spells[label] for label in case.characters}


TURNED = ("keys and values, the character first", "slashes with a legend", "brackets behind the character", "credits")


@pytest.mark.parametrize("case", [case for case in CASES if case.name in TURNED], ids=lambda case: case.name)
def test_labels_by_character_lead_to_the_same_names(case: Case) -> None:
    """A transcript that labels by character is told by titles, by race and class, or by what the roster says."""
    party = case.read("Brindle", "Corvin", "Tick", "DM")
    assert [m.character for label in ("Brindle", "Corvin", "Tick") for m in party.at_label(label)] == [
        "Brindle Ashdown",
        "Sir Corvin Dale",
        "Tick",
    ]


def test_a_character_of_old_is_not_played() -> None:
    """What somebody used to play is nobody's character now."""
    text = "Nora used to play Brindle Ashdown until she left. Piet plays Tick.\n"
    party = read_party(text, frozenset({"nora", "piet"}))
    assert party.characters == ("Tick",)


def test_a_player_with_race_and_class_alone_has_no_character_named() -> None:
    """Where the others' labels are players', one with nothing but race and class beside it is no character's name."""
    text = "- Nora: Brindle Ashdown, firbolg druid\n- Piet: Sir Corvin Dale, human paladin\n- Salma, goblin rogue\n"
    party = read_party(text, frozenset({"nora", "piet", "salma"}))
    assert party.characters == ("Brindle Ashdown", "Sir Corvin Dale")


def test_a_player_of_the_name_of_a_character() -> None:
    """A label that is also the first word of another's character stays its own player's."""
    party = read_party("- Nora: Ash Tallow\n- Ash: Brindle\n", frozenset({"nora", "ash"}))
    assert [m.character for m in party.at_label("Nora")] == ["Ash Tallow"]
    assert "Brindle" in [m.character for m in party.at_label("Ash")]


def test_a_table_with_a_cell_too_long_is_read_all_the_same() -> None:
    """No length of a cell is an error."""
    text = "player;character;notes\nNora;Brindle;" + "x" * 200_000 + "\n"
    assert read_party(text, frozenset({"nora"})).characters == ("Brindle",)
