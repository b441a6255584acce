"""The forms a roster comes in: reads tables, lists, prose, YAML and JSON into entries.

Nothing here knows the transcript. Where two names stand side by side, an entry has
them as they stand and a hint at their order (`order`).
"""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from notarius.modules.dnd.rostercells import (
    Names,
    characters_in,
    is_game_master_text,
    is_kind,
    listed,
    names_in,
    role_of,
    section_of,
    strip_markup,
    with_capitals,
)
from notarius.modules.dnd.rosterprose import Pair, pairs_in_brackets, pairs_in_line, pairs_in_prose, without_powers
from notarius.modules.dnd.rostertree import Row, rows_of_table, rows_of_tree
from notarius.text import plain

# YAML or JSON inside Markdown.
_FENCED: Final = re.compile(r"^```[ \t]*(?:ya?ml|json)?[ \t]*\n(.*?)^```", re.DOTALL | re.MULTILINE | re.IGNORECASE)


@attrs.define(eq=False)
class Entry:
    """What a roster says about one character, or about who runs the game.

    Attributes:
        players: the player's names, label first; where `order` is not None, the names that stand first.
        characters: the character's names, main name first; where `order` is not None, those that stand second.
        order: of two names with a mere sign between, how their line hints at their order: above 0 the player stands
            first, below 0 the character does, 0 it does not tell. None where words or column heads tell.
        is_game_master: whether this one runs the game.
        spells: spells listed for the character.
        features: powers listed that are no spells.
    """

    players: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    order: int | None = None
    is_game_master: bool = False
    spells: tuple[str, ...] = ()
    features: tuple[str, ...] = ()

    def goes_by(self, name: str) -> bool:
        """Whether a plain name is one of this entry's, whole or by its first word."""
        known = [plain(one) for one in (*self.characters, *self.players)]
        return any(name == one or name == one.split(" ")[0] for one in known if one)


@functools.lru_cache(maxsize=64)
def read_entries(text: str) -> tuple[Entry, ...]:
    """All entries of a roster, in its order."""
    text = with_capitals(text)
    for written in (text, *_FENCED.findall(text)):
        rows = rows_of_tree(written)
        if rows is not None:
            return tuple(_gathered(rows))
    rows, rest = rows_of_table(text)
    entries = _gathered(rows)
    _read_lines(rest, entries)
    return tuple(entries)


def _gathered(rows: Iterable[Row]) -> list[Entry]:
    """The rows' entries; a row that only adds to a character of an earlier one goes into that one's."""
    entries: list[Entry] = []
    for entry in (entry for row in rows for entry in _entries_of_row(row)):
        known = _find(entry.characters[0], entries) if entry.characters and not entry.players else None
        if known is not None:
            known.spells, known.features = (*known.spells, *entry.spells), (*known.features, *entry.features)
        else:
            entries.append(entry)
    return entries


def _entries_of_row(row: Row) -> list[Entry]:
    """The row's entry, or one for each character if a cell names several of one player's."""
    at = next((at for at, (head, _) in enumerate(row) if role_of(head) == "character"), None)
    parts = characters_in(row[at][1]) if at is not None else ()
    if at is None or len(parts) < 2 or is_game_master_text(row[at][1]):
        parts, at = ("",), None
    rows = (row if at is None else [*row[:at], (row[at][0], part), *row[at + 1 :]] for part in parts)
    return [entry for entry in map(_entry_of_row, rows) if entry is not None]


def _entry_of_row(row: Row) -> Entry | None:
    entry = Entry()
    unknown: list[str] = []
    for head, cell in row:
        role = role_of(head)
        if role is None:
            unknown.append(cell)
        else:
            _take(entry, role, cell)
    if not entry.characters and not entry.is_game_master:
        _guess(entry, unknown)
    elif not entry.players:
        names = (names_in(cell).all for cell in unknown if len(cell.split()) <= 3 and not is_kind(cell))
        entry.players = next((found for found in names if found), ())
    return entry if entry.characters or entry.is_game_master else None


