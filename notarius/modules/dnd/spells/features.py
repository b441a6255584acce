"""What speaks for and against a cast: the signs of one mention, in its sentence, its turn and the turns around it.

Each sign has a name and is there or not. What a sign weighs is not decided here: `weights` has the table, and the
table was fitted on sessions whose casts are known.
"""

import re
from collections.abc import Iterator
from typing import Final

from notarius.modules.dnd.spells import cues, surroundings
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.scene import switches
from notarius.modules.dnd.spells.sight import DECLARING, Sight, same_spell

WITHDRAWN: Final = frozenset({"taken back", "denied in the next sentence"})


def signs_of(sight: Sight) -> frozenset[str]:
    """The names of all signs that are there."""
    told = (_sentence, _name, _place, _turn, surroundings.lists, surroundings.before)
    found = frozenset(sign for group in told for sign in group(sight))
    if found & WITHDRAWN:
        return found  # what is answered then is not answered to this
    return found.union(surroundings.answers(sight), surroundings.own_next(sight))


def _sentence(sight: Sight) -> Iterator[str]:
    intent = sight.intent
    subject = _subject_class(intent.subject)
    yield f"kind {intent.kind}"
    yield f"subject {subject}"
    if intent.verb:
        yield f"verb {intent.verb}"
        yield f"{intent.kind} by {intent.verb}"
    if intent.kind in {"does", "asks", "plans"}:
        yield f"{intent.kind} subject {subject}"
    if intent.kind == "does" and intent.subject in {"he", "she", "they", "it"} and not sight.scene.masters:
        yield "does by a third person, no master known"
    if intent.subject in {"he", "she", "they", "it"} and not sight.named:
        yield f"{intent.kind} by somebody not named"
    if cues.AT_YOU.match(sight.right):
        yield "aimed at you"
    for sign in intent.signs:
        yield f"{intent.kind} {sign}"


def _subject_class(subject: str) -> str:
    if subject.startswith("\u00a7"):
        return "character"
    return {"i": "i", "we": "we", "you": "you", "": "none"}.get(subject, "other")


def _name(sight: Sight) -> Iterator[str]:
    mention, spell = sight.mention, sight.mention.spell
    kind = "chatty" if spell.chatty else "everyday" if spell.everyday else "uncommon" if spell.uncommon else "plain"
    form = _form(sight)
    yield f"name {kind}"
    yield f"name {kind} {form}"
    if kind != "plain":
        verb = sight.intent.verb if sight.intent.verb in {"cast", "self"} else "other" if sight.intent.verb else "bare"
        yield f"name {kind} {form} {verb}"
        if cues.ARTICLE.search(sight.left):
            yield f"name {kind} behind an article"
    yield f"name from {spell.source}"
    if spell.source in {"guessed", "said"}:
        yield f"name from {spell.source}, {sight.intent.kind}"
        if sight.scene.throws(mention.turn.at, 1 if sight.intent.kind == "names" else 7):
            yield "throw or spell told"
        if sight.intent.kind != "names" and sight.scene.asked_back(mention.turn.at):
            yield "guessed, asked for details"
        yield f"name from {spell.source}, {'one word' if len(spell.name.split()) == 1 else 'several words'}"
    if (
        sight.capitals
        and mention.capital
        and cues.within_longer(mention.turn.text, mention.start, mention.end, sight.scene.people)
    ):
        yield f"name {kind} within a longer one"
    if mention.slip:
        yield "name misheard"
    if mention.tense != "name":
        yield f"name as {mention.tense}"


def _form(sight: Sight) -> str:
    if not sight.capitals:
        return "uncased"
    if not sight.mention.capital:
        return "lower"
    return "capital" if re.search(r"\w", sight.left) else "first"


def _place(sight: Sight) -> Iterator[str]:
    """Where the name stands in its sentence, and what stands on either side."""
    left, right, kind = sight.left, sight.right, sight.intent.kind
    before, behind = cues.left_class(left), cues.right_class(right)
    yield f"left {before}"
    yield f"right {behind}"
    if kind in {"names", "talk"}:
        yield f"bare: left {before}"
        yield f"bare: right {behind}"
        yield f"bare: {before} - {behind}"
    if "?" in right:
        yield f"{kind} in a question"
    if "!" in right:
        yield f"{kind} exclaimed"
    if cues.quoted(sight.mention.turn.text, sight.mention.start):
        yield "inside quotes"
    if cues.RULES.search(left) or cues.RULES.search(right):
        yield "sentence about rules"
    if cues.NEGATED.search(left[-40:]):
        yield "negated"
    if cues.HYPOTHETICAL.search(left):
        yield "hypothetical"
    if cues.PRESENTING.search(left):
        acting = cues.FIRST.search(sight.mention.turn.low[: sight.mention.start])
        yield "presented after one's own deed" if acting else "presented"


