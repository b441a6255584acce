"""Where names stand in turns: runs of capitalised words, forms known beforehand, and words an introduction names."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from notarius.modules.dnd.npcs.names import read_name
from notarius.modules.dnd.npcs.speech import Turn
from notarius.modules.dnd.npcs.words import (
    DEEDS,
    EPITHETS,
    KINSHIP,
    NO_NAMES,
    PARTICLES,
    PEOPLE,
    PLACE_WORDS,
    TRADE_PATTERN,
    is_title,
)
from notarius.text import plain

_WORD: Final = re.compile(r"[^\W\d_](?:[\w'-]*\w)?")
_ABBREVIATED: Final = frozenset({"dr", "mr", "mrs", "ms", "st"})
#: Everyday words that, with a capital inside a sentence, are names.
_NAMES_TOO: Final = frozenset({"will", "may", "april", "june", "august"})
_MOST_WORDS: Final = 4
#: A text has capitals if three words in a thousand that open no sentence have one, and means something by them if no
#: more than one in three has (German writes a third of its words so).
_FEWEST_CAPITALS: Final = 0.003
_MOST_CAPITALS: Final = 0.3
_ENOUGH_WORDS: Final = 80


@attrs.frozen
class Mention:
    """A name in a turn.

    Attributes:
        turn: the turn.
        start: first character in the turn's text.
        end: one behind its last, without a possessive s.
        name: as it is written; words capitalised where the text has no capitals.
        initial: whether its capital may only be that of a sentence.
        quoted: whether it stands in quotation marks.
    """

    turn: Turn = attrs.field(repr=False)
    start: int
    end: int
    name: str
    initial: bool = False
    quoted: bool = False

    @property
    def key(self) -> str:
        """The plain name."""
        return plain(self.name)

    @property
    def place(self) -> tuple[int, int]:
        """The turn's place in the chunk, and where in it the name begins."""
        return self.turn.at, self.start


def capitals_tell(turns: Sequence[Turn]) -> bool:
    """Whether a capital inside a sentence means a name: not in text without capitals, all in capitals, or German."""
    words = inside = capitals = lower = upper = 0
    for turn in turns:
        for match in _WORD.finditer(turn.text):
            word = match.group()
            capital = word[0].isupper() and not word.startswith(("I'", "I ")) and word != "I"
            words, lower, upper = words + 1, lower + word.islower(), upper + capital
            if not turn.begins_sentence(match.start()):
                inside, capitals = inside + 1, capitals + capital
    if not lower or words < _ENOUGH_WORDS:
        return bool(lower and upper)
    return _FEWEST_CAPITALS <= capitals / max(inside, 1) <= _MOST_CAPITALS


def capitalised(turns: Sequence[Turn], *, lower: frozenset[str]) -> Iterator[Mention]:
    """Runs of capitalised words that may be names.

    Args:
        turns: the chunk.
        lower: words that the chunk also writes without a capital; they are no names at the beginning of a sentence.
    """
    for turn in turns:
        for run in _runs(turn):
            mention = _mention(turn, run, lower)
            if mention is not None:
                yield mention


def lower_words(turns: Sequence[Turn]) -> frozenset[str]:
    """All words that stand somewhere without a capital."""
    return frozenset(
        word for turn in turns for match in _WORD.finditer(turn.text) if (word := match.group())[0].islower()
    )


def _runs(turn: Turn) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(turn.text):
        if run and not _joins(turn.text, run[-1], match):
            yield run
            run = []
        if _may_name(turn, match) or (run and match.group() in PARTICLES):
            run.append(match)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _joins(text: str, last: re.Match[str], match: re.Match[str]) -> bool:
    between = text[last.end() : match.start()]
    if last.group().endswith("'s"):
        return False
    return between == " " or (between == ". " and plain(last.group()) in _ABBREVIATED)


def _may_name(turn: Turn, match: re.Match[str]) -> bool:
    word = match.group()
    if not word[0].isupper() or (len(word) > 1 and word.isupper()) or (word[1:2] == "'" and len(word) <= 3):
        return False
    bare = plain(word.removesuffix("'s"))
    if bare in _NAMES_TOO and not turn.begins_sentence(match.start()):
        return True
    first = re.split(r"[-']", word.lower())[0]
    return is_title(bare) or bare in KINSHIP | EPITHETS or (bare not in NO_NAMES and first not in NO_NAMES)


def _mention(turn: Turn, run: list[re.Match[str]], lower: frozenset[str]) -> Mention | None:
    first, last = 0, len(run)
    while last and run[last - 1].group() in PARTICLES:
        last -= 1
    initial = last > 0 and turn.begins_sentence(run[0].start())
    while first < last and (
        plain(run[first].group()) in EPITHETS or (initial and _ordinary(run[first].group(), lower))
    ):
        initial = initial and last - first == 1
        first += 1
    run = run[first:last]
    if not run or len(run) > _MOST_WORDS:
        return None
    start, end = run[0].start(), run[-1].end() - 2 * run[-1].group().endswith("'s")
    name = turn.text[start:end]
    if not read_name(name).proper or is_place(name):
        return None
    return Mention(turn, start, end, name, initial=initial and len(run) == 1, quoted=turn.quoted(start))


def _ordinary(word: str, lower: frozenset[str]) -> bool:
    bare = plain(word)
    return word.lower() in lower and not is_title(bare)


