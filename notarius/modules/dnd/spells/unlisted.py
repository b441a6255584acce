"""Names of spells that no list has and only the words around show to be spells."""

import re
from collections.abc import Iterator
from typing import Final

from notarius.modules.dnd.spells.lexicon import Spell
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.powers import POWERS
from notarius.modules.dnd.spells.speech import Turn
from notarius.modules.dnd.spells.spellwords import LONE, TELLING, spell_word_runs, stem_of
from notarius.modules.dnd.wordlists import words
from notarius.text import plain

_CAST: Final = re.compile(r"\b(?:re|up)?cast(?:s|ing)?\b")
# Words that may stand, with a capital, before a name at the beginning of a sentence.
_FIRST: Final = (
    r"(?:(?:Would|Could|Can|Do|Does|Did|Is|Was|Should|Will|Then|So|And|But|Or|With|That|Because|If|When|What|How|"
    r"Maybe|Just|Also|No|Not|Okay|Oh|Um|Uh|My|The|A|An|Another|Using|Use|Cast|Casting|Like|Actually|Finally|Bonus|"
    r"Action|Reaction|Now|First|Next)[,\s]\s*)*"
)
_LEAD: Final = (
    r"\s*(?:(?:a|an|the|my|his|her|their|another|some|that|this|one|out|up|off|quick|little|big|nice|free|single|um|"
    r"uh|like|"
    r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)(?:[ -]level)?|level|cantrip|"
    r"spell|called|"
    r"upcast(?:ed)?|quickened|twinned|subtle|of)[,\s-]\s*)*"
)
_CAPITAL_NAME: Final = re.compile(
    _LEAD + _FIRST + r"(?P<name>[A-Z][\w\u2019'-]{1,40}(?:(?:[ /-](?:of|the|to|from|and|with|without|or|a|in|"
    r"into)){0,2}[ /-][A-Z][\w\u2019'-]{1,40}){0,7})"
)
_LOWER_NAME: Final = re.compile(
    _LEAD
    + r"(?P<name>[a-z][\w\u2019'-]{1,40}(?:[ /-](?!(?:on|at|to|over|around|upon|using|as|for|with|in|into|from|and|but|"
    r"so|before|after|if|again|here|there|now|just|i|because|through|behind|next|right|while|please|too|by|that|"
    r"this)\b)[a-z][\w\u2019'-]{0,40}|[ ]of[ ](?:the[ ])?[a-z]\w{1,40}){0,3})"
    r"(?=\s*[.,!?;\u2014-]|\s*$|\s+(?:on|at|to|over|around|upon|using|as|again|here)\b)"
)
_NO_NAME: Final = words(
    "it that this them him her us me you i a an the spell spells something anything nothing everything what which "
    "one two ones magic level levels cantrip cantrips at on to from as with in into over through by and or but if "
    "when while again first second third fourth fifth sixth seventh eighth ninth okay oh yeah no yes well so then "
    "now here there just right all both each another more any some my his their our your members member iron "
    "shadows shadow doubt aside away about out up off down is was are were be because before after until "
    "dispersions lots himself herself myself time twice once ritual ritually eyes eye glance glances vote net "
    "line look like ability action bonus reaction still too also"
)


_NUMBERS: Final = words(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred first second third fourth fifth "
    "sixth seventh eighth ninth 1st 2nd 3rd 4th 5th 6th 7th 8th 9th level levels slot slots points point damage "
    "natural advantage disadvantage okay yeah"
)


def find_unlisted(turn: Turn, *, capitals: bool, names: frozenset[str], taken: list[Mention]) -> Iterator[Mention]:
    """Names that no list has: right behind "cast" (`said`), or capitalised where other verbs have a spell (`guessed`).

    Args:
        turn: the turn.
        capitals: whether capitals mark names in this transcript.
        names: plain names of people and powers, which are no spells.
        taken: the mentions of known names in this turn.
    """
    for cast in _CAST.finditer(turn.low):
        name = (_CAPITAL_NAME if capitals else _LOWER_NAME).match(turn.text if capitals else turn.low, cast.end())
        if name is not None and _is_new(name, names, taken):
            yield Mention(turn, Spell(_titled(name["name"]), source="said"), *name.span("name"), capital=capitals)
    for doing in _DOING.finditer(turn.text) if capitals else ():
        name = _CAPITAL_NAME.match(turn.text, doing.end())
        if (
            name is not None
            and _is_new(name, names, taken)
            and _is_spellish(name["name"], bare=not doing.group().strip())
        ):
            yield Mention(turn, Spell(_titled(name["name"]), source="guessed"), *name.span("name"), capital=True)
    yield from _made_of_spell_words(turn, capitals=capitals, names=names, taken=taken)
    yield from _verbs(turn, capitals=capitals, names=names, taken=taken)


