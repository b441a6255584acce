"""What a turn says about a name: introduced, speaks, acts, is described, is only spoken of, sits at the table.

Each pattern has a kind and a weight. Weights were chosen so that one explicit introduction suffices, and two or three
of the lesser signs together.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

import attrs

from notarius.modules.dnd.npcs import patterns
from notarius.modules.dnd.npcs.masks import Masked
from notarius.modules.dnd.npcs.mentions import Mention
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.words import DEEDS, MOVES, STATIC_VERBS

Kind = Literal[
    "named", "says", "moves", "acts", "described", "present", "self", "answers", "shown", "near", "hailed", "place"
]

#: Kinds that show somebody by themselves, where nothing tells what is told from what is said.
STRONG: Final[frozenset[Kind]] = frozenset({"named", "says", "described", "self", "answers", "present"})
#: Kinds so explicit that a name which looks like one of the table's is somebody else's all the same.
INTRODUCTIONS: Final[frozenset[Kind]] = frozenset({"named", "self", "answers"})
#: Kinds that a game master's words about a player character may have too, and a player's.
TOLD_OF_ANYBODY: Final[frozenset[Kind]] = frozenset({"says", "moves", "acts", "described", "self"})


@attrs.frozen
class Clue:
    """A sign that a name is, or is not, that of somebody who is there.

    Attributes:
        kind: what the turn does with the name.
        mention: the name.
        weight: how much that says; negative against.
        what: words of the turn that describe the person, or empty.
    """

    kind: Kind
    mention: Mention
    weight: float
    what: str = ""


#: What deeds weigh where they may be told by somebody who is quoted, about somebody who is absent.
_SHARE_IN_SPEECH: Final = 0.4
_PLAYED: Final = frozenset({"says", "asks", "goes", "whispers", "casts", "tries", "wants"})


def told_clues(masked: Masked, *, quotes: bool) -> Iterator[Clue]:
    """Signs in what the game master tells.

    Args:
        masked: the told stretch of a turn.
        quotes: whether this transcript sets what is said in quotation marks; else what is told may be somebody's speech
            about somebody else, and deeds weigh less.
    """
    yield from _naming(masked)
    for match in patterns.SPEAKS.finditer(masked.text):
        yield _clue("says", masked, match, 3.0 if match["quote"] else 2.5)
    for pattern in (*patterns.SPOKE, *patterns.SAID, patterns.LIKE):
        for match in pattern.finditer(masked.text):
            yield _clue("says", masked, match, 3.0 if quotes else 1.5)
    yield from _acting(masked, 1.0 if quotes else _SHARE_IN_SPEECH)
    yield from _describing(masked)
    yield from _presenting(masked)
    yield from _context(masked)


def _naming(masked: Masked) -> Iterator[Clue]:
    for match in patterns.NAMED.finditer(masked.text):
        weight, what = _who_is_named(match["before"], match["verb"])
        if weight:
            yield _clue("named", masked, match, weight, what)


def _who_is_named(before: str, verb: str) -> tuple[float, str]:
    """A name given to a person counts whole, one given to a thing not at all; a bare "called" is in between."""
    if "sel" in verb or verb.endswith(("name's", "name is", "name was")):
        return 3.5, ""
    people, things = list(patterns.SOMEBODY.finditer(before)), list(patterns.SOMETHING.finditer(before))
    if people and (not things or things[-1].end() < people[-1].end()):
        return 4.0, people[-1].group()
    if things:
        return 0.0, ""
    pronoun = re.search(r"\b(?:he|she|they|who|him|her)(?:'s| is| was)?(?: \w+)?\s*$", before)
    return (3.0, "") if pronoun else (1.5, "") if verb in {"named", "by the name of"} else (0.5, "")


def _acting(masked: Masked, share: float) -> Iterator[Clue]:
    for match in patterns.ACTS.finditer(masked.text):
        verb = match["verb"]
        if verb in MOVES:
            yield _clue("moves", masked, match, 1.5)
        elif verb in DEEDS:
            yield _clue("acts", masked, match, 1.5 * share)
        elif verb not in STATIC_VERBS:
            yield _clue("acts", masked, match, 0.75 * share)


def _describing(masked: Masked) -> Iterator[Clue]:
    for match in patterns.IS.finditer(masked.text):
        rest = match["rest"]
        if role := re.match(patterns.ROLE, rest):
            yield _clue("described", masked, match, 2.5, role["what"])
        elif re.match(r"(?:\w+ly )?\w+ing\b", rest):
            yield _clue("moves", masked, match, 1.5)
        elif re.match(r"(?:in|at|on|up|down|here|there|prone|unconscious|asleep|awake|stunned)\b", rest):
            yield _clue("moves", masked, match, 1.0)
        elif re.match(r"(?:a|an|the|very|not)\b", rest):
            yield _clue("acts", masked, match, 1.0)
    for match in patterns.ROLLED.finditer(masked.text):
        yield _clue("acts", masked, match, 1.0)
    for match in patterns.APPOSED_BEFORE.finditer(masked.text):
        yield _clue("described", masked, match, 2.5, match["what"])
    for match in patterns.APPOSED_BEHIND.finditer(masked.text):
        yield _clue("described", masked, match, 2.5, match["what"])


def _presenting(masked: Masked) -> Iterator[Clue]:
    for match in patterns.COMES.finditer(masked.text):
        yield _clue("present", masked, match, 2.0)
    for match in patterns.MEETS.finditer(masked.text):
        yield _clue("present", masked, match, 2.0)
    for match in patterns.FOUND_DOING.finditer(masked.text):
        clue = _clue("present", masked, match, 2.5)
        yield clue if _is_full(clue.mention) else attrs.evolve(clue, weight=1.0)
    for match in patterns.THIS.finditer(masked.text):
        clue = _clue("shown", masked, match, 1.0)
        yield attrs.evolve(clue, weight=1.5) if _is_full(clue.mention) else clue


def _is_full(mention: Mention) -> bool:
    name = read_name(mention.name)
    return len(name.core) > 1 or bool(name.titles)


def _context(masked: Masked) -> Iterator[Clue]:
    for match in patterns.IT_IS_WHO.finditer(masked.text):
        yield _clue("near", masked, match, 1.0)
    for match in patterns.PRONOUN.finditer(masked.text):
        yield _clue("near", masked, match, 0.5)
    for pattern in (patterns.PLACED, patterns.THE):
        for match in pattern.finditer(masked.text):
            yield _clue("place", masked, match, -1.0)


def denied(masked: Masked) -> frozenset[int]:
    """Numbers of mentions that the turn takes back or supposes: "no, not Hana"."""
    return frozenset(int(match["n"]) for match in patterns.NOT.finditer(masked.text))


def said_clues(masked: Masked) -> Iterator[Clue]:
    """Signs in what the game master says in quotation marks: only who speaks of themselves, or is shown, is there."""
    for pattern in (patterns.SELF_NAMED, patterns.I_AM):
        for match in pattern.finditer(masked.text):
            yield _clue("self", masked, match, 4.0)
    for match in patterns.SHOWN.finditer(masked.text):
        yield _clue("shown", masked, match, 1.5)


def plain_speech_clues(masked: Masked) -> Iterator[Clue]:
    """Who names themselves where a game master's speech stands without quotation marks."""
    for match in patterns.SELF_NAMED.finditer(masked.text):
        yield _clue("self", masked, match, 3.0)
    for match in patterns.I_AM.finditer(masked.text):
        yield _clue("self", masked, match, 2.0)


