"""Where a spell's name is said: known names in all their forms, and names that only a verb shows to be spells."""

import re
from collections.abc import Iterator
from typing import Final

import attrs

from notarius.modules.dnd.spells.lexicon import Form, Lexicon, Spell, unslipped
from notarius.modules.dnd.spells.speech import Turn, Word
from notarius.modules.dnd.wordlists import phrases, words
from notarius.text import plain

_ARTICLES: Final = frozenset({"a", "an", "the"})
# Words people put inside a name: hesitation, swearing, praise.
_INSIDE: Final = re.compile(
    r"um|uh|er|erm|ah|like|goddamn|damn|damned|bloody|fucking|fuckin|freaking|freakin|frickin|fricking|friggin|"
    r"frigging|"
    r"effing|flipping|flippin|motherfucking|whatever|ole?|good|big|little|sorry|you|know|i|mean|\w+ass"
)


@attrs.frozen
class Mention:
    """A spell's name in a turn.

    Attributes:
        turn: the turn.
        spell: the spell.
        start: first character of the name.
        end: one behind its last.
        tense: the form's, see `Form`.
        capital: whether the name's first word, or a later one that counts, is written with a capital.
        slip: whether it was read through a slip.
    """

    turn: Turn
    spell: Spell
    start: int
    end: int
    tense: str = "name"
    capital: bool = False
    slip: bool = False

    @property
    def said(self) -> str:
        """The name as it was said."""
        return self.turn.text[self.start : self.end]


def find_mentions(turn: Turn, known: Lexicon) -> list[Mention]:
    """The spells named in a turn, from left to right, the longest name at each place."""
    found = []
    at = 0
    words = turn.words
    while at < len(words):
        hit = _longest(words, at, known)
        if hit is None:
            at += 1
            continue
        form, end, slip = hit
        start = _possessor(turn, at) if form.spell.nameless else words[at].start
        spell = attrs.evolve(form.spell, name=_said_name(turn, start, words[at].start, form.spell.name))
        capital = all(word.capital for word in words[at:end] if len(word.plain) > 3) and any(
            w.capital for w in words[at:end]
        )
        found.append(Mention(turn, spell, start, words[end - 1].end, form.tense, capital, slip))
        at = end
    return found


_POSSESSIVE: Final = re.compile(
    r"(?!(?:his|this|its|as|is|was|us|yes|does)$)(?:.*['\u2019]s|\w{3,}s['\u2019]?)$", re.IGNORECASE
)


def _possessor(turn: Turn, at: int) -> int:
    """Where the name begins, an inventor's name before it included."""
    before = turn.words[at - 1] if at else None
    if (
        before is not None
        and _POSSESSIVE.search(turn.text[before.start : before.end])
        and (before.capital or not any(word.capital for word in turn.words))
    ):
        return before.start
    return turn.words[at].start


def _said_name(turn: Turn, start: int, name_start: int, name: str) -> str:
    if start >= name_start:
        return name
    owner = turn.text[start:name_start]
    return owner[:1].upper() + owner[1:] + name


def _longest(words: tuple[Word, ...], at: int, known: Lexicon) -> tuple[Form, int, bool] | None:
    first = words[at].plain
    forms = known.forms.get(first)
    slipped = False
    if forms is None:
        joined = first + words[at + 1].plain if at + 1 < len(words) else ""
        if len(joined) >= 8 and (forms := known.forms.get(joined)) and (form := _single(forms)):
            return form, at + 2, False
        right = unslipped(first, known)
        forms, slipped = known.forms.get(right), right != first
        if not forms:
            return None
    for form in forms:
        hit = _match(form, words, at, known)
        if hit is None:
            continue
        end, slips = hit
        slips += slipped
        if slips == 0 or _believable(form, slips):
            return form, end, slips > 0
    return None


def _single(forms: tuple[Form, ...]) -> Form | None:
    return next((form for form in forms if len(form.words) == 1 and not form.spell.everyday), None)


def _believable(form: Form, slips: int) -> bool:
    """Slips pass in long names that are no everyday words, one in two words at most."""
    if form.spell.everyday:
        return False
    return (len(form.words) == 1 and len(form.words[0]) >= 8) or slips * 2 <= len(form.words)


def _match(form: Form, words: tuple[Word, ...], at: int, known: Lexicon) -> tuple[int, int] | None:
    """The end and the number of slips of a form whose first word stands at a place."""
    place, slips, inside = at + 1, 0, 0
    for wanted in form.words[1:]:
        while place < len(words):
            word = words[place].plain
            if word == wanted:
                break
            if word not in _ARTICLES and not (inside < 3 and _INSIDE.fullmatch(word)):
                if unslipped(word, known) != wanted:
                    return None
                slips += 1
                break
            inside += word not in _ARTICLES
            place += 1
        if place >= len(words):
            return None
        place += 1
    return place, slips


