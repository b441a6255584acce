"""What a sentence does with a spell's name: casts it, asks to, merely names it, plans, remembers, denies, explains.

The verb that governs the name decides first, then the mood of that verb ("I'll", "can I", "if I", "I don't"), then what
follows the name. The result is a kind and further signs; what they weigh, and what the turns around say, is decided
elsewhere.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import attrs

from notarius.modules.dnd.spells import phrases
from notarius.modules.dnd.spells.leadin import leads_in
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.speech import squeezed
from notarius.modules.dnd.spells.subjects import Subjects

Kind = Literal["does", "asks", "names", "plans", "past", "not", "ongoing", "talk"]


@attrs.frozen
class Intent:
    """A mention, read within its sentence.

    Attributes:
        kind: what the sentence does with the name.
        signs: what else the sentence says, such as a condition or a verb without a subject.
        subject: the word that stands as the one who acts: `i`, `you`, `he`, a name; empty if left out.
        verb: the governing verb: `cast`, `use`, `with`, `self` (the name is the verb), or empty.
    """

    kind: Kind
    signs: tuple[str, ...] = ()
    subject: str = ""
    verb: str = ""


def read_intent(mention: Mention, names: Subjects | None = None, others: Sequence[Mention] = ()) -> Intent:
    """What the sentence around a mention does with it.

    Args:
        mention: the mention.
        others: the other mentions of the turn.
        names: the plain names of the party's characters, which can be subjects too.
    """
    left, right = _sides(mention, names, others)
    if mention.turn.narrates(mention.start):
        return _narrated(mention, left, right)
    verb = _governor(mention, left, right)
    if verb is None:
        return _without_verb(mention, left, right)
    name, start = verb
    before = left[:start]
    if name == "with" and leads_in(before):
        return Intent("ongoing", ("with",)) if phrases.EFFECT.match(right) else Intent("names", ("led in",))
    subject = _subject(before, left, name)
    if (
        subject in {"you", "he", "she", "they"}
        and phrases.GETS_ONE.search(left)
        and not phrases.ONLY_IF.search(left + right)
    ):
        return Intent("does", ("somebody gets one",), "", "give")
    return _governed(mention, name, before, right, subject)


def _narrated(mention: Mention, left: str, right: str) -> Intent:
    """What written narration does with a name: in it the past tense tells what happens now."""
    found = [match["who"] for match in phrases.ACTING.finditer(left)]
    subject = found[-1] if found else ""
    if phrases.REMOTE.search(left) or phrases.TALK_RIGHT.match(right):
        return Intent("talk", ("narrated",), subject)
    if phrases.TOLD_CAST.search(left):
        return Intent("does", ("narrated",), subject, "cast")
    if mention.spell.everyday and not mention.capital:
        return Intent("talk", ("narrated",), subject)
    if phrases.TOLD_USE.search(left):
        return Intent("does", ("narrated",), subject, "use")
    return Intent("names", ("narrated",), subject)


def _sides(mention: Mention, names: Subjects | None, others: Sequence[Mention]) -> tuple[str, str]:
    """What stands left and right of the name in its sentence, names of characters as `\u00a7` and their place.

    Of spells enumerated before it ("cast Bless and Aid") nothing is kept, so that the verb governs each.
    """
    turn = mention.turn
    start, end = turn.sentence(mention.start)
    possessive = 2 if turn.low.endswith("'s", mention.start, mention.end) else 0  # "Moonbeam's up": its verb
    left, right = turn.low[start : mention.start], turn.low[mention.end - possessive : end]
    for other in sorted(others, key=lambda one: -one.start):
        if other.spell.name == mention.spell.name and start <= other.start and other.end <= mention.start:
            left = left[: other.start - start].ljust(other.end - start) + left[other.end - start :]
        if start <= other.start < mention.start and phrases.JOINT.fullmatch(left[other.end - start :]):
            left = left[: other.start - start]
    left = phrases.ADJUNCT.sub(lambda m: " " * len(m.group()), left)
    if names is not None:
        left = names.replaced(left, lambda start, length: "\u00a7" + str(start).ljust(length - 1))
        right = names.replaced(right, lambda _start, _length: "\u00a70")
    if aside := phrases.ASIDE.match(left):
        left = left[aside.end() :]  # "Before we go, Mage Armor": its verb takes no spell
    return squeezed(left), squeezed(right)


def _governor(mention: Mention, left: str, right: str) -> tuple[str, int] | None:
    """The verb that takes the spell as its object, or the spell itself as a verb, with its place."""
    if (phrases.DROPS.search(left) and not phrases.AT.match(right)) or (
        phrases.RID.search(left) and not phrases.CASTING_FOR.search(left)
    ):
        return None
    if phrases.LETS_GO.search(left) and not phrases.AIMED.match(right):
        return None
    if match := phrases.CAST.search(left):
        return ("past" if mention.tense == "past" else "cast"), match.start()
    if mention.tense == "ing" and phrases.NOUN.search(left):
        return None
    if mention.tense in {"past", "ing"} and not mention.spell.everyday:
        return ("past" if mention.tense == "past" else "self"), len(left)
    if (match := phrases.WITH.search(left)) and not phrases.ONGOING_WITH.search(left):
        return "with", match.start()
    if match := phrases.USED.search(left):
        return "past", match.start()
    if match := phrases.USE.search(left):
        return "use", match.start()
    if match := phrases.GIVE.search(left):
        return "give", match.start()
    if (match := phrases.GET.search(left)) and phrases.UP.match(right):
        return "use", match.start()
    if (
        phrases.AND.search(left)
        and not phrases.FRONTED.match(left)
        and (phrases.AIM.match(right) or phrases.PAUSE.match(right) or _takes_object(mention, right))
    ):
        return "and", len(left)
    if (
        (len(mention.spell.name.split()) > 1 or mention.spell.uncommon or len(mention.spell.name) > 6)
        and not mention.spell.everyday
        and phrases.I_SELF.search(left)
        and not phrases.TALK_RIGHT.match(right)
    ):
        return "self", len(left)
    if phrases.SELF.search(left) and phrases.OBJECT.match(right) and not phrases.TALK_RIGHT.match(right):
        return "self", len(left)
    return None


def _takes_object(mention: Mention, right: str) -> bool:
    """Whether a name that is no everyday word has an object behind it, as a verb has: "and Sacred Flame the guard"."""
    return not mention.spell.everyday and phrases.OBJECT.match(right) is not None


def _subject(before: str, left: str, verb: str) -> str:
    text = left if verb in {"self", "and"} else before
    acting = [match["who"] for match in phrases.ACTING.finditer(text)]
    if acting:
        return acting[-1]
    found = [match["who"] for match in phrases.SUBJECT.finditer(text) if not match["who"].startswith("\u00a7")]
    return found[-1] if found else ""


def _governed(mention: Mention, verb: str, before: str, right: str, subject: str) -> Intent:
    clause, rest = _main_clause(before)
    mood = _mood(clause)
    signs = tuple(_signs(mention, verb, mood, subject, rest, right))
    return Intent(_kind(verb, mood, clause, right), signs, subject, verb)


def _kind(verb: str, mood: str | None, clause: str, right: str) -> Kind:
    if verb == "past" or phrases.LONG_AGO.search(right) or phrases.LONG_AGO.search(clause):
        return "past"
    if phrases.EMBEDDED.search(clause):
        return "plans"
    if phrases.STILL.search(clause):
        return "ongoing"
    if mood == "not" or phrases.RIGHT_NOT.search(right):
        return "not"
    if phrases.REPORT.search(clause):
        return "plans"
    kinds: dict[str | None, Kind] = {"ask": "asks", "plan": "plans", "past": "past"}
    return kinds.get(mood, "does")


def _signs(mention: Mention, verb: str, mood: str | None, subject: str, rest: str, right: str) -> Iterator[str]:
    """What makes a sentence with a governing verb less plain a deed."""
    start, _ = mention.turn.sentence(mention.start)
    before = mention.turn.low[start : mention.start]
    if phrases.IF.search(rest) or phrases.LATER.search(before):
        yield "if or later"
    elif phrases.WHEN.search(rest):
        yield "when"
    if phrases.RIGHT_IF.search(right):
        yield "put off"
    if phrases.LACKING.search(right):
        yield "lacking"
    if verb == "cast" and subject not in {"i", "we", "you", "they", ""} and mood is None and _bare_cast(before):
        yield "cast, past"
    if verb == "with" and phrases.EFFECT.match(right):
        yield "with its effect"
    if subject == "we" and mood != "does":
        yield "we, without a will"
    if mood is None:
        yield "without mood, " + ("subject" if subject else "no subject")
    if verb in {"use", "with"} and phrases.DEFINITE.search(before):
        yield "doing the" if phrases.DOING_THE.search(before) else "definite"


def _bare_cast(before: str) -> bool:
    """Whether the verb is "cast" without an ending, which of third persons is the past."""
    found = phrases.CAST.search(before)
    return found is not None and not found["form"]


def _main_clause(before: str) -> tuple[str, str]:
    """The clause that the verb belongs to, from the word before its subject on, and what precedes it."""
    acting = [match.start() for match in phrases.ACTING.finditer(before)]
    start = _words_back(before, acting[-1], 2) if acting else 0
    places = [start, *(match.end() for match in phrases.CLAUSE.finditer(before, start))]
    for place in reversed(places):
        clause = before[place:]
        if phrases.SUBJECT.search(clause) or phrases.MOODS.search(clause):
            return clause, before[:place]
    return before[start:], before[:start]


def _words_back(text: str, place: int, words: int) -> int:
    """The place some words before a place, not beyond a comma."""
    found = re.search(rf"(?:[\w']+\s+){{0,{words}}}$", text[:place])
    return found.start() if found else place


def _mood(scope: str) -> str | None:
    found = [match.lastgroup for match in phrases.MOODS.finditer(scope)]
    return found[-1] if found else None


def _last_part(left: str) -> str:
    """What stands left of a name since the last colon, or since the comma that ends a fronted clause."""
    part = re.split(r"[:;]|--", left)[-1]
    return part.rsplit(",", 1)[-1] if phrases.FRONTED.match(part) else part


def _without_verb(mention: Mention, left: str, right: str) -> Intent:
    if phrases.TALK_RIGHT.match(right) or phrases.ITS_MEASURE.match(right):
        return Intent("talk", ("its effect",))
    if mention.tense == "ing":
        return Intent("talk", ("ing",))
    if phrases.I_MEAN.match(right):
        return Intent("talk", ("i mean",))
    if phrases.NO_SUCH.search(left) or phrases.RIGHT_NOT.search(right):
        return Intent("not", ("no such",))
    if phrases.DISMISSED.match(right):
        return Intent("not", ("dismissed",))
    if phrases.LASTING.search(right):
        return Intent("ongoing", ("lasting",))
    aimed = phrases.AIM.match(right)
    if phrases.THAT_IS.fullmatch(left) and (aimed or phrases.PAUSE.match(right)):
        return Intent("names", ("that is",))
    if leads_in(_last_part(left)) and (aimed or phrases.PAUSE.match(right)):
        return Intent("names", ("led in",))
    if phrases.PRESENTED.search(left) and (aimed or phrases.PAUSE.match(right)):
        return Intent("names", ("presented",))
    if phrases.MEASURED.search(left):
        return Intent("names", ("measured",))
    if phrases.ONCE_MORE.search(left):
        return Intent("names", ("once more",))
    if not mention.spell.everyday and leads_in(_last_part(left)):
        return Intent("names", ("led in, then more",))
    if phrases.LETS_GO.search(left):
        return Intent("ongoing", ("let go",))
    if phrases.ONGOING.search(left) or phrases.DEFINITE.search(left) or phrases.OWN.search(left):
        return Intent("ongoing", ("owned",))
    if aimed and right.strip(" .!,?"):
        return Intent("names", ("aimed",))
    return Intent("talk", ("loose",))
