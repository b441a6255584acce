"""Rosters of any size and any text: time grows with their length, depth does no harm, and no text is an error."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.modules.dnd.npcs.registry import read_registry
from notarius.modules.dnd.rosters.party import Party, read_party
from notarius.modules.dnd.spells.glossary import other_names, read_glossary
from notarius.modules.dnd.wordlists import words
from tests.modules.dnd.growth import MOST, growth

LABELS = frozenset({"ann", "bob", "dm"})
PAIR = "Ann plays Mira. Bob plays Torvald.\n"


def _word(number: int) -> str:
    """A capitalised word of letters for each number."""
    return "".join(chr(97 + number // 26**place % 26) for place in range(4)).capitalize()


def _each(written: str) -> Callable[[int], str]:
    """A roster with a line for each of so many characters, `%s` being a word of its own."""
    return lambda many: "".join(written.replace("%s", _word(at)) for at in range(many))


def _prose(many: int) -> str:
    words = ["the", "lanterns", "Flicker", "over", "a", "River", "while", "Mara", "walks", "and", "We", "see", "Bram"]
    return " ".join(words[at * 5 % len(words)] for at in range(many))


def _table(heads: str, rows: str) -> str:
    return f"| {heads} |\n|{' --- |' * len(heads.split('|'))}\n{rows}"


def _pumped(written: str) -> Callable[[int], str]:
    return lambda many: f"{PAIR}- {written * many} x\n{PAIR}"


ROSTERS: dict[str, tuple[int, Callable[[int], str]]] = {
    "rows of a table": (200, lambda many: _table("Player | Character", _each("| P%s | C%s Vale |\n")(many))),
    "rows of CSV": (200, lambda many: "player,character\n" + _each("P%s,C%s\n")(many)),
    "items of a list": (200, _each("- P%s: C%s Vale, wizard\n")),
    "items about one player": (200, _each("- Ann: C%s\n")),
    "the same item": (200, _each("- Ann: Mira\n")),
    "headings": (200, _each("## C%s\nPlayed by P%s\n")),
    "sentences in lines": (100, _each("P%s plays C%s the elf wizard. She knows Fireball and Magic Missile.\n")),
    "sentences in one line": (100, _each("P%s plays C%s the elf wizard. She knows Fireball and Magic Missile. ")),
    "lines of YAML": (150, lambda many: "party:\n" + _each("  - player: P%s\n    character: C%s\n")(many)),
    "keys of YAML": (150, lambda many: "party:\n" + _each("  P%s: C%s\n")(many)),
    "JSON": (
        150,
        lambda many: json.dumps([{"player": f"P{_word(at)}", "character": f"C{_word(at)}"} for at in range(many)]),
    ),
    "rows with quoted lists": (
        200,
        lambda many: "player,character,spells\n" + _each('P%s,C%s Vale,"%s Bolt, Light, Mending, Shield"\n')(many),
    ),
    "people by character": (200, _each("- C%s, elf wizard 5. Spells: %s Bolt, %s Ray\n")),
    "game masters": (300, lambda many: "Game masters: Ann" + ", Bob and Ann" * many + "\n"),
    "spells in a section": (300, lambda many: PAIR + "## Mira's spells\n\n" + _each("- %s Bolt\n")(many)),
    "spells line by line": (300, lambda many: PAIR + "## Spells\n\n" + _each("- Mira: %s Bolt, %s Ray\n")(many)),
    "spells in a sentence": (300, lambda many: PAIR + "Mira knows " + _each("%s Bolt, ")(many)),
    "names in a cell": (
        300,
        lambda many: _table("Player | Character | Alias", f"| Ann | Mira | {_each('%s, ')(many)}|\n"),
    ),
    "prose without full stops": (200, _prose),
    "prose without capitals": (200, lambda many: _prose(many).lower()),
    "prose with full stops": (200, lambda many: _prose(many).replace(" and ", ". And ")),
    "capitals": (200, lambda many: "Abra Cadabra " * many),
    "names in brackets": (200, _each("P%s (C%s), ")),
    "one letter of a name": (2000, lambda many: "- Ann: " + "M" * many),
    "words of a name": (500, lambda many: _table("Player | Character", f"| Ann | {'Mu ' * many} |\n")),
    **{f"{sign!r} again and again": (1000, _pumped(sign)) for sign in " [(\"'|*_#`~{"},
    **{
        f"{sign} again and again": (1000, _pumped(sign + " "))
        for sign in sorted(words(", : - = -> A1 A( a; dm who x:"))
    },
    **{
        f"{said} again and again": (1000, _pumped(said + " "))
        for said in ("Ann is", "played by", "Ann and", "A (B", "as a")
    },
    **{f"{letter} again and again": (1000, _pumped(letter)) for letter in ("A.", "A-", "A'", "->", "game ")},
}


@pytest.mark.parametrize(("many", "written"), ROSTERS.values(), ids=ROSTERS.keys())
def test_time_grows_with_the_length_of_a_roster_and_no_faster(many: int, written: Callable[[int], str]) -> None:
    """Four times as long a roster takes about four times as long, in every form that rosters come in."""

    def read(size: int, number: int) -> None:
        read_party(written(size) + "\n" * (number + 2), LABELS)

    assert growth(read, many) < MOST


@pytest.mark.parametrize("read", [read_registry, read_glossary, other_names], ids=["registry", "glossary", "names"])
@pytest.mark.parametrize(("many", "written"), ROSTERS.values(), ids=ROSTERS.keys())
def test_time_grows_with_the_length_of_other_references_and_no_faster(
    many: int, written: Callable[[int], str], read: Callable[[str], object]
) -> None:
    """The same texts as a registry of people, and as a glossary."""

    def again(size: int, number: int) -> None:
        read(written(size) + "\n" * (number + 2))

    assert growth(again, many) < MOST


DEEP = {
    "brackets": "[" * 100_000,
    "closed brackets": "[" * 100_000 + "]" * 100_000,
    "brackets deep enough for JSON": "[" * 900 + '"Ann"' + "]" * 900,
    "objects": '{"a": ' * 20_000 + "1" + "}" * 20_000,
    "objects deep enough for JSON": '{"a": ' * 900 + "1" + "}" * 900,
    "an object that never ends": '{"a": ' * 20_000,
    "lines that go in": "".join(" " * depth + f"k{depth}:\n" for depth in range(2000)),
    "items that go in": "".join("  " * depth + "- a:\n" for depth in range(2000)),
    "items in items": "a:\n  " + "- " * 100_000 + "b",
    "flow lists": "party:\n  a: " + "[" * 100_000 + "]" * 100_000,
    "flow mappings": "party:\n  a: " + "{" * 100_000 + "}" * 100_000,
    "fenced": "```yaml\n" * 5_000,
}
ODD = {
    "a bomb of anchors": "a0: &a0 [x, x]\n" + "".join(f"a{at + 1}: &a{at + 1} [*a{at}, *a{at}]\n" for at in range(24)),
    "a huge number": '{"player": ' + "9" * 10_000 + ', "character": "Mira"}',
    "a number beyond floats": '{"player": 1e999, "character": -1e999}',
    "no numbers": '{"player": NaN, "character": Infinity}',
    "control characters": "- Ann: \x00Mi\x07ra\x1b[31m\x7f\n- Bob\x0b: \x0cTorvald\x85\u2028\u202e",
    "keys that are no texts": '{"1": {"2": 3}, "null": null, "true": [true, false, null]}',
    "half a pair of characters": '{"player": "\\ud800", "character": "\\udfff"}',
    "digits of many scripts": "- \u0661\u0662: \u00b2\u00b3\u2460 \u0967\n- Ann \u2167: Mira \u216b",
    "marks without a letter": "\u0301\u0301: \u0300\n- \u0301 plays \u0302",
    "nothing but signs": "| | |\n|---|---|\n| | |\n- :\n- ()\n##\n**\n> \n---",
}


@pytest.mark.parametrize("text", [*DEEP.values(), *ODD.values()], ids=[*DEEP, *ODD])
def test_no_roster_is_an_error(text: str) -> None:
    """What is too deep for a roster, or none at all, is read as far as it goes."""
    assert isinstance(read_party(text, LABELS), Party)
    assert isinstance(read_registry(text), tuple)
    assert isinstance(read_glossary(text), tuple)


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_what_stands_beside_something_too_deep_is_read(text: str) -> None:
    """A roster that goes on in plain words after brackets that lead nowhere is read all the same."""
    party = read_party(f"{text}\n\nAnn plays Mira the elf wizard.\n", LABELS)
    assert "Mira" in party.characters


SIGNS = (
    "| --- : - * ## ( ) [ ] { } \" ' , ; = -> # ``` ~ &a *a <<: |- > \u2014 1 ` _ aka Fireball \u00e9a !!python/object"
)
SAID = "Ann Mira plays DM is the player character spells played by"
PIECES = st.sampled_from([*sorted(words(SIGNS) | words(SAID)), "\n", "\n  ", "- ", "\t", "\x00", "\u2028", "```yaml\n"])
KEYS = st.sampled_from(["player", "character", "party", "spells", "x"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(PIECES, max_size=60).map("".join),
    st.lists(PIECES, max_size=60).map(" ".join),
    TREES.map(json.dumps),
    TREES.map(repr),
)


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.frozensets(st.sampled_from(["ann", "mira", "dm", "\u00e9a"])))
def test_any_text_is_read_as_a_roster_without_an_error(text: str, labels: frozenset[str]) -> None:
    """Whatever a file holds, the routine reads it."""
    party = read_party(text, labels)
    assert all(member.character or member.player or member.is_game_master for member in party.members)
    read_registry(text)
    other_names(text)


FUNCTION_WORDS = words(
    "I We You He She They It Me Us Him Her Them The A An And But Or So If This That These Those My Your His Our Their "
    "Who What When Where There Here Then Not Yes No Oh Okay Well"
)


@pytest.mark.parametrize("word", sorted(FUNCTION_WORDS))
@pytest.mark.parametrize(
    "line",
    ["[u1] MARA: {} cast Wish", "MARA: {} cast Wish", "- {}: Ann", "- Ann: {}", "Ann plays {}.", "{} plays Mira."],
)
def test_words_that_are_nobodys_name_are_no_names(line: str, word: str) -> None:
    """Pronouns and the like name no character and no player, whatever stands beside them."""
    party = read_party(line.format(word), frozenset({"mara", "ann"}))
    names = {name for member in party.members for name in (*member.names, *member.labels)}
    assert word.lower() not in names
