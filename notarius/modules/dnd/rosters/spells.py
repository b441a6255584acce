"""Lists of spells in lines and sentences of a roster."""

import functools
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from notarius.modules.dnd.rosters.cells import is_game_master_text, is_kind, listed, section_of
from notarius.text import plain

_POWERS: Final = re.compile(r"\(([^()]*,[^()]*,[^()]*)\)\s*\.?\s*$")
_KNOWS: Final = re.compile(
    r"\b(?:knows?|prepare[sd]?|casts?|spells?(?: are| include| known)?|cantrips?(?: are| include)?|favou?rs?|"
    r"relies on)\b:?\s*",
    re.IGNORECASE,
)
_TITLED: Final = re.compile(
    r"[A-Z][\w'\u2019]+(?:[ /-](?:(?:of|the|to|from|with|without|into)[ ])*[A-Z][\w'\u2019]+|"
    r"(?<=Evil|Food) and [A-Z]\w+|(?<=Poison) and [A-Z]\w+|(?<=Guards) and [A-Z]\w+|(?<=Water) and [A-Z]\w+)*"
)


def without_powers(line: str) -> tuple[str, tuple[str, ...]]:
    """A line without the list of three spells or more that ends it in brackets, and that list."""
    start = line.rfind("(")
    match = _POWERS.match(line, start) if start >= 0 else None
    if match is None or is_kind(match.group(1)) or is_game_master_text(line):
        return line, ()
    return line[:start], listed(match.group(1))


_PART: Final = re.compile(
    r"\s*[,;:()]\s*|\.\s|"
    r"(?<!Evil)(?<!Poison)(?<!Food)(?<!Guards)(?<!Water)\s+(?:and|are)\s+(?=[A-Z])|\bhas\s+(?=[A-Z])|\.$"
)


def spells_told(sentence: str) -> tuple[str, ...]:
    """The names with capitals behind "knows", "casts" or the like, and lists that are plainly of spells."""
    found = _KNOWS.search(sentence)
    if section_of(sentence) == "features":
        return ()
    told = [match.group() for match in _TITLED.finditer(sentence, found.end())] if found else []
    return tuple(dict.fromkeys(told or _plain_lists(sentence)))


def _plain_lists(sentence: str) -> Iterator[str]:
    """The items of every run of names with capitals of which half or more are spells of the rules."""
    run: list[str] = []
    for part in [*_PART.split(sentence), ""]:
        if _TITLED.fullmatch(part):
            run.append(part)
            continue
        if len(run) > 1 and 2 * sum(plain(item) in _rules() for item in run) >= len(run):
            yield from run
        run = []


@functools.lru_cache(maxsize=1)
def _rules() -> frozenset[str]:
    """Plain names of the spells of the SRD 5.1."""
    table = files("notarius.modules.dnd").joinpath("spells", "srd51_spells.tsv").read_text(encoding="utf-8")
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    return frozenset(plain(line.split("\t", 1)[0]) for line in lines[1:])
