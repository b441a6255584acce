"""Rosters in every form that people write them in, read to the same party."""

import pytest

from notarius.modules.dnd.rosters.party import Party, is_game_master_label, label_parts, read_party

LABELS = frozenset({"ann", "bob", "cy"})
ROSTERS = {
    "table": """
| Label | Player | Character | Class | Spells |
| --- | --- | --- | --- | --- |
| ANN | Ann Smith | Mira Vale ("Mir") | elf druid | Moonbeam, Guidance |
| BOB | Bob Lee | Torvald | fighter | - |
| CY | Cy Ode | Dungeon Master | | |
""",
    "table in another order and language": """
| Charakter | Klasse | Spieler | Zauber |
|---|---|---|---|
| Mira Vale | Druidin | Ann | Moonbeam, Guidance |
| Torvald | Krieger | Bob | |
| Spielleiter | | Cy | |
""",
    "table with heads that say nothing": """
| At the table | In the story | Hero of |
|---|---|---|
| Ann | Mira Vale (druid) | |
| Bob | Torvald | |
| Cy | DM | |

Spells:
- Mira: Moonbeam, Guidance
""",
    "csv": 'player,character,class,spells\nAnn,Mira Vale,druid,"Moonbeam, Guidance"\nBob,Torvald,fighter,\nCy,DM,,\n',
    "list": """
- Ann plays Mira Vale (elf druid). Spells: Moonbeam, Guidance
- Bob plays Torvald, a dwarf fighter
- Cy is the DM
""",
    "list by signs, player first": """
* **Ann** - Mira Vale, elf druid
* **Bob** - Torvald, dwarf fighter
* **Cy** - Game Master

Spells known:
* Mira: Moonbeam, Guidance
""",
    "list by signs, character first": """
Mira Vale: Ann
Torvald: Bob
DM: Cy

## Spells
- Mira Vale: Moonbeam, Guidance
""",
    "enumeration": """
Dungeon Master: Cy
Players: Ann (Mira Vale), Bob (Torvald)
Mira - elf druid; knows Moonbeam, Guidance
""",
    "headings": """
# Party

## Mira Vale (Ann)
- Class: druid
- Cantrips: Guidance
- Level 2: Moonbeam

## Torvald
Player: Bob

## DM
Cy
""",
    "prose": """
Our game is run by Cy. Ann Smith plays Mira Vale, a wood elf druid; she knows Moonbeam and Guidance.
Bob is Bob Lee, and he plays a dwarf fighter named Torvald.
""",
    "prose with pronouns": """
Ann is Ann Smith. She plays Mira Vale, a druid. She casts Moonbeam and Guidance.
Torvald, a dwarf, is played by Bob. Cy is our Dungeon Master.
""",
    "yaml list": """
dm: Cy
party:
  - name: Mira Vale
    player: Ann
    class: druid 7
    spells: [Moonbeam, Guidance]
  - name: Torvald
    player: Bob
""",
    "yaml in markdown, with other keys": """
# Roster

```yaml
table: The Long Stair
labels: the transcript has first names
party:
  - label: ANN
    name: Mira Vale
    player: Ann
    class: druid
    spells: [Moonbeam, Guidance]
    companion: Biscuit, an owl
  - label: BOB
    name: Torvald
    player: Bob
    class: fighter
game_master: Cy
```
""",
    "prose in the perfect": """
Cy is the dungeon master. Ann has for four years played Mira Vale, an old human druid; Bob has been playing Torvald, a
fighter. Mira knows Moonbeam and Guidance.
""",
    "yaml mapping": """
Mira Vale:
  player: Ann
  spells:
    cantrips: [Guidance]
    level 2:
      - Moonbeam
Torvald:
  player: Bob
dm: Cy
""",
    "yaml pairs": "gm: Cy\nparty:\n  Ann: Mira Vale (druid)\n  Bob: Torvald\n"
    "spells:\n  Mira Vale: [Moonbeam, Guidance]\n",
    "json with a key twice": '{"Spieler": {"player": "Ann", "character": "Mira Vale", "spells": ["Moonbeam"], '
    '"spells": ["Guidance"]}, "Spieler": {"player": "Bob", "character": "Torvald"}, '
    '"DM": {"player": "Cy", "character": "Dungeon Master"}}',
    "yaml with a key twice": """
hero:
  player: Ann
  character: Mira Vale
  spells: [Moonbeam]
  spells: [Guidance]
hero:
  player: Bob
  character: Torvald
DM:
  player: Cy
  character: Dungeon Master
""",
    "json": '{"gm": "Cy", "party": [{"player": "Ann", "character": "Mira Vale", "spells": ["Moonbeam", "Guidance"]},'
    ' {"player": "Bob", "character": "Torvald"}]}',
    "no capitals": "cy is the dm. ann plays mira vale (druid), bob has torvald the fighter. mira casts moonbeam.\n",
}


