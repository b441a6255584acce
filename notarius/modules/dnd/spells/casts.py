"""Weighs each mention with its scene, and gathers the mentions of one cast into one."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from notarius.modules.dnd.roster import Member
from notarius.modules.dnd.spells.intent import Intent
from notarius.modules.dnd.spells.lexicon import words_of
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene, switches

CERTAIN: Final = 4.0
_REACH: Final = 15
_ECHO_REACH: Final = 30
_LASTING_REACH: Final = 200
_OWNED: Final = re.compile(r"\b(?:the|my|your|that|his|her|their|our)\W+$")
_CARRIED: Final = re.compile(r"\b(?:carry(?:ing)? over|mov(?:e|es|ing)|transfer\w*|shift\w*|switch\w*|keep\w*)\W+(?:over\W+)?(?:my|the|that|it)\b")
_LEVEL: Final = re.compile(r"\b(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)[ -](?:level|slot|lvl)|\blevel[ -](?:\d|one|two|three|four|five|six|seven|eight|nine)\b|\bat (?:\d(?:st|nd|rd|th)|second|third|fourth|fifth|sixth)\b|\bupcast|\bspell slot")
_ARTICLE: Final = re.compile(r"\b(?:a|an|the|my|your|his|her|their|its|our|that|this|any)\W*$")
_ANEW: Final = re.compile(r"\b(?:again|another|second|one more|once more|third)\b")


@attrs.frozen
class Claim:
    """A mention with all that speaks for and against a cast.

    Attributes:
        mention: the mention.
        intent: what its sentence does with it.
        caster: the character who casts, or None.
        player: the label of who says so, or None.
        weight: `CERTAIN` or more is a cast.
        by_master: whether the game master says it.
    """

    mention: Mention
    intent: Intent
    caster: Member | None
    player: str | None
    weight: float
    by_master: bool = False

    @property
    def at(self) -> int:
        """The turn's place in the chunk."""
        return self.mention.turn.at

    @property
    def key(self) -> tuple[str, str]:
        """Whose cast of what: claims of different keys are different casts."""
        who = self.caster.character if self.caster and self.caster.character else self.player
        return spell_key(self.mention), who or ""


@attrs.define
class Cast:
    """One cast, from its first mention on.

    Attributes:
        claims: in order; the first is where it was declared.
        last: the last turn that had to do with it.
    """

    claims: list[Claim]
    last: int

    @property
    def weight(self) -> float:
        """The strongest claim, and a little for each other that goes along."""
        weights = sorted((claim.weight for claim in self.claims), reverse=True)
        return weights[0] + 0.75 * sum(weight >= 1.5 for weight in weights[1:3])


def spell_key(mention: Mention) -> str:
    """The spell's name without blanks and articles."""
    return "".join(words_of(mention.spell.name))


def gather(claims: Iterable[Claim], scene: Scene) -> list[Cast]:
    """The casts that the claims make, in order; those below `CERTAIN` left out."""
    casts: list[Cast] = []
    for claim in claims:
        cast = _open_cast(claim, casts, scene)
        if cast is not None:
            cast.last = claim.at
            if cast.claims[0] is not claim and claim.weight > 0 and claim.intent.kind in {"does", "asks", "names", "plans"}:
                cast.claims.append(claim)
        elif _begins(claim):
            casts.append(Cast([claim], claim.at))
    return [cast for cast in casts if cast.weight >= CERTAIN]


def _begins(claim: Claim) -> bool:
    return claim.weight >= 1.0 and claim.intent.kind in {"does", "asks", "names", "plans"}


def _open_cast(claim: Claim, casts: Sequence[Cast], scene: Scene) -> Cast | None:
    """The cast that a claim goes on about, if it does not begin a new one."""
    for cast in reversed(casts):
        first = cast.claims[0]
        reach = _LASTING_REACH if first.key == claim.key else _ECHO_REACH if claim.by_master else _REACH
        if claim.at - cast.last > reach or spell_key(first.mention) != spell_key(claim.mention):
            continue
        if first.key == claim.key:
            if claim.at - cast.last > _REACH:
                return cast if _same_thing(claim, cast) else None
            return None if _begins_anew(claim, cast, scene) else cast
        if claim.by_master or claim.weight < CERTAIN:
            return cast
        if (claim.weight >= cast.weight or first.intent.kind == "names") and not scene.settled(cast.last, claim.at):
            cast.claims, cast.last = [claim], claim.at
            return cast
        if claim.intent.subject not in {"i", "we"}:
            return cast
    return None


