"""What a turn says about a name: introduced, speaks, acts, is described, is only spoken of, sits at the table.

Each pattern has a kind and a weight. Weights were chosen so that one explicit introduction suffices, and two or three
of the lesser signs together.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

import attrs

from notarius.modules.dnd.npcs.mentions import Masked, Mention
from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.words import DEEDS, INVERTED, MOVES, ROLES, SPEECH, STATIC_VERBS, THINGS, TRADE_PATTERN

Kind = Literal[
    "named", "says", "moves", "acts", "described", "present", "self", "answers", "shown", "near", "hailed", "place"
]

#: Kinds that show somebody by themselves, where nothing tells what is told from what is said.
STRONG: Final[frozenset[Kind]] = frozenset({"named", "says", "described", "self", "answers", "present"})
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


_N: Final = r"\u00a7(?P<n>\d+)\u00a7"
_END: Final = (
    r"(?=\W*(?:[.,!?;\u2026\u2014-]|$)|,? (?:who|and|with|of|from|the|in|at|on|here|by|again|now|then|\w+ing)\b)"
)
_PERSON: Final = "|".join([*sorted(map(re.escape, ROLES), key=lambda word: (-len(word), word)), TRADE_PATTERN])
_THING: Final = "|".join(sorted(map(re.escape, THINGS), key=lambda word: (-len(word), word)))
_ARTICLE: Final = r"(?:a|an|the|this|that|another|his|her|your|their|my|our|one)"
_ROLE: Final = rf"(?P<what>{_ARTICLE}\s(?:[\w'-]+,?\s){{0,4}}?(?:{_PERSON}))"
_ADVERBS: Final = r"(?:,? (?:who|then|just|also|still|simply|finally|now|only|kind of|sort of|\w+ly))*"

_NAMED: Final = re.compile(
    rf"(?P<before>[^.!?\u00ab\u00bb]{{0,70}})\b(?P<verb>named|called|by the name of|known as|"
    rf"goes by(?: the name(?: of)?)?|calls? (?:him|her|them)sel(?:f|ves)|"
    rf"introduc\w+ (?:him|her|them|it)sel(?:f|ves)(?: to \w+)? as|(?:his|her|their|whose) "
    rf"name(?:'s| is| was)|namens|hei\u00dft|s'appelle|se llama|nomm\u00e9e?|llamad[oa])"
    rf",? {_N}"
)
_SPEAKS: Final = re.compile(rf"{_N}{_ADVERBS},? (?:{SPEECH})(?![\w'])(?P<quote>[^.!?\u00ab]{{0,60}}\u00ab)?")
_SPOKE: Final = (re.compile(rf"(?:\u00ab\u00bb[,.]?|,) (?:{INVERTED}) {_N}"), re.compile(rf"(?<![,\u00bb]) says {_N}"))
_LIKE: Final = re.compile(rf"{_N}(?:(?:'s| is) like\b(?=,|\W*\u00ab)|:\s*\u00ab)")
#: Told in the past tense, speech counts only beside what is quoted: else it is a memory.
_SAID: Final = (
    re.compile(
        rf"\u00ab\u00bb[,.]? (?:said|asked|replied|answered|whispered|muttered|shouted|called|growled|laughed) {_N}"
    ),
    re.compile(
        rf"{_N}{_ADVERBS} (?:said|asked|replied|answered|whispered|muttered|shouted|called|growled)[,:]? \u00ab"
    ),
)
_ACTS: Final = re.compile(rf"{_N}{_ADVERBS},? (?P<verb>[a-z]+s)\b(?!')")
_IS: Final = re.compile(
    rf"{_N}(?:, (?:who|whom|which) [^,.!?\u00a7\u00ab]{{1,50}},|,)?(?: ?'s| is)(?: "
    rf"(?:currently|also|now|still|very|quite|already|just|actually|clearly|\w+ly))* "
    rf"(?P<rest>[^.!?\u00ab]{{1,80}})"
)
_APPOSED_BEFORE: Final = re.compile(rf"\b{_ROLE},? {_N}")
_APPOSED_BEHIND: Final = re.compile(rf"{_N},? {_ROLE}\b")
_COMES: Final = re.compile(
    rf"\b(?:comes?|steps?|walks?|stands?|sits?|waits?|emerges?|enters?|strides?|appears?|"
    rf"leans?|arrives?|rides?|lies?) {_N}{_END}"
)
#: "Behind the bar, polishing a tankard, is ..."; hills and towns rise, lie and stretch.
_FOUND_DOING: Final = re.compile(
    rf"(?:^|[.!?]\s*|\band )(?:[\w']+ ){{0,6}}[^.!?]{{0,60}}\b(?!(?:ris|ly|stretch|sprawl|"
    rf"tower|loom|noth|someth|anyth|everyth|morn|even)ing)\w{{3,}}ing\b"
    rf"[^.!?]{{0,120}}?,? (?:is|sits|stands|waits) {_N}{_END}"
)
_THIS: Final = re.compile(
    rf"\b(?:this is|that's|that is|here's|here is|it's|it is|you see|you spot|you notice|"
    rf"there's|there is) (?:(?:also|again|only|still|just|your|old|our) )*{_N}{_END}"
)
_IT_IS_WHO: Final = re.compile(rf"[\w,] is {_N}{_END}")
_MEETS: Final = re.compile(
    rf"\b(?:you (?:\w+ )?(?:meet(?: with)?|recogni[sz]e|find|wake)|met by|greeted by|"
    rf"approached by|joined by|followed by|accompanied by|interrupted by|introduces? you to|"
    rf"leads? you to|brings? you to|"
    rf"brought|eyes of|face of|voice of|figure of|sight of) {_N}{_END}"
)
_SELF_NAMED: Final = re.compile(
    rf"\b(?:my name's|my name is|name's|the name is|the name's|(?:they|folks?|people|everyone|"
    rf"everybody|friends|most|you can|you may|just) call me|call me|ich hei(?:\u00dfe|sse)|"
    rf"mein name ist|"
    rf"je m'appelle|me llamo|mi nombre es|je suis) (?:just |called |the name of )?{_N}{_END}"
)
_I_AM: Final = re.compile(rf"\b(?:i'm|i am|ich bin|yo soy) {_N}{_END}")
_ROLLED: Final = re.compile(
    rf"\b(?:saves?|saving throw|throw|check|rolls?|rolling|damage|attack|turn|hit) (?:for|from|of|on|to) {_N}(?!')"
)
_PRONOUN: Final = re.compile(
    rf"{_N}(?:'s)?[^.!?\u00a7\u00ab]{{0,50}}?\b(?:he|she|him|his|her|hers|himself|herself|who)\b"
)
_PLACED: Final = re.compile(
    rf"\b(?:in|into|near|through|outside|inside|within|throughout|across|around|leave|left|"
    rf"enter|reach|town of|city of|village of|back to|way to|road to|to the|of the|from the) "
    rf"{_N}(?!')"
)
_THE: Final = re.compile(rf"\b(?:the|a|an|this|some|each|every|any|no) {_N}")
_NOT: Final = re.compile(
    rf"\b(?:not|isn't|wasn't|no longer|instead of|if|unless|like|than|would|could|might|as if|where|when|maybe) {_N}"
)
_HAILED: Final = re.compile(
    rf"(?:^|[.!?,\u2026]\s*|\b(?:you|day|morning|evening|hello|hi|hey|thanks|please) ){_N}(?=\s*[,.!?\u2026]|\W*$)"
)
_QUOTED_NAME: Final = re.compile(
    rf"^\W*(?:(?:i'm|it's|uh|um|er|oh|well|just|the name's|name's)\W+)*{_N}\s*(?:[.!?,\u2026]|$)"
)
_TOLD_NAME: Final = re.compile(
    rf"^\W*(?:(?:yeah|yes|so|oh|uh|um|okay|well|he|she|they|it|that|is|would|be|you|learn|he's|"
    rf"she's|it's|that's|this|her|his|their|name|name's)\W+){{0,6}}{_N}\s*(?:[.,!?\u2026]|$)"
)
#: What deeds weigh where they may be told by somebody who is quoted, about somebody who is absent.
_SHARE_IN_SPEECH: Final = 0.4
_STATIC: Final = frozenset(
    [
        "is",
        "was",
        "has",
        "does",
        "this",
        "his",
        "its",
        "as",
        "us",
        "yes",
        "does",
        "always",
        "towards",
        "across",
        "needs",
        "costs",
        "means",
        "deals",
        "lasts",
    ]
)


def told_clues(masked: Masked, *, quotes: bool) -> Iterator[Clue]:
    """Signs in what the game master tells.

    Args:
        masked: the told stretch of a turn.
        quotes: whether this transcript sets what is said in quotation marks; else what is told may be somebody's speech
            about somebody else, and deeds weigh less.
    """
    yield from _naming(masked)
    for match in _SPEAKS.finditer(masked.text):
        yield _clue("says", masked, match, 3.0 if match["quote"] else 2.5)
    for pattern in (*_SPOKE, *_SAID, _LIKE):
        for match in pattern.finditer(masked.text):
            yield _clue("says", masked, match, 3.0 if quotes else 1.5)
    yield from _acting(masked, 1.0 if quotes else _SHARE_IN_SPEECH)
    yield from _describing(masked)
    yield from _presenting(masked)
    yield from _context(masked)


def _naming(masked: Masked) -> Iterator[Clue]:
    for match in _NAMED.finditer(masked.text):
        weight, what = _who_is_named(match["before"], match["verb"])
        if weight:
            yield _clue("named", masked, match, weight, what)


def _who_is_named(before: str, verb: str) -> tuple[float, str]:
    """A name given to a person counts whole, one given to a thing not at all; a bare "called" is in between."""
    if "sel" in verb or verb.endswith(("name's", "name is", "name was")):
        return 3.5, ""
    people = list(re.finditer(rf"\b(?:{_ARTICLE} )?(?:[\w'-]+ ){{0,3}}?(?:{_PERSON})\b", before))
    things = list(re.finditer(rf"\b(?:{_THING})\b", before))
    if people and (not things or things[-1].end() < people[-1].end()):
        return 4.0, people[-1].group()
    if things:
        return 0.0, ""
    pronoun = re.search(r"\b(?:he|she|they|who|him|her)(?:'s| is| was)?(?: \w+)?\s*$", before)
    return (3.0, "") if pronoun else (1.5, "") if verb in {"named", "by the name of"} else (0.5, "")


def _acting(masked: Masked, share: float) -> Iterator[Clue]:
    for match in _ACTS.finditer(masked.text):
        verb = match["verb"]
        if verb in MOVES:
            yield _clue("moves", masked, match, 1.5)
        elif verb in DEEDS:
            yield _clue("acts", masked, match, 1.5 * share)
        elif verb not in STATIC_VERBS:
            yield _clue("acts", masked, match, 0.75 * share)


def _describing(masked: Masked) -> Iterator[Clue]:
    for match in _IS.finditer(masked.text):
        rest = match["rest"]
        if role := re.match(_ROLE, rest):
            yield _clue("described", masked, match, 2.5, role["what"])
        elif re.match(r"(?:\w+ly )?\w+ing\b", rest):
            yield _clue("moves", masked, match, 1.5)
        elif re.match(r"(?:in|at|on|up|down|here|there|prone|unconscious|asleep|awake|stunned)\b", rest):
            yield _clue("moves", masked, match, 1.0)
        elif re.match(r"(?:a|an|the|very|not)\b", rest):
            yield _clue("acts", masked, match, 1.0)
    for match in _ROLLED.finditer(masked.text):
        yield _clue("acts", masked, match, 1.0)
    for match in _APPOSED_BEFORE.finditer(masked.text):
        yield _clue("described", masked, match, 2.5, match["what"])
    for match in _APPOSED_BEHIND.finditer(masked.text):
        yield _clue("described", masked, match, 2.5, match["what"])


def _presenting(masked: Masked) -> Iterator[Clue]:
    for match in _COMES.finditer(masked.text):
        yield _clue("present", masked, match, 2.0)
    for match in _MEETS.finditer(masked.text):
        yield _clue("present", masked, match, 2.0)
    for match in _FOUND_DOING.finditer(masked.text):
        clue = _clue("present", masked, match, 2.5)
        yield clue if _is_full(clue.mention) else attrs.evolve(clue, weight=1.0)
    for match in _THIS.finditer(masked.text):
        clue = _clue("shown", masked, match, 1.0)
        yield attrs.evolve(clue, weight=1.5) if _is_full(clue.mention) else clue


def _is_full(mention: Mention) -> bool:
    name = read_name(mention.name)
    return len(name.core) > 1 or bool(name.titles)


def _context(masked: Masked) -> Iterator[Clue]:
    for match in _IT_IS_WHO.finditer(masked.text):
        yield _clue("near", masked, match, 1.0)
    for match in _PRONOUN.finditer(masked.text):
        yield _clue("near", masked, match, 0.5)
    for pattern in (_PLACED, _THE):
        for match in pattern.finditer(masked.text):
            yield _clue("place", masked, match, -1.0)


def denied(masked: Masked) -> frozenset[int]:
    """Numbers of mentions that the turn takes back or supposes: "no, not Hana"."""
    return frozenset(int(match["n"]) for match in _NOT.finditer(masked.text))


def said_clues(masked: Masked) -> Iterator[Clue]:
    """Signs in what the game master says in quotation marks: only who speaks of themselves, or is shown, is there."""
    for pattern in (_SELF_NAMED, _I_AM):
        for match in pattern.finditer(masked.text):
            yield _clue("self", masked, match, 4.0)
    for match in re.finditer(rf"\b(?:this is|here is|here's|meet) {_N}{_END}", masked.text):
        yield _clue("shown", masked, match, 1.5)


def plain_speech_clues(masked: Masked) -> Iterator[Clue]:
    """Who names themselves where a game master's speech stands without quotation marks."""
    for match in _SELF_NAMED.finditer(masked.text):
        yield _clue("self", masked, match, 3.0)
    for match in _I_AM.finditer(masked.text):
        yield _clue("self", masked, match, 2.0)