def _at(party: Party, label: str) -> list[str | None]:
    return [member.character for member in party.at_label(label) if not member.is_game_master]


@pytest.mark.parametrize("text", ROSTERS.values(), ids=ROSTERS.keys())
def test_labels_lead_to_characters(text: str) -> None:
    """Whoever the transcript labels is found with the character, in every form of roster."""
    party = read_party(text, LABELS)
    assert (_at(party, "ANN"), _at(party, "Bob")) == (["Mira Vale"], ["Torvald"])


@pytest.mark.parametrize("text", ROSTERS.values(), ids=ROSTERS.keys())
def test_the_game_master_is_known(text: str) -> None:
    """Whoever runs the game is told apart, under whatever title."""
    assert [member.is_game_master for member in read_party(text, LABELS).at_label("CY")] == [True]


@pytest.mark.parametrize(
    "text", [ROSTERS[name] for name in ROSTERS if name != "no capitals"], ids=lambda text: text[:30]
)
def test_lists_of_spells_go_to_their_character(text: str) -> None:
    """Spells are listed for whom the roster lists them, and for nobody else."""
    party = read_party(text, LABELS)
    assert {member.character: set(member.spells) for member in party.members if member.character} == {
        "Mira Vale": {"Moonbeam", "Guidance"},
        "Torvald": set(),
    }


def test_labels_by_character_decide_nothing_about_the_order() -> None:
    """A list that shows its order keeps it where the transcript labels by character."""
    text = "- Ann: Mira (elf druid)\n- Bob: Torvald (dwarf fighter)\n"
    assert _at(read_party(text, frozenset({"mira", "torvald", "dm"})), "MIRA") == ["Mira"]


def test_a_player_of_two_characters_and_joined_labels() -> None:
    """One label may stand for several characters, and a joined one for several players."""
    text = "| Player | Character |\n|---|---|\n| Ann | Mira |\n| Ann | Nim |\n| Bob | Torvald |\n"
    party = read_party(text, LABELS)
    assert _at(party, "Ann") == ["Mira", "Nim"]
    assert _at(party, "ANN/BOB") == ["Mira", "Nim", "Torvald"]


def test_powers_that_are_no_spells_are_kept_apart() -> None:
    """What a heading calls no spells is no spell of anyone."""
    text = ROSTERS["table"] + "\n## Powers that are not spells\n\n- Mira: Wild Shape, Moon Song\n"
    party = read_party(text, LABELS)
    assert party.features == ("Wild Shape", "Moon Song")
    assert "Moon Song" not in party.spells


