"""What speaks for and against a cast: the signs of one mention, in its sentence, its turn and the turns around it.

Each sign has a name and is there or not. What a sign weighs is not decided here: `weights` has the table, and the
table was fitted on sessions whose casts are known.
"""

import re
from collections.abc import Iterator
from typing import Final

from notarius.modules.dnd.spells import cues, phrases, signals, surroundings
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.scene import switches
from notarius.modules.dnd.spells.sight import DECLARING, Sight, same_spell
from notarius.modules.dnd.spells.spellwords import LONE, made_of_spell_words
from notarius.modules.dnd.spells.wording import wording

SPELL_WORDS: Final = "name of spell words"
WITHDRAWN: Final = frozenset({"taken back", "denied in the next sentence"})


def signs_of(sight: Sight) -> frozenset[str]:
    """The names of all signs that are there."""
    told = (_sentence, _name, _place, _turn, surroundings.lists, surroundings.before, wording)
    found = frozenset(sign for group in told for sign in group(sight))
    if found & WITHDRAWN:
        return found  # what is answered then is not answered to this
    return found.union(surroundings.answers(sight), surroundings.own_next(sight))


def _sentence(sight: Sight) -> Iterator[str]:
    intent = sight.intent
    subject = _subject_class(intent.subject)
    yield f"kind {'has' if sight.group == 'has' else intent.kind}"
    yield f"subject {subject}"
    if intent.verb:
        yield f"verb {intent.verb}"
        yield f"{intent.kind} by {intent.verb}"
    if intent.verb == "use" and (word := phrases.USE.search(sight.left)):
        yield f"by the word {word['verb']}"
    if intent.kind in {"does", "asks", "plans"}:
        yield f"{intent.kind} subject {subject}"
    if intent.kind == "does" and intent.subject in {"he", "she", "they", "it"} and not sight.scene.masters:
        yield "does by a third person, no master known"
    if (intent.subject in {"he", "she", "they"} or (intent.subject == "it" and intent.verb == "cast")) and (
        not sight.named
    ):
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
        yield f"name {kind} {form}, {sight.group}"
        if cues.ARTICLE.search(sight.left):
            yield f"name {kind} {form} behind an article"
    yield f"name from {spell.source}"
    if spell.source in {"guessed", "said"}:
        yield f"name from {spell.source}, {sight.intent.kind}"
        if sight.scene.throws(mention.turn.at, 1 if sight.intent.kind == "names" else 7):
            yield "throw or spell told"
        if sight.intent.kind != "names" and sight.scene.asked_back(mention.turn.at):
            yield "guessed, asked for details"
        yield f"name from {spell.source}, {'one word' if len(spell.name.split()) == 1 else 'several words'}"
        if made_of_spell_words(spell.name) or spell.name.lower() in LONE:
            yield SPELL_WORDS
            yield f"name of spell words, {sight.group}"
            yield f"{SPELL_WORDS}, {'cased' if sight.capitals else 'uncased'}"
    if (
        sight.capitals
        and mention.capital
        and cues.within_longer(mention.turn.text, mention.start, mention.end, sight.scene.people)
    ):
        yield f"name {kind} within a longer one"
    if mention.partial:
        yield "name in part"
        yield f"name in part, {sight.group}"
        yield f"name in part {form}"
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
        yield f"{sight.group} inside quotes"
    if cues.RULES.search(left) or cues.RULES.search(right):
        yield "sentence about rules"
    clause = cues.BUT.split(left)[-1]
    if cues.NEGATED.search(clause[-40:]):
        yield "negated"
    if cues.HYPOTHETICAL.search(clause):
        yield "hypothetical"
    if cues.SAVED.search(clause):
        yield "saved for"
    if cues.WHAT_IF.search(clause):
        yield "what if"
    if cues.OWNING.search(left):
        yield "owning"
    if cues.WOULD.search(left):
        yield f"{sight.group}, would"
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
    if signals.ANAPHORA.search(turn.low, mention.end) and not any(one.start > mention.start for one, _ in sight.around):
        yield "taken up in the turn"
        yield f"{sight.group}, taken up in the turn"
    if sight.group == "has":
        yield from _having(sight, near)
    if cues.PLEA.match(turn.low, end):
        yield f"{intent.kind}, pleading"
    if cues.SAME_AIM.match(turn.low, end):
        yield "then the target"
    yield from _choice(sight, end)
    if len(turn.words) > 60:
        yield "turn long"
    elif len(turn.words) <= 4:
        yield f"turn short, {intent.kind}"


