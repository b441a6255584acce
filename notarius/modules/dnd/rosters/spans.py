"""The names in a sentence of a roster, told apart by what the transcript's labels know, and the sentence's shape.

The shape is the sentence with a sign in the place of every name, so that patterns over shapes need not know names and
run in time linear in the sentence's length.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from notarius.modules.dnd.rosters.words import KIND, MASTER, NO_NAME, NOT_OF_PARTY, PART_OF, TITLES, is_kindly
from notarius.text import plain

#: Signs in a shape: a label's name, another name, words for whoever runs the game, and the writer without a name.
LABEL, NAME, MASTERLY, WRITER = "\ue000", "\ue001", "\ue002", "\ue003"
SIGNS: Final = LABEL + NAME + MASTERLY + WRITER

_WORD: Final = (
    r"(?:(?:Mrs?|Ms|Dr|St|Sr|Jr|Prof|Capt|Sgt|Lt|Fr|[A-Z])\.(?=\s)|"
    r"(?:[dlDL]['\u2019])?[^\W\d_a-z\u00df-\u00ff][^\W_]*(?:['\u2019.-](?=[^\W\d_])[^\W_]+|_[^\W_]+)*)"
)
_SPAN: Final = re.compile(
    rf"(?<![^\W_]){_WORD}(?:(?:\s(?:(?:the|of|von|van|de|du|der|la|le|di|da|del|ap|al)\s){{1,2}}|\s(?:[\"\u201c]"
    rf"[^\"\u201c\u201d]{{1,30}}[\"\u201d]\s)?){_WORD}|\s\d{{1,3}}(?![\w.)])){{0,7}}"
)
_POSSESSIVE: Final = re.compile(r"['\u2019]s?$")
_SIZES: Final = frozenset({"big", "little", "lil", "young", "old"})


@attrs.frozen
class Labels:
    """The names that the transcript's labels have.

    Attributes:
        names: plain.
    """

    names: frozenset[str] = frozenset()

    @functools.cached_property
    def _first(self) -> frozenset[str]:
        firsts = Counter(name.split()[0] for name in self.names)
        return frozenset(word for word, times in firsts.items() if len(word) > 2 and times == 1 and word not in NO_NAME)

    @functools.cached_property
    def _longest(self) -> int:
        """How many words the longest of the names has."""
        return max((len(name.split()) for name in self.names), default=0)

    def match(self, name: str) -> int:
        """How surely a name is a label's: 2 as a whole, 1 by its first word, 0 not at all."""
        words = plain(_POSSESSIVE.sub("", name.strip())).split()
        if not words:
            return 0
        if " ".join(words) in self.names:
            return 2
        while len(words) > 1 and words[0] in TITLES:
            words = words[1:]
        starts = any(" ".join(words[:count]) in self.names for count in range(1, min(len(words), self._longest) + 1))
        last = len(words) == 2 and words[0] in _SIZES and words[1] in self.names
        return int(starts or last or (len(words) == 1 and words[0] in self._first))

    @functools.cached_property
    def small(self) -> "re.Pattern[str] | None":
        """Labels as they stand in a text without their capitals; None if there are none."""
        known = sorted((name for name in self.names if len(name) > 1 and name not in NO_NAME), key=len, reverse=True)
        if not known:
            return None
        joined = "|".join(r"[\W_]{1,2}".join(map(re.escape, name.split())) for name in known)
        return re.compile(rf"(?<![\w'\u2019-])(?:{joined})(?![\w-])", re.IGNORECASE)


@attrs.frozen
class Span:
    """A name where it stands.

    Attributes:
        start: of the first character.
        end: behind the last character.
        sign: which sign stands for it.
        text: the name.
    """

    start: int
    end: int
    sign: str
    text: str


@attrs.frozen
class Shape:
    """A sentence with signs instead of names.

    Attributes:
        text: the shape.
        spans: what stands for each sign, in order.
    """

    text: str
    spans: tuple[Span, ...]

    @functools.cached_property
    def places(self) -> tuple[int, ...]:
        """Where the signs are, in order."""
        return tuple(place for place, char in enumerate(self.text) if char in SIGNS)

    @functools.cached_property
    def at(self) -> dict[int, int]:
        """Places of signs in the shape to the numbers of their spans."""
        return {place: number for number, place in enumerate(self.places)}