def _turn(sight: Sight) -> Iterator[str]:
    """What the rest of the turn says: level, dice, roll, cost, target; another choice, a correction."""
    mention, intent = sight.mention, sight.intent
    turn = mention.turn
    start, end = turn.sentence(mention.start)
    near = turn.low[start : min(len(turn.low), end + 60)]
    declaring = intent.kind in DECLARING or intent.kind == "talk"
    if declaring:
        for name, pattern in cues.NEAR.items():
            if pattern.search(near):
                yield f"near {name}"
                if intent.kind in {"names", "talk"}:
                    yield f"bare near {name}"
    if cues.ROLLED.match(turn.low, mention.end) and intent.kind in {"names", "talk"}:
        yield "bare, then a number"
    if cues.ACTS.search(turn.low[:start]) or cues.ACTS.search(turn.low[end:]):
        yield f"{'bare' if intent.kind in {'names', 'talk'} else 'told'} while acting"
    if intent.kind in {"names", "talk", "does"} and not intent.subject and _calls_another(sight, start, end):
        yield f"{intent.kind}, calling another"
    if cues.PLEA.match(turn.low, end):
        yield f"{intent.kind}, pleading"
    if cues.SAME_AIM.match(turn.low, end):
        yield "then the target"
    yield from _choice(sight, end)
    if len(turn.words) > 60:
        yield "turn long"
    elif len(turn.words) <= 4:
        yield f"turn short, {intent.kind}"


def _calls_another(sight: Sight, start: int, end: int) -> bool:
    """Whether the sentence, or the next, calls somebody else of the party by name: "Come on, Willow, Moonbeam!"."""
    turn, scene = sight.mention.turn, sight.scene
    mine = {name for member in scene.members(turn.at) for name in member.names | member.labels}
    for word in turn.words:
        if start <= word.start < min(len(turn.low), end + 25) and word.plain in scene.people - mine:
            before, after = turn.low[: word.start].rstrip()[-1:], turn.low[word.end : word.end + 1]
            if before in {"", ",", ".", "!", "?"} and after in {"", ",", ".", "!", "?"}:
                return True
    return False


def _choice(sight: Sight, end: int) -> Iterator[str]:
    mention, intent, turn = sight.mention, sight.intent, sight.mention.turn
    low = turn.low
    if cues.OR_ELSE.match(low, end) or cues.EITHER.search(sight.left) or cues.OR_NEXT.match(sight.right):
        yield "one of several"
    others = {spell_key(one.spell.name) for one, _ in sight.around} - {spell_key(mention.spell.name)}
    if len(others) >= 2:
        yield f"{intent.kind} among many"
    if cues.RECOUNTED.search(sight.left):
        yield f"{sight.group}, recounted"
    start, _ = turn.sentence(mention.start)
    if cues.LATER.search(low[max(0, start - 100) : start]):
        yield f"{sight.group}, for later"
    if cues.SPENT.search(low[mention.end :]):
        yield f"{sight.group}, then spoken of as past or spent"
    if cues.LACKING.search(low[end:]):
        yield "then lacking"
    if cues.NO_AFTER.search(low[end:]):
        yield "denied in the next sentence"
    if sight.scene.takes_back(turn.at, mention.end):
        yield "taken back"
    elif _switched(sight):
        yield "switched to another"
    said = mention.said.lower()
    if any(low[match.end() :].lstrip().startswith(said) for match in cues.CARRIED.finditer(low[: mention.start])):
        yield "carried over"
    again = [one for one, _ in sight.around if one.start > mention.start and same_spell(one, mention)]
    kinds = {other.kind for one, other in sight.around if one in again}
    if kinds & {"ongoing", "plans", "not"}:
        yield f"{intent.kind}, then spoken of"
    if kinds & {"does", "asks"}:
        yield f"{intent.kind}, then done"
    mine = [(one, other) for one, other in sight.around if one.start < mention.start and same_spell(one, mention)]
    if any(other.kind in {"does", "asks", "names"} for _, other in mine):
        yield f"{intent.kind} once more in the turn"


def _switched(sight: Sight) -> bool:
    """Whether the speaker goes on to another spell with words that correct."""
    mention, scene = sight.mention, sight.scene
    other = next((one for one in sight.later if not same_spell(one, mention)), None)
    if other is None or any(same_spell(one, mention) for one in sight.later):
        return False
    if other.turn is mention.turn:
        return switches(mention.turn.low[mention.end : other.start])
    _, end = other.turn.sentence(other.start)
    at = mention.turn.at
    return not scene.resolved(at, other.turn.at - at) and switches(other.turn.low[:end])
