"""Rosters in words: who plays whom in a list item, a heading or a sentence."""

import re
from typing import Final

import attrs

from notarius.modules.dnd.rostercells import Names, is_game_master_text, is_kind, listed, names_in

_N: Final = (
    r"[^\W\d_a-z][\w\u2019'.-]*(?:\s+(?:[\"'\u201c(][^\"'\u201d)]+[\"'\u201d)]\s*)?(?:(?:the|of|von|van|de|du|der|"
    r"la|le)\s+)?(?:[^\W\d_a-z][\w\u2019'-]*|\d+))*(?:\s+[\"\u201c(][^\"\u201d)]+[\"\u201d)])?"
)
_PLAYS: Final = re.compile(
    rf"(?P<player>{_N})(?:\s*\([^)]*\))?,?\s+(?:(?:is |will be |who |usually |also |currently )*"
    rf"(?:ha[sd]\s+(?:[\w-]+\s+){{0,5}}?(?:been\s+)?play(?:ed|ing)|play(?:s|ing|ed)?|spielt|joue|juega|portray(?:s|ing)|voices?|brings?|controls?|runs|has|got)|"
    rf"(?:\w+ ){{0,4}}?as)\s+(?:(?:a|an|the|den|die)\s+)?(?:[a-z-]+\s+){{0,4}}?"
    rf"(?:(?:named|called|namens)\s+)?(?P<character>{_N})"
)
_IS: Final = re.compile(
    rf"(?P<player>{_N}) is (?P<character>{_N}),? (?:the|a|an|our) (?P<kind>(?:[\w-]+ ){{0,3}}?[\w-]+)"
)
_PLAYED: Final = re.compile(
    rf"(?P<character>{_N})(?P<kind>[^.;:]{{0,80}}?)[\s,(]+(?:is\s+|wird\s+)?(?:played|portrayed|voiced|run|gespielt|"
    rf"jou[\u00e9e]e?|player:?)\s*"
    rf"(?:by|von|par|por|(?<=player)|:|(?<=:))\s+(?P<player>{_N})"
)
_OWNS: Final = re.compile(
    rf"(?P<player>{_N})['\u2019]s? (?:character|pc|hero)(?: is| was|:)?(?: called| named)? (?P<character>{_N})"
)
_SPLIT: Final = re.compile(
    r"^(?P<first>[^:=\u2192|]{1,60}?)\s*(?:->|=>|\u2192|:|=|\s[-\u2013\u2014]+\s|\u2014)\s*(?P<second>.+)$"
)
_BRACKET: Final = re.compile(r"^(?P<first>[^()]{1,50}?)\s*\((?P<second>[^()]{1,60})\)(?P<rest>.*)$")


@attrs.frozen
class Pair:
    """Two names that belong together.

    Attributes:
        first: the player's; where `order` is not None, the names that stand first.
        second: the character's; where `order` is not None, the names that stand second.
        order: of names with a sign between: 1 the player stands first, -1 the character does, 0 not told; else None.
        is_game_master: whether this is whoever runs the game.
    """

    first: Names = attrs.field(factory=Names)
    second: Names = attrs.field(factory=Names)
    order: int | None = None
    is_game_master: bool = False


def pairs_in_prose(sentence: str) -> list[Pair]:
    """The pairs that a sentence tells with a verb, such as "Ann plays Mira" or "Mira, played by Ann"."""
    if masters := _game_master(sentence):
        return masters
    found = []
    for pattern in (_PLAYED, _OWNS, _PLAYS):
        for match in pattern.finditer(sentence):
            player, character = names_in(match["player"]), names_in(match["character"])
            if player.all and character.all and not is_kind(character.all[0]):
                found.append(Pair(player, character))
        if found:
            break
    for match in _IS.finditer(sentence):
        names = names_in(match["player"]), names_in(match["character"])
        if is_kind(match["kind"]) and all(one.all for one in names):
            found.append(Pair(*names))
    return found


_MASTERS: Final = (
    re.compile(
        rf"(?P<player>{_N})(?:\s*\([^)]*\))?,?\s+(?:who\s+)?(?:is|was|acts as|will be|runs|masters|leitet|ist|est|es)\b"
    ),
    re.compile(rf"\b(?:run|led|mastered|DMed|GMed|geleitet)\s+(?:by|von)\s+(?P<player>{_N})"),
    re.compile(rf"\b(?:[Mm]aster|DM|GM|Spielleiter(?:in)?)\)?,?\s*(?:is|ist|was|:|=|-|\u2013)?\s+(?P<player>{_N})"),
)
_RUN_BY: Final = re.compile(
    r"\b(?:game|table|campaign|world|session|adventure)s?\b.*\b(?:run|led|mastered) by\b", re.IGNORECASE
)


