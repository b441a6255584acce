"""The shapes of sentences that tell who plays whom: "L plays N", "N, a druid, is played by L", "L: N", "N (L)"."""

import re
from collections.abc import Callable
from typing import Final

import attrs

from notarius.modules.dnd.rosters.cells import is_kind
from notarius.modules.dnd.rosters.spans import LABEL, NAME, SIGNS, Shape
from notarius.modules.dnd.rosters.words import PETS

Match = re.Match[str]

#: What stands between two names; every stretch of it is bounded.
ANY: Final = f"[^{SIGNS}]"
_WHO: Final = f"[{LABEL}{NAME}]"
_PLAYER, _LABEL = f"(?P<player>{_WHO})", f"(?P<player>{LABEL})"
_HERO, _NAME = f"(?P<hero>{_WHO})", f"(?P<hero>{NAME})"
_NO_ONE, _NO_TWO = "(?P<one>)", "(?P<two>)"
_OF: Final = r"(?:'s|\u2019s|'|\u2019)"
_IS_S: Final = r"['\u2019]s"
_PLAY: Final = (
    r"(?<![\w-])(?:play(?:s|ing|ed)?|portray(?:s|ing|ed)?|voic(?:es|ing|ed)|controlling|bringing|pilots?|"
    r"spielt|joue|juega|gioca|interpreta|incarne|speelt)\b"
)
_PLAYED: Final = (
    r"(?<![\w-])(?:(?:re)?played|portrayed|voiced|run|controlled|piloted|gespielt|jou[\u00e9e]e?|jugad[oa]|"
    r"interpretat[oa]|brought to life)"
)
_BY: Final = r"(?:by|von|par|por|da)\b"
_CHARACTER: Final = r"\b(?:characters?|pcs?|hero(?:ine)?|toon|adventurer|charakter|figur|personnage|personaje)\b"


def _one(most: int, lazily: str = "") -> str:
    return f"(?P<one>{ANY}{{0,{most}}}{lazily})"


def _two(most: int, lazily: str = "") -> str:
    return f"(?P<two>{ANY}{{0,{most}}}{lazily})"


def _words(most: int) -> str:
    """A few small words, set off by blanks."""
    return f"(?P<two> (?:[a-z', -]{{0,{most}}} )?)"


_JOINS: Final = re.compile(r"->|=>|[\u2192:=/|(\[\u2013\u2014~>@]|\s-+\s|\t")
_ASIDE: Final = re.compile(r"\b(?:with|against|for|at|in|by|to|from|alongside|opposite)\s*$|[!?]", re.IGNORECASE)


def _plays(match: Match, _: Shape) -> bool:
    return not _ASIDE.search(match["two"])


def _is(match: Match, shape: Shape) -> bool:
    """Whether "is" joins player and character: one is a label, or else race or class stands by."""
    two = match["two"]
    after = shape.text[match.end() : match.end() + 60]
    kind = is_kind(two) or (bool(re.match(r",? (?:the|an?|our)\b|, ", after)) and is_kind(until_sign(after)))
    if not match["one"] and match.group()[1:2] == ",":
        return is_kind(two) and _one_label(match)
    if match["player"] == match["hero"]:
        return kind
    return kind or bool(
        re.fullmatch(
            r"\s*(?:(?:called|named|playing|the|our|my|a|as|still|now|currently|also|just|back|really)\s*){0,3}", two
        )
    )


def _sign(match: Match, shape: Shape) -> bool:
    """Whether a sign joins the two: next to it stand race and class, or next to nothing."""
    two = re.sub(r"\([^()]*\)", "", match["two"])
    if not _JOINS.search(two):
        return False
    if match["player"] == match["hero"] and re.search(
        r"[^\W\d_]{2}", shape.text[max(0, match.start() - 200) : match.start()]
    ):
        return False
    if match["player"] == match["hero"] == NAME and PETS.search(
        shape.spans[shape.at[match.start("player")]].text + two
    ):
        return False
    most = (
        8
        if re.match(r"\s*(?:[:=\u2192\u2013\u2014]|->|- )", two)
        else 4
        if two[:1] == ","
        else 3
        if re.match(r"\s*[(\[]", two)
        else 1
    )
    few = len(re.findall(r"[^\W\d_]+(?:['\u2019]\w+)?", two)) <= most
    return (few or is_kind(two)) and not re.search(r"[.!?;]\s", two)


def _comma(match: Match, shape: Shape) -> bool:
    told = len(shape.text) < 60 or is_kind(until_sign(shape.text[match.end() : match.end() + 60]))
    return _one_label(match) and told and shape.text.count(LABEL) == 1


def _one_label(match: Match) -> bool:
    return match["player"] != match["hero"]


def _kind_between(match: Match, _: Shape) -> bool:
    return is_kind(match["two"])


def _as(match: Match, _: Shape) -> bool:
    return match["player"] == LABEL or len(match["one"]) < 3


def _has(match: Match, shape: Shape) -> bool:
    return is_kind(match["two"]) or is_kind(until_sign(shape.text[match.end() : match.end() + 60]))


def until_sign(text: str) -> str:
    """The text up to the next name or end of a clause."""
    return re.split(f"[{SIGNS}.;]", text, maxsplit=1)[0]