def _made_of_spell_words(
    turn: Turn, *, capitals: bool, names: frozenset[str], taken: list[Mention]
) -> Iterator[Mention]:
    """Names that are made of the words of which spells' names are made; with capitals if there are any."""
    tokens = [(word.plain, word.start, word.end) for word in turn.words]
    marked = {word.start: word.capital for word in turn.words}
    for start, end in spell_word_runs(tokens):
        large = [marked[at] for at, _ in _content(turn, start, end)]
        first, *others = turn.text[start:end].split(" ")
        name = " ".join([first if first.lower() in TELLING else stem_of(first.lower()), *others])
        if capitals and not all(large) and not all(stem_of(part) in TELLING for _, part in _content(turn, start, end)):
            continue
        if plain(name) in POWERS or _SPOKEN.match(name):
            continue
        if any(m.start < end and start < m.end for m in taken) or not _is_name(name, names):
            continue
        yield Mention(turn, Spell(_titled(name), source="guessed"), start, end, capital=all(large))


def _content(turn: Turn, start: int, end: int) -> list[tuple[int, str]]:
    return [(w.start, w.plain) for w in turn.words if start <= w.start and w.end <= end and w.plain not in _SMALL]


# A name as a verb: of one word, which a capital inside the sentence, or rarity, marks as one.
_AS_VERB: Final = re.compile(
    r"\b(?:i|i'll|i'd|we'll|gonna|imma|let me|lemme|can i|could i|may i|to|do|use|using|doing)(?: (?:just|then|also|"
    r"quickly))? (?P<name>[a-z]{3,14})\b(?=\W*$|\W*[.,!?;\u2014]| (?:him|her|them|it|the|this|that|these|those|my|"
    r"his|on|at|one|you|myself|us|everybody|everyone|both|all|a|in|up)\b)"
)


def _verbs(turn: Turn, *, capitals: bool, names: frozenset[str], taken: list[Mention]) -> Iterator[Mention]:
    for found in _AS_VERB.finditer(turn.low):
        start, end = found.span("name")
        name = found["name"]
        if any(m.start < end and start < m.end for m in taken) or not _is_name(name, names):
            continue
        large = turn.text[start].isupper() and not turn.text[start:end].isupper()
        if name in LONE or (capitals and large and name not in POWERS and name not in _DEEDS):
            yield Mention(turn, Spell(_titled(name), source="guessed"), start, end, capital=large)


_DEEDS: Final = words("attack dash disengage dodge help hide ready search grapple shove rage dm english god jesus i")


_DOING: Final = re.compile(
    r"\b(?:use|using|do|doing|try|throw|with|upcast|put|putting|going to|gonna|drop|it'?s|"
    r"that'?s|does|called|want|go|go for|then|and|"
    r"I'll|I|action|reaction|to)\b,?|(?:^|(?<=[.!?\u2014]\s)|(?<=--\s))(?=[A-Z])"
)


def _is_spellish(name: str, *, bare: bool) -> bool:
    words = plain(name).split()
    if len(words) < 2:
        return not bare and len(words[0]) >= 7 and words[0] not in POWERS
    return " ".join(words) not in POWERS and not _SPOKEN.match(name)


_SPOKEN: Final = re.compile(
    r"(?:I|I'm|I'll|We|You|He|She|They|It|That|The|This|There|What|Oh|Okay|Yeah|No|Yes|And|But|So|If|My|Mr|Mrs|Sir|"
    r"Lord|Lady|Saint|Mind the|Watch the|For|From|With|Without|On|In|At|To|Into|Not|When|While|Because|Then|Like|About|"
    r"Are|Is|Was|Do|Does|Did|Can|Could|Would|Will|Let|How|Who|Where|Why)\b",
    re.IGNORECASE,
)


def _is_new(name: "re.Match[str]", names: frozenset[str], taken: list[Mention]) -> bool:
    covered = any(m.start < name.end("name") and name.start("name") < m.end for m in taken)
    return not covered and _is_name(name["name"], names)


_CONTRACTED: Final = re.compile(
    r"(?:i|you|we|he|she|it|they|that|there|here|what|who|let|how|where|do|does|did|can|could|would|should|wo|is|are|"
    r"was|has|have|ai)n?['\u2019](?:m|ll|d|ve|re|s|t)\b",
    re.IGNORECASE,
)


def _is_name(words: str, names: frozenset[str]) -> bool:
    parts = re.findall(r"[\w\u2019']+", words.lower())
    return (
        parts[0] not in _NO_NAME
        and not _CONTRACTED.match(words)
        and not any(part in _NUMBERS or part.isdigit() for part in parts)
        and len(parts[0]) > 2
        and not any(p.strip("'\u2019") in names for p in (words.lower(), parts[0]))
    )


_SMALL: Final = words("of the to from and with without or a in into")


def _titled(name: str) -> str:
    words = " ".join(name.split()).split(" ")
    return " ".join(word if word in _SMALL and at else word[:1].upper() + word[1:] for at, word in enumerate(words))
