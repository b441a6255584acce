"""The record that a cast makes: who, what, at which level, and the turns that are cited for it."""

from typing import Any, Final

from notarius.modules.dnd.spells.casts import Cast
from notarius.modules.dnd.spells.details import action_of, item_of, level_of, quote_of, target_of
from notarius.modules.dnd.spells.scene import Scene

_QUOTES: Final = 3


def record_of(cast: Cast, scene: Scene) -> dict[str, Any]:
    """The record of a cast, in the shape of a model's answer."""
    first = cast.told[0]
    caster = first.caster
    name = caster.character if caster and caster.character else None
    player = caster.player if caster and caster.player else first.player
    return {
        "spell": first.mention.spell.name,
        "caster": name or first.player,
        "player": player,
        "level": level_of([claim.mention for claim in cast.claims], scene),
        "target": target_of([claim.mention for claim in cast.claims]),
        "outcome": None,
        "via": "item" if item_of(first.mention) else "spell",
        "action": action_of(first.mention),
        "evidence": _evidence(cast),
    }


def _evidence(cast: Cast) -> list[dict[str, str]]:
    """What is cited: the turn that declares the cast, the one that first has to do with it, then others in order."""
    units: dict[str, str] = {}
    for claim in (cast.told[0], *cast.claims):
        units.setdefault(claim.mention.turn.unit.id, quote_of(claim.mention))
    cited = list(units)[:_QUOTES]
    places = {claim.mention.turn.unit.id: claim.at for claim in cast.claims}
    return [{"unit": unit, "quote": units[unit]} for unit in sorted(cited, key=places.__getitem__)]