def _take(entry: Entry, role: str, cell: str) -> None:
    if role in {"spells", "features"}:
        setattr(entry, role, (*getattr(entry, role), *listed(cell)))
        return
    if role in {"label", "player", "character", "kind"} and is_game_master_text(cell):
        entry.is_game_master = True
        if role == "character" or role == "kind":
            return
    if role in {"label", "player"}:
        entry.players = (*entry.players, *names_in(cell).all)
    elif role in {"character", "alias"}:
        entry.characters = (*entry.characters, *names_in(cell, aliases=role == "alias").all)


def _guess(entry: Entry, cells: Iterable[str]) -> None:
    """Columns under heads that say nothing: what shares a name with the player is theirs, the next the character's.

    Without any known column the first two names are a pair, its order not told.
    """
    told = bool(entry.players)
    kinds = []
    for cell in cells:
        if is_game_master_text(cell):
            entry.is_game_master = True
        elif (names := names_in(cell)).all and not is_kind(names.all[0]):
            if not entry.players or (told and _share(entry.players, names.all)):
                entry.players = (*entry.players, *names.all)
            elif not entry.characters:
                entry.characters = names.all
            kinds.append(is_kind(cell))
    if not told:
        entry.order = 0 if len(kinds) < 2 else int(kinds[1]) - int(kinds[0])


def _share(one: Iterable[str], other: Iterable[str]) -> bool:
    return bool(
        {word for name in one for word in plain(name).split()}
        & {word for name in other for word in plain(name).split()}
    )


_BULLET: Final = re.compile(r"^(\s*)(?:[-*+\u2022]|\d+[.)])\s+")
_HEAD: Final = re.compile(r"^\s*(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]+?):?\*\*:?|([A-Z][\w' ]{2,40}):)\s*$")


def _read_lines(lines: Sequence[str], entries: list[Entry]) -> None:
    """Lists, headings and prose; `section` is what the last heading is about, `current` whom it names."""
    section: str | None = None
    current: Entry | None = None
    for line in lines:
        line, powers = without_powers(line)
        bare = strip_markup(_BULLET.sub("", line))
        if not bare:
            continue
        if head := _HEAD.match(line):
            title = strip_markup(next(filter(None, head.groups())))
            section, current = section_of(title), _head_entry(title, entries, section_of(title))
        elif _BULLET.match(line):
            nested = bool(line[:1].isspace())
            current = _read_item(
                bare, entries, section, current if nested or _is_field(bare) or section == "own" else None
            )
        else:
            current = _read_prose(bare, entries, section, current)
        if powers and current is not None:
            current.spells = (*current.spells, *powers)


def _head_entry(title: str, entries: list[Entry], section: str | None) -> Entry | None:
    if section is not None:
        return _find(title.split("'")[0], entries)
    if is_game_master_text(title) and len(title.split()) <= 3:
        if (masters := pairs_in_line(title)) and masters[0].first.all:
            return _add(masters[0], entries)
        return Entry(is_game_master=True)
    pairs = pairs_in_line(title)
    if pairs:
        return _add(pairs[0], entries)
    known = _find(title, entries)
    if known or is_kind(title) or not (names := names_in(title)).all or len(title.split()) > 3:
        return known
    return _add(Pair(second=names), entries, keep=False)


def _is_field(bare: str) -> bool:
    head, colon, _ = bare.partition(":")
    return bool(colon) and role_of(head) is not None


def _read_item(bare: str, entries: list[Entry], section: str | None, current: Entry | None) -> Entry | None:
    head, colon, rest = bare.partition(":")
    role = role_of(head) if colon else None
    if role == "features" and (current is None or "(" in rest):
        entries.append(Entry(features=listed(rest)))
        return current
    if enumerated := pairs_in_brackets(rest or bare):
        return [_add(pair, entries) for pair in enumerated][-1]
    if current is not None and role is not None:
        _take(current, role, rest)
        if all(current is not entry for entry in entries) and (
            current.players or current.is_game_master or current.spells
        ):
            entries.append(current)
        return current
    known = _find(head, entries) if colon else None
    if known is not None and (section in {"spells", "features"} or len(listed(rest)) > 1):
        _take(known, section if section == "features" else "spells", rest)
        return known
    if section == "features":
        entries.append(Entry(features=listed(bare)))
        return current
    if section == "spells" and current is not None:
        current.spells = (*current.spells, *listed(bare))
        return current
    pairs = pairs_in_line(bare) or pairs_in_prose(bare)
    added = [_add(pair, entries) for pair in pairs]
    if added:
        _take_prose_spells(added[-1], bare)
    return added[-1] if added else current


