"""What else the turn of a cast tells: slot level, target, kind of action, item; and the quote that proves it."""

import re
from collections.abc import Sequence
from typing import Final

from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.scene import Scene

_ORDINALS: Final = {
    word: level
    for level, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"], 1
    )
} | {
    word: level
    for level, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], 1)
}
_LEVEL: Final = re.compile(
    r"\b(?P<a>[1-9](?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)[ -](?:level|lvl)\b|"
    r"\blevel[ -](?P<b>[1-9]|one|two|three|four|five|six|seven|eight|nine)\b|"
    r"\bat (?P<c>[1-9](?:st|nd|rd|th)|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b"
)
_BARE_LEVEL: Final = re.compile(
    r"^\W*(?:(?:uh|um|at|a|just|we'll say|let's say|let's do)\W+)*(?P<a>[1-9](?:st|nd|rd|th)|first|second|third|"
    r"fourth|fifth|sixth|seventh|eighth|ninth)\W*(?:level)?\W*$"
)
_ASKS_LEVEL: Final = re.compile(r"\b(?:what|which|at what) level\b")
_TARGET: Final = re.compile(
    r"^\W*(?:(?:again|right|spell|cantrip|at (?:\w+)[ -]level|at level \w+)\W+)*(?:on(?:to)?|at|to|against|"
    r"targeting|for|over|around|into)\s+(?P<target>[^.,;!?\u2014]{2,60})"
)
_OBJECT: Final = re.compile(r"^\s+(?P<target>him|her|them|it|that \w+|the \w+(?: \w+)?)\b")
_TARGET_END: Final = re.compile(
    r"\s+(?:and|so|because|with|using|as|if|before|then|while|when|but|i|that i|for|at (?:\w+[ -]level|level)|right|"
    r"again|please|to|in order|which|who)\b.*$|\s*--.*$"
)
_ACTION: Final = (
    (re.compile(r"\bbonus(?: action)?\b"), "bonus action"),
    (re.compile(r"\b(?:as (?:a|my) )?reaction\b"), "reaction"),
    (re.compile(r"\britual(?:ly)?\b"), "ritual"),
    (re.compile(r"\b(?:for|as|with|use|take) (?:my|an) action\b"), "action"),
)
_ITEM: Final = re.compile(
    r"\b(?:from|with|using|use|off|read|activate|in|out of) (?:\w+ ){0,3}(?:scroll|wand|staff of|ring of|amulet|"
    r"necklace of|charges?|potion)\b|\b(?:scroll|wand) of\b"
)


def level_of(mentions: Sequence[Mention], scene: Scene) -> int | None:
    """The slot's level, if it is said; 0 for cantrips."""
    first = mentions[0]
    if first.spell.level == 0:
        return 0
    for mention in mentions:
        start, end = mention.turn.sentence(mention.start)
        if match := _LEVEL.search(mention.turn.low, start, min(len(mention.turn.low), end + 60)):
            return _number(match)
    return _told_on_request(first, scene)


def _number(match: "re.Match[str]") -> int | None:
    word = next(filter(None, match.groups()))
    return int(word[0]) if word[0].isdigit() else _ORDINALS.get(word)


def _told_on_request(mention: Mention, scene: Scene) -> int | None:
    at = mention.turn.at
    asked = False
    for turn in scene.turns[at + 1 : at + 5]:
        asked = asked or bool(_ASKS_LEVEL.search(turn.low))
        if (
            asked
            and scene.same_speaker(at, turn.at)
            and (match := _BARE_LEVEL.search(turn.low) or _LEVEL.search(turn.low))
        ):
            return _number(match)
    return None


def target_of(mentions: Sequence[Mention]) -> str | None:
    """Whom or what it is cast on, in the words of the transcript."""
    for mention in mentions:
        _, end = mention.turn.sentence(mention.start)
        right = mention.turn.text[mention.end : end]
        match = _TARGET.match(right) or _OBJECT.match(right)
        if match and (target := _TARGET_END.sub("", match["target"]).strip()):
            return target
    return None


def action_of(mention: Mention) -> str | None:
    """What it costs in the round, if the sentence says so."""
    start, end = mention.turn.sentence(mention.start)
    sentence = mention.turn.low[start:end]
    return next((name for pattern, name in _ACTION if pattern.search(sentence)), None)


def item_of(mention: Mention) -> bool:
    """Whether the sentence has the spell come from a scroll, wand or the like."""
    start, end = mention.turn.sentence(mention.start)
    return bool(_ITEM.search(mention.turn.low, start, end))


def quote_of(mention: Mention, longest: int = 180) -> str:
    """The sentence with the mention, or as much of it as fits, exactly as the unit has it."""
    text = mention.turn.said
    start, end = mention.turn.sentence(mention.start)
    if end - start > longest:
        room = max(0, longest - (mention.end - mention.start)) // 2
        start = max(start, mention.start - room)
        end = min(end, mention.end + room)
        start = start if start == 0 or not text[start - 1].isalnum() else _next_word(text, start, mention.start)
        end = end if end == len(text) or not text[end].isalnum() else _last_word(text, end, mention.end)
    return text[start:end].strip()


def _next_word(text: str, start: int, limit: int) -> int:
    blank = text.find(" ", start, limit)
    return blank + 1 if blank >= 0 else limit


def _last_word(text: str, end: int, limit: int) -> int:
    blank = text.rfind(" ", limit, end)
    return blank if blank >= 0 else limit
