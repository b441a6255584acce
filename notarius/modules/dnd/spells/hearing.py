"""Names of spells as captions mishear them: other letters and other word borders, nearly the same sound."""

import functools
import re
from typing import Final

import attrs

from notarius.modules.dnd.spells.lexicon import Layer, Lexicon, Spell
from notarius.modules.dnd.spells.slips import distance
from notarius.text import plain

_SOUNDS: Final = (
    ("ph", "f"),
    ("bt", "t"),
    ("gh", ""),
    ("ck", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("c", "k"),
    ("q", "k"),
    ("z", "s"),
    ("d", "t"),
    ("mb", "m"),
    ("m", "n"),
)
_SILENT: Final = re.compile(r"(?<=.)[aeiouhwy]")
_DOUBLE: Final = re.compile(r"(.)\1+")
_SHORTEST: Final = 8
_ENOUGH: Final = 24
_LONGEST: Final = 60


@attrs.frozen
class Hearing:
    """A misheard name.

    Attributes:
        spell: the spell meant.
        words: how many words were heard for it.
    """

    spell: Spell
    words: int


@functools.lru_cache(maxsize=16384)
def _sound(letters: str) -> str:
    """The consonants as they sound, the first letter kept."""
    for written, spoken in _SOUNDS:
        letters = letters.replace(written, spoken)
    return _DOUBLE.sub(r"\1", _SILENT.sub("", letters))


@functools.lru_cache(maxsize=8)
def _index(known: Layer) -> dict[str, tuple[tuple[str, Spell], ...]]:
    """Names by their sound, whole and with one consonant left out."""
    index: dict[str, list[tuple[str, Spell]]] = {}
    for spell in known.spells.values():
        letters = plain(spell.name).replace(" ", "")
        if not spell.everyday and len(letters) >= _SHORTEST:
            for sound in _near(_sound(letters)):
                index.setdefault(sound, []).append((letters, spell))
    return {sound: tuple(found) for sound, found in index.items()}


def _near(sound: str) -> set[str]:
    return {sound, *(sound[:at] + sound[at + 1 :] for at in range(1, len(sound)))}


def misheard(words: tuple[str, ...], known: Lexicon) -> Hearing | None:
    """The spell that the first of some plain words may be heard for, the nearest; None if none is near.

    Letters may differ in a fifth of the name or more (`_allowed`), borders of words do not count, the first letter
    must agree.
    """
    best: tuple[int, int, Spell] | None = None
    letters = ""
    for count, word in enumerate(words, start=1):
        letters += word
        if len(letters) < _SHORTEST - 1:
            continue
        if len(letters) > _LONGEST:
            break
        for name, spell in sorted(_candidates(letters, known), key=lambda one: one[0]):
            far = distance(letters, name)
            if far <= _allowed(words, count, spell) and (best is None or far < best[0]):
                best = (far, count, spell)
        if len(letters) > _ENOUGH:
            break
    return Hearing(best[2], best[1]) if best else None


def _allowed(words: tuple[str, ...], count: int, spell: Spell) -> int:
    """How many letters may differ: more where as many words were heard as the name has, and the first of them right."""
    parts = plain(spell.name).split()
    letters = sum(map(len, parts))
    return letters * 3 // 10 if count == len(parts) > 1 and words[0] == parts[0] else letters // 5


def _candidates(letters: str, known: Lexicon) -> set[tuple[str, Spell]]:
    return {
        (name, spell)
        for sound in _near(_sound(letters))
        for layer in known.layers
        for name, spell in _index(layer).get(sound, ())
        if name[0] == letters[0] and abs(len(name) - len(letters)) <= 3
    }
