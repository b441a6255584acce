"""Time grows no faster than the input, however the input is written."""

from collections.abc import Callable, Sequence

import pytest

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.npcs.routine import list_npcs
from tests.modules.dnd.growth import MOST, growth
from tests.modules.dnd.npcs.tables import REGISTRY, ROSTER, bound, told

Turn = tuple[str | None, str]


def _word(number: int) -> str:
    """A word of letters for each number."""
    return "".join(chr(97 + number // 26**place % 26) for place in range(4)).capitalize()


def _people(many: int) -> str:
    return "".join(f"A dwarf named Or{_word(at).lower()} says hello. You see Hask Vale. " for at in range(many))


def _seen(many: int) -> list[Turn]:
    said = ((_word(at), _word(at).lower()) for at in range(many))
    return [(f"P{label}", f'"Hail, Or{name} Vane," says Hask{name}.') for label, name in said]


def _known(many: int) -> str:
    return "".join(f"- H{_word(at).lower()} Vale{_word(at).lower()}: innkeeper\n" for at in range(many))


ONE_TURN: dict[str, tuple[int, Callable[[int], str]]] = {
    "people": (60, _people),
    "people, no full stop": (60, lambda many: _people(many).replace(".", " and")),
    "quotation marks": (200, lambda many: '"Aye," says Hask. ' * many),
    "a name and adverbs": (200, lambda many: "Hask simply finally only clearly " * many + "!"),
    "capitals": (800, lambda many: "Abra Cadabra " * many),
    "epithets": (2000, lambda many: "Old " * many + "Hask"),
    "and": (1000, lambda many: "and " * many + "Hask walking is Hask"),
    "line breaks": (8000, lambda many: "Hask says hello" + "\n" * many + "Hask waves"),
    "quoted lines": (4000, lambda many: "Hask says hello" + "\n> " * many + "Hask waves"),
    "underscores": (8000, lambda many: "Hask says a" + "_" * many + "b"),
    "blanks": (20000, lambda many: "Hask says hello" + " " * many + "Hask waves"),
    "brackets": (8000, lambda many: "Hask says hello" + "( " * many + "Hask waves"),
}


@pytest.mark.parametrize(("many", "written"), ONE_TURN.values(), ids=ONE_TURN.keys())
def test_time_grows_with_the_length_of_one_turn_and_no_faster(many: int, written: Callable[[int], str]) -> None:
    """Four times as long a turn of the game master's takes about four times as long."""

    def read(size: int, number: int) -> None:
        list_npcs(told(f"{number} {written(size)}"), bound(ROSTER, REGISTRY))

    assert growth(read, many) < MOST


def _told(turns: Sequence[Turn], roster: str = ROSTER, registry: str = "") -> tuple[Chunk, ReferenceSet]:
    return told(*turns), bound(roster, registry)


NARRATED: list[Turn] = [("GM", "A dwarf named Orla says hello. You see the old Hbaaa Valebaaa, who waves.")] * 30
MANY: dict[str, tuple[int, Callable[[int], tuple[Chunk, ReferenceSet]]]] = {
    "speakers and people": (600, lambda many: _told(_seen(many), roster="")),
    "people of the game master's": (500, lambda many: _told([("GM", text) for _, text in _seen(many)])),
    "names in the registry": (1000, lambda many: _told(NARRATED, registry=_known(many))),
    "names in the registry, no capitals": (
        1000,
        lambda many: _told([("gm", text.lower()) for _, text in NARRATED], registry=_known(many)),
    ),
    "headings in the registry": (1000, lambda many: _told(NARRATED, registry=_known(many).replace("- ", "## "))),
}


@pytest.mark.parametrize(("many", "written"), MANY.values(), ids=MANY.keys())
def test_time_grows_with_what_is_told_and_no_faster(
    many: int, written: Callable[[int], tuple[Chunk, ReferenceSet]]
) -> None:
    """Four times as many speakers, people or registered names take about four times as long."""

    def read(size: int, number: int) -> None:
        chunk, references = written(size)
        registry = references.text("npc_registry")
        list_npcs(chunk, bound(references.text("roster"), registry and registry + "\n" * (number + 2)))

    assert growth(read, many) < MOST
