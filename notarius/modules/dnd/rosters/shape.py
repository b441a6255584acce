"""Who plays whom, and who runs the game, read off the shape of a sentence."""

import re
from collections.abc import Iterator
from typing import Final

import attrs

from notarius.modules.dnd.rosters.cells import Names, is_kind, names_in
from notarius.modules.dnd.rosters.patterns import ANY, PATTERNS, Match, Pattern, until_sign
from notarius.modules.dnd.rosters.spans import LABEL, MASTERLY, NAME, WRITER, Shape, Span
from notarius.text import plain


@attrs.frozen
class Pair:
    """Two names that belong together.

    Attributes:
        first: the player's; where `order` is not None, the names that stand first; where `sided`, the label's.
        second: the character's; where `order` is not None, those that stand second; where `sided`, the other's.
        order: of names with a sign between: above 0 the player stands first, below 0 the character does, 0 not told;
            None where words tell.
        is_game_master: whether this is whoever runs the game.
        sided: whether the first is a label and all that is told is that the second belongs to it.
        weak: whether a sentence that tells the same with a verb comes first.
        label_second: whether, where `sided`, the label stands behind the other name.
    """

    first: Names = attrs.field(factory=Names)
    second: Names = attrs.field(factory=Names)
    order: int | None = None
    is_game_master: bool = False
    sided: bool = False
    weak: bool = False
    label_second: bool = False


def pairs_of(shape: Shape) -> list[Pair]:
    """The pairs that a shape tells, game masters first."""
    taken: set[int] = set()
    found = list(_masters(shape, taken))
    for pattern in PATTERNS:
        for match in _matches(pattern.shape, shape.text):
            at = shape.at[match.start("player")], shape.at[match.start("hero")]
            if taken.isdisjoint(at) and (pattern.accepts is None or pattern.accepts(match, shape)):
                taken.update(at)
                pair = _pair(pattern, match, shape, taken)
                found += [pair] if pair is not None else []
    return found


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Match]:
    """All matches from every sign on: one that nobody takes must not hide the next."""
    at = 0
    while match := pattern.search(text, at):
        yield match
        at = min(match.start("player"), match.start("hero")) + 1


_NOT: Final = re.compile(
    r"\b(?:used to|formerly|previously|once|originally|no longer|not|never|stopped|quit)(?: [a-z]+)?\s*$|"
    r"n['\u2019]t(?: [a-z]+)?\s*$",
    re.IGNORECASE,
)
_UNTIL: Final = re.compile(
    rf"{ANY}{{0,60}}?\b(?:until|till|before (?:(?:s?he|they) (?:left|quit|died|moved|retired)|moving|leaving|dying)|"
    r"(?:but|and) (?:s?he |they )?(?:left|quit|died))\b"
)


def _pair(pattern: Pattern, match: Match, shape: Shape, taken: set[int]) -> Pair | None:
    """The pair of a match; None for what was once and is no more."""
    if _NOT.search(match["one"]) or _UNTIL.match(shape.text, match.end()):
        return None
    at = shape.at[match.start("player")], shape.at[match.start("hero")]
    player, hero = shape.spans[at[0]], shape.spans[at[1]]
    first, second = _names(player, at[0], shape, taken), _names(hero, at[1], shape, taken)
    if not first.all or not second.all or _same(first.all[0], second.all[0]):
        return None
    if pattern.sided:
        return _sided(first, second, match, shape, pattern)
    if label := _identity(at[0], shape):
        taken.add(at[0] - 1)
        first = Names((*label, *first.all))
    return Pair(first, second, weak=pattern.weak)


def _sided(first: Names, second: Names, match: Match, shape: Shape, pattern: Pattern) -> Pair:
    """The pair of which no word tells the sides: one is a label's name, or neither is, or both."""
    order = 2 if pattern.names else _hint(match, shape)
    if match["player"] == match["hero"]:
        return Pair(first, second, order=None if pattern.names or pattern.weak else order, weak=pattern.weak)
    if match["hero"] == LABEL:
        return Pair(second, first, order=-order, sided=True, weak=pattern.weak, label_second=True)
    return Pair(first, second, order=order, sided=True, weak=pattern.weak)


