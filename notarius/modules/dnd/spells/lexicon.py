"""The spells that are known by name: the SRD's, and those a roster or glossary adds, in every form they are said in."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Final

import attrs

from notarius.modules.dnd.spells.slips import distance, letters_of, neighbourhood, shortened
from notarius.modules.dnd.wordlists import phrases
from notarius.text import plain

#: A spell to know as well: its name, who knows it, its level or None.
Added = tuple[str, str, int | None]
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


@attrs.define(eq=False)
class Node:
    """Forms that begin with the same words.

    Attributes:
        following: what the next word may be.
        form: the form that ends here, or None.
        rank: the form's place among all: those of more words first, then those that were known first.
    """

    following: dict[str, "Node"] = attrs.field(factory=dict, repr=False)
    form: Form | None = None
    rank: tuple[int, int] = (0, 0)


@attrs.frozen(eq=False)
class Layer:
    """Spells that became known together.

    Attributes:
        spells: key to spell.
        forms: the root of all their forms.
        near: word with letters left out to the words of names it may be a slip of.
        vocabulary: all words of forms.
    """

    spells: dict[str, Spell] = attrs.field(repr=False)
    forms: Node = attrs.field(repr=False)
    near: dict[str, tuple[str, ...]] = attrs.field(repr=False)
    vocabulary: frozenset[str] = attrs.field(repr=False)


@attrs.frozen(eq=False)
class Lexicon:
    """The spells that are known by name.

    Attributes:
        layers: what the lists know, and perhaps what the transcript itself adds.
    """

    layers: tuple[Layer, ...] = attrs.field(repr=False)
    _right: dict[str, str] = attrs.field(factory=dict, init=False, repr=False)

    def beginning(self, word: str) -> list[Node]:
        """Where the forms begin that have a word for their first."""
        return [layer.forms.following[word] for layer in self.layers if word in layer.forms.following]

    def unslipped(self, word: str) -> str:
        """The word of a spell's name that a word is a small slip of, else the word itself."""
        if word not in self._right:
            names = () if any(word in layer.vocabulary for layer in self.layers) else self._near(word)
            self._right[word] = min(names, default=(0, word))[1]
        return self._right[word]

    def _near(self, word: str) -> Iterator[tuple[int, str]]:
        for short in shortened(word) if 6 <= len(word) <= 20 else ():
            for name in (name for layer in self.layers for name in layer.near.get(short, ())):
                if (far := distance(word, name)) <= letters_of(name):
                    yield far, name

    def knowing(self, names: Sequence[str]) -> "Lexicon":
        """The lexicon with names that the transcript itself shows to be spells."""
        known = {key: spell for layer in self.layers for key, spell in layer.spells.items()}
        fresh = with_added(known, [(name, "said", None) for name in names])
        if any(key not in fresh for key in known):
            return Lexicon((_layer(fresh, ()),))
        return Lexicon((*self.layers, _layer({key: fresh[key] for key in fresh if key not in known}, ())))


@functools.lru_cache(maxsize=32)
def lexicon(added: tuple[Added, ...] = (), aliases: tuple[tuple[str, str], ...] = ()) -> Lexicon:
    """The SRD's spells and those added as (name, source, level); an added name replaces the SRD's short form.

    Args:
        added: the spells to add.
        aliases: what a spell is called as well, and its name.
    """
    spells = with_added({"".join(words_of(spell.name)): spell for spell in srd_spells()}, added)
    return Lexicon((_layer(spells, aliases),))


def with_added(known: Mapping[str, Spell], added: Iterable[Added]) -> dict[str, Spell]:
    """Spells by their keys, further ones added; whoever adds a full name takes away its short form.

    What has no word, such as `???` in a roster's cell, is no name.
    """
    spells = dict(known)
    for name, source, level in (one for one in added if spell_key(one[0])):
        key, *short = ("".join(words_of(one)) for one in _names(name))
        old = next((spells[one] for one in (key, *short) if one in spells), None)
        if key not in spells:
            spells[key] = _spell(name, level if level is not None or old is None else old.level, source)
            for one in short:
                spells.pop(one, None)
    return spells


def _layer(spells: dict[str, Spell], aliases: Iterable[tuple[str, str]]) -> Layer:
    forms = {form.words: form for form in reversed([form for spell in spells.values() for form in _forms(spell)])}
    forms = dict(reversed(forms.items()))
    for alias, name in aliases:
        if (meant := spells.get("".join(words_of(name)))) and (said := words_of(alias)):
            forms.setdefault(said, Form(attrs.evolve(meant, everyday=_is_everyday(alias)), said))
    root = Node()
    for number, form in enumerate(forms.values()):
        node = root
        for word in form.words:
            node = node.following.setdefault(word, Node())
        node.form, node.rank = form, (-len(form.words), number)
    names = {word for spell in spells.values() for name in _names(spell.name) for word in words_of(name)}
    vocabulary = frozenset(word for words in forms for word in words)
    return Layer(spells, root, neighbourhood({*names, *spells}), vocabulary)


def spoken_forms(name: str) -> tuple[str, ...]:
    """Every way of saying one spell's name, in plain words."""
    known = next((spell for spell in srd_spells() if plain(spell.name) == plain(name)), None)
    forms = list(_forms(attrs.evolve(known or _spell(name, None, "said"), everyday=False)))
    tail = words_of(name)[1:]
    if tail and " ".join(tail) in _NAMELESS:
        forms += _forms(_spell(" ".join(tail), None, "srd"))
    return tuple(dict.fromkeys(" ".join(form.words) for form in forms))
