"""The words around a spell's name that `features` looks for: beside it, in its turn, in answers to it."""

import re
from collections.abc import Collection
from typing import Final

from notarius.modules.dnd.wordlists import words
from notarius.text import plain

_ORD: Final = r"(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
_NUM: Final = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty)"
)
_ABILITY: Final = r"(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)"
# What a declaration is often followed by; looked for in its sentence and the next one.
NEAR: Final = {
    "level": re.compile(
        rf"\b{_ORD}[ -](?:level|slot|lvl)|\blevel[ -](?:\d|{_NUM})\b|\b(?:at|with a|as a) {_ORD}\b|\bupcast|"
        rf"\bspell slot|\bslot\b"
    ),
    "dice": re.compile(rf"\b\d*d(?:4|6|8|10|12|20)s?\b|\b{_NUM} d (?:four|six|eight|ten|twelve)\b"),
    "throw": re.compile(
        rf"\b{_ABILITY}\b\W+(?:sav(?:e|es|ing)|{_NUM}|check)|\bsav(?:e|ing throw)s?\b|\bdc\b|^\W*{_ABILITY}\W*$|"
        rf"\b(?:wisdom|charisma|dexterity|constitution|strength|intelligence)[.,?!]"
    ),
    "hit": re.compile(rf"\bto hit\b|\bdoes an? {_NUM} hit\b|\b{_NUM}\W*$|\bnatural\b|\bpoints?\b"),
    "count": re.compile(r"\b(?:beams?|darts?|rays?|bolts?|charges?|targets?|both of|all (?:of|three|four))\b"),
    "cost": re.compile(r"\b(?:bonus(?: action)?|reaction|as (?:a|my) (?:action|ritual)|cantrip|action)\b"),
    "shaping": re.compile(r"\b(?:quicken\w*|twin(?:ned)?|subtle|upcast|heighten\w*|empower\w*|distant)\b"),
    "target": re.compile(
        r"\b(?:on(?:to)?|at|to|against) (?:the|him|her|it|them|me|myself|us|you|that|this|everyone|both|all|his|my|"
        r"everybody|one)\b"
    ),
    "place": re.compile(
        r"\b(?:right (?:on|in|at|by|there|here|behind|next)|centered|in front of|behind|around|over)\b"
    ),
}
ANSWERS: Final = {
    "lets a save be rolled": re.compile(
        rf"\b(?:save|saves|saved|saving throw|fails?|failed|succeeds?)\b|\b{_ABILITY}\b"
    ),
    "tells a hit": re.compile(r"\b(?:hits?|miss(?:es)?|damage|roll(?:s)?|to hit|points? of)\b"),
    "tells what happens": re.compile(
        r"\b(?:you (?:see|watch|feel|hear|reach|release|unleash|whisper|touch|point|web|hex|mark|send|ring)|"
        r"as you|there's|he|she|it|they)\b"
    ),
    "asks": re.compile(r"\?"),
    "asks whether it is meant": re.compile(
        r"\b(?:you(?: do| really)? wan(?:t to|na)\b[^.!]{0,80}\?|are you sure|you sure|is that what)"
    ),
    "begins with no": re.compile(r"^\W*(?:no|nope|nah|not|you can'?t|unfortunately|sorry|too late)\b"),
    "begins with okay": re.compile(
        r"^\W*(?:\w+\W+)?(?:okay|ok|yes|yeah|yep|sure|all right|alright|great|nice|cool|done|fine|go|oh|absolutely|"
        r"of course|got|perfect|love)\b"
    ),
    "speaks of having": re.compile(r"\b(?:you(?: only)?(?:'ve| have)?(?: got)? (?:no|any|\w+ left)|out of|left)\b"),
    "passes on": re.compile(r"\byou'?re up\b|\byour turn\b|\bend of\b|\bnext\b"),
}
OWN_NEXT: Final = {
    "a number": re.compile(rf"^\W*(?:\w+\W+){{0,3}}?{_NUM}\b"),
    "damage": re.compile(r"\b(?:damage|points|plus|d(?:4|6|8|10|12)|half|total|healing|hit points)\b"),
    "a throw": re.compile(rf"\b{_ABILITY}\b|\bsave\b|\bdc\b|\bto hit\b"),
    "a target": re.compile(r"^\W*(?:on|at|to|the|that|this|him|her|me|my|us|all|both|everyone|just)\b"),
    "another plan": re.compile(
        r"\b(?:instead|actually|never ?mind|okay,? (?:then|fine|so) i|i'll just|forget|no,|rather|can't|don't have)\b"
    ),
    "a level": re.compile(rf"^\W*(?:\w+\W+){{0,3}}?{_ORD}\b|\blevel\b"),
    "wavers": re.compile(
        r"\bshould i\b|\bi don'?t know\b|\bmaybe not\b|\blet me think\b|\bhang on\b|\bhold on\b|\b(?:yes|yeah)\W+no\b|"
        r"\bor (?:not|should)\b|\bdo i (?:want|need)\b|\bam i\b[^.!]{0,30}\?"
    ),
    "spends": re.compile(
        rf"\b(?:burn|burning|spend|spending|use|using|blow|blowing|take|taking|there goes)\W+"
        rf"(?:\w+\W+){{0,2}}?(?:{_ORD}|slot)\b"
    ),
    "does": re.compile(
        r"^\W*(?:(?:okay|yeah|all right|so|then|well|and|great|fine)\W+)*i(?:'m|'ll)? (?!don't|think|know|guess|"
        r"mean|have|was|hope|wish|could|can|wonder|love|hate|need|thought|got|said|feel|believe)\w+"
    ),
    "yes": re.compile(r"^\W*(?:yes|yeah|yep|yup|correct|i do|sure|okay|uh-?huh|mm-?hm+)\b"),
}
AND_SELF: Final = re.compile(r"[^.!?]{0,40}\b(?:and|,) (?:me|myself|i)\b")
OWNING: Final = re.compile(r"\b(?:i've got|i have|we have|you have|we've got|i've)\b")
LATER_BEHIND: Final = re.compile(
    r"\b(?:tonight|tomorrow|later|next (?:turn|round|time)|in the morning|afterwards|after (?:this|that)|if (?:one|any|"
    r"that|this|there|something|anything)|in case)\b"
)
ASKED: Final = re.compile(r"[^.!]{0,30}\?")
SAVED: Final = re.compile(r"\b(?:sav|keep|have|hav|need)(?:e|ed|ing)? (?:it|that|them|one|this|my \w+|a \w+) for\b")
WHAT_IF: Final = re.compile(r"\bwhat if\b")
WOULD: Final = re.compile(r"\bi'?d (?!like|love|rather)(?:\w+ ){0,2}(?:an? |the |my )?$")
ARTICLE: Final = re.compile(r"\b(?:a|an|the|my|your|his|her|their|its|our|that|this|any)\W*$")
REQUEST: Final = re.compile(r"\?|\b(?:you|please|need|want|gimme|give)\b")
ASKS_WHAT: Final = re.compile(
    r"\b(?:what(?:'s| is| was| are|'re)|which (?:one|spell)|who(?:'s| is| has|'s got)|how (?:many|much|long|far)|"
    r"(?:do|does|did) (?:you|we|he|she|it|anyone|anybody|that)|(?:have|has) (?:you|we|anyone|anybody)|is that|"
    r"what (?:have|do|does|did))\b[^.!]*\?\W*$"
)
# Asks for a name: what is answered tells what something is.
ASKS_NAME: Final = re.compile(
    r"\b(?:what(?:'s| is| was|'re| are)|which(?: one| spell)?(?:'s| is| was| has| does)?) (?:the|that|this|it|those|"
    r"your|my|his|her|one)\b(?! (?:save|dc|plan|damage|range|target|level))[^.!]*\?\W*$"
)
OR_ELSE: Final = re.compile(r"\W*or\b")
OR_NEXT: Final = re.compile(r"\W*or\b")
EITHER: Final = re.compile(r"\beither\b|\bor\W+(?:(?:a|an|the|my|just|maybe|even)\W+)*$")
CARRIED: Final = re.compile(
    r"\b(?:carry(?:ing)? over|mov(?:e|es|ing)|transfer\w*|shift\w*|switch\w*|keep\w*)\W+(?:over\W+)?(?:my|the|that|"
    r"it)\b"
)
NO_AFTER: Final = re.compile(
    r"^\W*(?:no\b(?=\W*[.!?]|\W*$|\W+(?:no|wait|i|we|he|she|they|you|"
    r"not(?! (?:me|him|her|you|them|us|that one|on|at)\b)|never|"
    r"that|don't|can't|because)\b)"
    r"(?!\W+(?:wait,? )?(?:on|at|to) (?:the|him|her|them|that|this|me|you)\b)"
    r"(?!,? (?:wait,? (?:at|on|it's)|i mean|that's (?:fine|okay|good)))|no,? wait|wait,? no|"
    r"oh,? no,? (?:wait|i)|never ?mind|"
    r"i can'?t|actually,? no|(?:i|we|nobody|no one) (?:don'?t|doesn'?t|didn'?t|does|can'?t) have|"
    r"that'?s not a spell|(?:it|that) isn'?t a spell)"
)
# Words behind a name that break off: what is denied behind them is they, as in "Hex on her, con-- no, strength".
BROKEN_OFF: Final = re.compile(r",[^,]*\w(?:--|\u2014|\u2026|\.\.\.)\s*$")
SAME_AIM: Final = re.compile(
    r"\W*(?:same (?:target|guy|one|thing|dude)|on\b|at\b|that (?:guy|one)|this (?:guy|one)|right (?:there|at|on))"
)
ROLLED: Final = re.compile(
    r"[^.!?]{0,60}?(?:[.!?,]\s*|\b(?:that'?s|for|with|is|does)\s+)(?:so |that'?s |an? |for |plus |it'?s\W*|"
    rf"natural )*(?:{_NUM}|twenty(?:[ -]\w+)?)\b(?![ -](?:level|feet|foot|of|minute|hour|round|creature|people))"
)
_NO_DEED: Final = (
    "don't|think|know|guess|mean|have|was|hope|wish|could|can|wonder|love|like|hate|need|thought|got|said|feel|believe"
)
ACTS: Final = re.compile(
    rf"(?:^|[.!?]\s+|,\s)(?:(?:okay|so|and|then|yeah|all right|right)\W+)*i(?:'ll|'m)? (?!{_NO_DEED})\w+"
)
ACTS_UNMARKED: Final = re.compile(rf"\bi(?:'ll|'m)? (?!{_NO_DEED}|do\b|am\b)\w+")
AT_YOU: Final = re.compile(
    r"\W*(?:again )?(?:on|at|to|against|toward\w*) (?:(?:the rest|all|each|both|one|two) of )?you\b(?! (?:guys|"
    r"all|two|three|both))"
)
RECOUNTED: Final = re.compile(r"\b(?:once|twice|used|spent|burned|burnt|took|did|so far|already|last time)\b")
LATER: Final = re.compile(r"\b(?:next (?:week|time|session|turn|round|day|morning)|tomorrow|later on|after this)\b")
PLEA: Final = re.compile(r"\W*(?:come on|please|do it|use it|you've got|try)\b")
FIRST: Final = re.compile(r"\bi(?:'ll|'m)?\b(?! (?:think|guess|mean|know|see|wonder|bet))|[\"\u201c\u201d]")
SPENT: Final = re.compile(
    r"\b(?:already|from before|(?:is|it's|was) (?:still )?(?:up|going|active)\b|last (?:session|time|week|night|"
    r"campaign)|"
    r"this morning|earlier|at breakfast|i (?:did|used|cast|had) (?:it|that) )"
)
LACKING: Final = re.compile(
    r"^[^.!?]{0,40}\b(?:i(?:'m| am) out\b|i (?:don't|can't|won't|haven't|didn't)|but i |too (?:far|late)|no good)"
)
RULES: Final = re.compile(
    r"\b(?:does it|what does|how (?:does|do|long|much|many)|it says|you (?:get|have to|need)|feet|foot|range|lasts?|"
    r"concentration|duration|means|per day|long rest|short rest|prepared|slots? left)\b"
)
NEGATED: Final = re.compile(r"\b(?:not|no|never|don't|didn't|can't|won't|without|isn't|nobody|wouldn't|out of)\b")
BUT: Final = re.compile(r"\bbut\b|;")
HYPOTHETICAL: Final = re.compile(
    r"\b(?:if|could|would|might|should|maybe|what about|how about|thinking|was gonna|was going to|wish|next time|"
    r"next (?:turn|week|session)|or|remember|last time|i had|has|do you)\b"
)
PRESENTING: Final = re.compile(
    r"\b(?:it's|it is|that's|that is|this is|here's|here comes)(?:\W+(?:gonna be|my|a))*\W*$"
)
_LEFT: Final = (
    ("own", re.compile(r"\b(?:my|our)\W*$")),
    ("article", re.compile(r"\b(?:the|that|this|your|his|her|their|its|those|\w+'s)\W*$")),
    ("a", re.compile(r"\b(?:a|an|another|some|one more)\W*$")),
    ("have", re.compile(r"\b(?:have|has|had|got|know|prepared)\W*$")),
    ("be", re.compile(r"\b(?:it's|that's|is|was|are|be|called)\W*$")),
    ("of", re.compile(r"\b(?:of|from|with|about|for|like|by|under|against|than|in|on|to the)\W*$")),
    ("and", re.compile(r"\b(?:and|plus|then|and then|so|also|but)\W*$")),
    ("or", re.compile(r"\bor\W*$")),
    ("to", re.compile(r"(?:\b(?:to|gonna|will|let's|just|do|did)|'ll|'d)\W*$")),
    ("i", re.compile(r"\b(?:i|we|he|she|they|you|i'm)\W*$")),
    ("comma", re.compile(r"[,;:\u2014-]\W*$")),
)
_RIGHT: Final = (
    ("end", re.compile(r"[\s\"'\u201d*]*+[.\u2026]*+[\s\"'\u201d*]*+$")),
    ("question", re.compile(r"\W*\?")),
    ("exclamation", re.compile(r"\W*!")),
    ("comma", re.compile(r"\s*[,;:\u2014-]")),
    ("aim", re.compile(r"\W*(?:right |straight )?(?:on|onto|at|against|to|into|over|around|toward\w*|in|for)\b")),
    ("object", re.compile(r"\W*(?:him|her|them|it|me|myself|us|you|the|that|this|those|everyone|both|his|my|these)\b")),
    ("level", re.compile(rf"\W*(?:at )?(?:{_ORD}|level)\b")),
    ("again", re.compile(r"\W*(?:again|once more|too|as well|instead|twice)\b")),
    ("or", re.compile(r"\W*or\b")),
    ("and", re.compile(r"\W*(?:and|so|then|because|but|with)\b")),
    ("verb", re.compile(r"\W*(?:is|was|does|do|has|lasts?|gives?|would|could|can|will|works?|only|still|that)\b|'s\b")),
    ("number", re.compile(rf"\W*{_NUM}\b")),
)


