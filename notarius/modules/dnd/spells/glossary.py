"""Spells and other names of spells that a glossary tells."""

import functools
import re
from collections.abc import Iterator
from typing import Final

from notarius.modules.dnd.bounds import lines_of
from notarius.modules.dnd.rosters.cells import listed, section_of, strip_markup
from notarius.modules.dnd.spells.lexicon import srd_spells
from notarius.text import plain

_ENTRY: Final = re.compile(
    r"^\s*(?:[-*+\u2022]\s+|\|\s*|#+\s*)?(?P<term>[^|:\u2013\u2014]{2,60}?)\s*(?:\||:|\s[-\u2013\u2014]\s|\u2013|"
    r"\u2014)\s*(?P<told>.+)$"
)
_SPELL: Final = re.compile(
    r"\b(?:cantrips?|(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)[ -]level|"
    r"spells?|zauber(?:trick)?|sort|hechizo|incantesimo)\b",
    re.IGNORECASE,
)
_NO_SPELL: Final = re.compile(
    r"\b(?:not|no|isn't|kein|never) (?:a |an |one of )?(?:spells?|zauber|sort)\b|\b(?:feature|place|town|city|"
    r"person|item|sword|god|spellcaster|caster|words?)\b",
    re.IGNORECASE,
)
_OWN_SPELL: Final = re.compile(
    r"(?:[Hh]ome-?brew |[Hh]ouse |[Oo]ur |[Nn]ew |[Cc]ustom )?(?:[Ss]pell|[Cc]antrip)s? (?P<name>[A-Z][\w'\u2019 -]*)"
)
_ALSO: Final = re.compile(
    r"\b(?:also|aka|a\.k\.a\.|short(?: for)?|nicknamed|called|known as|we say|we call it|abbreviated|said as|"
    r"or)\b[^.;\"\u201c]{0,200}?[\"\u201c'](?P<quoted>[^\"\u201d']{1,80})[\"\u201d']|"
    r"\b(?:also (?:called|known as)|aka|nicknamed|short for|abbreviated(?: to| as)?)\s+(?P<bare>[A-Z][\w' ]{1,30})",
)


@functools.lru_cache(maxsize=64)
def read_glossary(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every spell a glossary explains, with its other names."""
    found: dict[str, list[str]] = {}
    section: str | None = None
    for line in lines_of(text):
        if line.lstrip().startswith("#"):
            section = section_of(line)
            continue
        for term, told in _entries(line, section):
            found.setdefault(term, []).extend(_aliases(term, told))
    written = {plain(term): term for term in reversed(found)}
    for term, heard in _misheard(text):
        known = written.get(plain(term), term)
        if known in found or plain(term) in _rulebook():
            found.setdefault(known, []).extend(name for name in heard if plain(name) != plain(term))
            written.setdefault(plain(term), known)
    return tuple((term, tuple(others)) for term, others in found.items())


_HEARD: Final = re.compile(
    r"^\s*(?:[-*+\u2022]\s+)?(?P<term>[A-Z][\w'\u2019/ -]{2,40}?)\s*(?::|->|=|\u2192)\s*(?P<told>.+)$"
)


def _misheard(text: str) -> Iterator[tuple[str, list[str]]]:
    """Lines such as `Healing Word: "Healing Ward"`: a name and how else it stands in the transcript."""
    for line in lines_of(text):
        match = _HEARD.match(strip_markup(line) if line.lstrip().startswith("**") else line)
        if match and (heard := re.findall(r"[\"\u201c]([^\"\u201d]+)[\"\u201d]", match["told"])):
            yield match["term"], heard


@functools.lru_cache(maxsize=1)
def _rulebook() -> frozenset[str]:
    return frozenset(plain(spell.name) for spell in srd_spells())


def glossary_spells(text: str) -> tuple[str, ...]:
    """The names of the spells a glossary explains."""
    return tuple(term for term, _ in read_glossary(text)) if text else ()


def _entries(line: str, section: str | None) -> Iterator[tuple[str, str]]:
    match = _ENTRY.match(strip_markup(line) if not line.lstrip().startswith(("-", "*", "|")) else line)
    if match is None:
        return
    term, told = strip_markup(match["term"]), strip_markup(match["told"])
    own = _OWN_SPELL.fullmatch(term)
    if own is not None:
        yield own["name"], told
    elif section_of(term) == "spells":
        yield from ((name, "") for name in listed(told) if name[:1].isupper())
    elif section == "spells" or (_SPELL.search(told) and not _NO_SPELL.search(told)):
        names = [name.strip() for name in re.split(r"\(|\)|/|,", term) if name.strip()]
        if names and len(names[0].split()) <= 5 and names[0][:1].isupper():
            yield names[0], told + "".join(f' also "{name}"' for name in names[1:])


def _aliases(term: str, told: str) -> tuple[str, ...]:
    found = [match["quoted"] or match["bare"] for match in _ALSO.finditer(told)]
    return tuple(dict.fromkeys(name.strip() for name in found if name.strip() and name.strip() != term))


@functools.lru_cache(maxsize=64)
def other_names(text: str) -> frozenset[str]:
    """Plain names that a glossary explains as something else than spells."""
    spells = {plain(name) for term, aliases in read_glossary(text) for name in (term, *aliases)}
    found = set()
    for line in lines_of(text):
        if match := _ENTRY.match(strip_markup(re.sub(r"^\s*[-*+]\s+", "", line))):
            found |= {plain(name) for name in re.split(r",|/|\(|\)", match["term"])} | {
                plain(name) for name in re.findall(r"[\"\u201c]([^\"\u201d]+)[\"\u201d]", match["told"])
            }
    return frozenset(name for name in found if name and name not in spells and name not in _rulebook())
