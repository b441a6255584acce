"""Names of spells as captions mishear them: other letters and other word borders, nearly the same sound."""

import functools
import re
from typing import Final

import attrs

from notarius.modules.dnd.spells.lexicon import Layer, Lexicon, Spell, srd_spells
from notarius.modules.dnd.spells.slips import distance
from notarius.text import plain

_SOUNDS: Final = (
    ("tch", "j"),
    ("dge", "j"),
    ("ch", "j"),
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
_SHARED: Final = 12  # names that end in the same word; it tells nothing where more do
_LONG: Final = 5  # letters of a word that stands for itself where others are misheard


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

    Args:
        words: those that stand from a place on.
        known: the spells known by name.
    """
    best: tuple[int, int, Spell] | None = None
    letters = ""
    for count, word in enumerate(words, start=1):
        letters += word
        if len(letters) < _SHORTEST - 1:
            continue
        if len(letters) > _LONGEST:
            break
        heard = words[:count]
        for name, spell in sorted(_candidates(letters, heard, known), key=lambda one: one[0]):
            far = distance(letters, name)
            if far <= _allowed(heard, name, spell) and (best is None or far < best[0]):
                best = (far, count, spell)
        if len(letters) > _ENOUGH:
            break
    return Hearing(best[2], best[1]) if best else None


def _half_right(heard: tuple[str, ...], spell: Spell) -> bool:
    """Whether as many words were heard as the name has, and a long one of them right that is no name by itself."""
    parts = tuple(plain(spell.name).split())
    if len(parts) != len(heard) or len(heard) < 2:
        return False
    pairs = list(zip(heard, parts, strict=True))
    right = any(one == other and len(one) >= _LONG and one not in _single_names() for one, other in pairs)
    return right and all(one == other or _is_slip(one, other) for one, other in pairs)


def _is_slip(heard: str, word: str) -> bool:
    """Whether a word may be heard for another: two letters are wrong in a long one, or it sounds the same."""
    return (len(word) >= _LONG + 1 and distance(heard, word) <= 2) or _sound(heard) == _sound(word)


@functools.lru_cache(maxsize=1)
def _single_names() -> frozenset[str]:
    return frozenset(plain(spell.name) for spell in srd_spells() if " " not in spell.name)


def _allowed(heard: tuple[str, ...], name: str, spell: Spell) -> int:
    """How many letters may differ: more where a word was heard right, or the whole sounds alike."""
    parts = plain(spell.name).split()
    alike = len(name) > _SHORTEST and _sound("".join(heard)) == _sound(name)
    right = len(heard) == len(parts) > 1 and heard[0] == parts[0]
    return len(name) * 3 // 10 if alike or right or _half_right(heard, spell) else len(name) // 5


def _candidates(letters: str, heard: tuple[str, ...], known: Lexicon) -> set[tuple[str, Spell]]:
    found = {
        (name, spell)
        for sound in _near(_sound(letters))
        for layer in known.layers
        for name, spell in _index(layer).get(sound, ())
    }
    if len(heard) > 1 and len(heard[0]) >= _LONG - 1 and len(heard[-1]) >= _LONG:
        found |= {one for layer in known.layers for one in _by_last_word(layer).get(heard[-1], ())}
    return {(name, spell) for name, spell in found if name[0] == letters[0] and abs(len(name) - len(letters)) <= 3}


@functools.lru_cache(maxsize=8)
def _by_last_word(known: Layer) -> dict[str, tuple[tuple[str, Spell], ...]]:
    """Names of several words by a long last one."""
    index: dict[str, list[tuple[str, Spell]]] = {}
    for spell in known.spells.values():
        *first, last = plain(spell.name).split()
        if first and len(last) >= _LONG and last not in _single_names() and not spell.everyday:
            index.setdefault(last, []).append(("".join((*first, last)), spell))
    return {last: tuple(found) for last, found in index.items() if len(found) <= _SHARED}
