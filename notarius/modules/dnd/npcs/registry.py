"""The registry of people known from earlier sessions: table, list, headings, YAML, JSON, or artifacts of a run."""

import csv
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.bounds import tree_of_json, with_few_blanks
from notarius.modules.dnd.npcs.names import keys_of, read_name, spoken_forms
from notarius.modules.dnd.npcs.words import ALIAS_HEADS, FACT_HEADS, NAME_HEADS
from notarius.modules.dnd.rosters.tree import rows_of_tree
from notarius.text import plain

SLOT: Final = "npc_registry"

_RULE: Final = re.compile(r"[\s|:=+-]+")
_BULLET: Final = re.compile(r"^\s*(?:[-*+\u2022]|\d+[.)])\s+")
_HEADING: Final = re.compile(r"^\s*#{2,6}\s+(.+?)\s*#*\s*$")
_LONGEST_HEADING: Final = 300
_MARKUP: Final = re.compile(r"[*`]+|(?<!\w)_+|(?<!_)_+(?!\w)")
_ALSO: Final = re.compile(
    r"\b(?:aka|a\.k\.a\.|alias|also (?:called|known as)|called|known as|genannt)\b[ :]*", re.IGNORECASE
)
_HEAD_END: Final = re.compile(
    r"\s+[\u2013\u2014-]+\s+|[:;,(]|(?<=[a-z]{4})\.|\s+\b(?:is|was|are|runs|owns|keeps|ist|est|es)\b"
)
_QUOTED: Final = re.compile(r"[\"\u201c\u201d\u201e]([^\"\u201c\u201d\u201e]+)[\"\u201c\u201d\u201e]")
_MOST_WORDS: Final = 6


@attrs.frozen
class Known:
    """Somebody in the registry.

    Attributes:
        name: as the registry writes it.
        aliases: what else the registry says they are called.
    """

    name: str
    aliases: tuple[str, ...] = ()

    @functools.cached_property
    def forms(self) -> frozenset[str]:
        """Plain forms that name this person; titles alone and descriptions are none."""
        said = [form for name in (self.name, *self.aliases) for form in spoken_forms(name)]
        return frozenset(form for form in said if read_name(form).proper and not read_name(form).article)

    @property
    def keys(self) -> frozenset[str]:
        """Forms that are surely this person."""
        return keys_of((self.name, *self.aliases))


def registry_of(references: ReferenceSet) -> tuple[Known, ...]:
    """Everybody in the items bound to the registry's slot, in order; nobody if it is unbound."""
    return tuple(known for text in registry_texts(references) for known in read_registry(text))


def registry_texts(references: ReferenceSet) -> list[str]:
    """The texts of the items bound to the registry's slot, in order."""
    return [item.text for slot in references.slots if slot.name == SLOT for item in slot.items]


@functools.lru_cache(maxsize=64)
def read_registry(text: str) -> tuple[Known, ...]:
    """Everybody a registry's text tells, in its order, each name once."""
    text = with_few_blanks(text)
    people = _from_lines_of_json(text) or _from_csv(text) or _from_tree(text) or _from_text(text)
    first = {plain(known.name): known for known in reversed(tuple(people))}
    return tuple(reversed(tuple(known for key, known in first.items() if key and read_name(known.name).proper)))


def _from_lines_of_json(text: str) -> list[Known]:
    """`artifacts/*.jsonl` of an earlier run, or any JSON lines with a name in them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        return []
    values = [tree_of_json(line) for line in lines]
    if not all(isinstance(value, dict) for value in values):
        return []
    return list(_people([value.get("fields", value) for value in values]))


def _from_tree(text: str) -> list[Known]:
    """YAML and JSON: a list of mappings, or a mapping from names to what is known."""
    if text.lstrip()[:1] in {"{", "["}:
        return list(_people(tree_of_json(text)))
    rows = rows_of_tree(text)
    return [known for row in rows or () if (known := _from_row(row, first=True))]


def _people(value: Any) -> Iterator[Known]:
    if isinstance(value, list):
        for item in value:
            yield from [Known(item)] if isinstance(item, str) else _people(item)
    elif isinstance(value, Mapping):
        row = [(str(head), _cell(cell)) for head, cell in value.items()]
        known = _from_row(row, first=False)
        if known:
            yield known
            return
        for head, cell in value.items():
            yield from _entry(str(head), cell)


def _entry(head: str, cell: Any) -> Iterator[Known]:
    """A mapping's entry: a name with what is known of it, or something that holds people."""
    values = cell.values() if isinstance(cell, Mapping) else ()
    facts = isinstance(cell, str | Mapping) and not any(map(_is_deep, values))
    if not facts:
        yield from _people(cell)
    elif head[:1].isupper():
        yield Known(head, _aliases_of(cell))


def _is_deep(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    )


def _aliases_of(cell: Any) -> tuple[str, ...]:
    row = [(str(head), _cell(value)) for head, value in cell.items()] if isinstance(cell, dict) else []
    return tuple(alias for head, value in row if _about(head, ALIAS_HEADS) for alias in _listed(value))