def _same_thing(claim: Claim, cast: Cast) -> bool:
    """Whether a later mention speaks of what is already there, as in "I send the Spiritual Weapon over"."""
    before = claim.mention.turn.low[: claim.mention.start]
    return cast.weight >= CERTAIN and claim.intent.verb in {"use", "with", ""} and bool(_OWNED.search(before))


def _begins_anew(claim: Claim, cast: Cast, scene: Scene) -> bool:
    if claim.by_master or claim.at == cast.last or claim.intent.kind not in {"does", "names", "asks"} or claim.weight < 2.0:
        return False
    settled = cast.weight >= CERTAIN
    if settled and scene.boundary(cast.last, claim.at):
        return True
    around = claim.mention.turn.low[max(0, claim.mention.start - 30) : claim.mention.end + 20]
    return settled and bool(_ANEW.search(around)) and scene.resolved(cast.last, claim.at - cast.last)


def weigh(
    mention: Mention, intent: Intent, scene: Scene, caster: Member | None, *, capitals: bool, later: Sequence[Mention], crowd: int = 1
) -> float:
    """What sentence and scene together say for a cast.

    Args:
        mention: the mention.
        intent: what its sentence does with it.
        scene: the chunk's turns.
        caster: who would be casting, if known.
        capitals: whether capitals mark names here.
        later: mentions that follow in this turn and the speaker's next.
        crowd: how many different spells the turn names; who names many is still choosing.
    """
    weight = intent.weight + _ordinary(mention, intent, capitals=capitals) + _hint(mention, intent, scene, caster)
    if intent.kind in {"not", "talk", "ongoing", "past"}:
        return weight
    at = mention.turn.at
    if intent.kind == "names" and crowd >= 3:
        weight -= 2.0
    if mention.spell.source == "guessed":
        aimed = intent.kind != "names" and scene.asked_back(at)
        weight -= 1.0 if _at_level(mention) or aimed or scene.throws(at, 1 if intent.kind == "names" else 7) else 3.0
    weight += _answered(intent, scene, at)
    if _taken_back(mention, scene, later):
        weight -= 6.0
    if _carried(mention):
        weight -= 6.0
    if _OR_ELSE.match(mention.turn.low, mention.turn.sentence(mention.start)[1]):
        weight -= 1.5
    weight += _told_around(mention, intent, scene)
    return weight + (1.0 if _at_level(mention) else 0.0)


def _answered(intent: Intent, scene: Scene, at: int) -> float:
    """What the turns after a mention say: yes, no, for whom, roll; and whether the speaker goes on with it."""
    yes = {"asks": 2.0, "names": 1.5, "plans": 1.0, "does": 0.5}[intent.kind]
    weight = 0.0
    if scene.said_no(at):
        weight -= 4.0
    elif scene.asked_back(at):
        weight += max(yes, 2.0) if intent.kind != "does" else yes
        if intent.kind in {"asks", "plans"} and scene.replies(at):
            weight += 1.5
    elif scene.said_yes(at):
        weight += yes
    elif intent.kind == "asks" and scene.questioned(at):
        weight += 1.5
    if scene.called_for(at):
        weight += {"names": 1.25, "asks": 1.5}.get(intent.kind, 0.75)
    if intent.kind in {"asks", "plans"} and scene.takes_up(at):
        weight += 2.0
    if scene.declined(at):
        weight -= 1.5
    if weight <= 0 and (intent.kind == "asks" or (intent.kind == "names" and intent.weight < 2)):
        return min(weight, 0.0)
    return weight + _going_on(intent, scene, at)


def _going_on(intent: Intent, scene: Scene, at: int) -> float:
    weight = 0.0
    if scene.resolved(at):
        weight += 0.75 if intent.kind == "names" else 0.5
    if intent.kind == "names" and scene.prompted(at):
        weight += 1.25
    if intent.kind == "names" and scene.answers(at, 1):
        weight += 0.25
    return weight


def _ordinary(mention: Mention, intent: Intent, *, capitals: bool) -> float:
    """What an everyday word costs: little behind "cast", or with a capital that no sentence start explains."""
    if mention.spell.uncommon:
        return 0.0 if mention.capital or intent.verb or not capitals else -1.0
    if not mention.spell.everyday:
        return 0.0
    start, end = mention.turn.sentence(mention.start)
    before, after = mention.turn.low[start : mention.start], mention.turn.low[mention.end : end]
    if intent.verb == "cast":
        return 0.0 if mention.capital or not capitals else -3.0 if _ARTICLE.search(before) else -0.5
    if capitals and mention.capital:
        if re.search(r"\w", before):
            return 0.0
        alone = not re.search(r"\w", after)
        return (-0.75 if alone else -1.5) if mention.spell.chatty else -0.25 if alone else -1.0
    if intent.verb == "self":
        return -4.0
    if intent.verb in {"give", "use"} and not _ARTICLE.search(before) and not before.endswith(("go ", "goes ")):
        return -1.5 if mention.spell.chatty and capitals else -0.5
    return -1.0 if intent.kind == "names" and not capitals else -3.0