def _read_prose(bare: str, entries: list[Entry], section: str | None, current: Entry | None) -> Entry | None:
    head, colon, rest = bare.partition(":")
    listing = bool(colon) and len(listed(rest)) > 1 and _find(head, entries) is not None
    if (_is_field(bare) and current is not None) or listing or pairs_in_brackets(rest or bare):
        return _read_item(bare, entries, section, current)
    if current is not None and current.is_game_master and not current.players:
        current.players = names_in(bare).all
        entries.append(current)
        return current
    person = Names()
    for sentence in re.split(r"(?<=[.!?;])\s+", bare):
        sentence, person = _whose(sentence, person)
        pairs = (pairs_in_line(sentence) if len(sentence.split()) <= 12 else []) or pairs_in_prose(sentence)
        for pair in pairs:
            current = _add(pair, entries)
        named = _subject(sentence, entries)
        current = named or current
        if current is not None:
            _take_prose_spells(current, sentence)
    return current


_IS: Final = re.compile(
    r"^\W*(?P<label>[^\W\d_a-z][\w'\u2019-]*) is (?P<name>[^\W\d_a-z][\w'\u2019-]*(?: [^\W\d_a-z][\w'\u2019-]*)*)"
)
_PRONOUN: Final = re.compile(
    r"(?<![\w'])(?:(?P<who>[Ss]he|[Hh]e|[Tt]hey)(?= (?:is |will be )?(?:play|run|voic|portray))|"
    r"(?:[Hh]er|[Hh]is|[Tt]heir)(?= (?:character|pc\b|hero)))"
)


def _whose(sentence: str, person: Names) -> tuple[str, Names]:
    """The sentence with its pronoun replaced by the person spoken of, and the person it speaks of now."""
    if (match := _IS.match(sentence)) and not is_kind(match["name"]) and not is_game_master_text(match["name"]):
        person = Names((match["name"], match["label"]))
    name = person.main
    if name is None:
        return sentence, person
    return _PRONOUN.sub(lambda pronoun: name if pronoun["who"] else f"{name}'s", sentence), person


_KNOWS: Final = re.compile(
    r"\b(?:knows?|prepare[sd]?|casts?|spells?(?: are| include| known)?|cantrips?(?: are| include)?|favou?rs?|"
    r"relies on)\b:?\s*",
    re.IGNORECASE,
)
_TITLED: Final = re.compile(
    r"[A-Z][\w'\u2019]+(?:[ /-](?:(?:of|the|to|from|with|without|into)[ ])*[A-Z][\w'\u2019]+|"
    r"(?<=Evil|Food) and [A-Z]\w+|(?<=Poison) and [A-Z]\w+|(?<=Guards) and [A-Z]\w+|(?<=Water) and [A-Z]\w+)*"
)


def _take_prose_spells(entry: Entry, sentence: str) -> None:
    found = _KNOWS.search(sentence)
    if not found or section_of(sentence) == "features":
        return
    titled = [match.group() for match in _TITLED.finditer(sentence, found.end())]
    entry.spells = (*entry.spells, *(name for name in titled if not entry.goes_by(plain(name))))


def _subject(sentence: str, entries: list[Entry]) -> Entry | None:
    """Whom a sentence of prose begins with, for what it goes on to say."""
    first = re.match(r"\W*([A-Z][\w\u2019']+)", sentence)
    return _find(re.sub(r"['\u2019]s$", "", first.group(1)), entries) if first else None


def _find(words: str, entries: Iterable[Entry]) -> Entry | None:
    name = plain(strip_markup(words))
    return next((entry for entry in entries if entry.characters and name and entry.goes_by(name)), None)


def _add(pair: Pair, entries: list[Entry], *, keep: bool = True) -> Entry:
    """The entry for a pair: an entry already there is completed rather than doubled."""
    known = _find(pair.second.main, entries) if pair.second.main else None
    if known is not None and (not pair.first.all or (known.order is None and not known.players)):
        known.players = (*known.players, *pair.first.all)
        return known
    entry = Entry(pair.first.all, pair.second.all, order=pair.order, is_game_master=pair.is_game_master)
    if keep and (entry.characters or entry.is_game_master):
        entries.append(entry)
    return entry
