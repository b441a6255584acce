"""What a roster says about one character, and all that it says so far, found by name."""

from collections.abc import Iterable

import attrs

from notarius.modules.dnd.rosters.cells import strip_markup
from notarius.text import plain


def _list(names: Iterable[str]) -> list[str]:
    return list(names)


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
        sided: whether `players` holds a label's name and `characters` what belongs to it, whichever is which.
        weak: whether the names only stand by each other in prose.
        block: which run of lines it is from; 0 for tables and trees.
        kind: whether race or class stand by the one name that it has: it may be a character's, the player not told.
    """

    players: list[str] = attrs.field(factory=list, converter=_list)
    characters: list[str] = attrs.field(factory=list, converter=_list)
    order: int | None = None
    is_game_master: bool = False
    spells: list[str] = attrs.field(factory=list, converter=_list)
    features: list[str] = attrs.field(factory=list, converter=_list)
    sided: bool = False
    weak: bool = False
    block: int = 0
    kind: bool = False

    @property
    def forms(self) -> frozenset[str]:
        """Plain names by which this one goes, whole and by their first words."""
        return frozenset(form for name in (*self.characters, *self.players) for form in _forms(name))


def _forms(name: str) -> Iterable[str]:
    whole = plain(name)
    return (whole, whole.split(" ", 1)[0]) if whole else ()


@attrs.define(eq=False)
class _Place:
    """Where an entry stands, and how many of its names are known."""

    at: int
    players: int = 0
    characters: int = 0


@attrs.define(eq=False)
class Entries:
    """The entries so far.

    Attributes:
        all: in the roster's order.
    """

    all: list[Entry] = attrs.field(factory=list)
    _places: dict[int, _Place] = attrs.field(factory=dict, init=False, repr=False)
    _by_name: dict[str, int] = attrs.field(factory=dict, init=False, repr=False)

    def add(self, entry: Entry) -> None:
        """Takes an entry; one that is there already stays where it is."""
        if id(entry) not in self._places:
            self._places[id(entry)] = _Place(len(self.all))
            self.all.append(entry)
        self.learn(entry)

    def learn(self, entry: Entry) -> None:
        """Takes note of the names that an entry has got since it was added, if it was."""
        place = self._places.get(id(entry))
        if place is None or not entry.characters:
            return
        for name in (*entry.players[place.players :], *entry.characters[place.characters :]):
            for form in _forms(name):
                self._by_name[form] = min(place.at, self._by_name.get(form, place.at))
        place.players, place.characters = len(entry.players), len(entry.characters)

    def find(self, words: str) -> Entry | None:
        """The first entry of a character that goes by a name."""
        at = self._by_name.get(plain(strip_markup(words)))
        return None if at is None else self.all[at]
