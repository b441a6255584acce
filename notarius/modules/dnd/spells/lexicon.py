"""The spells that are known by name: the SRD's, and those a roster or glossary adds, in every form they are said in."""

import functools
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Final

import attrs

from notarius.modules.dnd.wordlists import phrases
from notarius.text import plain

_ARTICLES: Final = frozenset({"a", "an", "the"})
# Names that are everyday words: in speech they are a spell only where the words around say so.
_EVERYDAY: Final = phrases(
    "aid, alarm, alter self, animal messenger, animal shapes, awaken, blink, blur, clone, command, commune, "
    "compulsion, confusion, creation, control water, control weather, create food, create water, darkness, "
    "darkvision, daylight, deafness, blindness, destroy water, detect evil, detect poison, divination, dream, "
    "earthquake, fabricate, fear, find path, find traps, fire storm, fly, foresight, friends, gate, giant insect, "
    "grease, guidance, gust, harm, heal, ice storm, identify, imprisonment, invisibility, jump, knock, light, "
    "locate animals, locate plants, magic circle, magic weapon, maze, mending, message, mislead, move earth, "
    "plant growth, purify food, raise dead, reduce, regenerate, remove curse, resistance, resurrection, "
    "sanctuary, secret chest, seeming, sending, shatter, shield, silence, sleep, slow, stone shape, suggestion, "
    "symbol, sympathy, tongues, wall stone, wall ice, water walk, web, weird, wish, snare, true strike"
)
# Of them, those said all the time about other things.
_CHATTY: Final = phrases(
    "alarm, awaken, clone, command, confusion, creation, darkness, daylight, dream, fear, find path, fly, "
    "friends, gate, gust, harm, heal, jump, knock, light, maze, message, mislead, move earth, reduce, seeming, "
    "sending, sleep, slow, suggestion, symbol, tongues, web, weird, wish, water walk, silence, shield, shatter, "
    "snare"
)
# Rarer words that are seldom said at a table but for the spell; as verbs they are its verb.
_UNCOMMON: Final = phrases(
    "bane, banishment, bless, blight, contagion, contingency, disintegrate, entangle, enthrall, hallow, haste, "
    "heroism, levitate, enlarge, sequester, teleport, animate dead, tree stride, fire shield, blade barrier"
)
# SRD names that lost their inventor: "Somebody's Tiny Hut" is said whole.
_NAMELESS: Final = phrases(
    "acid arrow, arcane hand, arcane sword, black tentacles, faithful hound, floating disk, freezing sphere, "
    "hideous laughter, instant summons, irresistible dance, magic aura, magnificent mansion, private sanctum, "
    "resilient sphere, secret chest, telepathic bond, tiny hut"
)


@attrs.frozen
class Spell:
    """A spell known by name.

    Attributes:
        name: as the list that has it writes it.
        level: its lowest level, 0 for a cantrip; None if no list tells.
        everyday: whether its name is also an everyday word.
        chatty: whether that word is said all the time.
        uncommon: whether its name is a word of the language, but a rare one.
        nameless: whether tables may put an inventor's name before it.
        source: `srd`, `roster`, `glossary`, or from the transcript itself `said` (cast by name) and `guessed`.
    """

    name: str
    level: int | None = None
    everyday: bool = False
    chatty: bool = False
    uncommon: bool = False
    nameless: bool = False
    source: str = "srd"


@attrs.frozen
class Form:
    """A way of saying a spell's name.

    Attributes:
        spell: the spell.
        words: the plain words, articles left out.
        tense: `name`, or `verb` for -s and the bare verb of verb-like names, `past` for -ed, `ing`.
    """

    spell: Spell
    words: tuple[str, ...]
    tense: str = "name"


def words_of(name: str) -> tuple[str, ...]:
    """The plain words of a name without articles."""
    return tuple(word for word in plain(name).split() if word not in _ARTICLES)


@functools.lru_cache(maxsize=4096)
def spell_key(name: str) -> str:
    """A name without blanks, articles and punctuation, by which spells are told apart."""
    return "".join(words_of(name))


@functools.lru_cache(maxsize=1)
def srd_spells() -> tuple[Spell, ...]:
    """The 319 spells of the SRD 5.1."""
    table = files("notarius.modules.dnd.spells").joinpath("srd51_spells.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")][1:]
    return tuple(_spell(row[0], int(row[1]), "srd") for row in rows)


def _spell(name: str, level: int | None, source: str) -> Spell:
    key = plain(name)
    return Spell(name, level, _is_everyday(key), key in _CHATTY, key in _UNCOMMON, key in _NAMELESS, source)


def _is_everyday(key: str) -> bool:
    return " ".join(word for word in key.split() if word not in _ARTICLES and word != "of") in _EVERYDAY


def _names(name: str) -> Iterator[str]:
    """The ways a list's name is said: whole, halves of `A/B`, the beginning of `A of B and C`, either of `A or B C`."""
    yield name
    if "/" in name:
        yield from name.split("/")
    words = name.split()
    for joint in ("and", "or"):
        if joint in words[2:]:
            yield " ".join(words[: words.index(joint)])
    if len(words) >= 4 and words[1] == "or":
        yield " ".join([words[0], *words[3:]])
        yield " ".join(words[2:])
    if len(words) >= 3 and re.search(r"['\u2019]s$", words[0]) and len(words[1:]) >= 2:
        yield " ".join(words[1:])


_DOUBLING: Final = re.compile(r"(?:^|[^aeiou])[aeiou][bdglmnprt]$")


