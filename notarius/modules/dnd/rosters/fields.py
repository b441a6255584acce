"""What a reader of a roster's lines knows at any of them, and the lines that say it by key or as a list."""

import re
from collections.abc import Iterable
from typing import Final

import attrs

from notarius.modules.dnd.rosters.cells import is_game_master_text, is_kind, listed, role_of
from notarius.modules.dnd.rosters.entries import Entries, Entry
from notarius.modules.dnd.rosters.rows import take
from notarius.modules.dnd.rosters.shape import Pair, pairs_of
from notarius.modules.dnd.rosters.spans import LABEL, Labels, Shape, shape_of
from notarius.modules.dnd.rosters.words import NO_NAME

_FIELD: Final = re.compile(
    r"(?:^|[|;,/\u00b7\u2022]\s*|\s[-\u2013\u2014]+\s)(?P<key>[^\W\d_][\w']*(?: [\w']+)?)\s*[:=]\s*"
)


#: Roles of fields that name somebody, and so begin the next one's if this one has theirs.
_NAMING: Final = frozenset({"player", "label", "character"})


def key_of(line: str) -> tuple[str, str]:
    """A line's key and value; two empty texts if the line is no field."""
    match = re.match(r"([^:=]{1,60}?)\s*[:=]\s*(.*)$", line, re.DOTALL)
    return (match.group(1), match.group(2).strip()) if match else ("", "")


