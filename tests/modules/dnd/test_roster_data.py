"""Rosters written by programs: the same party in every common shape of YAML, JSON, CSV and Markdown."""

import csv
import io
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import yaml

from notarius.modules.dnd.bounds import tree_of_yaml
from notarius.modules.dnd.rosters.party import Party, read_party

Record = dict[str, Any]
SPELLS = {
    "Sella Vantongeren": ["Fire Bolt", "Shield", "Web"],
    "Brok": [],
    "Lady Quill": ["Vicious Mockery", "Healing Word"],
}
PLAYERS = {"Sella Vantongeren": "Ines", "Brok": "Uwe", "Lady Quill": "Mara"}
KINDS = {"Sella Vantongeren": ("half-elf", "wizard"), "Brok": ("dwarf", "fighter"), "Lady Quill": ("tiefling", "bard")}

KEYS = [
    ("player", "name", "class", "spells"),
    ("played_by", "character", "class", "known_spells"),
    ("Player", "Character Name", "Class", "Spells Known"),
    ("player", "pc", "build", "prepared_spells"),
]
SPELLS_AS: dict[str, Callable[[list[str]], Any]] = {
    "a list": lambda spells: spells,
    "by level": lambda spells: {"cantrips": spells[:1], "level 1": spells[1:]},
    "in one text": ", ".join,
    "under a key": lambda spells: {"known": spells},
    "with their levels": lambda spells: [{"name": spell, "level": 0} for spell in spells],
}
DUMPS: dict[str, Callable[[Any], str]] = {
    "YAML": lambda tree: yaml.safe_dump(tree, sort_keys=False),
    "YAML with brackets": lambda tree: yaml.safe_dump(tree, sort_keys=False, default_flow_style=None),
    "indented JSON": lambda tree: json.dumps(tree, indent=2),
    "JSON": json.dumps,
}


def _records(keys: Sequence[str], spells_as: str) -> list[Record]:
    player, name, kind, spells = keys
    records = []
    for character in PLAYERS:
        race, calling = KINDS[character]
        record: Record = {name: character, player: PLAYERS[character], "race": race, kind: calling, "level": 5}
        if SPELLS[character]:
            record[spells] = SPELLS_AS[spells_as](SPELLS[character])
        records.append(record)
    return records


def _trees(keys: Sequence[str], spells_as: str) -> Iterator[Any]:
    """The party as a list, by character and by player, alone, in a campaign, and with whoever runs it as a row."""
    player, name, *_ = keys
    for master, around in itertools.product(("dm", "game_master", "GM"), ("party", "characters", "players")):
        records = _records(keys, spells_as)
        yield {master: "Nadine", around: records}
        yield {master: "Nadine", around: {record.pop(name): record for record in _records(keys, spells_as)}}
        yield {master: "Nadine", around: {record.pop(player): record for record in _records(keys, spells_as)}}
        yield {"campaign": {"title": "The Lantern Road", master: "Nadine", around: records}}
    yield [{player: "Nadine", "role": "DM"}, *_records(keys, spells_as)]


def _assert_told(text: str, *, spells: bool = True) -> None:
    by_player = read_party(text, frozenset({"ines", "uwe", "mara", "nadine"}))
    assert _pairs(by_player) == set(PLAYERS.items()), text
    assert [member.labels for member in by_player.members if member.is_game_master] == [{"nadine"}], text
    if spells:
        told = {member.character: set(member.spells) for member in by_player.members if not member.is_game_master}
        assert told == {character: set(spells) for character, spells in SPELLS.items()}, text
    by_character = read_party(text, frozenset({"sella", "brok", "lady quill", "dm"}))
    assert set(by_character.characters) == set(PLAYERS), text


def _pairs(party: Party) -> set[tuple[str | None, str | None]]:
    return {(member.character, member.player) for member in party.members if not member.is_game_master}


@pytest.mark.parametrize("dump", DUMPS)
@pytest.mark.parametrize("spells_as", SPELLS_AS)
@pytest.mark.parametrize("keys", KEYS, ids=lambda keys: "-".join(keys))
def test_a_tree_tells_the_party(keys: Sequence[str], spells_as: str, dump: str) -> None:
    """Who plays whom, who runs the game and who knows which spells, however lists, keys and spells are laid out."""
    for tree in _trees(keys, spells_as):
        _assert_told(DUMPS[dump](tree))


HEADS = [
    ("Player", "Character", "Class", "Spells"),
    ("Who", "Plays", "Race & class", "Known spells"),
    ("Played by", "Name", "Class/Level", "Cantrips and spells"),
    ("Spieler", "Charakter", "Klasse", "Zauber"),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=lambda order: "".join(map(str, order)))
