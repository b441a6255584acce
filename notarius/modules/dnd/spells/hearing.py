"""Names of spells as captions mishear them: other letters and other word borders, nearly the same sound."""

import functools
import re
from typing import Final

import attrs

from notarius.modules.dnd.spells.lexicon import Lexicon, Spell, distance
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
)
_SILENT: Final = re.compile(r"(?<=.)[aeiouhwy]")
_DOUBLE: Final = re.compile(r"(.)\1+")
_SHORTEST: Final = 8


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
def _index(known: Lexicon) -> dict[str, tuple[tuple[str, Spell], ...]]:
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

    Letters may differ in a fifth of the name, borders of words do not count, the first letter must agree.
    """
    index = _index(known)
    best: tuple[int, int, Spell] | None = None
    letters = ""
    for count, word in enumerate(words, start=1):
        letters += word
        if len(letters) < _SHORTEST - 1:
            continue
        for name, spell in _candidates(letters, index):
            far = distance(letters, name)
            if far <= len(name) // 5 and (best is None or far < best[0]):
                best = (far, count, spell)
        if len(letters) > 24:
            break
    return Hearing(best[2], best[1]) if best else None


def _candidates(letters: str, index: dict[str, tuple[tuple[str, Spell], ...]]) -> set[tuple[str, Spell]]:
    return {
        (name, spell)
        for sound in _near(_sound(letters))
        for name, spell in index.get(sound, ())
        if name[0] == letters[0] and abs(len(name) - len(letters)) <= 3
    }