@attrs.define
class Fields:
    """What is known so far, and the reading of fields and lists.

    Attributes:
        entries: what is read so far.
        labels: the transcript's.
        writer: who writes "I", if known.
        section: what the last heading is about: `spells`, `features` or None.
        current: whom the lines are about.
        half: whether only one name of `current` is known, and names to come may be the other's.
        headed: whether a heading opened `current`.
        label_first: whether the cards so far begin with the label; None before the first.
        person: whom prose spoke of last, as a player.
        block: the number of the run of lines.
        legend: what a line such as "(character / player)" tells: above 0 that the player stands first, below 0 the
            character, 0 if there is none.
    """

    entries: Entries
    labels: Labels
    writer: str | None = None
    section: str | None = None
    current: Entry | None = None
    half: bool = False
    headed: bool = False
    label_first: bool | None = None
    person: str | None = None
    block: int = 1
    legend: int = 0

    def shape(self, text: str) -> Shape:
        """The shape of a text."""
        return shape_of(text, self.labels, writer=self.writer)

    def open(self, entry: Entry | None, *, half: bool = False, headed: bool = False) -> None:
        """Make an entry the one at hand."""
        self.current, self.half, self.headed = entry, half, headed
        if entry is not None and half and entry.kind and entry.players:
            self.entries.add(entry)

    def find(self, words: str) -> Entry | None:
        """The first entry of a character that goes by a name."""
        return self.entries.find(words)

    def added(self, pairs: Iterable[Pair]) -> list[Entry]:
        """The entries of pairs, in order."""
        return [self.add(pair) for pair in pairs]

    def add(self, pair: Pair) -> Entry:
        """The entry for a pair: an entry already there is completed rather than doubled."""
        known = self.find(pair.second.main) if pair.second.main else None
        if known is not None and (not pair.first.all or (known.order is None and not known.players)):
            known.players += pair.first.all
            self.entries.learn(known)
            return known
        order = (
            pair.order if pair.order is None or not self.legend else self.legend * (-10 if pair.label_second else 10)
        )
        entry = Entry(pair.first.all, pair.second.all, order, pair.is_game_master, sided=pair.sided)
        entry.weak, entry.block = pair.weak, self.block
        if entry.characters or entry.is_game_master:
            self.entries.add(entry)
        return entry

    def row(self, bare: str) -> str | None:
        """Take several fields in one line, as in "Player: A | Character: B"; gives what is before, None if none do."""
        found = [match for match in _FIELD.finditer(bare) if role_of(match["key"]) not in {None, "status"}]
        roles = {role_of(match["key"]) for match in found}
        if len(roles) < 2 or not _NAMING & roles:
            return None
        if not found[0].start():
            self.open(None)
        ends = [*(match.start() for match in found[1:]), len(bare)]
        for match, end in zip(found, ends, strict=True):
            self.field(match["key"], bare[match.end() : end].strip(" |,;-"))
        return bare[: found[0].start()].strip(" |,;-")

    def field(self, key: str, value: str) -> bool:
        """Take a field of the person at hand, or of a new one; whether the key is a field's."""
        role = role_of(key)
        if role is None or not value:
            return False
        if role == "name":
            role = "player" if self.labels.match(value) else "character"
        return (role in _NAMING and self._people(role, value)) or self._taken(role, value)

    def _people(self, role: str, value: str) -> bool:
        """Take a field that names several people at once; whether it does."""
        if pairs := pairs_of(self.shape(value)):
            self.open(self.added(pairs)[-1])
            return True
        return role != "character" and self.shape(value).text.count(LABEL) > 1

    def _taken(self, role: str, value: str) -> bool:
        current = self.current
        if current is not None and self.half and role == "player" and current.players and not self.labels.match(value):
            current.players, current.characters = [], current.players  # the label in the heading was the character's
        if current is None or self.is_next(current, role):
            if role in {"kind", "part", "status", "alias"}:
                return role != "kind" or not is_game_master_text(value)
            players = current.players if current is not None and self.headed and role == "character" else []
            current = Entry(players, weak=role == "character" and not players)
            self.open(current, headed=self.headed)
        take(current, role, value)
        current.weak = current.weak and role == "character"
        if current.players or current.is_game_master or current.characters:
            self.entries.add(current)
            self.half = self.half and not (current.players and current.characters)
        return True

    @staticmethod
    def is_next(entry: Entry, role: str) -> bool:
        """Whether a field of that role is the next one's: this one has one, or runs the game."""
        if role not in _NAMING:
            return False
        return bool(
            (entry.is_game_master and entry.players) or (entry.characters if role == "character" else entry.players)
        )

    def small(self, head: str, rest: str) -> bool:
        """Take a label and a name without its capital, as in "ann: mira"; whether it was that."""
        name = re.fullmatch(r"[a-z][\w'-]+(?: [a-z][\w'-]+)?", rest)
        if name is None or self.labels.match(head) != 2 or is_kind(rest) or set(rest.split()) & NO_NAME:
            return False
        self.entries.add(Entry([head], [rest], 0, sided=True, weak=True, block=self.block))
        return True

    def listing(self, bare: str, head: str, rest: str, *, item: bool) -> bool:
        """Take a line that lists spells or powers; whether it was one."""
        role = role_of(head) if rest else None
        known = self.find(head) if rest else None
        if role == "features" and (self.current is None or "(" in rest):
            self.entries.add(Entry(features=listed(rest)))
        elif known is not None and (self.section in {"spells", "features"} or self._is_list(head, rest)):
            take(known, self.section if self.section == "features" else "spells", rest)
        elif self.section == "features" and item and not role:
            self.entries.add(Entry(features=listed(bare)))
        elif self.section == "spells" and item and self.current is not None and role is None and not self._names(bare):
            take(self.current, "spells", bare)
        else:
            return False
        return True

    def _names(self, bare: str) -> bool:
        """Whether an item in a section of spells is a person after all: player, character, and race or class."""
        shape = self.shape(bare)
        return LABEL in shape.text and is_kind(bare) and bool(pairs_of(shape))

    def _is_list(self, head: str, rest: str) -> bool:
        """Whether what follows a known character's name lists powers: several items, and no names of players."""
        items = listed(rest)
        signs = self.shape(rest).text
        return len(items) > 1 and LABEL not in signs and not is_kind(items[0]) and not self.labels.match(head)