def _inflected(word: str) -> Iterator[tuple[str, str]]:
    if word.endswith(("s", "sh", "ch", "x", "z")):
        yield word + "es", "verb"
    elif re.search(r"[^aeiou]y$", word):
        yield word[:-1] + "ies", "verb"
        yield word[:-1] + "ied", "past"
    else:
        yield word + "s", "verb"
    stem = word[:-1] if word.endswith("e") else word + word[-1] if _DOUBLING.search(word) and len(word) < 6 else word
    yield stem + "ed", "past"
    yield stem + "ing", "ing"


def _forms(spell: Spell) -> Iterator[Form]:
    for name in dict.fromkeys(_names(spell.name)):
        words = words_of(name)
        if not words:
            continue
        said = attrs.evolve(spell, everyday=spell.everyday or _is_everyday(" ".join(words)))
        yield Form(said, words)
        if len(words) > 1 and len(words) < 4:
            yield Form(said, ("".join(words),))
        if len(words) > 3 or said.everyday:
            continue
        for last, tense in _inflected(words[-1]):
            yield Form(said, (*words[:-1], last), tense if len(words) < 3 else "name")
        if len(words) > 1:
            for first, tense in _inflected(words[0]):
                yield Form(said, (first, *words[1:]), tense if tense != "verb" else "name")
        if len(words) == 1 and words[0].endswith("ing") and len(words[0]) > 6:
            yield Form(said, (words[0][:-3],), "verb")


@attrs.frozen(eq=False)
class Lexicon:
    """Forms by their first word, longest first, with the slips of long words undone.

    Attributes:
        forms: first word to forms.
        near: word with letters left out to the words of names it may be a slip of.
        vocabulary: all words of names.
    """

    forms: dict[str, tuple[Form, ...]] = attrs.field(repr=False)
    near: dict[str, tuple[str, ...]] = attrs.field(repr=False)
    vocabulary: frozenset[str] = attrs.field(repr=False)
    spells: dict[str, Spell] = attrs.field(repr=False)

    def find(self, name: str) -> Spell | None:
        """The spell of that name, however it is written."""
        return self.spells.get("".join(words_of(name)))


@functools.lru_cache(maxsize=32)
def lexicon(added: tuple[tuple[str, str, int | None], ...] = (), aliases: tuple[tuple[str, str], ...] = ()) -> Lexicon:
    """The SRD's spells and those added as (name, source, level); an added name replaces the SRD's short form.

    Args:
        added: the spells to add.
        aliases: what a spell is called as well, and its name.
    """
    spells = {"".join(words_of(spell.name)): spell for spell in srd_spells()}
    for name, source, level in added:
        key = "".join(words_of(name))
        short = ["".join(words_of(one)) for one in _names(name)]
        old = next((spells[one] for one in (key, *short) if one in spells), None)
        if key not in spells:
            made = _spell(name, level if level is not None or old is None else old.level, source)
            spells[key] = made
            for one in short[1:]:
                spells.pop(one, None)
    return _indexed(spells, aliases)


def _indexed(spells: dict[str, Spell], aliases: tuple[tuple[str, str], ...]) -> Lexicon:
    index: dict[str, dict[tuple[str, ...], Form]] = {}
    for spell in spells.values():
        for form in _forms(spell):
            index.setdefault(form.words[0], {}).setdefault(form.words, form)
    for alias, name in aliases:
        if (meant := spells.get("".join(words_of(name)))) and (said := words_of(alias)):
            index.setdefault(said[0], {}).setdefault(
                said, Form(attrs.evolve(meant, everyday=_is_everyday(alias)), said)
            )
    forms = {
        first: tuple(sorted(by_words.values(), key=lambda form: -len(form.words))) for first, by_words in index.items()
    }
    names = {word for spell in spells.values() for name in _names(spell.name) for word in words_of(name)}
    vocabulary = frozenset(word for by_words in index.values() for words in by_words for word in words)
    return Lexicon(
        forms, _neighbourhood(names | {"".join(words_of(s.name)) for s in spells.values()}), vocabulary, spells
    )


def _shortened(word: str, letters: int) -> set[str]:
    found = {word}
    edge = {word}
    for _ in range(letters):
        edge = {one[:at] + one[at + 1 :] for one in edge for at in range(len(one))}
        found |= edge
    return found


def _letters(word: str) -> int:
    """How many letters of a word may be missing, added or wrong: none in short words, since those are other words."""
    return 0 if len(word) < 6 else 1 if len(word) < 10 else 2


def _neighbourhood(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    near: dict[str, list[str]] = {}
    for word in sorted(words):
        if len(word) >= 6:
            for short in _shortened(word, _letters(word)):
                near.setdefault(short, []).append(word)
    return {short: tuple(found) for short, found in near.items()}


def unslipped(word: str, known: Lexicon) -> str:
    """The word of a spell's name that a word is a small slip of, else the word itself."""
    if word in known.vocabulary or not 6 <= len(word) <= 20:
        return word
    best: tuple[int, str] | None = None
    for short in _shortened(word, _letters(word)):
        for name in known.near.get(short, ()):
            far = distance(word, name)
            if far <= _letters(name) and (best is None or (far, name) < best):
                best = (far, name)
    return best[1] if best else word


def distance(one: str, other: str) -> int:
    """Letters to insert, delete, replace or swap with a neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def spoken_forms(name: str) -> tuple[str, ...]:
    """Every way of saying one spell's name, in plain words."""
    known = next((spell for spell in srd_spells() if plain(spell.name) == plain(name)), None)
    forms = list(_forms(attrs.evolve(known or _spell(name, None, "said"), everyday=False)))
    tail = words_of(name)[1:]
    if tail and " ".join(tail) in _NAMELESS:
        forms += _forms(_spell(" ".join(tail), None, "srd"))
    return tuple(dict.fromkeys(" ".join(form.words) for form in forms))