def _game_master(sentence: str) -> list[Pair]:
    if not is_game_master_text(sentence) and not _RUN_BY.search(sentence):
        return []
    for pattern in _MASTERS:
        for match in pattern.finditer(sentence):
            names = names_in(match["player"])
            if (
                names.all
                and not is_game_master_text(names.all[0])
                and names.all[0] not in {"He", "She", "They", "The", "Our"}
            ):
                return [Pair(names, is_game_master=True)]
    return []


def pairs_in_line(line: str) -> list[Pair]:
    """The pair that a short line tells with a sign between, such as "Mira: Ann", "Ann - Mira, elf" or "Mira (Ann)"."""
    if pairs := pairs_in_prose(line) if not _is_master_line(line) else []:
        return _with_label(line, pairs)
    if several := pairs_in_brackets(line):
        return several
    match = _SPLIT.match(line) or _BRACKET.match(line)
    if match is None:
        return []
    first, second = match["first"], match["second"]
    if is_game_master_text(first) != is_game_master_text(second):
        other = second if is_game_master_text(first) else first
        return [Pair(names_in(other), is_game_master=True, order=-1 if is_game_master_text(first) else 1)]
    return [pair] if (pair := _ordered(line, first, second)) else []


def _with_label(line: str, pairs: list[Pair]) -> list[Pair]:
    """What stands before a sign and a sentence, as in "P1 = Ann, plays Mira", is a label of that player."""
    match = _SPLIT.match(line)
    if match is None or len(pairs) != 1 or pairs[0].order is not None or not _looks_like_name(match["first"]):
        return pairs
    label, (pair,) = names_in(match["first"]), pairs
    if set(label.all) & {*pair.first.all, *pair.second.all}:
        return pairs
    return [attrs.evolve(pair, first=Names((*label.all, *pair.first.all)))]


_EACH: Final = re.compile(rf"(?P<first>{_N})\s*\((?P<second>[^()]{{1,60}})\)")


def pairs_in_brackets(line: str) -> list[Pair]:
    """The pairs of an enumeration such as "Ann (Mira), Bob (Torvald)"; empty unless there are several."""
    if len(found := list(_EACH.finditer(line))) < 2:
        return []
    pairs = (_ordered(match.group(), match["first"], match["second"]) for match in found)
    return [pair for pair in pairs if pair is not None and pair.second.all]


def _is_master_line(line: str) -> bool:
    return is_game_master_text(line) and len(line.split()) <= 10 and bool(_SPLIT.match(line) or _BRACKET.match(line))


def _ordered(line: str, first: str, second: str) -> Pair | None:
    """Orders two names by which of them has race or class beside it; the words of a kind are no name."""
    inner = _BRACKET.match(first)
    if (
        inner
        and not is_kind(inner["second"])
        and _looks_like_name(inner["second"])
        and (is_kind(second) or not _looks_like_name(second))
    ):
        return _ordered(line, inner["first"], inner["second"])
    if not _looks_like_name(second) or _starts_with_kind(second):
        bracket = _BRACKET.match(second)
        names = names_in(first)
        if bracket and _looks_like_name(bracket["second"]) and not is_kind(bracket["second"]):
            return Pair(names_in(bracket["second"]), names)
        return Pair(Names(), names) if names.all and is_kind(line) else None
    order = -1 if is_kind(first) else 1 if is_kind(second) else 0
    one, two = names_in(first), names_in(re.split(r"[,;]|\s[-\u2013\u2014]\s", second)[0])
    if not one.all or not two.all:
        return None
    return Pair(one, two, order=order)


def _looks_like_name(text: str) -> bool:
    return bool(re.match(r"\W*[^\W\d_a-z]", text)) and len(re.split(r"[,;(]", text)[0].split()) <= 5


def _starts_with_kind(text: str) -> bool:
    return is_kind(re.split(r"[,;(]|\s[-\u2013\u2014]\s", text)[0])


_POWERS: Final = re.compile(r"\(([^()]*,[^()]*,[^()]*)\)\s*\.?\s*$")


def without_powers(line: str) -> tuple[str, tuple[str, ...]]:
    """A line without the list of three spells or more that ends it in brackets, and that list."""
    match = _POWERS.search(line)
    if match is None or is_kind(match.group(1)) or is_game_master_text(match.group(1)):
        return line, ()
    return line[: match.start()], listed(match.group(1))
