"""What each packaged lane asks, with every set of references bound, as files: `python -m tests.golden.prompts`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

from notarius.contracts.generation import ModelRequest
from tests.golden.example import prepared, requests

FOLDER: Final = Path(__file__).with_name("prompts")
COMMAND: Final = "python -m tests.golden.prompts"
SLOTS: Final[Mapping[str, tuple[str, ...]]] = {"spells": ("roster", "glossary"), "npcs": ("roster", "npc_registry")}
# Eight turns are enough to see how a chunk looks, and these hold a cast, a reply of the game master's and quotes.
_TURNS: Final = ("chunking.max_units=8", "chunking.overlap_units=0")
_FIRST: Final = "u145"


@attrs.frozen
class Case:
    """A lane with some of its slots bound.

    Attributes:
        lane: the lane.
        bound: the bound slots, in declaration order.
    """

    lane: str
    bound: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.lane, *self.bound)) if self.bound else f"{self.lane}-none"

    @property
    def file(self) -> str:
        """Name of the golden file."""
        return f"{self}.txt"


def cases() -> Iterator[Case]:
    """Each lane with no slot bound, each alone, and both."""
    for lane, (first, second) in SLOTS.items():
        yield from (Case(lane, bound) for bound in ((), (first,), (second,), (first, second)))


def request(case: Case) -> ModelRequest:
    """What the lane asks about eight turns of the example session."""
    unbound = [f"{_level(slot)}=null" for slot in SLOTS[case.lane] if slot not in case.bound]
    run = prepared(f"only=[{case.lane}]", *unbound, *_TURNS)
    return next(asked for asked in requests(run) if asked.chunk.units[0].id == _FIRST)


def _level(slot: str) -> str:
    """Where the example binds a slot."""
    return f"lanes.npcs.references.{slot}" if slot == "npc_registry" else f"references.{slot}"


def text(case: Case) -> str:
    """The messages, each below a line with its role."""
    return "".join(f"=== {message.role}\n{message.content}\n" for message in request(case).messages)


def write(folder: Path = FOLDER) -> None:
    """Write all golden files anew; what is no golden file any more goes."""
    folder.mkdir(exist_ok=True)
    for file in folder.glob("*.txt"):
        file.unlink()
    for case in cases():
        (folder / case.file).write_bytes(text(case).encode())


if __name__ == "__main__":
    write()