def answer_clues(stretches: tuple[Masked, ...]) -> Iterator[Clue]:
    """A turn that answers the question for a name: the name alone, in quotation marks or at the turn's beginning."""
    for masked in stretches:
        match = (patterns.QUOTED_NAME if masked.quoted else patterns.TOLD_NAME).search(masked.text)
        if match:
            yield _clue("answers", masked, match, 3.5)


def hailing_clues(masked: Masked, *, answered: bool) -> Iterator[Clue]:
    """Whom a player's turn addresses: more if in quotation marks, so in character, and most if somebody answers."""
    for match in patterns.HAILED.finditer(masked.text):
        yield _clue("hailed", masked, match, (2.0 if answered else 1.0) if masked.quoted else 0.5)


def seat_clues(masked: Masked, *, game_master: bool) -> Iterator[Mention]:
    """Mentions that show a name to be a player's or a player character's, where no roster says so."""
    for pattern in _seat_patterns(quoted=masked.quoted, game_master=game_master):
        for match in pattern.finditer(masked.text):
            yield masked.mentions[int(match["n"])]


def _seat_patterns(*, quoted: bool, game_master: bool) -> tuple[re.Pattern[str], ...]:
    if game_master:
        return () if quoted else patterns.ADDRESSED
    named = (patterns.SELF_NAMED, patterns.I_AM)
    return named if quoted else (patterns.PLAYS, *named)


def played_clues(masked: Masked) -> Iterator[Mention]:
    """Names whose deeds a player tells in the present tense, as players tell their own character's."""
    for match in patterns.ACTS.finditer(masked.text):
        if match["verb"] in DEEDS | _PLAYED:
            yield masked.mentions[int(match["n"])]
    for pattern in patterns.SPOKE:
        for match in pattern.finditer(masked.text):
            yield masked.mentions[int(match["n"])]


def _clue(kind: Kind, masked: Masked, match: re.Match[str], weight: float, what: str = "") -> Clue:
    what = re.sub(r"\u00a7\d+\u00a7", "", what).strip()
    return Clue(kind, masked.mentions[int(match["n"])], weight, what)
