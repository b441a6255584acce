"""The patterns by which a masked turn is read; `§_N§` is a name, `«»` what is quoted, all else lower case.

Each is for one thing that English says about people (and, where it is short, German, French and Spanish).
"""

import re
from typing import Final

from notarius.modules.dnd.npcs.words import INVERTED, ROLES, SPEECH, THINGS, TRADE_PATTERN

_N: Final = r"\u00a7(?P<n>\d+)\u00a7"
_END: Final = (
    r"(?=\W*(?:[.,!?;\u2026\u2014-]|$)|,? (?:who|and|with|of|from|the|in|at|on|here|by|again|now|then|\w+ing)\b)"
)
_PERSON: Final = "|".join([*sorted(map(re.escape, ROLES), key=lambda word: (-len(word), word)), TRADE_PATTERN])
_THING: Final = "|".join(sorted(map(re.escape, THINGS), key=lambda word: (-len(word), word)))
_ARTICLE: Final = r"(?:a|an|the|this|that|another|his|her|your|their|my|our|one)"
ROLE: Final = rf"(?P<what>{_ARTICLE}\s(?:[\w'-]+,?\s){{0,4}}?(?:{_PERSON}))"
# No word may stand in two of the alternatives of a repeated group: the ways to read a run of it double with each.
_ADVERBS: Final = r"(?:,? (?:who|then|just|also|still|now|kind of|sort of|\w+ly))*"