def answer_clues(stretches: tuple[Masked, ...]) -> Iterator[Clue]:
    """A turn that answers the question for a name: the name alone, in quotation marks or at the turn's beginning."""
    for masked in stretches:
        match = (_QUOTED_NAME if masked.quoted else _TOLD_NAME).search(masked.text)
        if match:
            yield _clue("answers", masked, match, 3.5)


def hailing_clues(masked: Masked, *, answered: bool) -> Iterator[Clue]:
    """Whom a player's turn addresses: more if in quotation marks, so in character, and most if somebody answers there."""
    for match in _HAILED.finditer(masked.text):
        yield _clue("hailed", masked, match, (2.0 if answered else 1.0) if masked.quoted else 0.5)


_ADDRESSED: Final = (
    re.compile(
        rf"(?:^|[.!?,\u2026\u2014-]\s*|\b(?:and|so|then|okay|ok|right|now|well|sure|yes|no|next|up "
        rf"next is|next up is|over to) ){_N},? "
        r"(?:you\b|you're|your\b|you've|you'll|it's your|what\b|how do|roll\b|give me|make (?:a|"
        r"me|an)\b|go ahead|do you|are you|"
        r"where are|can you|would you|did you|have you|that's your)"
    ),
    re.compile(rf"\b(?:it's|that's|to|into|ends|now|on|is) {_N}'s (?:turn|go)\b"),
    re.compile(rf"{_N}'s (?:turn|up|go)\b"),
    re.compile(rf"^\W*{_N}\W*$"),
    re.compile(rf", {_N}\?"),
)
_PLAYS: Final = re.compile(
    rf"\b(?:i'm playing|i play|my character(?:'s name)?(?: is|'s)?|playing as|plays|played by|i'm going to be|as) {_N}"
)


