"""Who is speaking in each turn of a chunk, and what the turns around a mention say about it."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import attrs

from notarius.modules.dnd.roster import Member, Party, is_everybody, is_game_master_label, label_parts
from notarius.modules.dnd.spells import signals
from notarius.modules.dnd.spells.speech import Turn


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
        share = {label: 0.0 for label in labels if not self.party.at_label(label)}
        for turn in self.turns:
            if turn.unit.speaker in share:
                share[turn.unit.speaker] += len(signals.MASTERLY.findall(turn.low))
        ranked = sorted(share.items(), key=lambda one: (-one[1], one[0]))
        second = ranked[1][1] if len(ranked) > 1 else 0.0
        return {ranked[0][0]} if ranked and ranked[0][1] >= 3 and ranked[0][1] > 2 * second else set()

    def members(self, at: int) -> tuple[Member, ...]:
        """Whose voices a turn's label stands for, game masters without a character left out."""
        return tuple(member for member in self.party.at_label(self.turns[at].unit.speaker) if member.character)

    def is_master(self, at: int) -> bool:
        """Whether the game master speaks in a turn."""
        label = self.turns[at].unit.speaker
        return label in self.masters or (
            label is not None and any(part in self._master_parts for part in label_parts(label)[:1])
        )

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

    def questioned(self, at: int) -> bool:
        """Whether the first answer is a question about how, which takes for granted that it is done."""
        return any(signals.HOW.search(turn.low) for turn in self.answers(at, 3)[:1])

    def called_for(self, at: int) -> bool:
        """Whether an answer calls for what a spell calls for: a saving throw, a spell attack."""
        own = [turn for turn in self.turns[at : at + 6] if self.same_speaker(at, turn.at) and not self.is_master(at)]
        return any(signals.SAVE.search(turn.low) for turn in (*own, *self.answers(at, 5)[:2]))

    def replies(self, at: int) -> bool:
        """Whether the speaker of a turn answers what was asked back about it, other than with a no."""
        asked = False
        for turn in self.turns[at + 1 : at + 5]:
            if asked and self.same_speaker(at, turn.at):
                return not (signals.NO.search(turn.low) or signals.RETRACT.search(turn.low))
            asked = asked or bool(signals.DETAIL.search(turn.low))
        return False

    def asked_back(self, at: int) -> bool:
        """Whether an answer asks for the details of what a turn does: which target, what level, what save."""
        return any(signals.DETAIL.search(turn.low) for turn in self.answers(at, 4)[:2])

    def throws(self, at: int, reach: int) -> bool:
        """Whether the turn, its speaker within so many turns or an answer speaks of a saving throw, a DC or a spell.

        A weapon or a power of a class that nobody told of would call for an attack roll or for nothing.
        """
        own = [
            turn for turn in self.turns[at : at + reach] if self.same_speaker(at, turn.at) and not self.is_master(at)
        ]
        return any(signals.THROW.search(turn.low) for turn in (*own, *self.answers(at, 5)[:2]))

    def said_no(self, at: int) -> bool:
        """Whether an answer refuses, and does not come round to a yes in the same breath."""
        for turn in self.answers(at, 5)[:2]:
            no = signals.NO.search(turn.low[:200])
            if no:
                return not signals.YES_AFTER.search(turn.low, no.end())
        return False

    def resolved(self, at: int, reach: int = 8) -> bool:
        """Whether what a turn does has a result in the turns after it, before somebody else's turn begins."""
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.is_master(turn.at) and signals.RESULT.search(turn.low):
                return True
            if self.same_speaker(at, turn.at) and (signals.NUMBER.search(turn.low) or signals.RESULT.search(turn.low)):
                return True
            if signals.BOUNDARY.search(turn.low):
                return False
        return False

    def prompted(self, at: int) -> bool:
        """Whether the game master has just asked somebody what they do, or called the speaker."""
        mine = {
            name for member in self.party.at_label(self.turns[at].unit.speaker) for name in member.names | member.labels
        }
        for turn in self.turns[max(0, at - 4) : at]:
            if not self.is_master(turn.at):
                continue
            if _calls(turn, mine) or (signals.PROMPT.search(turn.low) and not _calls(turn, self.people)):
                return True
        return False

    @cached_property
    def people(self) -> set[str]:
        """Plain names of the party's characters and their players."""
        return {name for member in self.party.members if member.character for name in member.names | member.labels}

    def settled(self, after: int, until: int) -> bool:
        """Whether the game master gives a result between two turns of speech."""
        return any(
            self.is_master(turn.at) and signals.RESULT.search(turn.low) for turn in self.turns[after + 1 : until]
        )

    def in_combat(self, at: int) -> bool:
        """Whether the turns around tell of blows and saves: some rolls or turns of play within a dozen turns."""
        low, high = max(0, at - 12), min(len(self.turns), at + 13)
        return self._fighting[high] - self._fighting[low] >= 5

    @cached_property
    def _fighting(self) -> list[int]:
        """How many turns before each place tell of a roll, a result or whose turn it is."""
        counts = [0]
        for turn in self.turns:
            hit = bool(signals.FIGHTING.search(turn.low))
            counts.append(counts[-1] + hit)
        return counts

    def resigned(self, at: int) -> bool:
        """Whether the speaker soon gives it up for something else."""
        for turn in self.turns[at + 1 : at + 5]:
            if self.same_speaker(at, turn.at):
                return bool(signals.RESIGNED.search(turn.low))
        return False

    def declined(self, at: int) -> bool:
        """Whether somebody soon says that it need not be."""
        return any(
            signals.SPARE.search(turn.low) for turn in self.turns[at + 1 : at + 3] if not self.same_speaker(at, turn.at)
        )

    def boundary(self, after: int, until: int) -> bool:
        """Whether a turn of play ends or begins between two turns of speech."""
        return any(signals.BOUNDARY.search(turn.low) for turn in self.turns[after + 1 : until])

    def takes_up(self, at: int, reach: int = 8) -> bool:
        """Whether the speaker of a turn soon says "I do it" of what was only proposed."""
        return any(
            self.same_speaker(at, turn.at) and signals.ANAPHORA.search(turn.low)
            for turn in self.turns[at + 1 : at + 1 + reach]
        )

    def takes_back(self, at: int, place: int, reach: int = 5) -> bool:
        """Whether the speaker takes back what stands before a place of a turn, in it or soon after."""
        if signals.RETRACT.search(self.turns[at].low, place):
            return True
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.same_speaker(at, turn.at) and signals.RETRACT.search(turn.low):
                return True
            if signals.NUMBER.search(turn.low) or signals.BOUNDARY.search(turn.low):
                return False
        return False


def _calls(turn: Turn, names: set[str]) -> bool:
    """Whether a turn calls somebody by one of the names: set off by punctuation, as in "All right, Mira?"."""
    for word in turn.words:
        if word.plain in names:
            before, after = turn.text[: word.start].rstrip(), turn.text[word.end :].lstrip()
            if (not before or before[-1] in ",.!?-\u2014") and (not after or signals.CALLED.match(after)):
                return True
    return False


def switches(text: str) -> bool:
    """Whether words correct what was said just before."""
    return bool(signals.SWITCH.search(text))