@attrs.frozen
class Pattern:
    """A shape, with groups `player` and `hero`, and `one` and `two` for what stands before and behind the verb.

    Attributes:
        shape: the pattern.
        accepts: what else a match must be; None for nothing.
        sided: whether it tells that two belong together and not which is which.
        weak: whether one with a verb comes first.
        names: whether its order says which is the player, unless words say otherwise.
    """

    shape: re.Pattern[str]
    accepts: Callable[[Match, Shape], bool] | None = None
    sided: bool = False
    weak: bool = False
    names: bool = False


def _pattern(
    *parts: str,
    accepts: Callable[[Match, Shape], bool] | None = None,
    sided: bool = False,
    weak: bool = False,
    names: bool = False,
) -> Pattern:
    return Pattern(re.compile("".join(parts)), accepts, sided, weak, names)


_SPEAKS: Final = rf"(?P<two> (?:speaks|talks|says)\b{ANY}{{0,30}}?\b(?:it|that)(?:{_IS_S}| is) (?:[a-z]+ ){{0,3}}?)"
_BEHIND: Final = r" (?:is (?:the \w+ )?behind|does|does the voices? (?:of|for)|went with)"
_WHOM: Final = r"(?:[(,]|whom|that)\s*(?:whom |that )?"
_PLAYS_THEM: Final = r" (?:plays|voices|portrays)(?: (?:him|her|them|it)\b|[,).;]|$)"
_AS: Final = r"(?P<one>(?:\s*\([^()]{0,40}\))?,?(?: (?!known|such|well|just)[a-z]+){0,3}?) (?:as|als|comme|como)"
_HAS: Final = r"(?:,? who)?(?:['\u2019]s)? (?:has|got|runs?|brings?|made|rolled(?: up)?|took over|will be|controls) "
_IS: Final = (
    rf"(?P<one>(?: \([^(){SIGNS}]{{0,30}}\)|, [a-z' ]{{1,30}},| from [a-z ]{{1,20}})?)"
    rf"(?: is|{_IS_S}| am|['\u2019]m| will be| =|,)"
)
_START: Final = rf"^[^\w{SIGNS}]*"
_HE_IS: Final = rf"(?P<two>{ANY}{{0,60}}?(?:,| and) (?:s?he|they)(?:['\u2019](?:s|re)| is| are) (?:[a-z']+ )?)"

#: In the order in which they are tried: a name that one takes is out of the next one's reach.
PATTERNS: Final = (
    _pattern(_HERO, _one(110, "?"), _PLAYED, r"\s+", _BY, _two(40), _PLAYER),
    _pattern(_HERO, _one(110, "?"), r"\b(?:wird|est|es|\u00e8|\u00e9)\s+", _BY, r"\s", _two(20), _PLAYER),
    _pattern(_NAME, _one(60, "?"), r"\bbelongs? to ", _two(20), _PLAYER),
    _pattern(_HERO, _one(60, "?"), _WHOM, _NO_TWO, _PLAYER, _PLAYS_THEM),
    _pattern(_NAME, _OF, _NO_ONE, "(?: player| human| voice)?(?: is|:)", rf"(?P<two> {ANY}{{0,12}})", _LABEL),
    _pattern(_LABEL, _NO_ONE, _SPEAKS, _NAME),
    _pattern(_PLAYER, _OF, f"(?P<one> {ANY}{{0,30}}?)", f"(?i:{_CHARACTER})", _two(40), _HERO, accepts=_plays),
    _pattern(_NAME, _one(40), _PLAYER, _OF, r" (?P<two>(?:[\w-]+ ){0,3}?)", f"(?i:{_CHARACTER})"),
    _pattern(_PLAYER, _one(90), _PLAY, _two(110), _HERO, accepts=_plays),
    _pattern(
        _NAME, r"(?P<one>[ ,:(=\u2013\u2014-]{1,4}(?:is )?)", _LABEL, _OF, r" (?P<two>[\w-]+(?: [\w-]+){0,3})",
        accepts=_kind_between,
    ),
    _pattern(_PLAYER, _AS, _words(30), _HERO, accepts=_as),
    _pattern(_PLAYER, _NO_ONE, _BEHIND, _words(40), _NAME),
    _pattern(
        _START, _NAME, _NO_ONE, rf"(?P<two>\s*[,;(]{ANY}{{1,160}}[,;]\s*)", _LABEL, rf"[^\w{SIGNS}]*$",
        accepts=_kind_between,
    ),
    _pattern(_PLAYER, _NO_ONE, rf"(?P<two>(?!{_IS_S}){ANY}{{0,110}})", _HERO, accepts=_sign, sided=True),
    _pattern(_LABEL, _OF, " ", _NO_ONE, _two(40, "?"), _NAME, accepts=_kind_between, weak=True),
    _pattern(_PLAYER, _NO_ONE, _HAS, _two(30), _NAME, accepts=_has, sided=True, weak=True, names=True),
    _pattern(_PLAYER, _IS, _words(45), _HERO, accepts=_is, sided=True, weak=True, names=True),
    _pattern(_LABEL, _NO_ONE, _HE_IS, _NAME, sided=True, weak=True, names=True),
    _pattern(_START, _PLAYER, _NO_ONE, r"(?P<two>,\s?)", _HERO, accepts=_comma, sided=True, weak=True),
)  # fmt: skip
