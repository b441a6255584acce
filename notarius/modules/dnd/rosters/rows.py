"""The rows of tables, YAML and JSON as entries."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from notarius.modules.dnd.rosters.cells import (
    characters_in,
    is_game_master_text,
    is_kind,
    listed,
    names_in,
    role_of,
)
from notarius.modules.dnd.rosters.entries import Entries, Entry
from notarius.modules.dnd.rosters.spans import Labels
from notarius.modules.dnd.rosters.tables import Row
from notarius.modules.dnd.rosters.words import GONE, NO_NAME, is_kindly
from notarius.modules.dnd.wordlists import words
from notarius.text import plain


def entries_of_rows(rows: Iterable[Row], labels: Labels) -> Entries:
    """The rows' entries; a row that only adds to a character of an earlier one goes into that one's."""
    entries = Entries()
    for entry in (entry for row in rows for entry in _entries_of_row(row, labels)):
        known = entries.find(entry.characters[0]) if entry.characters and not entry.players else None
        if known is not None:
            known.spells += entry.spells
            known.features += entry.features
        else:
            entries.add(entry)
    return entries


def _entries_of_row(row: Row, labels: Labels) -> list[Entry]:
    """The row's entry, or one for each character if a cell names several of one player's; none for who is gone."""
    if any(role_of(head) == "status" and GONE.match(cell) for head, cell in row):
        return []
    at = next((at for at, (head, _) in enumerate(row) if role_of(head) == "character"), None)
    parts = characters_in(row[at][1]) if at is not None else ()
    if at is None or len(parts) < 2 or is_game_master_text(row[at][1]):
        parts, at = ("",), None
    rows = (row if at is None else [*row[:at], (row[at][0], part), *row[at + 1 :]] for part in parts)
    return [entry for entry in (_entry_of_row(row, labels) for row in rows) if entry is not None]


def _entry_of_row(row: Row, labels: Labels) -> Entry | None:
    entry = Entry()
    unknown: list[str] = []
    for head, cell in row:
        role = role_of(head)
        if role is None or role == "name" or (plain(head) in _WEAK and _is_not_theirs(cell, row, labels)):
            unknown.append(cell)
        elif role == "part" and not is_game_master_text(cell):
            unknown += [cell] if plain(cell) not in NO_NAME else []
        else:
            take(entry, role, cell)
    if entry.is_game_master and entry.players:
        entry.players = _masters(row) or entry.players
    if not entry.characters and not entry.is_game_master:
        _guess(entry, unknown, labels)
    elif not entry.players:
        names = (names_in(cell).all for cell in unknown if len(cell.split()) <= 3 and not is_kind(cell))
        entry.players = list(next((found for found in names if found), ()))
    return entry if entry.characters or entry.is_game_master else None


_SEVERAL: Final = re.compile(r"\s*(?:/|&|\+|,|;|\band\b|\bund\b|\bet\b|\by\b)\s*(?![^(]*\))")


def _masters(row: Row) -> list[str]:
    """The names in the players' cells of a row of who runs the game; several may share one."""
    cells = (cell for head, cell in row if role_of(head) in {"label", "player"} and not is_game_master_text(cell))
    parts = (part for cell in cells for part in _SEVERAL.split(cell) if part[:1].isupper())
    return list(dict.fromkeys(name for part in parts for name in names_in(part).all))


# Heads that mostly stand over the players, and over the characters where another column has the labels.
_WEAK: Final = words("who person participant human")


def _is_not_theirs(cell: str, row: Row, labels: Labels) -> bool:
    """Whether a cell is no label's, and one under a head that says nothing is."""
    return not labels.match(cell) and any(labels.match(other) == 2 for head, other in row if role_of(head) is None)


def take(entry: Entry, role: str, cell: str) -> None:
    """Put what a cell under a head of a known role says into the entry."""
    if role in {"spells", "features"}:
        (entry.spells if role == "spells" else entry.features).extend(listed(cell))
        return
    if role in {"label", "player", "character", "kind", "part", "status"} and is_game_master_text(cell):
        entry.is_game_master = True
        if role in {"character", "kind", "part", "status"}:
            return
    if role in {"label", "player"}:
        entry.players += names_in(cell).all
    elif role == "alias" or (role == "character" and not is_kindly(cell)):
        entry.characters += names_in(cell, aliases=role == "alias").all


def _guess(entry: Entry, cells: Sequence[str], labels: Labels) -> None:
    """Columns under heads that say nothing: the label's is one name, the next that is no kind the other.

    What shares a name with the player is the player's too. Without a label or a known column the first two names are a
    pair, its order not told.
    """
    told = bool(entry.players)
    at = next((at for at, cell in enumerate(cells) if not told and labels.match(cell) == 2), None)
    if at is not None:
        entry.players, entry.sided, entry.order = list(names_in(cells[at]).all), True, 0
        cells = [*cells[:at], *cells[at + 1 :]]
    kinds = []
    for cell in cells:
        if is_game_master_text(cell):
            entry.is_game_master = True
        elif plain(cell) in NO_NAME:
            continue
        elif (names := names_in(cell)).all and not is_kind(names.all[0]) and not is_kindly(cell):
            if not entry.players or (told and _share(entry.players, names.all)):
                entry.players += names.all
            elif not entry.characters:
                entry.characters = list(names.all)
            kinds.append(is_kind(cell))
    if entry.is_game_master:
        entry.order, entry.sided = None, False
    elif not told and at is None:
        entry.order = 0 if len(kinds) < 2 else int(kinds[1]) - int(kinds[0])


def _share(one: Iterable[str], other: Iterable[str]) -> bool:
    return bool(
        {word for name in one for word in plain(name).split()}
        & {word for name in other for word in plain(name).split()}
    )
