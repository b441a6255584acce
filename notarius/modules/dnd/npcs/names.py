"""What a person's name consists of, and under which forms it may be said: titles, core, epithets, keys."""

import functools
from collections.abc import Iterable
from typing import Final

import attrs

from notarius.modules.dnd.npcs.words import EPITHETS, HOUSEHOLD_TITLES, KINSHIP, NO_NAMES, PEOPLE, TITLES, is_title
from notarius.text import plain

_ARTICLES: Final = frozenset({"a", "an", "the", "der", "die", "das", "le", "la", "el"})
_PARTICLES: Final = frozenset({"of", "von", "van", "de", "du", "den", "al", "ibn", "bin", "and", *_ARTICLES})
_FEWEST_LETTERS: Final = 2
#: A description links mentions only if it has this many words: "the old man" is somebody else every evening.
_TELLING_WORDS: Final = 3


@attrs.frozen
class Name:
    """A name, taken apart; all words are plain.

    Attributes:
        words: all of them.
        titles: the titles and epithets that stand in front.
        core: what is left: given names and surname, without particles.
        article: whether it began with an article.
    """

    words: tuple[str, ...]
    titles: tuple[str, ...]
    core: tuple[str, ...]
    article: bool = False

    @property
    def plain(self) -> str:
        """The whole name."""
        return " ".join(self.words)

    @property
    def proper(self) -> bool:
        """Whether it names somebody: more than titles, kinship, kinds of people and everyday words."""
        return any(word not in _COMMON and not is_title(word) for word in self.core)

    @property
    def household(self) -> bool:
        """Whether its title is one that a family shares, with nothing but one name behind it."""
        return len(self.core) == 1 and any(title in HOUSEHOLD_TITLES for title in self.titles)


_COMMON: Final = frozenset({*TITLES, *KINSHIP, *EPITHETS, *PEOPLE, *NO_NAMES})


@functools.lru_cache(maxsize=4096)
def read_name(text: str) -> Name:
    """A name taken apart."""
    words = plain(text).split()
    article = bool(words) and words[0] in _ARTICLES and len(words) > 1
    bare = words[1:] if article else words
    cut = 0
    while cut < len(bare) and (is_title(bare[cut]) or bare[cut] in EPITHETS | KINSHIP):
        cut += 1
    core = tuple(word for word in bare[cut:] if word not in _PARTICLES)
    return Name(tuple(words), tuple(bare[:cut]), core, article)


def without_article(text: str) -> str:
    """The plain words of a name, an article in front left out unless it is all there is."""
    name = read_name(text)
    return " ".join(name.words[1:] if name.article else name.words)


def keys_of(names: Iterable[str]) -> frozenset[str]:
    """Under which plain forms the bearer of these names is surely the same person, session-wide.

    The whole name; the name without a personal title (`Corporal Hask` is `Hask`); the given name of a name of two or
    more words. Not the surname, which brothers share; not the name behind a title that a household shares; not titles
    alone and descriptions of few words, which are said of many people.
    """
    return frozenset(key for text in names for key in _keys(read_name(text)))


def _keys(name: Name) -> Iterable[str]:
    if name.article or not name.proper:
        described = name.words[1:] if name.article else name.words
        if len(described) >= _TELLING_WORDS:
            yield " ".join(described)
        return
    yield name.plain
    if name.household:
        return
    yield " ".join(name.core)
    if len(name.core[0]) > _FEWEST_LETTERS and name.core[0] not in _COMMON:
        yield name.core[0]


def spoken_forms(text: str) -> tuple[str, ...]:
    """The plain forms in which a name may be said: whole, without title, given name, surname, each with a title."""
    name = read_name(text)
    if not name.core:
        return (name.plain,) if name.words else ()
    first, last, core = name.core[0], name.core[-1], " ".join(name.core)
    forms = [name.plain, core, first, last]
    forms += [f"{title} {end}" for title in name.titles for end in (core, first, last)]
    return tuple(dict.fromkeys(form for form in forms if len(form) > 1))


def best_name(names: Iterable[str]) -> str:
    """The fullest of several names of one person: most words beside titles, then a title, then the first.

    Raises:
        ValueError: if there is none.
    """
    return max(dict.fromkeys(names), key=_fullness)


def _fullness(text: str) -> tuple[bool, int, int]:
    name = read_name(text)
    return not name.article and name.proper, len(name.core), sum(map(is_title, name.titles))