def left_class(left: str) -> str:
    """What kind of word or sign stands before a name; `start` at the beginning, fillers left out."""
    if not re.search(r"\w", FILLERS.sub("", left)):
        return "start"
    return next((name for name, pattern in _LEFT if pattern.search(left)), "word")


def right_class(right: str) -> str:
    """What kind of word or sign stands behind a name."""
    return next((name for name, pattern in _RIGHT if pattern.match(right)), "word")


FILLERS: Final = re.compile(
    r"\b(?:okay|ok|yeah|yes|yep|all right|alright|well|so|then|and|um+|uh+|oh|hey|right|now|sure|fine|cool|also|"
    r"again|actually|wait|you know what|first|just|bonus action|as a bonus action|reaction|action|cantrip|no|nope)\b"
)


def quoted(text: str, place: int) -> bool:
    """Whether a character stands within double quotes."""
    before = text[:place]
    curly = before.count("\u201c") > before.count("\u201d")
    return curly or before.count('"') % 2 == 1


_CAPITAL_BEFORE: Final = re.compile(r"(?<![.!?:\"\u201c\u2014-] )(?<!^)\b(?P<word>[A-Z][\w'\u2019]+) $")
_LONGEST_WORD: Final = 60
_CAPITAL_BEHIND: Final = re.compile(r" (?P<word>[A-Z][a-z]+)")
_NO_PART: Final = words("i im ill ive and the a my so then dc quickened twinned subtle upcast on at")


def within_longer(text: str, start: int, end: int, people: Collection[str]) -> bool:
    """Whether a capitalised name is part of a longer one, as in "Healing Light"; people's names are not."""
    found = _CAPITAL_BEFORE.search(text, max(0, start - _LONGEST_WORD), start) or _CAPITAL_BEHIND.match(text, end)
    return found is not None and plain(found["word"]) not in _NO_PART and plain(found["word"]) not in people
