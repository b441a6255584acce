"""Time grows no faster than the input, however the input is written; and what is cut for that is read all the same."""

from collections.abc import Callable, Sequence

import attrs
import pytest

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, SourceUnit, Span
from notarius.modules.dnd.spells.offline import find_casts
from notarius.modules.dnd.spells.speech import LONGEST_TURN
from tests.modules.dnd.growth import MOST, growth
from tests.modules.dnd.spells.tables import PARTY, bound

Input = tuple[Chunk, ReferenceSet]
Turn = tuple[str | None, str]


def _chunk(turns: Sequence[Turn]) -> Chunk:
    return Chunk(0, tuple(SourceUnit(f"u{at}", text, label) for at, (label, text) in enumerate(turns, start=1)))


def _alone(text: str, roster: str = PARTY, glossary: str = "") -> Input:
    return _chunk([("IDA", text)]), bound(roster, glossary)


def _word(number: int) -> str:
    """A word of letters for each number."""
    return "".join(chr(97 + number // 26**place % 26) for place in range(4)).capitalize()


LINE = (
    "IDA: I cast Fireball at the orc. HEL: Make a dexterity saving throw! OTTO: Can I use Healing Word on Ida? "
    "HEL: You see a door, and Hask says hello. "
)
LONG_TURNS: dict[str, tuple[int, Callable[[int], str]]] = {
    "a transcript on one line": (60, lambda many: LINE * many),
    "no full stop": (100, lambda many: "I cast fireball and " * many),
    "nothing but a spell's name": (200, lambda many: "wish " * many),
    "nothing but the verb": (250, lambda many: "cast " * many),
    "names that no list has": (100, lambda many: "I cast Aaaa Bbbb " * many),
    "words that may be one filler or two": (400, lambda many: ("and then " * 40 + "moonbeam ") * (many // 40)),
    "words that are two signs": (100, lambda many: "the freaking, other Moonbeam " * many),
    "capitals": (1500, lambda many: "Abra Cadabra " * many),
    "one word": (20000, lambda many: "fireball " + "a" * many),
    "one word with apostrophes": (3000, lambda many: "I cast " + "a'" * many + " a b c d e f fireball"),
    "hyphens": (3000, lambda many: "i cast " + "a-" * many + "a b"),
    "blanks": (20000, lambda many: "I cast fireball" + " " * many + "at him"),
    "full stops": (20000, lambda many: "I cast fireball" + "." * many + "at him"),
    "underscores": (20000, lambda many: "I cast fireball a" + "_" * many + "b"),
    "line breaks": (20000, lambda many: "I cast fireball" + "\n" * many + "at him"),
    "quoted lines": (6000, lambda many: "I cast fireball" + "\n> " * many + "at him"),
    "stage directions": (6000, lambda many: "I cast fireball " + "(a) " * many + "at him"),
    "brackets": (15000, lambda many: "I cast fireball " + "( " * many + "at him"),
}


@pytest.mark.parametrize(("many", "written"), LONG_TURNS.values(), ids=LONG_TURNS.keys())
def test_time_grows_with_the_length_of_one_turn_and_no_faster(many: int, written: Callable[[int], str]) -> None:
    """Four times as long a turn takes about four times as long."""

    def read(size: int, number: int) -> None:
        find_casts(*_alone(f"{number} {written(size)}"))

    assert growth(read, many) < MOST


def _rows(many: int) -> str:
    rows = (f"| P{_word(at)} | C{_word(at)} Vale | Fireball, {_word(at)} Bolt |\n" for at in range(many))
    return "| Player | Character | Spells |\n| --- | --- | --- |\n" + "".join(rows)


def _turns(many: int) -> list[Turn]:
    return [(f"P{_word(at)}", f"I cast Fireball on C{_word(at + 1)}.") for at in range(many)]


def _zaps(many: int, first: str = "") -> str:
    return "".join(f"- **{first}{_word(at)} Zap**: a second-level spell\n" for at in range(many))


def _balls(many: int) -> str:
    return "".join(f'Fireball: "{_word(at)} ball"\n' for at in range(many))


def _knowing(many: int) -> str:
    spells = ", ".join(f"{_word(at)} Zap" for at in range(many))
    return f"| Player | Character | Spells |\n| --- | --- | --- |\n| IDA | Willow | {spells} |\n"


CAST: list[Turn] = [("IDA", "I cast Fireball."), ("HEL", "It takes 8 damage.")]
ENDED: list[Turn] = [("IDA", "I cast Fireball."), ("HEL", "It takes 8 damage. You're up.")]
SAID: list[Turn] = [("IDA", "I cast Aaab Zap, and then I cast Grimble Dorn."), ("HEL", "Okay.")]
GREATER: list[Turn] = [*SAID, ("IDA", "A greater good.")] * 20
ZIP = '- Zap: a spell, also "zip"\n'
MANY: dict[str, tuple[int, Callable[[int], Input]]] = {
    "one spell again and again": (150, lambda many: (_chunk(CAST * many), bound(PARTY))),
    "casts that end a turn of play": (100, lambda many: (_chunk(ENDED * many), bound(PARTY))),
    "speakers": (150, lambda many: (_chunk(_turns(many)), bound())),
    "speakers, each on the roster": (200, lambda many: (_chunk(_turns(many)), bound(_rows(many)))),
    "characters of a roster": (150, lambda many: (_chunk(_turns(20)), bound(_rows(many)))),
    "spells of a character": (3000, lambda many: (_chunk(SAID), bound(_knowing(many)))),
    "spells of a glossary": (300, lambda many: (_chunk(SAID), bound(PARTY, _zaps(many)))),
    "spells that begin alike": (600, lambda many: (_chunk(GREATER), bound(PARTY, _zaps(many, "Greater ")))),
    "other names of a spell": (1500, lambda many: (_chunk(SAID), bound(PARTY, _balls(many)))),
    "explanations of one name": (1500, lambda many: (_chunk(SAID), bound(PARTY, ZIP * many))),
}


@pytest.mark.parametrize(("many", "written"), MANY.values(), ids=MANY.keys())
def test_time_grows_with_what_is_told_and_no_faster(many: int, written: Callable[[int], Input]) -> None:
    """Four times as many turns, speakers, characters or spells take about four times as long."""

    def read(size: int, number: int) -> None:
        chunk, references = written(size)
        find_casts(chunk, bound(references.text("roster") + "\n" * number, references.text("glossary") + "\n" * number))

    assert growth(read, many) < MOST


def _records(text: str, clip: Span | None = None) -> list[dict[str, object]]:
    chunk, references = _alone(text)
    return list(find_casts(attrs.evolve(chunk, clip=clip), references)["records"])


FILLING = "We walk on through the mist and talk of the weather. " * 100
SPELLS = ("Moonbeam", "Entangle", "Fireball", "Polymorph", "Haste", "Banishment")
LONG = FILLING.join(f"I cast {spell} on goblin {at}. " for at, spell in enumerate(SPELLS))


def test_a_long_turn_is_read_to_its_end() -> None:
    """A turn of many thousand characters is told whole, spell by spell."""
    assert len(FILLING) > LONGEST_TURN
    assert [record["spell"] for record in _records(LONG)] == list(SPELLS)


def test_quotes_from_a_long_turn_are_exact() -> None:
    """What is quoted from the middle of a long turn is the sentence with the spell, as the unit has it."""
    quotes = [record["evidence"] for record in _records(LONG)]
    told = [f"I cast {spell} on goblin {at}." for at, spell in enumerate(SPELLS)]
    assert quotes == [[{"unit": "u1", "quote": quote}] for quote in told]
    assert all(quote in LONG for quote in told)


def test_a_turn_without_full_stops_is_cut_behind_a_comma() -> None:
    """A name that stands where a turn is cut is not cut in two."""
    text = "we walk on and on, " * 130 + "I cast Healing Word on Otto, " + "we walk on and on, " * 130
    assert [record["spell"] for record in _records(text)] == ["Healing Word"]


def test_a_clipped_unit_tells_what_its_chunk_shows() -> None:
    """Of a unit that is divided among chunks each tells its own part, with places in the whole unit."""
    middle = LONG.index("I cast Fireball")
    before, behind = _records(LONG, Span(0, middle)), _records(LONG, Span(middle, len(LONG)))
    assert [record["spell"] for record in before] == list(SPELLS[:2])
    assert [record["spell"] for record in behind] == list(SPELLS[2:])
    assert behind[0]["evidence"] == [{"unit": "u1", "quote": "I cast Fireball on goblin 2."}]
