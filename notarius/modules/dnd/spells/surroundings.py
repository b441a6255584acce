"""The signs of a mention outside its turn: answers, what its speaker says next, what went before, rosters' lists."""

from collections.abc import Iterator

from notarius.modules.dnd.spells import cues
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.sight import Sight, same_spell


def answers(sight: Sight) -> Iterator[str]:
    """What the turns after the mention say to it."""
    scene, at, kind = sight.scene, sight.mention.turn.at, sight.group
    answer = {
        "no": scene.said_no(at),
        "question for details": scene.asked_back(at),
        "question how": scene.questioned(at),
        "yes": scene.said_yes(at),
        "call for a throw": scene.called_for(at),
        "speaker replies": scene.replies(at),
        "speaker takes it up": _taken_up(sight),
        "declined": scene.declined(at),
        "speaker gives it up": scene.resigned(at),
        "result": scene.resolved(at),
        "throw or spell": scene.throws(at, 7),
    }
    for name, there in answer.items():
        if there:
            yield f"then {name}"
            yield f"{kind}, then {name}"
    if not answer["no"] and not answer["yes"] and not answer["question for details"] and not answer["result"]:
        yield f"{kind}, then nothing"
    if cues.ASKED.match(sight.right) and kind in {"names", "asks", "else"}:
        agreed = answer["yes"] or answer["call for a throw"] or answer["question for details"]
        yield f"{kind} asked, then {'no' if answer['no'] else 'agreed' if agreed else 'neither'}"
    first = next(iter(scene.answers(at, 4)), None)
    if first is not None:
        for name, pattern in cues.ANSWERS.items():
            if first.says(pattern):
                yield f"answer {name}"
                yield f"{kind}, answer {name}"
        if any(word in first.low for word in (sight.mention.said.lower(),)):
            yield "answer echoes the name"


def _taken_up(sight: Sight) -> bool:
    """Whether the speaker soon says "I do it", and names no other spell that may be meant."""
    turn = sight.scene.taken_up(sight.mention.turn.at)
    return turn is not None and not any(
        other.turn.at <= turn.at and not same_spell(other, sight.mention) for other in sight.later
    )


def own_next(sight: Sight) -> Iterator[str]:
    """What the speaker says in the next turns."""
    scene, at = sight.scene, sight.mention.turn.at
    own = [turn for turn in scene.turns[at + 1 : at + 6] if scene.same_speaker(at, turn.at)][:2]
    kind = sight.group
    for name, pattern in cues.OWN_NEXT.items():
        if any(turn.says(pattern) for turn in own):
            yield f"own next {name}"
            yield f"{kind}, own next {name}"


def before(sight: Sight) -> Iterator[str]:
    """What the turns before say: whose turn it is, who has asked for the spell, what has been cast."""
    scene, mention = sight.scene, sight.mention
    at, kind = mention.turn.at, sight.group
    if scene.prompted(at):
        yield "prompted"
        yield f"{kind}, prompted"
    if scene.recaps(at):
        yield f"{kind}, in a recap"
        yield "in a recap"
    if scene.in_combat(at):
        yield f"{kind} in combat"
    own = [other for one, other in sight.earlier if at - one.turn.at <= 12 and scene.same_speaker(one.turn.at, at)]
    if any(other.kind in {"does", "asks", "names"} for other in own):
        yield f"{kind}, declared before"
    elif own:
        yield f"{kind}, weighed before"
    if any(
        at - one.turn.at > 12 and other.kind in {"does", "asks", "names"} and scene.same_speaker(one.turn.at, at)
        for one, other in sight.earlier
    ):
        yield f"{kind}, declared long before"
        yield from (f"{sign}, declared long before" for sign in sight.intent.signs)
    last = scene.turns[at - 1] if at else None
    if last is not None and not scene.same_speaker(last.at, at) and last.says(cues.ASKS_WHAT):
        yield f"{kind}, {'the master' if scene.is_master(last.at) else 'another'} asked what"
    if last is not None and not scene.same_speaker(last.at, at) and last.says(cues.ASKS_NAME):
        yield f"{kind}, asked what it is"
    said = mention.said.lower()
    for other in scene.turns[max(0, at - 3) : at]:
        place = other.low.find(said)
        if place >= 0 and not scene.same_speaker(other.at, at):
            who = "the master" if scene.is_master(other.at) else "another"
            asked = cues.REQUEST.search(other.low, *other.sentence(place))
            yield f"{kind}, {who} {'asked for it' if asked and who == 'another' else 'named it'}"
            break


def lists(sight: Sight) -> Iterator[str]:
    """A roster's lists are a hint: the caster's has it, another's has it, nobody's has it."""
    caster, key = sight.caster, spell_key(sight.mention.spell.name)
    if caster is None:
        yield "caster unknown"
        return
    if sight.scene.lists(caster, key):
        yield "on the caster's list"
        yield f"on the caster's list, {sight.group}"
    elif key in sight.scene.listed:
        yield "on another's list"
        yield f"on another's list, {sight.group}"
    elif caster.spells:
        yield "on nobody's list"