def seat_clues(masked: Masked, *, game_master: bool) -> Iterator[Mention]:
    """Mentions that show a name to be a player's or a player character's, where no roster says so."""
    if masked.quoted:
        patterns: tuple[re.Pattern[str], ...] = () if game_master else (_SELF_NAMED, _I_AM)
    else:
        patterns = _ADDRESSED if game_master else (_PLAYS, _SELF_NAMED, _I_AM)
    for pattern in patterns:
        for match in pattern.finditer(masked.text):
            yield masked.mentions[int(match["n"])]


def played_clues(masked: Masked) -> Iterator[Mention]:
    """Names whose deeds a player tells in the present tense, as players tell their own character's."""
    for match in _ACTS.finditer(masked.text):
        if match["verb"] in DEEDS or match["verb"] in {
            "says",
            "asks",
            "goes",
            "whispers",
            "casts",
            "tries",
            "wants",
            "gets",
        }:
            yield masked.mentions[int(match["n"])]
    for pattern in _SPOKE:
        for match in pattern.finditer(masked.text):
            yield masked.mentions[int(match["n"])]


def _clue(kind: Kind, masked: Masked, match: re.Match[str], weight: float, what: str = "") -> Clue:
    what = re.sub(r"\u00a7\d+\u00a7", "", what).strip()
    return Clue(kind, masked.mentions[int(match["n"])], weight, what)