def _same(one: str, other: str) -> bool:
    """Whether two names are one person's, as "Ann" and "Ann Smith" are."""
    short, long = sorted((plain(one).split(), plain(other).split()), key=len)
    return long[: len(short)] == short


def _hint(match: Match, shape: Shape) -> int:
    """Which of two names has race or class beside it and so is the character's: the second above 0, the first below."""
    after = until_sign(shape.text[match.end() : match.end() + 60])
    between = re.split(r"->|=>|[\u2192:=|\u2013\u2014(\[]|\s-+\s", match["two"])
    before = len(between) > 1 and is_kind(between[0])
    if match["two"].rstrip()[-1:] in {"(", "["}:  # what stands behind the bracket is about what stands before it
        inside, _, after = after.partition(")" if "(" in match["two"] else "]")
        return int(is_kind(inside)) - int(before or is_kind(after))
    return int(is_kind(after) or is_kind(between[-1])) - int(before)


_ALIAS: Final = re.compile(
    r"^[\s,]*\(?\s*(?:also |usually |mostly |just |or |but |we |everyone |everybody |\w+ )?"
    r"(?:calls? (?:her|him|them|it)|called|known as|aka|a\.k\.a\.|goes by|nicknamed|"
    r"short|for short|alias)[ :]+[\"\u201c']?$",
    re.IGNORECASE,
)


def _names(span: Span, at: int, shape: Shape, taken: set[int]) -> Names:
    """A name with what it is also called behind it."""
    found = list(names_in(span.text).all)
    following = shape.spans[at + 1] if at + 1 < len(shape.spans) else None
    if following is not None and following.sign == NAME and at + 1 not in taken:
        start, end = shape.places[at] + 1, shape.places[at + 1]
        gap, after = shape.text[start:end], shape.text[end + 1 : end + 3]
        quoted = re.fullmatch(r"[\"\u201d']?\s*[(\[]?[\"\u201c'(]", gap)
        if _ALIAS.match(gap) or (quoted and after[:1] in set("\"\u201d')")):
            taken.add(at + 1)
            also = names_in(following.text).all
            found = [*also, *found] if gap[:1] in set("\"\u201d'") and "(" in gap else [*found, *also]
    return Names(tuple(dict.fromkeys(found)))


def _identity(at: int, shape: Shape) -> tuple[str, ...]:
    """The label that a name is put beside, as in "P1 = Ann, plays Mira": that is the player's as well."""
    if shape.spans[at].sign != NAME or at == 0 or shape.spans[at - 1].sign != LABEL or at + 1 >= len(shape.spans):
        return ()
    gap = shape.text[shape.places[at - 1] + 1 : shape.places[at]]
    joined = re.fullmatch(r"\s*(?:[:=\u2192\u2013\u2014-]+>?|is)\s*", gap)
    return (shape.spans[at - 1].text,) if joined else ()


_MASTER_AFTER: Final = re.compile(rf"(?P<who>[{LABEL}{NAME}{WRITER}])(?P<gap>{ANY}{{0,60}})(?P<master>{MASTERLY})")
_MASTER_BEFORE: Final = re.compile(rf"(?P<master>{MASTERLY})(?P<gap>{ANY}{{0,45}})(?P<who>[{LABEL}{NAME}{WRITER}])")
_MASTER_EACH: Final = re.compile(rf"(?P<who>{LABEL})\s*[(\[:=\u2013\u2014-]\s*(?:co-?)?(?P<master>{MASTERLY})")
_RUN_BY: Final = re.compile(
    rf"\b(?:game|table|campaign|world|session|adventure|show)s?\b{ANY}{{0,60}}\b(?:run|led|mastered|hosted) by "
    rf"{ANY}{{0,20}}(?P<who>[{LABEL}{NAME}])",
    re.IGNORECASE,
)


_NOT_MASTER: Final = re.compile(
    r"\b[A-Z][a-z]|\bnot\b|n['\u2019]t\b|;|^['\u2019]s (?!our\b|the\b|your\b|my\b|name\b|chair\b)"
)


