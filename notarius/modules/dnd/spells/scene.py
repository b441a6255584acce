"""Who is speaking in each turn of a chunk, and what the turns around a mention say about it."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

import attrs

from notarius.modules.dnd.rosters.party import Member, Party, is_everybody, is_game_master_label, label_parts
from notarius.modules.dnd.spells import signals
from notarius.modules.dnd.spells.lexicon import spell_key
from notarius.modules.dnd.spells.speech import Turn, Word

_TURNS_OF_A_MASTER: Final = 8  # of one label beside a roster's players', from which on it is no guest's
_MASTERY: Final = 1.0
_AHEAD: Final = 0.7
QUOTES: Final = frozenset('"\u201c')  # what begins so is said by somebody in the story, and answers no player


@attrs.define
class Scene:
    """The turns of a chunk with their speakers.

    Attributes:
        turns: in order.
        party: from the roster, or empty.
    """

    turns: Sequence[Turn]
    party: Party

    @cached_property
    def masters(self) -> frozenset[str]:
        """Labels of whoever runs the game: by roster, by their wording, or by how they talk."""
        labels = Counter(turn.unit.speaker for turn in self.turns if turn.unit.speaker)
        told = {
            label
            for label in labels
            if is_game_master_label(label) or any(m.is_game_master for m in self.party.at_label(label))
        }
        return frozenset(told or self._guessed(labels))

    def _guessed(self, labels: Counter[str]) -> set[str]:
        """Who runs the game, where nothing names them: who tells others what they see, and speaks of "you", not "I"."""
        strangers = [label for label in labels if not self.party.at_label(label) and not is_everybody(label)]
        talk = dict.fromkeys(strangers, 0.0)
        for turn in self.turns:
            if turn.unit.speaker in talk:
                talk[turn.unit.speaker] += _mastery(turn)
        known = sum(count for label, count in labels.items() if self.party.at_label(label))
        if len(strangers) == 1 and 2 * known >= labels[strangers[0]] >= _TURNS_OF_A_MASTER:
            return set(strangers) if talk[strangers[0]] >= 0 else set()
        ranked = sorted(talk.items(), key=lambda one: (-one[1], one[0]))
        second = max(0.0, ranked[1][1]) if len(ranked) > 1 else 0.0
        enough = ranked and ranked[0][1] >= _MASTERY and ranked[0][1] - second >= _AHEAD
        return {ranked[0][0]} if enough else set()

    def members(self, at: int) -> tuple[Member, ...]:
        """Whose voices a turn's label stands for, game masters without a character left out."""
        return tuple(member for member in self.party.at_label(self.turns[at].unit.speaker) if member.character)

    def names_at(self, at: int) -> frozenset[str]:
        """Plain names of whoever a turn's label stands for, as players and as characters."""
        label = self.turns[at].unit.speaker
        if label not in self._names:
            members = self.party.at_label(label)
            self._names[label] = frozenset(name for member in members for name in member.names | member.labels)
        return self._names[label]

    @cached_property
    def _names(self) -> dict[str | None, frozenset[str]]:
        return {}

    def is_master(self, at: int) -> bool:
        """Whether the game master speaks in a turn."""
        label = self.turns[at].unit.speaker
        if label not in self._masterly:
            self._masterly[label] = label in self.masters or any(
                part in self._master_parts for part in label_parts(label)[:1]
            )
        return self._masterly[label]

    @cached_property
    def _masterly(self) -> dict[str | None, bool]:
        return {}

    def lists(self, member: Member, key: str) -> bool:
        """Whether the roster's list of a member has a spell of that key."""
        if id(member) not in self._lists:
            self._lists[id(member)] = frozenset(map(spell_key, member.spells))
        return key in self._lists[id(member)]

    @cached_property
    def _lists(self) -> dict[int, frozenset[str]]:
        return {}

    @cached_property
    def listed(self) -> frozenset[str]:
        """Keys of all spells that the roster lists for anybody."""
        return frozenset(map(spell_key, self.party.spells))

    @cached_property
    def _master_parts(self) -> frozenset[str]:
        return frozenset(label_parts(label)[0] for label in self.masters if label_parts(label))

    def is_everybody(self, at: int) -> bool:
        """Whether the whole table speaks in a turn."""
        return is_everybody(self.turns[at].unit.speaker)

    def same_speaker(self, one: int, other: int) -> bool:
        """Whether two turns have the same label."""
        return self.turns[one].unit.speaker == self.turns[other].unit.speaker

    def answers(self, at: int, reach: int) -> list[Turn]:
        """The next turns of whoever decides: the game master, or anybody else if nobody is known to.

        What is said after the speaker has gone on answers something else, unless the speaker was asked.
        """
        found: list[Turn] = []
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.same_speaker(at, turn.at):
                if len(turn.words) > 3 and not (found and "?" in found[-1].low):
                    break
            elif not self.masters or self.is_master(turn.at):
                found.append(turn)
        return found

    def said_yes(self, at: int) -> bool:
        """Whether the answer to a turn is a yes."""
        return any(signals.YES.search(turn.low[:120]) for turn in self.answers(at, 4)[:2])

    def agreed(self, at: int) -> bool:
        """Whether a player says yes to what the game master asks in a turn."""
        answer = next((turn for turn in self.turns[at + 1 : at + 3] if not self.is_master(turn.at)), None)
        return answer is not None and answer.says(signals.AGREED)

    def questioned(self, at: int) -> bool:
        """Whether the first answer is a question about how, which takes for granted that it is done."""
        return any(turn.says(signals.HOW) for turn in self.answers(at, 3)[:1])

    def called_for(self, at: int) -> bool:
        """Whether an answer calls for what a spell calls for: a saving throw, a spell attack."""
        own = [turn for turn in self.turns[at : at + 6] if self.same_speaker(at, turn.at) and not self.is_master(at)]
        return any(turn.says(signals.SAVE) for turn in (*own, *self.answers(at, 5)[:2]))

    def replies(self, at: int) -> bool:
        """Whether the speaker of a turn answers what was asked back about it, other than with a no."""
        asked = False
        for turn in self.turns[at + 1 : at + 5]:
            if asked and self.same_speaker(at, turn.at):
                return not (turn.says(signals.NO) or turn.says(signals.RETRACT))
            asked = asked or turn.says(signals.DETAIL)
        return False

    def asked_back(self, at: int) -> bool:
        """Whether an answer asks for the details of what a turn does: which target, what level, what save."""
        return any(turn.says(signals.DETAIL) for turn in self.answers(at, 4)[:2])

    def throws(self, at: int, reach: int) -> bool:
        """Whether the turn, its speaker within so many turns or an answer speaks of a saving throw, a DC or a spell.

        A weapon or a power of a class that nobody told of would call for an attack roll or for nothing.
        """
        own = [
            turn for turn in self.turns[at : at + reach] if self.same_speaker(at, turn.at) and not self.is_master(at)
        ]
        return any(turn.says(signals.THROW) for turn in (*own, *self.answers(at, 5)[:2]))

    def said_no(self, at: int) -> bool:
        """Whether an answer refuses, and does not come round to a yes in the same breath."""
        for turn in self.answers(at, 5)[:2]:
            no = None if turn.low.lstrip()[:1] in QUOTES else signals.NO.search(turn.low[:200])
            if no:
                return not signals.YES_AFTER.search(turn.low, no.end())
        return False

    def resolved(self, at: int, reach: int = 8) -> bool:
        """Whether what a turn does has a result in the turns after it, before somebody else's turn begins."""
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.is_master(turn.at) and turn.says(signals.RESULT):
                return True
            if self.same_speaker(at, turn.at) and (turn.says(signals.NUMBER) or turn.says(signals.RESULT)):
                return True
            if turn.says(signals.BOUNDARY):
                return False
        return False

    def prompted(self, at: int) -> bool:
        """Whether the game master has just asked somebody what they do, or called the speaker."""
        mine = self.names_at(at)
        for turn in self.turns[max(0, at - 4) : at]:
            if not self.is_master(turn.at):
                continue
            if _calls(turn, mine) or (turn.says(signals.PROMPT) and not _calls(turn, self.people)):
                return True
        return False

    def subjects(self, turn: Turn) -> list[Word]:
        """The names of characters that begin a sentence of a turn, or by which the game master calls."""
        if turn.at not in self._subjects:
            self._subjects[turn.at] = [word for word in turn.words if self._begins(turn, word)]
        return self._subjects[turn.at]

    @cached_property
    def _subjects(self) -> dict[int, list[Word]]:
        return {}

    def _begins(self, turn: Turn, word: Word) -> bool:
        """Whether a word is a character's name, and no more than two words of its sentence stand before it."""
        if not self.party.named(turn.bare(word)):
            return False
        start, _ = turn.sentence(word.start)
        return len(turn.text[start : word.start].split()) <= 2

    @cached_property
    def people(self) -> set[str]:
        """Plain names of the party's characters and their players."""
        return {name for member in self.party.members if member.character for name in member.names | member.labels}

    def settled(self, after: int, until: int) -> bool:
        """Whether the game master gives a result between two turns of speech."""
        return any(self.is_master(turn.at) and turn.says(signals.RESULT) for turn in self.turns[after + 1 : until])

    def recaps(self, at: int, reach: int = 12) -> bool:
        """Whether the game master has just begun to tell of the last session, and nothing of this one has begun."""
        for turn in reversed(self.turns[max(0, at - reach) : at + 1]):
            if turn.says(signals.FIGHTING_NOW):
                return False
            if turn.says(signals.RECAP):
                return True
        return False

    def in_combat(self, at: int) -> bool:
        """Whether the turns around tell of blows and saves: some rolls or turns of play within a dozen turns."""
        low, high = max(0, at - 12), min(len(self.turns), at + 13)
        return self._fighting[high] - self._fighting[low] >= 5

    @cached_property
    def _fighting(self) -> list[int]:
        """How many turns before each place tell of a roll, a result or whose turn it is."""
        counts = [0]
        for turn in self.turns:
            hit = turn.says(signals.FIGHTING)
            counts.append(counts[-1] + hit)
        return counts

    def resigned(self, at: int) -> bool:
        """Whether the speaker soon gives it up for something else."""
        for turn in self.turns[at + 1 : at + 5]:
            if self.same_speaker(at, turn.at):
                return turn.says(signals.RESIGNED)
        return False

    def declined(self, at: int) -> bool:
        """Whether somebody soon says that it need not be."""
        return any(
            turn.says(signals.SPARE) for turn in self.turns[at + 1 : at + 3] if not self.same_speaker(at, turn.at)
        )

    def boundary(self, after: int, until: int) -> bool:
        """Whether a turn of play ends or begins between two turns of speech."""
        return any(turn.says(signals.BOUNDARY) for turn in self.turns[after + 1 : until])

    def taken_up(self, at: int, reach: int = 8) -> Turn | None:
        """The turn in which the speaker of a turn soon says "I do it" of what was only proposed."""
        later = self.turns[at + 1 : at + 1 + reach]
        return next((turn for turn in later if self.same_speaker(at, turn.at) and turn.says(signals.ANAPHORA)), None)

    def takes_back(self, at: int, place: int, reach: int = 5) -> bool:
        """Whether the speaker takes back what stands before a place of a turn, in it or soon after."""
        if signals.RETRACT.search(self.turns[at].low, place):
            return True
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.same_speaker(at, turn.at) and turn.says(signals.RETRACT):
                return True
            if turn.says(signals.NUMBER) or turn.says(signals.BOUNDARY):
                return False
        return False


def _calls(turn: Turn, names: Collection[str]) -> bool:
    """Whether a turn calls somebody by one of the names: set off by punctuation, as in "All right, Mira?"."""
    for word in turn.words:
        if word.plain in names:
            before, after = turn.text[: word.start].rstrip(), turn.text[word.end :].lstrip()
            if (not before or before[-1] in ",.!?-\u2014") and (not after or signals.CALLED.match(after)):
                return True
    return False


def _mastery(turn: Turn) -> float:
    """How much a turn sounds like a game master's; a player's, who speaks of what "I" do, is below nothing."""
    addressed, own = len(signals.YOU.findall(turn.low)), len(signals.ME.findall(turn.low))
    return len(signals.MASTERLY.findall(turn.low)) + 0.15 * (addressed - own)


def switches(text: str) -> bool:
    """Whether words correct what was said just before."""
    return bool(signals.SWITCH.search(text))