def _having(sight: Sight, near: str) -> Iterator[str]:
    """What speaks for a use of what one has: what it does and costs, and what the speaker does with it."""
    yield "has still" if "still" in sight.left else "has now"
    for name, pattern in cues.NEAR.items():
        if pattern.search(near):
            yield f"has, near {name}"
    behind = sight.mention.turn.low[sight.mention.end :]
    if (cues.ACTS if sight.capitals else cues.ACTS_UNMARKED).search(behind):
        yield "has, then acts"


def _calls_another(sight: Sight, start: int, end: int) -> bool:
    """Whether the sentence, or the next, calls somebody else of the party by name: "Come on, Willow, Moonbeam!"."""
    turn, scene = sight.mention.turn, sight.scene
    mine = scene.names_at(turn.at)
    for word in turn.words_in(start, end + 25):
        if word.plain in scene.people and word.plain not in mine:
            if cues.AND_SELF.match(turn.low, word.end):
                return False
            before, after = turn.low[: word.start].rstrip()[-1:], turn.low[word.end : word.end + 1]
            if before in {"", ",", ".", "!", "?"} and after in {"", ",", ".", "!", "?"}:
                return True
    return False


def _choice(sight: Sight, end: int) -> Iterator[str]:
    """Other choices, other times, what is taken back."""
    mention, turn, low = sight.mention, sight.mention.turn, sight.mention.turn.low
    if cues.OR_ELSE.match(low, end) or cues.EITHER.search(sight.left) or cues.OR_NEXT.match(sight.right):
        yield "one of several"
    yield from _among(sight)
    if cues.RECOUNTED.search(sight.left):
        yield f"{sight.group}, recounted"
    if cues.LATER_BEHIND.search(sight.right):
        yield f"{sight.group}, for later behind"
    start, _ = turn.sentence(mention.start)
    if cues.LATER.search(low[max(0, start - 100) : start]):
        yield f"{sight.group}, for later"
    if cues.SPENT.search(low[mention.end :]):
        yield f"{sight.group}, then spoken of as past or spent"
    if cues.LACKING.search(low[end:]):
        yield "then lacking"
    if cues.NO_AFTER.search(low[end:]) and not cues.BROKEN_OFF.search(low[mention.end : end]):
        yield "denied in the next sentence"
    if sight.scene.takes_back(turn.at, mention.end):
        yield "taken back"
    elif _switched(sight):
        yield "switched to another"
    said = mention.said.lower()
    if any(low[match.end() :].lstrip().startswith(said) for match in cues.CARRIED.finditer(low[: mention.start])):
        yield "carried over"


def _among(sight: Sight) -> Iterator[str]:
    """The other spells of the turn, and the same spell elsewhere in it."""
    mention, kind = sight.mention, sight.intent.kind
    others = {spell_key(one.spell.name) for one, _ in sight.around if not same_spell(one, mention)}
    bare = {
        spell_key(one.spell.name)
        for one, other in sight.around
        if other.kind in {"names", "talk"} and not same_spell(one, mention)
    }
    if len(others) >= 2:
        yield f"{kind} among many"
    if sight.group == "has" and others:
        yield "has among others"
    if len(bare) >= 2 and kind in {"names", "talk"}:
        yield "bare among bare names"
    before = next((one for one, _ in reversed(sight.around) if one.end <= mention.start), None)
    if before is not None and not same_spell(before, mention):
        between = mention.turn.low[before.end : mention.start]
        if cues.BUT.search(between) or switches(between):
            yield f"{kind}, in place of another"
    mine = [(one, other.kind) for one, other in sight.around if same_spell(one, mention)]
    then = {other for one, other in mine if one.start > mention.start}
    if then & {"ongoing", "plans", "not"}:
        yield f"{kind}, then spoken of"
    if then & {"does", "asks"}:
        yield f"{kind}, then done"
    if any(one.start < mention.start and other in {"does", "asks", "names"} for one, other in mine):
        yield f"{kind} once more in the turn"


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