def _cell(value: Any) -> str:
    """A scalar, or a list of scalars, as a cell of a table has it; empty for anything deeper."""
    values = value if isinstance(value, list) else [value]
    return ", ".join(str(item) for item in values if item is not None and not isinstance(item, dict | list))


def _from_csv(text: str) -> list[Known]:
    head = text.lstrip().split("\n", 1)[0]
    for delimiter in ("\t", ";", ","):
        heads = [cell.strip(' "\r') for cell in head.split(delimiter)]
        if len(heads) > 1 and "|" not in head and any(plain(cell) in {"name", "npc"} for cell in heads):
            rows = list(csv.reader(text.lstrip().splitlines(), delimiter=delimiter))[1:]
            return [known for row in rows if (known := _from_row(zip(heads, row, strict=False), first=False))]
    return []


def _from_text(text: str) -> list[Known]:
    """Markdown: tables, list items, headings below the first level, else the beginnings of lines.

    A heading over people is a section (a place, a faction); over anything else it is a person.
    """
    people: list[Known] = []
    heading: Known | None = None
    heads: list[str] = []
    for line in text.splitlines():
        if found := _HEADING.match(line) if len(line) <= _LONGEST_HEADING else None:
            people += [heading] if heading else []
            heading, heads = _named(_MARKUP.sub("", found[1])), []
        elif line.count("|") > 1:
            cells = [_MARKUP.sub("", cell).strip() for cell in line.strip().strip("|").split("|")]
            known = (
                _from_row(zip(heads, cells, strict=False), first=True) if heads and not _RULE.fullmatch(line) else None
            )
            heads = heads or cells
            heading = _noted(known, people, heading)
        else:
            heads = []
            heading = _noted(_from_line(line, inside=heading is not None), people, heading)
    return [*people, heading] if heading else people


def _noted(known: Known | None, people: list[Known], heading: Known | None) -> Known | None:
    """Adds somebody; the heading above is then a section, and names nobody."""
    if known is None:
        return heading
    people.append(known)
    return None


def _from_row(row: Iterable[tuple[str, str]], *, first: bool) -> Known | None:
    """The person in a row; `first` takes the first cell for the name if no head says which is."""
    cells = [(head, cell.strip()) for head, cell in row]
    named = next((cell for head, cell in cells if _about(head, NAME_HEADS) and not _about(head, ALIAS_HEADS)), None)
    if named is None:
        named = cells[0][1] if first and cells else None
    if not named:
        return None
    aliases = [alias for head, cell in cells if _about(head, ALIAS_HEADS) for alias in _listed(cell)]
    known = _named(named)
    return attrs.evolve(known, aliases=(*known.aliases, *aliases)) if known else None


def _about(head: str, words: frozenset[str]) -> bool:
    return any(word in words for word in plain(head).split())


def _listed(cell: str) -> list[str]:
    parts = [part.strip(" \"'\u201c\u201d[]()").strip() for part in re.split(r"[,;/]", cell)]
    return [
        part for part in parts if part and any(char.isalpha() for char in part) and len(part.split()) <= _MOST_WORDS
    ]


def _from_line(line: str, *, inside: bool) -> Known | None:
    """The person that a line begins with: a list item or bold words, and outside sections any name of several words."""
    bare = _BULLET.sub("", line)
    listed = bool(_BULLET.match(line)) or bare.lstrip().startswith("**")
    if (
        not bare.strip()
        or bare.lstrip().startswith(("#", "---", "==="))
        or (plain(bare).split()[:1] and plain(bare).split()[0] in FACT_HEADS)
    ):
        return None
    known = _named(_MARKUP.sub("", bare).strip())
    if known is None or not all(word[:1].isupper() for word in known.name.split()[:1]):
        return None
    proper = read_name(known.name).proper
    return known if proper and (listed or (not inside and len(read_name(known.name).core) > 1)) else None


def _named(text: str) -> Known | None:
    """The name that words begin with, and the aliases in quotes, brackets and behind "aka"."""
    head = _HEAD_END.split(_QUOTED.sub(" ", text), maxsplit=1)[0]
    name = " ".join(_ALSO.split(head)[0].split()).strip(" '-")
    if not name or len(name.split()) > _MOST_WORDS or not name[0].isalpha():
        return None
    after = text[: text.find(" - ")] if " - " in text else text
    also = [
        part for part in _ALSO.split(after)[1:] for part in _listed(_HEAD_END.split(part.lstrip("("), maxsplit=1)[0])
    ]
    bracketed = [part for inner in re.findall(r"\(([^)]{0,300})\)", after) for part in _listed(_ALSO.sub("", inner))]
    aliases = [*_QUOTED.findall(after), *also, *(part for part in bracketed if part[:1].isupper())]
    unique = dict.fromkeys(alias.strip(" ,.") for alias in aliases)
    return Known(name, tuple(alias for alias in unique if alias and plain(alias) != plain(name)))
