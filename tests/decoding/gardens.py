"""A record class of an invented domain, and answers about it."""

import json
from typing import Any, Literal

import attrs


@attrs.frozen
class Planting:
    """Something that was planted."""

    plant: str = attrs.field(metadata={"description": "what was planted"})
    bed: int | None = None
    by: str | None = None
    season: Literal["spring", "early autumn"] | None = None
    metres: float | None = None
    watered: bool | None = None
    helpers: tuple[str, ...] = ()


ITEM: dict[str, Any] = {
    "plant": "Leek",
    "bed": 3,
    "by": "Mara",
    "season": "spring",
    "metres": 1.5,
    "watered": True,
    "helpers": ["Tobin"],
    "evidence": [{"unit": "u12", "quote": "I planted the leeks"}],
}
PLANTING = Planting("Leek", 3, "Mara", "spring", 1.5, True, ("Tobin",))


def answer(*items: Any) -> str:
    """The envelope that was asked for, around items."""
    return json.dumps({"records": list(items)})
