"""Gathers the mentions of one cast into one, and tells a new cast of the same spell from talk about the last."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from notarius.modules.dnd.rosters.party import Member
from notarius.modules.dnd.spells.intent import Intent
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene

CERTAIN: Final = 0.0
_POSSIBLE: Final = -2.5
_LIKELY: Final = -1.5
_SURE: Final = 1.0
_REACH: Final = 15
_BACK: Final = 4
_ECHO_REACH: Final = 30
_LASTING_REACH: Final = 200
_OWNED: Final = re.compile(r"\b(?:the|my|your|that|his|her|their|our)\W+$")
_ANEW: Final = re.compile(r"\b(?:again|another|one more|once more|(?<!at )(?<!at a )(?:second|third)(?![ -]level))\b")


@attrs.frozen
class Claim:
    """A mention with all that speaks for and against a cast.

    Attributes:
        mention: the mention.
        intent: what its sentence does with it.
        caster: the character who casts, or None.
        player: the label of who says so, or None.
        weight: log-odds that it declares a cast; `CERTAIN` or more is one.
        by_master: whether the game master says it.
        taken_back: whether its speaker takes it back.
    """

    mention: Mention
    intent: Intent
    caster: Member | None
    player: str | None
    weight: float
    by_master: bool = False
    taken_back: bool = False

    @property
    def at(self) -> int:
        """The turn's place in the chunk."""
        return self.mention.turn.at

    @property
    def key(self) -> tuple[str, str]:
        """Whose cast of what: claims of different keys are different casts."""
        who = self.caster.character if self.caster and self.caster.character else self.player
        return spell_key(self.mention.spell.name), who or ""


@attrs.define(eq=False)
class Cast:
    """One cast, from its first mention on.

    Attributes:
        claims: in order; the first is where it was declared.
        last: the last turn that had to do with it.
        taken_back: whether its speaker took it back.
    """

    claims: list[Claim]
    last: int
    taken_back: bool = False
    _weights: list[float] = attrs.field(init=False)

    @_weights.default
    def _weights_of_the_claims(self) -> list[float]:
        return sorted((claim.weight for claim in self.claims), reverse=True)[:3]

    @property
    def weight(self) -> float:
        """The strongest claim, and a little for each other of the three strongest that goes along."""
        return self._weights[0] + 0.5 * sum(weight >= _LIKELY for weight in self._weights[1:])

    @property
    def told(self) -> list[Claim]:
        """The claims from the one on that declares the cast: the first that is certain, else the strongest."""
        strongest = max(range(len(self.claims)), key=lambda at: (self.claims[at].weight, -at))
        first = next((at for at, claim in enumerate(self.claims) if claim.weight >= CERTAIN), strongest)
        return self.claims[first:]

    def join(self, claim: Claim) -> None:
        """Takes a further claim."""
        self.claims.append(claim)
        self._weights = sorted((*self._weights, claim.weight), reverse=True)[:3]

    def begin_with(self, claim: Claim) -> None:
        """Lets a claim stand in place of all before it."""
        self.claims, self.last, self._weights = [claim], claim.at, [claim.weight]


def gather(claims: Iterable[Claim], scene: Scene) -> list[Cast]:
    """The casts that the claims make, in order; those below `CERTAIN` left out."""
    casts: list[Cast] = []
    within_reach: dict[str, list[Cast]] = {}
    for claim in claims:
        spell = spell_key(claim.mention.spell.name)
        same = [one for one in within_reach.get(spell, ()) if claim.at - one.last <= _LASTING_REACH]
        cast = _open_cast(claim, same, scene)
        if cast is not None and claim.taken_back and claim.key == cast.claims[0].key and claim.at - cast.last <= _BACK:
            cast.taken_back = True
            same.remove(cast)
        elif cast is not None:
            _go_on(cast, claim)
        elif _begins(claim):
            cast = Cast([claim], claim.at)
            casts.append(cast)
            same.append(cast)
        within_reach[spell] = same
    return [cast for cast in casts if cast.weight >= CERTAIN and not cast.taken_back]


def _go_on(cast: Cast, claim: Claim) -> None:
    cast.last = claim.at
    if (
        cast.claims[0] is not claim
        and claim.weight > _POSSIBLE
        and (claim.intent.kind in {"does", "asks", "names", "plans"} or claim.weight >= CERTAIN)
    ):
        cast.join(claim)


def _begins(claim: Claim) -> bool:
    return claim.weight >= _POSSIBLE and claim.intent.kind != "past"


def _open_cast(claim: Claim, casts: Sequence[Cast], scene: Scene) -> Cast | None:
    """The one of the casts of its spell that a claim goes on about, if it does not begin a new one."""
    for cast in reversed(casts):
        first = cast.claims[0]
        reach = _LASTING_REACH if first.key == claim.key else _ECHO_REACH if claim.by_master else _REACH
        if claim.at - cast.last > reach:
            continue
        if first.key == claim.key:
            if claim.at - cast.last > _REACH:
                return cast if _same_thing(claim, cast) else None
            return None if _begins_anew(claim, cast, scene) else cast
        if claim.by_master or claim.weight < CERTAIN:
            return cast
        if cast.weight < claim.weight and cast.weight < _SURE and not scene.settled(cast.last, claim.at):
            cast.begin_with(claim)
            return cast
        if claim.intent.subject not in {"i", "we"}:
            return cast
    return None


def _same_thing(claim: Claim, cast: Cast) -> bool:
    """Whether a later mention speaks of what is already there, as in "I send the Spiritual Weapon over"."""
    before = claim.mention.turn.low[: claim.mention.start]
    return cast.weight >= CERTAIN and claim.intent.verb in {"use", "with", ""} and bool(_OWNED.search(before))


def _begins_anew(claim: Claim, cast: Cast, scene: Scene) -> bool:
    if (
        claim.by_master
        or claim.at == cast.last
        or claim.intent.kind not in {"does", "names", "asks"}
        or claim.weight < _LIKELY
    ):
        return False
    settled = cast.weight >= CERTAIN
    if settled and scene.boundary(cast.last, claim.at):
        return True
    around = claim.mention.turn.low[max(0, claim.mention.start - 30) : claim.mention.end + 20]
    return settled and bool(_ANEW.search(around)) and scene.resolved(cast.last, claim.at - cast.last)