def _masters(shape: Shape, taken: set[int]) -> Iterator[Pair]:
    """Who runs the game: before the words that say so, else behind them."""
    if MASTERLY not in shape.text:
        if match := _RUN_BY.search(shape.text):
            yield _master(match, shape, taken)
        return
    each = [match for match in _MASTER_EACH.finditer(shape.text) if not _is_of_theirs(match, shape)]
    if len(each) > 1:
        for match in each:
            at = shape.at[match.start("who")]
            taken.add(at)
            yield Pair(Names(names_in(shape.spans[at].text).all), is_game_master=True)
        return
    for pattern in (_MASTER_AFTER, _MASTER_BEFORE):
        for match in pattern.finditer(shape.text):
            if match["gap"].lstrip().startswith("(") and _is_of_theirs(match, shape):
                continue
            most = 3 if match["who"] == NAME else 9 if match["gap"].startswith(" is the one") else 4
            tight = len(re.findall(r"[^\W\d_]+", match["gap"])) <= most
            if tight and not _NOT_MASTER.search(re.sub(r"\([^()]*\)", "", match["gap"])) and _is_who(match, shape):
                beside = _beside(match, shape)
                yield _master(match, shape, taken)
                taken.update(beside)
                yield from (Pair(Names(names_in(shape.spans[at].text).all), is_game_master=True) for at in beside)
                return


def _is_of_theirs(match: Match, shape: Shape) -> bool:
    """Whether the words are about somebody of the game master's: "the DM's sister"."""
    return shape.spans[shape.at[match.start("master")]].text.lower().endswith(("'s", "\u2019s"))


_WITH: Final = r"(?:\s*(?:,? and|,? und|,? et|,? y|&|/|\+)\s*)"
_LISTED_END: Final = r"(?=\s*(?:[.;()\u2013\u2014]|$))"
_ONE_MORE: Final = re.compile(f"{_WITH}{LABEL}{_LISTED_END}")
_SOME_MORE: Final = re.compile(rf"(?:(?:,\s*|{_WITH}){LABEL})+{_LISTED_END}")
_TOGETHER: Final = re.compile(rf"^\W{{0,4}}{LABEL}(?:,\s*{LABEL})*{_WITH}{LABEL}(?=[ (]|$)")
_MASTERS: Final = re.compile(r"(?:masters|[dg]ms)$", re.IGNORECASE)
_BOTH: Final = re.compile(
    r"\s(?:both |jointly |together )?(?:run|lead|are|share|take|alternate|master|(?i:[dg]m)\b)|\s(?:both|co)\b"
)


def _beside(match: Match, shape: Shape) -> list[int]:
    """The spans of the other labels that run the game as well: joined to the one of a match, and told nothing else."""
    at, master = match.start("who"), match.start("master")
    words = shape.spans[shape.at[master]].text
    if match["who"] != LABEL:
        return []
    if master < at:
        more = _SOME_MORE if _MASTERS.search(words) else _ONE_MORE if re.search(r"[:=]|\bare\b", match["gap"]) else None
        joined = more.match(shape.text, at + 1) if more is not None else None
    else:
        led = _TOGETHER.match(shape.text) if _BOTH.match(f"{match['gap']}{words}") else None
        joined = led if led is not None and led.end() == at + 1 else None
    places = (place for place in shape.places if joined and joined.start() <= place < joined.end() and place != at)
    return [shape.at[place] for place in places]


def _is_who(match: Match, shape: Shape) -> bool:
    """Whether the name is the game master's: one that is no label only where no label is near."""
    return match["who"] != NAME or LABEL not in shape.text or bool(_identity(shape.at[match.start("who")], shape))


def _master(match: Match, shape: Shape, taken: set[int]) -> Pair:
    at = shape.at[match.start("who")]
    identity = _identity(at, shape)
    taken.update((at, at - 1) if identity else (at,))
    names = Names((*identity, *names_in(shape.spans[at].text).all))
    following = at + 1
    if PATTERNS[0].shape.search(shape.text, match.end()):
        return Pair(names, is_game_master=True)
    while following < len(shape.spans) and shape.spans[following].sign in {NAME, MASTERLY}:
        taken.add(following)
        following += 1
    return Pair(names, is_game_master=True)