def shape_of(sentence: str, labels: Labels, *, writer: str | None = None) -> Shape:
    """The shape of a sentence.

    Args:
        sentence: without markup.
        labels: the transcript's.
        writer: who "I" is, if known.
    """
    spans = sorted(_spans(sentence, labels, writer), key=lambda span: (span.start, -span.end))
    kept: list[Span] = []
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    kept = [_lesser(span, labels, kept[max(0, at - 1) : at + 2]) for at, span in enumerate(kept)]
    shape = _shaped(sentence, kept)
    beside = {shape.at[match.start("also")] for match in _BESIDE.finditer(shape.text)}
    return _shaped(sentence, [span for at, span in enumerate(kept) if at not in beside]) if beside else shape


_SIGN: Final = rf"\)\s*(?:[:=\u2192\u2013\u2014-]|->)\s*[\"\u201c']?[{NAME}{MASTERLY}]"
#: "Label (Name) - Name": the first two are the player's.
_BESIDE: Final = re.compile(rf"{LABEL}\s*\((?P<also>{NAME})(?={_SIGN})")


def _shaped(sentence: str, spans: Sequence[Span]) -> Shape:
    parts, at = [], 0
    for span in spans:
        own = sentence[span.start : span.end] == "my"
        parts += [sentence[at : span.start], span.sign, "'s" if own else ""]
        at = span.end
    return Shape("".join([*parts, sentence[at:]]), tuple(spans))


def _lesser(span: Span, labels: Labels, near: Sequence[Span]) -> Span:
    """Next to a label itself, a name that only begins like another label is no label's."""
    if span.sign != LABEL or " " not in span.text or labels.match(span.text) != 1:
        return span
    whole = {plain(other.text) for other in near if other.sign == LABEL and labels.match(other.text) == 2}
    return attrs.evolve(span, sign=NAME) if whole and plain(span.text).split()[0] not in whole else span


_I: Final = re.compile(r"(?<![\w'])(?:I(?=['\u2019\s])|me(?=[\s.,;)!]|$)|my(?= (?:character|pc|own|hero)\b))(?![\w-])")


def _spans(sentence: str, labels: Labels, writer: str | None) -> Iterator[Span]:
    for found in MASTER.finditer(sentence):
        if not labels.match(found.group()):
            yield Span(*found.span(), MASTERLY, found.group())
    for found in _I.finditer(sentence):
        yield Span(*found.span(), LABEL if writer else WRITER, writer or "")
    shaped = MASTER.sub(lambda found: "\x00" * len(found.group()), sentence)
    for found in _SPAN.finditer(shaped):
        yield from _named(found.start(), found.group(), sentence, labels)
    if labels.small is not None:
        for found in labels.small.finditer(sentence):
            if found.group()[:1].islower() or not found.group()[:1].isalpha():
                yield Span(*found.span(), LABEL, found.group())


def _named(start: int, text: str, sentence: str, labels: Labels) -> Iterator[Span]:
    """The name in a run of words with capitals: without words that are no names, kinds, and the sign of possession."""
    if not labels.match(text):
        start, text = _without_lead(start, text)
    text = _POSSESSIVE.sub("", text.rstrip(" .'-"))
    if not text:
        return
    if labels.match(text):
        yield Span(start, start + len(text), LABEL, text)
        return
    text = _without_kind(text)
    before = sentence[max(0, start - 40) : start]
    if not re.search(r"[^\W\d_]", text) or (NOT_OF_PARTY.search(before) and not PART_OF.search(before)):
        return
    yield Span(start, start + len(text), NAME, text)


_FIRST: Final = re.compile(r"(\S+)\s+")


def _without_lead(start: int, text: str) -> tuple[int, str]:
    while text:
        word, *rest = text.split(None, 1)
        bare = _POSSESSIVE.sub("", word).casefold().strip(".")
        leading = (
            bare in NO_NAME or word.casefold() in NO_NAME or (bare.endswith("ly") and bool(rest) and len(bare) > 5)
        )
        if not leading and not (rest and KIND.fullmatch(bare) and not rest[0].casefold().startswith(("the ", "of "))):
            break
        cut = len(text) - len(rest[0]) if rest else len(text)
        start, text = start + cut, text[cut:]
    return start, text


def _without_kind(text: str) -> str:
    """The name without race and class behind it, as in "Nub Goblin Rogue", but "Odo the Bard" as it is."""
    if is_kindly(text):
        return ""
    parts = text.split()
    while len(parts) > 1 and KIND.fullmatch(parts[-1]) and parts[-2].casefold() not in {"the", "of"}:
        parts.pop()
    return text if len(parts) == len(text.split()) else " ".join(parts)
