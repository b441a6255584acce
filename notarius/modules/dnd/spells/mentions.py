"""Where a known spell's name is said, in all its forms: split, joined, inflected, misheard, with words inside."""

import re
from collections.abc import Iterator
from typing import Final

import attrs

from notarius.modules.dnd.spells.hearing import misheard
from notarius.modules.dnd.spells.lexicon import Form, Lexicon, Node, Spell
from notarius.modules.dnd.spells.speech import Turn, Word

_MOST_INSIDE: Final = 3
_ARTICLES: Final = frozenset({"a", "an", "the"})
# Words people put inside a name: hesitation, swearing, praise.
_INSIDE: Final = re.compile(
    r"um|uh|er|erm|ah|like|goddamn|damn|damned|bloody|fucking|fuckin|freaking|freakin|frickin|fricking|friggin|"
    r"frigging|"
    r"effing|flipping|flippin|motherfucking|whatever|ole?|good|big|little|sorry|you|know|i|mean|\w+ass"
)


@attrs.frozen(eq=False)
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
        partial: whether only the last word of the name was said.
    """

    turn: Turn
    spell: Spell
    start: int
    end: int
    tense: str = "name"
    capital: bool = False
    slip: bool = False
    partial: bool = False

    @property
    def said(self) -> str:
        """The name as it was said."""
        return self.turn.text[self.start : self.end]


def find_mentions(turn: Turn, known: Lexicon, *, capitals: bool = True) -> list[Mention]:
    """The spells named in a turn, from left to right, the longest name at each place.

    Args:
        turn: the turn.
        known: the spells known by name.
        capitals: whether capitals mark names here; where they do not, any words may be a misheard name.
    """
    found = []
    at = 0
    words = turn.words
    while at < len(words):
        hit = _longest(words, at, known)
        if hit is None or (hit[0].spell.everyday and hit[1] == at + 1):
            hit = _heard(words, at, known, capitals=capitals) or hit
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


def _heard(words: tuple[Word, ...], at: int, known: Lexicon, *, capitals: bool) -> tuple[Form, int, bool] | None:
    """A name that is misheard across its words, as in "heal in word"."""
    if capitals and not words[at].capital:
        return None
    single = _DOUBLED.sub(r"\1", words[at].plain)
    if single != words[at].plain and (form := _single(single, known)) and form.tense == "name":
        return form, at + 1, True
    hit = misheard(tuple(word.plain for word in words[at : at + 4]), known)
    return (Form(hit.spell, (hit.spell.name,)), at + hit.words, True) if hit else None


_DOUBLED: Final = re.compile(r"([a-z])\1")


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
    joined = first + words[at + 1].plain if at + 1 < len(words) else ""
    if len(joined) >= 8 and (form := _single(joined, known)):
        return form, at + 2, False
    slipped = False
    if not (nodes := known.beginning(first)):
        right = known.unslipped(first)
        nodes, slipped = known.beginning(right), right != first
    start = _So(slips=slipped)
    hits = [hit for node in nodes for hit in sorted(_hits(node, words, at + 1, known, start), key=lambda one: one[0])]
    for _, form, end, slips in sorted(hits, key=lambda one: one[0][0]):
        if slips == 0 or _believable(form, slips):
            return form, end, slips > 0
    return None


def _single(word: str, known: Lexicon) -> Form | None:
    forms = (node.form for node in known.beginning(word))
    return next((form for form in forms if form is not None and not form.spell.everyday), None)


def _believable(form: Form, slips: int) -> bool:
    """Slips pass in long names that are no everyday words, one in two words at most."""
    if form.spell.everyday:
        return False
    return (len(form.words) == 1 and len(form.words[0]) >= 8) or slips * 2 <= len(form.words)


@attrs.frozen
class _So:
    """What was passed over on the way to a place: words inside the name, and slips."""

    inside: int = 0
    slips: int = 0


_Hit = tuple[tuple[int, int], Form, int, int]


def _hits(node: Node, words: tuple[Word, ...], place: int, known: Lexicon, so: _So) -> Iterator[_Hit]:
    """The forms that go on from a node at a place, each with its rank, its end and its slips."""
    if node.form is not None:
        yield node.rank, node.form, place, so.slips
    passed: set[str] = set()
    while node.following and place < len(words):
        word = words[place].plain
        if word in node.following and word not in passed:
            yield from _hits(node.following[word], words, place + 1, known, so)
        passed.add(word)
        article = word in _ARTICLES
        if not article and not (so.inside < _MOST_INSIDE and _INSIDE.fullmatch(word)):
            right = known.unslipped(word)
            if right in node.following and right not in passed:
                yield from _hits(node.following[right], words, place + 1, known, attrs.evolve(so, slips=so.slips + 1))
            return
        so = so if article else attrs.evolve(so, inside=so.inside + 1)
        place += 1