def is_place(name: str) -> bool:
    """Whether a name's first or last word says that it is a place's: `Mount Orr`, `Orr's Keep`."""
    words = read_name(name).words
    return len(words) > 1 and (words[0] in PLACE_WORDS or words[-1] in PLACE_WORDS)


_PERSON: Final = "|".join([*sorted(map(re.escape, PEOPLE), key=lambda word: (-len(word), word)), TRADE_PATTERN])
_LOWER_NAME: Final = r"(?P<name>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?)"
_LOWER_INTRODUCTION: Final = (
    re.compile(
        rf"\b(?:{_PERSON})(?: who is| who's)? (?:named|called|by the name of|who goes by(?: the "
        rf"name(?: of)?)?) {_LOWER_NAME}"
    ),
    re.compile(rf"\b(?:my|his|her|their) name(?:'s| is) {_LOWER_NAME}"),
    re.compile(rf"\bintroduc\w+ (?:him|her|them)self as {_LOWER_NAME}"),
    re.compile(
        rf"\b(?:ich hei(?:\u00dfe|sse)|mein name ist|je m'appelle|me llamo|mi nombre es|namens|"
        rf"nomm\u00e9e?|llamad[oa]) {_LOWER_NAME}"
    ),
)
_VERBAL: Final = re.compile(r"\w+(?:ing|ed|ly)$")


def introduced_words(turns: Iterable[Turn]) -> Iterator[str]:
    """Plain names that explicit introductions name, for text whose capitals tell nothing."""
    for turn in turns:
        spelled = any(word[0].isupper() for word in turn.text.split()) and not turn.text.isupper()
        low = turn.text.lower()
        for pattern in _LOWER_INTRODUCTION:
            for match in pattern.finditer(low):
                said = (
                    turn.text[match.start("name") : match.end("name")] if len(low) == len(turn.text) else match["name"]
                )
                if name := _cut_short(_capitalised_only(said) if spelled else said):
                    yield name


def _capitalised_only(words: str) -> str:
    """As many words as have a capital, where a language writes them: names do, the verb behind them does not."""
    return " ".join(itertools.takewhile(lambda word: word[0].isupper(), words.split()))


def _cut_short(words: str) -> str:
    first, _, second = (plain(word.removesuffix("'s")) for word in words.partition(" "))
    if is_title(first) and second and second not in NO_NAMES:
        return f"{first} {second}"
    if not first or first in NO_NAMES | PEOPLE or is_title(first) or len(first) <= 2:
        return ""
    verbal = _VERBAL.match(second) or second in DEEDS or second in NO_NAMES | PEOPLE or len(second) <= 2
    return first if verbal or second.endswith("s") else f"{first} {second}"


def known_forms(turns: Sequence[Turn], forms: Iterable[str], *, anycase: bool) -> Iterator[Mention]:
    """Mentions of forms known beforehand, longest first, in any case or with a capital at each word.

    Args:
        turns: the chunk.
        forms: plain names.
        anycase: whether a form without capitals counts.
    """
    known = _tree(forms)
    for turn in turns if known else ():
        for start, end in _places(_unaccented(turn.text), known):
            said = turn.text[start:end]
            capital = all(word[:1].isupper() for word in said.split())
            if capital or (anycase and plain(said) not in NO_NAMES):
                name = said if capital and not said.isupper() else said.title()
                initial = " " not in said and turn.begins_sentence(start) and anycase is False
                yield Mention(turn, start, end, name, initial, quoted=turn.quoted(start))


_Tree = dict[str, Any]  # words to the words that may follow; the empty word stands where a form ends
_FORM_WORD: Final = re.compile(r"\w+")
_BETWEEN: Final = " .-"


def _tree(forms: Iterable[str]) -> _Tree:
    root: _Tree = {}
    for form in forms:
        node = root
        for word in form.split():
            node = node.setdefault(word, {})
        if node is not root:
            node[""] = {}
    return root


def _places(text: str, known: _Tree) -> Iterator[tuple[int, int]]:
    """Where forms stand, from left to right, the longest at each place; many forms cost no more than few."""
    words = list(_FORM_WORD.finditer(text))
    at = 0
    while at < len(words):
        behind = _behind(text, words, at, known)
        if behind:
            yield words[at].start(), words[behind - 1].end()
        at = max(at + 1, behind)


def _behind(text: str, words: Sequence[re.Match[str]], at: int, known: _Tree) -> int:
    """The number of the word behind the longest form that begins with a word; 0 if none does."""
    found, node = 0, known
    while at < len(words) and (following := node.get(words[at].group().lower())) is not None:
        node, at = following, at + 1
        found = at if "" in node else found
        if at < len(words) and text[words[at - 1].end() : words[at].start()].strip(_BETWEEN):
            break
    return found


def _unaccented(text: str) -> str:
    """The text with accented letters made plain, letter for letter, so that places are kept."""
    return text if text.isascii() else "".join(_bare(char) for char in text)


def _bare(char: str) -> str:
    bare = plain(char)
    return bare if len(bare) == 1 and char.isalpha() else char


def without_overlaps(mentions: Iterable[Mention]) -> dict[int, list[Mention]]:
    """Mentions by the turn's place in the chunk, in order; of two that overlap the longer, of equals the first."""
    kept: dict[int, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda one: (one.turn.at, one.start, -one.end)):
        others = kept.setdefault(mention.turn.at, [])
        if not others or others[-1].end <= mention.start:
            others.append(mention)
        elif mention.end - mention.start > others[-1].end - others[-1].start:
            others[-1] = mention
    return kept