@pytest.mark.parametrize(
    "text",
    [
        *("", "# Party\n", "nothing to see", "| | |\n|-|-|\n", "{", "- -\n- :\n", "a: b: c"),
        "[" * 2_000,
        '{"a":' * 900 + "1" + "}" * 900,
        "".join(" " * depth + "a:\n" for depth in range(900)),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_odd_rosters_give_an_odd_party_and_no_error(text: str) -> None:
    """A roster is written by people: what cannot be read tells nothing."""
    assert isinstance(read_party(text, LABELS), Party)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("DM", True),
        ("GM (Ann)", True),
        ("Game Master", True),
        ("Spielleiter", True),
        ("Masterson", False),
        ("DMITRI", False),
    ],
)
def test_labels_that_say_who_runs_the_game(label: str, expected: bool) -> None:
    """A label by title needs no roster; a name that begins alike is a name."""
    assert is_game_master_label(label) is expected


def test_label_parts() -> None:
    """Joined labels fall into names; brackets give both names."""
    assert label_parts("ANN/BOB")[1:] == ["ann", "bob"]
    assert {"ann", "mira"} <= set(label_parts("Ann (Mira)"))


def _characters(text: str) -> dict[str | None, tuple[str | None, int]]:
    return {member.character: (member.player, len(member.spells)) for member in read_party(text, LABELS).members}


@pytest.mark.parametrize(
    "text",
    [
        "- **Ann** - Mira Vale, elf druid. Spells: Moonbeam, Guidance, Entangle\n- **Bob** - Torvald, dwarf fighter\n",
        "Ann -> Mira Vale, druid (Moonbeam, Guidance, Entangle)\nBob -> Torvald, fighter\n",
        "ann: mira vale, elf druid (moonbeam, guidance, entangle)\nbob: torvald, dwarf fighter\n",
    ],
    ids=["spells in a sentence of their own", "spells in brackets", "spells in brackets, no capitals"],
)
def test_lists_of_spells_behind_the_name(text: str) -> None:
    """A list of spells in the same line is the character's and hides no name."""
    assert {str(name).title(): player for name, player in _characters(text).items()} == {
        "Mira Vale": (next(p for p, _ in _characters(text).values() if p and p.title() == "Ann"), 3),
        "Torvald": (next(p for p, _ in _characters(text).values() if p and p.title() == "Bob"), 0),
    }


def test_words_of_powers_are_no_names_in_yaml() -> None:
    """Metamagic, notes and whatever else a YAML roster holds is taken for nobody's name."""
    text = (
        "game_master:\n  player: Cy\nparty:\n  - character: Mira\n    aliases: [Mir]\n    metamagic: [Quickened]\n"
        "    notes: Brave\n    spells: [Moonbeam]\n  - character: Torvald\n    oath: Devotion\n"
    )
    party = read_party(text, frozenset({"mira", "torvald"}))
    assert [member.character for member in party.members] == [None, "Mira", "Torvald"]
    assert party.members[0].is_game_master
    assert party.named("mir")[0].character == "Mira"


def test_also_called_is_an_alias() -> None:
    """A column under "Also called" has other names of the character."""
    text = "| Player | Character | Also called |\n| --- | --- | --- |\n| Ann | Mira Vale | Mir |\n"
    assert read_party(text, LABELS).named("mir")[0].character == "Mira Vale"


def test_a_cell_may_name_two_characters() -> None:
    """Both belong to the player, each with its own other names."""
    cell = "Mira Vale, and for now also Fenn Ash (Bob's character, called Fen)"
    text = f"| Label | Plays |\n| --- | --- |\n| ANN | {cell} |\n"
    party = read_party(text, LABELS)
    assert [member.character for member in party.at_label("ANN")] == ["Mira Vale", "Fenn Ash"]
    assert party.named("fen")[0].character == "Fenn Ash"


def test_powers_that_are_no_spells_are_nobodys_player() -> None:
    """A line such as "Not spells: Rage (Torvald)" tells features, and no player called Rage."""
    text = "- Ann plays Mira\n- Bob plays Torvald\n\nNot spells: Rage (Torvald); Wild Shape, Frenzy (Mira)\n"
    party = read_party(text, LABELS)
    assert [member.character for member in party.members if member.character] == ["Mira", "Torvald"]
    assert "Wild Shape" in party.features