SOMEBODY: Final = re.compile(rf"\b(?:{_ARTICLE} )?(?:[\w'-]+ ){{0,3}}?(?:{_PERSON})\b")
SOMETHING: Final = re.compile(rf"\b(?:{_THING})\b")
NAMED: Final = re.compile(
    rf"(?P<before>[^.!?\u00ab\u00bb]{{0,70}})\b(?P<verb>named|called|by the name of|known as|"
    rf"goes by(?: the name(?: of)?)?|calls? (?:him|her|them)sel(?:f|ves)|"
    rf"introduc\w+ (?:him|her|them|it)sel(?:f|ves)(?: to \w+)? as|(?:his|her|their|whose) "
    rf"name(?:'s| is| was)|namens|hei\u00dft|s'appelle|se llama|nomm\u00e9e?|llamad[oa])"
    rf",? {_N}"
)
SPEAKS: Final = re.compile(rf"{_N}{_ADVERBS},? (?:{SPEECH})(?![\w'])(?P<quote>[^.!?\u00ab]{{0,60}}\u00ab)?")
SPOKE: Final = (re.compile(rf"(?:\u00ab\u00bb[,.]?|,) (?:{INVERTED}) {_N}"), re.compile(rf"(?<![,\u00bb]) says {_N}"))
LIKE: Final = re.compile(rf"{_N}(?:(?:'s| is) like\b(?=,|\W*\u00ab)|:\s*\u00ab)")
#: Told in the past tense, speech counts only beside what is quoted: else it is a memory.
SAID: Final = (
    re.compile(
        rf"\u00ab\u00bb[,.]? (?:said|asked|replied|answered|whispered|muttered|shouted|called|growled|laughed) {_N}"
    ),
    re.compile(
        rf"{_N}{_ADVERBS} (?:said|asked|replied|answered|whispered|muttered|shouted|called|growled)[,:]? \u00ab"
    ),
)
ACTS: Final = re.compile(rf"{_N}{_ADVERBS},? (?P<verb>[a-z]+s)\b(?!')")
IS: Final = re.compile(
    rf"{_N}(?:, (?:who|whom|which) [^,.!?\u00a7\u00ab]{{1,50}},|,)?(?: ?'s| is)(?: "
    rf"(?:also|now|still|very|quite|already|just|\w+ly))* "
    rf"(?P<rest>[^.!?\u00ab]{{1,80}})"
)
APPOSED_BEFORE: Final = re.compile(rf"\b{ROLE},? {_N}")
APPOSED_BEHIND: Final = re.compile(rf"{_N},? {ROLE}\b")
COMES: Final = re.compile(
    rf"\b(?:comes?|steps?|walks?|stands?|sits?|waits?|emerges?|enters?|strides?|appears?|"
    rf"leans?|arrives?|rides?|lies?) {_N}{_END}"
)
#: "Behind the bar, polishing a tankard, is ..."; hills and towns rise, lie and stretch.
FOUND_DOING: Final = re.compile(
    rf"(?:^|[.!?]\s*|\band )(?:[\w']+ ){{0,6}}[^.!?]{{0,60}}\b(?!(?:ris|ly|stretch|sprawl|"
    rf"tower|loom|noth|someth|anyth|everyth|morn|even)ing)\w{{3,}}ing\b"
    rf"[^.!?]{{0,120}}?,? (?:is|sits|stands|waits) {_N}{_END}"
)
THIS: Final = re.compile(
    rf"\b(?:this is|that's|that is|here's|here is|it's|it is|you see|you spot|you notice|"
    rf"there's|there is) (?:(?:also|again|only|still|just|your|old|our) )*{_N}{_END}"
)
SHOWN: Final = re.compile(rf"\b(?:this is|here is|here's|meet) {_N}{_END}")
IT_IS_WHO: Final = re.compile(rf"[\w,] is {_N}{_END}")
MEETS: Final = re.compile(
    rf"\b(?:you (?:\w+ )?(?:meet(?: with)?|recogni[sz]e|find|wake)|met by|greeted by|"
    rf"approached by|joined by|followed by|accompanied by|interrupted by|introduces? you to|"
    rf"leads? you to|brings? you to|"
    rf"brought|eyes of|face of|voice of|figure of|sight of) {_N}{_END}"
)
SELF_NAMED: Final = re.compile(
    rf"\b(?:my name's|my name is|name's|the name is|the name's|(?:they|folks?|people|everyone|"
    rf"everybody|friends|most|you can|you may|just) call me|call me|ich hei(?:\u00dfe|sse)|"
    rf"mein name ist|"
    rf"je m'appelle|me llamo|mi nombre es|je suis) (?:just |called |the name of )?{_N}{_END}"
)
I_AM: Final = re.compile(rf"\b(?:i'm|i am|ich bin|yo soy) {_N}{_END}")
ROLLED: Final = re.compile(
    rf"\b(?:saves?|saving throw|throw|check|rolls?|rolling|damage|attack|turn|hit) (?:for|from|of|on|to) {_N}(?!')"
)
PRONOUN: Final = re.compile(
    rf"{_N}(?:'s)?[^.!?\u00a7\u00ab]{{0,50}}?\b(?:he|she|him|his|her|hers|himself|herself|who)\b"
)
PLACED: Final = re.compile(
    rf"\b(?:in|into|near|through|outside|inside|within|throughout|across|around|leave|left|"
    rf"enter|reach|town of|city of|village of|back to|way to|road to|to the|of the|from the) "
    rf"{_N}(?!')"
)
THE: Final = re.compile(rf"\b(?:the|a|an|this|some|each|every|any|no) {_N}")
NOT: Final = re.compile(
    rf"\b(?:not|isn't|wasn't|no longer|instead of|if|unless|like|than|would|could|might|as if|where|when|maybe) {_N}"
)
HAILED: Final = re.compile(
    rf"(?:^|[.!?,\u2026]\s*|\b(?:you|day|morning|evening|hello|hi|hey|thanks|please) ){_N}(?=\s*[,.!?\u2026]|\W*$)"
)
QUOTED_NAME: Final = re.compile(
    rf"^\W*(?:(?:i'm|it's|uh|um|er|oh|well|just|the name's|name's)\W+)*{_N}\s*(?:[.!?,\u2026]|$)"
)
TOLD_NAME: Final = re.compile(
    rf"^\W*(?:(?:yeah|yes|so|oh|uh|um|okay|well|he|she|they|it|that|is|would|be|you|learn|he's|"
    rf"she's|it's|that's|this|her|his|their|name|name's)\W+){{0,6}}{_N}\s*(?:[.,!?\u2026]|$)"
)
ADDRESSED: Final = (
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
PLAYS: Final = re.compile(
    rf"\b(?:i'm playing|i play|my character(?:'s name)?(?: is|'s)?|playing as|plays|played by|i'm going to be|as) {_N}"
)