_CAST: Final = re.compile(r"\b(?:re|up)?cast(?:s|ing)?\b")
_LEAD: Final = (
    r"\s*(?:(?:a|an|the|my|his|her|their|another|some|that|this|one|out|up|off|quick|little|big|nice|free|single|um|"
    r"uh|like|"
    r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)(?:[ -]level)?|level|cantrip|"
    r"spell|called|"
    r"upcast(?:ed)?|quickened|twinned|subtle|of)[,\s-]\s*)*"
)
_CAPITAL_NAME: Final = re.compile(
    _LEAD + r"(?P<name>[A-Z][\w\u2019'-]+(?:(?:[ /-](?:of|the|to|from|and|with|without|or|a|in|"
    r"into)){0,2}[ /-][A-Z][\w\u2019'-]+)*)"
)
_LOWER_NAME: Final = re.compile(
    _LEAD
    + r"(?P<name>[a-z][\w\u2019'-]+(?:[ /-](?!(?:on|at|to|over|around|upon|using|as|for|with|in|into|from|and|but|so|"
    r"before|after|if|again|here|there|now|just|i|because|through|behind|next|right|while|please|too|by|that|"
    r"this)\b)[a-z][\w\u2019'-]*|[ ]of[ ](?:the[ ])?[a-z]\w+){0,3})"
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


_DOING: Final = re.compile(
    r"\b(?:use|using|do|doing|try|throw|with|upcast|put|going to|gonna|drop|it'?s|want)\b|(?:^|(?<=[.!?]\s))(?=[A-Z])"
)
# Powers of classes and races in the SRD, and capitalised words of the game: no spells.
_POWERS: Final = phrases(
    "action surge, second wind, sneak attack, cunning action, uncanny dodge, bardic inspiration, inspiration, "
    "cutting words, countercharm, song of rest, channel divinity, turn undead, destroy undead, preserve life, "
    "divine intervention, wild shape, natural recovery, extra attack, reckless attack, danger sense, frenzy, "
    "rage, lay on hands, divine smite, smite, divine sense, sacred weapon, turn the unholy, aura of protection, "
    "flurry of blows, flurry, patient defense, step of the wind, stunning strike, deflect missiles, deflect "
    "missile, slow fall, stillness of mind, favored enemy, natural explorer, primeval awareness, hunters prey, "
    "colossus slayer, horde breaker, multiattack defense, metamagic, quickened spell, twinned spell, careful "
    "spell, distant spell, empowered spell, extended spell, heightened spell, subtle spell, sorcery points, "
    "arcane recovery, sculpt spells, breath weapon, relentless endurance, hellish resistance, indomitable, "
    "evasion, initiative, perception, investigation, insight, stealth, athletics, acrobatics, arcana, history, "
    "religion, nature, medicine, survival, deception, persuasion, intimidation, performance, sleight of hand, "
    "strength, dexterity, constitution, intelligence, wisdom, charisma, infernal, celestial, common, elvish, "
    "dwarvish, draconic, thieves tools, thieves cant, dungeon master, natural one, natural twenty, attack of "
    "opportunity, opportunity attack"
)


def _is_spellish(name: str, *, bare: bool) -> bool:
    words = plain(name).split()
    if len(words) < 2:
        return not bare and len(words[0]) >= 7 and words[0] not in _POWERS
    return " ".join(words) not in _POWERS and not _SPOKEN.match(name)


_SPOKEN: Final = re.compile(
    r"(?:I|I'm|I'll|We|You|He|She|They|It|That|The|This|There|What|Oh|Okay|Yeah|No|Yes|And|But|So|If|My|Mr|Mrs|Sir|"
    r"Lord|Lady|Saint)\b"
)


def _is_new(name: "re.Match[str]", names: frozenset[str], taken: list[Mention]) -> bool:
    covered = any(m.start < name.end("name") and name.start("name") < m.end for m in taken)
    return not covered and _is_name(name["name"], names)


def _is_name(words: str, names: frozenset[str]) -> bool:
    parts = re.findall(r"[\w\u2019']+", words.lower())
    return (
        parts[0] not in _NO_NAME
        and len(parts[0]) > 2
        and not any(p.strip("'\u2019") in names for p in (words.lower(), parts[0]))
    )


_SMALL: Final = words("of the to from and with without or a in into")


def _titled(name: str) -> str:
    words = " ".join(name.split()).split(" ")
    return " ".join(word if word in _SMALL and at else word[:1].upper() + word[1:] for at, word in enumerate(words))