def _hint(mention: Mention, intent: Intent, scene: Scene, caster: Member | None) -> float:
    """A roster's lists of spells are a hint: for whose list has it, against who has a list without it if another's has."""
    if caster is None or not caster.spells:
        return 0.0
    key = spell_key(mention)
    if any("".join(words_of(spell)) == key for spell in caster.spells):
        return 0.75
    others = any("".join(words_of(spell)) == key for spell in scene.party.spells)
    return -1.25 if others and intent.kind in {"names", "plans"} else 0.0


def _taken_back(mention: Mention, scene: Scene, later: Sequence[Mention]) -> bool:
    at = mention.turn.at
    if scene.takes_back(at, mention.end) or _corrected(mention):
        return True
    other = next((one for one in later if spell_key(one) != spell_key(mention)), None)
    again = any(spell_key(one) == spell_key(mention) for one in later)
    if other is None or again:
        return False
    if other.turn.at == at:
        return switches(mention.turn.low[mention.end : other.start])
    _, end = other.turn.sentence(other.start)
    return not scene.resolved(at, other.turn.at - at) and switches(other.turn.low[:end])


_NO_AFTER: Final = re.compile(r"^\W*(?:no\b(?! (?:problem|worries|doubt|matter|wait))|no,? wait|wait,? no|oh,? no,? (?:wait|i)|never ?mind|i can'?t|actually,? no|(?:i|we|nobody|no one) (?:don'?t|doesn'?t|didn'?t|does|can'?t) have|that'?s not a spell|(?:it|that) isn'?t a spell)")


def _corrected(mention: Mention) -> bool:
    """Whether the very next sentence of the turn denies what this one names."""
    _, end = mention.turn.sentence(mention.start)
    return bool(_NO_AFTER.search(mention.turn.low[end:]))


def _carried(mention: Mention) -> bool:
    """Whether the turn has just said that this spell, already up, is moved to another target."""
    before = mention.turn.low[: mention.start]
    said = mention.said.lower()
    return any(before[match.end() :].lstrip().startswith(said) for match in _CARRIED.finditer(before))


_REQUEST: Final = re.compile(r"\?|\b(?:you|please|need|want|gimme|give)\b")
_OR_ELSE: Final = re.compile(r"\W*or\b")


_ROLLED: Final = re.compile(r"[^.!?]{0,60}?(?:[.!?,]\s*|\b(?:that'?s|for|with|is|does)\s+)(?:so |that'?s |an? |for |plus |natural )*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty(?:[ -]\w+)?)\b(?![ -](?:level|feet|foot|of|minute|hour|round|creature|people))")


def _at_level(mention: Mention) -> bool:
    start, end = mention.turn.sentence(mention.start)
    return bool(_LEVEL.search(mention.turn.low, start, end))


_ACTS: Final = re.compile(r"(?:^|[.!?]\s+|,\s)(?:(?:okay|so|and|then|yeah|all right|right)\W+)*i(?:'ll|'m)? (?!don't|think|know|guess|mean|have|was|hope|wish|could|can|wonder|love|like|hate|need|thought|got|said|feel|believe)\w+")


def _told_around(mention: Mention, intent: Intent, scene: Scene) -> float:
    """What the rest of the turn and the turns just before add to a bare name: the speaker acts, or was asked to."""
    bare = intent.kind == "names" or intent.verb == "and"
    turn = mention.turn
    start, end = turn.sentence(mention.start)
    weight = 0.0
    if bare and _ROLLED.match(turn.low, mention.end):
        weight += 1.0
    if bare and (_ACTS.search(turn.low[:start]) or _ACTS.search(turn.low[end:])):
        weight += 0.75
    if not bare:
        return weight
    said = mention.said.lower()
    before = scene.turns[max(0, turn.at - 8) : turn.at]
    own = any(said in one.low for one in before if scene.same_speaker(one.at, turn.at))
    for other in scene.turns[max(0, turn.at - 3) : turn.at]:
        if said in other.low and not scene.same_speaker(other.at, turn.at) and not scene.is_master(other.at):
            weight += 1.0 if _REQUEST.search(other.low) else 0.0 if own else -1.5
            break
    return weight
