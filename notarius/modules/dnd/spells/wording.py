"""The words themselves around a spell's name, as signs: what no pattern looks for, and the fit may weigh all the same.

Each stands for a word, or two or three on end, and for where it is: left or right of the name in its sentence, in the
sentences before and behind, in what the speaker says next and what another player does. What the game master answers
is left to `surroundings`: each puts it in words of their own, and weights for those did not carry over to other tables.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from notarius.modules.dnd.spells.sight import Sight

#: What the names of these signs begin with; the fit holds them nearer to nothing than the others.
MARK: Final = "~"
_BESIDE: Final = 400  # characters of the sentence on either side
_AROUND: Final = 120  # characters of the sentences before and behind
_WORDS_RIGHT: Final = 8
_WORDS_NEXT: Final = 10
_NEXT_TURNS: Final = 6
_PIECE: Final = re.compile(r"[a-z']+|\d+|[.?!,;:]|--")
_SIGN: Final = frozenset(".?!,;:-")
_NUMBERS: Final = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ]
)


def wording(sight: Sight) -> Iterator[str]:
    """The signs of the words around a mention."""
    mention = sight.mention
    low = mention.turn.low
    start, end = mention.turn.sentence(mention.start)
    left = _pieces(low[max(start, mention.start - _BESIDE) : mention.start])
    right = _pieces(low[mention.end : min(end, mention.end + _BESIDE)])
    for place, signs in (
        ("left", _left(left)),
        ("right", _right(right)),
        ("before", _words(_pieces(low[max(0, start - _AROUND) : start]))),
        ("behind", _words(_pieces(low[end : end + _AROUND]))),
        ("own next", _own_next(sight)),
        ("another next", _another_next(sight)),
    ):
        yield from (f"{MARK}{place} {sign}" for sign in signs)


def _pieces(text: str) -> list[str]:
    """Words and signs, numbers all alike."""
    return ["#" if piece.isdigit() or piece in _NUMBERS else piece for piece in _PIECE.findall(text)]


def _words(pieces: Sequence[str]) -> set[str]:
    return {piece for piece in pieces if piece[0] not in _SIGN}


def _left(pieces: Sequence[str]) -> Iterator[str]:
    last = ["^", "^", *pieces][-3:]
    yield f"at {last[-1]}"
    yield f"at {' '.join(last[1:])}"
    yield f"at {' '.join(last)}"
    yield from _words(pieces[:-1])
    yield from _pairs(["^", *pieces])


def _right(pieces: Sequence[str]) -> Iterator[str]:
    first = [*pieces, "$", "$"][:2]
    yield f"at {first[0]}"
    yield f"at {' '.join(first)}"
    yield from _words(pieces[1:_WORDS_RIGHT])
    yield from _pairs([*pieces, "$"][: _WORDS_RIGHT + 2])


def _pairs(pieces: Sequence[str]) -> set[str]:
    return {f"{one} {other}" for one, other in pairwise(pieces)}


def _own_next(sight: Sight) -> Iterator[str]:
    scene, at = sight.scene, sight.mention.turn.at
    turn = next((one for one in scene.turns[at + 1 : at + 1 + _NEXT_TURNS] if scene.same_speaker(at, one.at)), None)
    if turn is not None:
        pieces = _pieces(turn.low[:_AROUND])[:_WORDS_NEXT]
        yield from _words(pieces)
        yield from _pairs(pieces[:5])


def _another_next(sight: Sight) -> Iterator[str]:
    scene, at = sight.scene, sight.mention.turn.at
    for turn in scene.turns[at + 1 : at + 2]:
        if not scene.same_speaker(at, turn.at) and not scene.is_master(turn.at):
            yield from _words(_pieces(turn.low[:_AROUND])[:_WORDS_NEXT])
