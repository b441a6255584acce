"""Weighs a mention: what its sentence says for a cast, and what the turns around it add or take away."""

import re
from collections.abc import Sequence
from typing import Final

from notarius.modules.dnd.roster import Member
from notarius.modules.dnd.spells.intent import Intent
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene, switches

_CARRIED: Final = re.compile(
    r"\b(?:carry(?:ing)? over|mov(?:e|es|ing)|transfer\w*|shift\w*|switch\w*|keep\w*)\W+(?:over\W+)?(?:my|the|that|"
    r"it)\b"
)
_LEVEL: Final = re.compile(
    r"\b(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)[ -](?:level|slot|lvl)|"
    r"\blevel[ -](?:\d|one|two|three|four|five|six|seven|eight|nine)\b|\bat (?:\d(?:st|nd|rd|th)|second|third|"
    r"fourth|fifth|sixth)\b|\bupcast|\bspell slot"
)
_ARTICLE: Final = re.compile(r"\b(?:a|an|the|my|your|his|her|their|its|our|that|this|any)\W*$")
_NO_AFTER: Final = re.compile(
    r"^\W*(?:no\b(?! (?:problem|worries|doubt|matter|wait))|no,? wait|wait,? no|oh,? no,? (?:wait|i)|never ?mind|"
    r"i can'?t|actually,? no|(?:i|we|nobody|no one) (?:don'?t|doesn'?t|didn'?t|does|can'?t) have|"
    r"that'?s not a spell|(?:it|that) isn'?t a spell)"
)
_REQUEST: Final = re.compile(r"\?|\b(?:you|please|need|want|gimme|give)\b")
_OR_ELSE: Final = re.compile(r"\W*or\b")
_SAME_AIM: Final = re.compile(
    r"\W*(?:same (?:target|guy|one|thing|dude)|on\b|at\b|that (?:guy|one)|this (?:guy|one)|right (?:there|at|on))"
)
_ROLLED: Final = re.compile(
    r"[^.!?]{0,60}?(?:[.!?,]\s*|\b(?:that'?s|for|with|is|does)\s+)(?:so |that'?s |an? |for |plus |"
    r"natural )*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|"
    r"twenty(?:[ -]\w+)?)\b(?![ -](?:level|feet|foot|of|minute|hour|round|creature|people))"
)
_EITHER: Final = re.compile(r"\beither\b|\bor\W+(?:(?:a|an|the|my|just|maybe|even)\W+)*$")
_ACTS: Final = re.compile(
    r"(?:^|[.!?]\s+|,\s)(?:(?:okay|so|and|then|yeah|all right|right)\W+)*i(?:'ll|'m)? (?!don't|think|know|guess|"
    r"mean|have|was|hope|wish|could|can|wonder|love|like|hate|need|thought|got|said|feel|believe)\w+"
)


def weigh(
    mention: Mention,
    intent: Intent,
    scene: Scene,
    caster: Member | None,
    *,
    capitals: bool,
    later: Sequence[Mention],
    crowd: int = 1,
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
    if _choosing(mention):
        weight -= 2.0
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
    if scene.resigned(at):
        weight -= 2.0
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
    """A roster's lists are a hint: for whose list has the spell, against whose has not if another's has."""
    if caster is None or not caster.spells:
        return 0.0
    key = spell_key(mention.spell.name)
    if any(spell_key(spell) == key for spell in caster.spells):
        return 0.75
    others = any(spell_key(spell) == key for spell in scene.party.spells)
    return -1.25 if others and intent.kind in {"names", "plans"} else 0.0


def _taken_back(mention: Mention, scene: Scene, later: Sequence[Mention]) -> bool:
    at = mention.turn.at
    if scene.takes_back(at, mention.end) or _corrected(mention):
        return True
    other = next((one for one in later if spell_key(one.spell.name) != spell_key(mention.spell.name)), None)
    again = any(spell_key(one.spell.name) == spell_key(mention.spell.name) for one in later)
    if other is None or again:
        return False
    if other.turn.at == at:
        return switches(mention.turn.low[mention.end : other.start])
    _, end = other.turn.sentence(other.start)
    return not scene.resolved(at, other.turn.at - at) and switches(other.turn.low[:end])


def _corrected(mention: Mention) -> bool:
    """Whether the very next sentence of the turn denies what this one names."""
    _, end = mention.turn.sentence(mention.start)
    return bool(_NO_AFTER.search(mention.turn.low[end:]))


def _carried(mention: Mention) -> bool:
    """Whether the turn has just said that this spell, already up, is moved to another target."""
    before = mention.turn.low[: mention.start]
    said = mention.said.lower()
    return any(before[match.end() :].lstrip().startswith(said) for match in _CARRIED.finditer(before))


def _choosing(mention: Mention) -> bool:
    """Whether the sentence offers the spell as one of several."""
    start, end = mention.turn.sentence(mention.start)
    low = mention.turn.low
    return bool(_EITHER.search(low[start : mention.start])) or bool(re.match(r"\W*or\b", low[mention.end : end]))


def _at_level(mention: Mention) -> bool:
    start, end = mention.turn.sentence(mention.start)
    return bool(_LEVEL.search(mention.turn.low, start, end))


def _told_around(mention: Mention, intent: Intent, scene: Scene) -> float:
    """What the rest of the turn and the turns just before add to a bare name: the speaker acts, or was asked to."""
    bare = intent.kind == "names" or intent.verb == "and"
    turn = mention.turn
    start, end = turn.sentence(mention.start)
    weight = 0.0
    if bare and _SAME_AIM.match(turn.low, end):
        weight += 0.5
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
        place = other.low.find(said)
        if place >= 0 and not scene.same_speaker(other.at, turn.at) and not scene.is_master(other.at):
            weight += 1.0 if _REQUEST.search(other.low, *other.sentence(place)) else 0.0 if own else -1.5
            break
    return weight
