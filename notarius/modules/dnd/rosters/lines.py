"""Lists, headings, cards and prose of a roster, read line by line."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from notarius.modules.dnd.rosters.cells import is_game_master_text, is_kind, names_in, role_of, section_of, strip_markup
from notarius.modules.dnd.rosters.entries import Entry
from notarius.modules.dnd.rosters.fields import Fields, key_of
from notarius.modules.dnd.rosters.markup import heading_of
from notarius.modules.dnd.rosters.shape import Pair, pairs_of
from notarius.modules.dnd.rosters.spans import LABEL, MASTERLY, NAME, SIGNS, Shape
from notarius.modules.dnd.rosters.spells import spells_told, without_powers
from notarius.modules.dnd.rosters.writer import sentences_of
from notarius.text import plain

_BULLET: Final = re.compile(r"^(\s*)(?:[-*+\u2022]|\d+[.)])\s+")
_PRONOUNS: Final = re.compile(
    r"\s*[(\[](?:(?:she|he|they|it|xe|any|all|her|him|them|hers|his|theirs)(?:/\w{1,8}){1,3}|she|he|they|guest)[)\]]",
    re.IGNORECASE,
)
_SHORT_ITEM: Final = 120
_RULE: Final = re.compile(r"^[\s|:=+*_~#-]+$")
_NO_SUBJECT: Final = re.compile(
    r"\W*(?:plays?|playing|played|portray|voice|runs?|running|is|as|belongs)\w*\b", re.IGNORECASE
)
_MARKS: Final = rf"[^\w{SIGNS}]*"
_LONE: Final = re.compile(
    rf"^{_MARKS}(?:\d+{_MARKS})?(?P<sign>[{LABEL}{NAME}])(?P<rest>(?:\s*[,(\u2013\u2014:.-][^{SIGNS}]*|))$"
)
_LED: Final = re.compile(
    rf"(?<!\w)(?:run|led|hosted|mastered|refereed|narrated|(?:[dg]m|{MASTERLY})(?:['\u2019]?e?d)?) by "
    rf"{LABEL}(?:(?:, ?|,? and |,? und | ?[&/+] ?){LABEL})*",
    re.IGNORECASE,
)
_PLAYED: Final = re.compile(r"\bplayed by\b", re.IGNORECASE)
_FEW: Final = 60  # lines in which another label than a title's is looked for
_LEGEND: Final = re.compile(
    r"\b(?:(?P<first>players?)\W{1,4}(?:characters?|pcs?)|(?:characters?|pcs?)\W{1,4}players?)\W*$", re.IGNORECASE
)


@attrs.define
class Lines(Fields):
    """Reads lines into entries."""

    def read(self, lines: Sequence[str]) -> None:
        """Read all lines."""
        title = _title(lines)
        if title is not None and LABEL in self.shape(strip_markup(lines[title])[:200]).text:
            led = self._led(title, lines)
            lines, title = ([*lines[:title], "", *lines[title + 1 :]] if led else lines), None
        for at, line in enumerate(lines):
            self.legend = self.legend or _legend(line)
            line, powers = without_powers(line)
            bare = _PRONOUNS.sub("", strip_markup(_BULLET.sub("", line)))
            if not bare or _RULE.match(line):
                self._blank(ruled=bool(line.strip()))
            elif (head := heading_of(line)) is not None:
                self._heading(head.title, opens=at != title)
            elif at != title:
                self._line(bare, item=bool(_BULLET.match(line)), nested=line[:1].isspace())
            if powers and self.current is not None:
                self.current.spells += powers

    def _led(self, title: int, lines: Sequence[str]) -> bool:
        """Take who runs the game from a title such as "The Crew, run by Ann", if one; whether it was one.

        Where other lines say the same, it is how the roster tells who plays whom.
        """
        shapes = [self.shape(strip_markup(line)[:200]) for line in lines if "by" in line]
        led = [match for shape in shapes if (match := _LED.search(shape.text))]
        shape = self.shape(strip_markup(lines[title])[:200])
        match = _LED.search(shape.text)
        others = (self.shape(strip_markup(line)[:200]).text for line in lines[:_FEW] if line != lines[title])
        if match is None or len(led) > 1 or is_kind(lines[title]) or not any(LABEL in text for text in others):
            return False
        if any(_PLAYED.search(line) for line in lines):
            return False
        names = (shape.spans[shape.at[at]].text for at in shape.places if match.start() <= at < match.end())
        for name in names:
            self.entries.add(Entry(players=names_in(name).all, is_game_master=True))
        return True

    def _blank(self, *, ruled: bool) -> None:
        self.block += 1
        if ruled:
            self.open(None)
        elif self.half and not self.headed and self.current is not None and not self.current.players:
            self.current, self.half = None, False

    def _heading(self, title: str, *, opens: bool) -> None:
        self.section = section_of(title)
        if self.section == "spells" and not opens:
            self.section = None  # a title over the whole roster: the people are below it, too
        self.block += 1
        if self.section is not None:
            names = (span.text for span in self.shape(title).spans)
            self.open(next(filter(None, map(self.find, names)), None) or self.find(title.split("'")[0]))
            return
        shape = self.shape(title)
        if pairs := pairs_of(shape):
            self.open(self.added(pairs)[-1], headed=True)
        elif is_game_master_text(title):
            self.open(Entry(is_game_master=True) if len(title.split()) <= 5 else None, headed=True)
        elif known := self.find(title):
            self.open(known, headed=True)
        elif opens and (entry := self._lone(shape)) is not None:
            self.open(entry, half=True, headed=True)
        else:
            self.open(None)

    def _lone(self, shape: Shape) -> Entry | None:
        """The entry that a name alone, or with race and class behind it, opens."""
        match = _LONE.match(shape.text)
        if match is None or len(match["rest"].split()) > 10:
            return None
        names = names_in(shape.spans[0].text).all
        kind = is_kind(match["rest"])
        return Entry(players=names, kind=kind) if match["sign"] == LABEL else Entry(characters=names, kind=kind)

    def _line(self, bare: str, *, item: bool, nested: bool) -> None:
        head, rest = key_of(bare)
        if (item or head) and self.listing(bare, head, rest, item=item):
            return
        before = self.row(bare)
        if before is not None:
            bare, head, rest, item = before, *key_of(before), False
        if not bare or (head and self._keyed(bare, head, rest)):
            return
        if item and not rest and len(bare) <= _SHORT_ITEM:
            bare = bare.replace(";", ",")  # "Tick; goblin rogue; Salma" is one sentence
        shape = self.shape(bare)
        if not self.half and re.fullmatch(rf"{_MARKS}{MASTERLY}{_MARKS}", shape.text):
            self.open(Entry(is_game_master=True))
            return
        if self._is_master(shape):
            return
        entry = self._lone(shape) if not rest else None
        if entry is not None and self._card(entry, shape, inner=item and nested):
            return
        if item and not nested and not self.headed:
            self.open(None)
        self._prose(bare)

    def _is_master(self, shape: Shape) -> bool:
        """Take a line that begins with a label under a heading of the game master's; whether it was one."""
        current = self.current
        if current is None or not current.is_game_master or current.players or not re.match(_MARKS + LABEL, shape.text):
            return False
        return self._master(current, Entry(names_in(shape.spans[0].text).all))

    def _keyed(self, bare: str, head: str, rest: str) -> bool:
        if self.labels.match(head) < 2 and self.field(head, rest):
            return True
        return not is_game_master_text(bare) and self.small(head, rest)

    def _card(self, entry: Entry, shape: Shape, *, inner: bool = False) -> bool:
        """Take a line that is a name: the second of the card at hand, or the first of another; whether it was that."""
        current = self.current
        if current is not None and current.is_game_master and not current.players and not current.characters:
            return self._master(current, entry)
        if current is not None and self._completes(current, entry):
            self._complete(current, entry)
            return True
        if self.headed or (inner and current is not None):
            return bool(entry.characters) and self.headed and current is not None and not is_kind(shape.text)
        if entry.characters and (self.label_first or not _bare(shape)):
            return False
        self.open(entry, half=True)
        return True

    def _completes(self, current: Entry, entry: Entry) -> bool:
        """Whether a name is the one that the card at hand lacks: as in the cards before, if no heading opened it."""
        lacks = self.half and bool(current.players) != bool(entry.players)
        return lacks and (self.headed or self.label_first in {None, bool(current.players)})

    def _master(self, current: Entry, entry: Entry) -> bool:
        """Take a name behind a heading of the game master's; whether it can be theirs."""
        if self.labels.names and not entry.players:
            return False
        current.players = entry.players or entry.characters
        self.entries.add(current)
        return True

    def _complete(self, current: Entry, entry: Entry) -> None:
        """Complete the card at hand by its second name."""
        if not self.headed:
            self.label_first = bool(current.players)
        current.players = current.players or entry.players
        current.characters = current.characters or entry.characters
        current.sided, current.order, current.block = True, 0, self.block
        self.entries.add(current)
        self.half = False

    def _prose(self, bare: str) -> None:
        for at, sentence in enumerate(sentences_of(bare, self)):
            if not (at and self._told(sentence)):
                self._sentence(sentence, first=at == 0, alone=len(sentence) == len(bare))

    def _sentence(self, sentence: str, *, first: bool, alone: bool) -> None:
        shape = self.shape(self._with_subject(sentence))
        pairs = pairs_of(shape)
        if not pairs and (entry := self._lone(shape)) is not None:
            if self.half and self.current is not None:
                self._card(entry, shape)
            elif first and not alone and (entry.players or is_kind(sentence)):
                self.open(entry, half=True)
        if not first and self.labels.names:
            pairs = [pair for pair in pairs if pair.order is None or pair.sided]
        if pairs:
            self.open(self.added(pairs)[-1], headed=self.headed)
        self._spoke_of(shape, pairs)
        self.current = self._subject(sentence) or self.current
        if self.current is not None:
            forms = self.current.forms
            self.current.spells += (spell for spell in spells_told(sentence) if plain(spell) not in forms)

    def _spoke_of(self, shape: Shape, pairs: Sequence[Pair]) -> None:
        """Note whom "he" and "she" in the next sentence may be."""
        label = next((span.text for span in reversed(shape.spans) if span.sign == LABEL), None)
        player = next((pair.first.main for pair in pairs), None)
        self.person = label or player or self.person

    def _told(self, sentence: str) -> bool:
        """Take a field that stands as a sentence behind others, such as "Player: Ann."; whether it was one."""
        head, rest = key_of(sentence)
        role = role_of(head) if head else None
        if self.current is None or role not in {"spells", "features", "player", "character", "alias"}:
            return False
        if role in {"player", "character"} and self.is_next(self.current, role):
            return False
        return self.field(head, rest)

    def _with_subject(self, sentence: str) -> str:
        """A sentence that leaves out its subject, as under a heading, with it."""
        if not self.half or self.current is None:
            return sentence
        name = next(iter((*self.current.players, *self.current.characters)), "")
        sentence = sentence[:1].lower() + sentence[1:] if _NO_SUBJECT.match(sentence) else sentence
        if _NO_SUBJECT.match(sentence) or (
            is_game_master_text(sentence[:25]) and LABEL not in self.shape(sentence).text
        ):
            return f"{name} {sentence}"
        tells = re.match(r"(?:[Aa]n?|[Tt]he|[Oo]ur)\b", sentence) or is_kind(sentence.split(",")[0])
        return f"{name} is {sentence[0].lower()}{sentence[1:]}" if tells and self.current.players else sentence

    def _subject(self, sentence: str) -> Entry | None:
        first = re.match(r"\W*([A-Z][\w\u2019']+)", sentence)
        return self.find(re.sub(r"['\u2019]s$", "", first.group(1))) if first else None


def _legend(line: str) -> int:
    match = _LEGEND.search(line) if len(line) < 120 else None
    return 0 if match is None else 1 if match["first"] else -1


def _bare(shape: Shape) -> bool:
    return bool(re.fullmatch(rf"{_MARKS}[{LABEL}{NAME}]{_MARKS}(?:\([^(){SIGNS}]*\))?{_MARKS}", shape.text)) or is_kind(
        shape.text
    )


def _title(lines: Sequence[str]) -> int | None:
    """The number of the line that is the whole roster's title; None if none is."""
    heads = [(at, head) for at, line in enumerate(lines) if (head := heading_of(line)) is not None]
    at = next((at for at, line in enumerate(lines) if line.strip()), None)
    if at is None:
        return None
    if heads and heads[0][0] == at:
        return at if sum(head.level == heads[0][1].level for _, head in heads) == 1 else None
    alone = at + 1 < len(lines) and not lines[at + 1].strip()
    return (
        at if alone and ":" not in lines[at] and len(lines[at].split()) <= 8 and not _BULLET.match(lines[at]) else None
    )