@pytest.mark.parametrize("heads", HEADS, ids=lambda heads: heads[0])
def test_a_table_tells_the_party(heads: Sequence[str], order: Sequence[int]) -> None:
    """The columns may stand in any order, in Markdown, CSV and TSV."""
    body = [["Nadine", "", "DM", ""]]
    body += [[PLAYERS[who], who, " ".join(KINDS[who]) + " 5", ", ".join(SPELLS[who])] for who in PLAYERS]
    rows = [[row[at] for at in order] for row in (list(heads), *body)]
    markdown = ["| " + " | ".join(row) + " |" for row in rows]
    markdown.insert(1, "| --- | --- | --- | --- |")
    _assert_told("\n".join(markdown) + "\n")
    for delimiter in ",\t;":
        sheet = io.StringIO()
        csv.writer(sheet, delimiter=delimiter, lineterminator="\n").writerows(rows)
        _assert_told(sheet.getvalue())


@pytest.mark.parametrize(
    "text",
    [
        "a: &x [1, 2]\nb: *x\n",
        "a: !!python/object/apply:os.system [true]\n",
        "- [" * 30 + "]" * 30,
        "a: [1\n",
        "one: 1\n---\ntwo: 2\n",
    ],
    ids=["anchors", "tags", "depth", "broken", "two documents"],
)
def test_yaml_that_no_roster_has_is_none(text: str) -> None:
    """Anchors, tags and deep nesting stand for more than they say, so that they are not read at all."""
    assert tree_of_yaml(text) is None


def test_yaml_scalars_stay_as_they_are_written() -> None:
    """A character called No, a level 05 and a date are text; only what says that there is nothing is nothing."""
    assert tree_of_yaml("- No\n- 05\n- 2026-11-30\n- 'null'\n") == ["No", "05", "2026-11-30", "null"]
    assert tree_of_yaml("- null\n- {a: ~, b: }\n") == [None, {"a": None, "b": None}]


def test_nobody_is_called_null() -> None:
    """Neither in YAML nor in JSON, also where the whole is in small letters."""
    for text in (
        "- name: sella\n  player: ines\n- name: null\n  player: uwe\n- name: brok\n  player: ~\n",
        '[{"name": "sella", "player": "ines"}, {"name": null, "player": "uwe"}, {"name": "brok", "player": null}]',
    ):
        party = read_party(text, frozenset({"ines", "uwe"}))
        assert [(one.character, one.player) for one in party.members if one.character] == [
            ("Sella", "Ines"),
            ("Brok", None),
        ]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 22 + "'" + "\\" * 400 + "'" + ": a}" * 22,
        "{[a, b]: c}",
        "%YAML 1." + "9" * 5000 + "\n---\na: b\n",
        '{a: "\\U00110000"}',
    ],
    ids=["keys in keys", "a list as a key", "a version of many digits", "beyond Unicode"],
)
def test_yaml_with_keys_that_are_no_text_is_none(text: str) -> None:
    """A mapping as a key would be written out anew at every level, twice as long each time."""
    assert tree_of_yaml(text) is None
    read_party(text, frozenset({"ann"}))


@pytest.mark.parametrize(
    ("text", "masters"),
    [
        (
            "DM: Nadine\nDM prep:\n  - Otto's tavern burns\n  - The Duke\nparty:\n  - name: Sella\n    player: Ines\n",
            {"nadine"},
        ),
        ("Sella the wizard, run by Ines\n\nSpells: Bless, Aid\nAC 15\n", set()),
        ("Sella, elf wizard, run by Ines\n\nBrok, dwarf fighter, played by Uwe\n\nNadine is our DM.\n", {"nadine"}),
        ("The \ue000 Crew, DM'd by Nadine\n\nSella (Ines)\nBrok (Uwe)\n", {"nadine"}),
    ],
    ids=["notes", "a card", "played by", "a sign of an icon font"],
)
def test_nobody_else_runs_the_game(text: str, masters: set[str]) -> None:
    """Notes under a key, and whoever runs a character."""
    party = read_party(text, frozenset({"ines", "uwe", "nadine", "otto"}))
    leading = {label for member in party.members if member.is_game_master for label in member.labels}
    assert leading & {"ines", "uwe", "nadine", "otto"} == masters
    assert "Sella" in {str(name).split()[0] for name in party.characters}


def test_columns_set_apart_by_tabs_are_no_sheet() -> None:
    """Two tabs on end may only make columns even."""
    even = "Player\t\tCharacter\t\tClass\nInes\t\tSella\t\twizard\nUwe\t\tBrok\t\tfighter\n"
    padded = "Player\t\tCharacter\tClass\nInes\t\tSella\t\twizard\nUwe\t\tBrok\t\tfighter\n"
    for text in (even, padded):
        assert _pairs(read_party(text, frozenset({"ines", "uwe"}))) == {("Sella", "Ines"), ("Brok", "Uwe")}
