"""Which of two names that stand side by side is the player's, decided for a roster as a whole."""

from collections.abc import Sequence

import attrs

from notarius.modules.dnd.rosters.entries import Entry
from notarius.modules.dnd.rosters.spans import Labels
from notarius.modules.dnd.rosters.words import TITLES
from notarius.text import plain


def decided(entries: Sequence[Entry], labels: Labels) -> list[Entry]:
    """The entries with players and characters where they belong, and without what better told ones make doubtful.

    Args:
        entries: as read.
        labels: the transcript's.
    """
    known = labels.names
    players = _labels_are_players(entries, known)
    swap = _character_first(entries, known)
    entries = _completed(entries, players=players)
    oriented = [_oriented(entry, players=players, swap=swap) for entry in entries]
    return _sure(oriented, entries, known)


def _completed(entries: Sequence[Entry], *, players: bool) -> list[Entry]:
    """The entries, those of a label with race and class and no second name as a character's, if labels may name those.

    Where any label is a player's with a character, they are players whose characters are not told.
    """
    played = players and any(entry.players and entry.characters for entry in entries)
    found = []
    for entry in entries:
        if not entry.kind or entry.characters or entry.is_game_master:
            found.append(entry)
        elif not played:
            found.append(attrs.evolve(entry, players=[], characters=entry.players))
        elif entry.spells or entry.features:
            found.append(entry)
    return found


def _hits(names: Sequence[str], labels: frozenset[str]) -> bool:
    return any(form in labels for name in names for form in forms_of(name))


def _labels_are_players(entries: Sequence[Entry], labels: frozenset[str]) -> bool:
    """Whether labels name players rather than characters.

    Entries that words tell decide, else whether the game master goes by name, else race and class beside a name, else
    which names look like characters'.
    """
    told = [entry for entry in entries if entry.order is None and not entry.sided and entry.players]
    votes = sum(_hits(entry.players, labels) - _hits(entry.characters, labels) for entry in told if entry.characters)
    votes = votes or sum(_hits(entry.players, labels) for entry in told if entry.is_game_master)
    votes = votes or sum(entry.order or 0 for entry in entries if entry.sided)
    return (votes or sum(_storied(entry.characters) - _storied(entry.players) for entry in entries if entry.sided)) >= 0


def _storied(names: Sequence[str]) -> int:
    """How much names look like a character's: by a title, and by more words than one."""
    words = plain(names[0]).split() if names else []
    return 2 * (len(words) > 1 and words[0] in TITLES) + (len(words) > 1)


def _character_first(entries: Sequence[Entry], labels: frozenset[str]) -> bool:
    """Whether pairs of names with a mere sign between put the character first.

    Labels that know the game master by name are labels by player, and so tell which side the players stand on. Else the
    lines' own hints decide, else whichever side the labels know is the player's.
    """
    pairs = [entry for entry in entries if entry.order is not None and not entry.sided]
    first = sum(_hits(entry.players, labels) for entry in pairs if not entry.is_game_master)
    second = sum(_hits(entry.characters, labels) for entry in pairs)
    by_player = any(entry.is_game_master and _hits(entry.players, labels) for entry in entries)
    way = sum(entry.order or 0 for entry in pairs)
    if first != second and (by_player or way == 0):
        return second > first
    return (way or sum(_storied(entry.characters) - _storied(entry.players) for entry in pairs)) < 0


def _oriented(entry: Entry, *, players: bool, swap: bool) -> Entry:
    """The entry with its names on their sides."""
    turned = not players if entry.sided else entry.order is not None and swap
    if entry.is_game_master or not turned:
        return entry
    return attrs.evolve(entry, players=entry.characters, characters=entry.players)


def _sure(entries: Sequence[Entry], read: Sequence[Entry], labels: frozenset[str]) -> list[Entry]:
    """The entries without weak ones of people who have a better one, and without pairs apart from all labels."""
    strong = {
        plain(name)
        for entry in entries
        if not entry.weak
        for name in entry.players
        if entry.characters or entry.is_game_master
    }
    masters = {plain(name) for entry in entries if entry.is_game_master for name in entry.players}
    near = {entry.block for entry in read if _hits((*entry.players, *entry.characters), labels)}
    named = {entry.block for entry in read if entry.sided and not entry.weak}
    kept: dict[tuple[object, ...], Entry] = {}
    for entry, raw in zip(entries, read, strict=True):
        if entry.weak and any(plain(name) in strong | masters for name in entry.players):
            continue
        if near and raw.weak and not entry.players and not _hits(entry.characters, labels):
            continue
        if raw.sided and any(plain(name) in masters for name in entry.players):
            continue
        if raw.sided and raw.weak and entry.characters[0].islower() and raw.block not in named:
            continue
        if near and raw.order == 0 and not raw.sided and raw.block not in near:
            continue
        key = tuple(plain(name) for name in (*entry.players[:1], *entry.characters[:1])), entry.is_game_master
        same = kept.get(key) if entry.players else None
        if same is not None:
            same.spells += entry.spells
            same.features += entry.features
        else:
            kept[(*key, len(kept))[: 3 if not entry.players else 2]] = entry
    return list(kept.values())


def forms_of(name: str) -> list[str]:
    """The plain name and, of a name of several words, its first word that is no title and no number."""
    words = plain(name).split()
    first = next((word for word in words if word not in TITLES and len(word) > 1), None)
    numbered = any(word.isdigit() for word in words)
    return list(dict.fromkeys(filter(None, [" ".join(words), None if numbered else first])))
