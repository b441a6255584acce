"""Who is speaking in each turn of a chunk, and what the turns around a mention say about it: yes, no, roll, whose turn."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import attrs

from notarius.modules.dnd.roster import Member, Party, is_everybody, is_game_master_label, label_parts
from notarius.modules.dnd.spells.speech import Turn

_OPENING: Final = r"(?:^|[.!?,;]\s+)\W*(?:(?:oh|and|um+|uh+|ah|so|well|then|hm+|sorry|cool|nice|great|perfect|awesome|excellent|ooh)\b\W*)*"
_YES: Final = re.compile(
    _OPENING + r"(?:yes|yeah|yep|yup|sure|certainly|absolutely|okay|ok|k|all right(?:y)?|alright|all righty|right|of course|go (?:ahead|for it)|you (?:can|may|do|could|certainly|absolutely|most certainly)\b(?! not)|"
    r"totally|definitely|please do|by all means|mm-?hm+|uh-?huh|got (?:it|you|ya)|if you (?:want|like|wish|would like)|gotcha|done|do it|that works|that's fine|i'?ll (?:allow|give|let)|make (?:a|an|your|me)|roll|it'?s (?:possible|done)|sounds good|"
    r"good|fair enough|for sure|i'd say so|you would|why not|correct|you got it|cool|nice|great|perfect|awesome|excellent)\b"
)
_YES_AFTER: Final = re.compile(r"\b(?:go ahead|go for it|actually,? yeah|actually,? yes|i'?ll allow|but you (?:can|could)|you can (?:do|cast|still|use)|yeah,? (?:go|you)|sure|never mind|okay)\b")
_DETAIL: Final = re.compile(
    r"\b(?:which (?:one|of|way|guy|level)|who(?:'s| is| are| do| would)? (?:the target|you|it|that)|on (?:who|whom|which|what|yourself|him|her)\b|at (?:who|what level|which|what)|to (?:which|who)|(?:at )?what level|where (?:do|are|is|would)|how many|against which|on this|"
    r"what'?s? (?:the|your) (?:save|dc|range|spell)|what (?:kind of |sort of )?(?:saving throw|save)|as a ritual|(?:a|the|your) slot\b|ritual or|how far|what does (?:it|that) (?:do|look)|what does that do|just (?:on )?(?:you|him|her))\b"
)
_HOW: Final = re.compile(r"^\W*(?:(?:okay|sure|well|and|so)\W+)*(?:what (?:kind|sort|are you|do you|does|is|form|shape|color|do they|message)|how (?:do|are|big|long|many|is)|where|who|which|for what|into what|as what|to (?:do|say) what)\b")
_NO: Final = re.compile(
    r"^\W*(?:it|that|this|he|she)(?:'s| is)(?: not\b|n't\b)(?! (?:bad|a bad|going))|^\W*(?:no|nope|nah|not)\b(?!,? (?:problem|worries|that's (?:fine|good|okay)))|\byou (?:can'?t|cannot)(?: (?:do|cast|use|target|actually|really|because|yet|both|as|with|on|if|right now|unfortunately|reach|quite reach)\b|\W*[.,!?-]|\W*$)|\byou (?:don'?t have|aren't able|already (?:used|cast|did)|would not|wouldn't)\b|\b(?:doesn'?t|won'?t|wouldn't) work\b|"
    r"\b(?:out of|not in|too far|not within) range\b|\btoo far\b|\bcan'?t (?:do|cast|use|reach|really)\b|\byou (?:need|would need|'d need|have to have) (?:a|an|to have|to be)\b|\bit'?s (?:an|a full|one) action\b|\bno (?:line of sight|spell slots|more)\b|\bunfortunately,? (?:you|it|no|that|not)\b|\bnot (?:as|with) a bonus\b"
)
_RESULT: Final = re.compile(
    r"\b(?:sav(?:e|es|ed|ing throws?)|roll(?:s|ed)?(?: for)? (?:damage|to hit|an? attack|your|the|for)|damage|points? of|to hit|that hits|hits?|miss(?:es)?|fails?|failed|succeeds?|natural (?:\d+|one|twenty)|"
    r"you (?:see|watch|feel|hear|reach|release|unleash)|as (?:you|the|it)|hit points|takes? \d+|d\d+|"
    r"(?:that'?s|that is|(?:he|she|it|they) (?:rolls?|rolled|gets?|got)|rolled|got) (?:an? )?(?:natural )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty))\b"
)
_SAVE: Final = re.compile(
    r"\b(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)\b[^.?!]{0,20}\bsav(?:e|es|ing)\b|^\W*(?:(?:is )?that'?s?|for)?\W*(?:a )?(?:str|dex|con|int|wis|cha)\w*\W*\?|\bsaving throws?\b|\bspell attack\b|\battack roll\b|\broll (?:to hit|(?:an? |for |the |your )*(?:ranged |melee )?(?:spell )?attack)\b|"
    r"\bwhat'?s (?:the|your) (?:save|dc|spell)|\b(?:the|your) spell\b|\bcantrip\b"
)
_THROW: Final = re.compile(r"\bsaves?\b(?! (?:it|that|him|her|them|the|your|my|us|you|me)\b)|\bsaving throws?\b|\b(?:your|my|the|spell) dc\b|\bdc \d|\bspell\b|\bcantrip\b|\bspell slot")
_NUMBER: Final = re.compile(r"^\W*(?:(?:that'?s|it'?s|only|just|natural|dirty|for|plus|so|okay|um|uh|ooh?|oh|with|total|an?|yeah|ugh|shit|fuck|is)\b\W*)*\d+\b")
_BOUNDARY: Final = re.compile(
    r"\b(?:you'?re (?:up|on deck|next)|(?:is |are )?up next|next up|your (?:go|turn|move)\b(?! order)|top of the (?:round|order|initiative)|end(?:s|ing|ed)? (?:of )?(?:your|his|her|its|their|the|\w+'s) (?:turn|go)|"
    r"finish(?:es|ed)? (?:your|his|her|its|their|the|\w+'s) (?:turn|go)|brings us (?:to|back)|that'?s (?:your|my|his|her) (?:turn|go)|end my turn|roll (?:for )?initiative|on deck|new round|next round)\b"
)
_PROMPT: Final = re.compile(
    r"\b(?:what (?:do|are|would|will|did|is|'re|does) (?:you|we|he|she|everyone|everybody|y'all|\w+) (?:\w+ )?(?:do|doing|like|want|going|cast|casting|using|use|gonna)|what spell|your (?:turn|go|action|move)|you'?re (?:up|on|first|next)|up next|next up|go ahead|do you (?:want|wish|do anything)|do you \w+[^.!?]{0,40}\?|anything else|"
    r"what'?s? (?:your|the) (?:plan|action|move|next|spell)|what'?cha|how do you|are you (?:doing|going|staying)|what else|what now|top of the round|who(?:'s| is) (?:first|next)|that (?:brings|leads) us|bonus action\?|does (?:an? )?[\w-]+ hit|\d+ to hit|\d+\W*$|what do you got|what have you got|which spell)\b"
)
_RETRACT: Final = re.compile(
    r"\b(?:never ?mind|scratch that|strike that|take (?:that|it) back|i lied\b|chang(?:ed?|ing) my mind|forget (?:it|that)|on second thought|just kidding|i'?d rather|i (?:can'?t|won'?t|don'?t think i|am not going to|'m not going to|'m not gonna) (?:do|cast|use) (?:that|it)|not doing that|let me not)\b|\bi (?:won'?t|don'?t)\W*$"
)
_SPARE: Final = re.compile(r"\b(?:don'?t (?:waste|bother|need|use|do|worry)|save (?:it|that|your)|keep (?:it|that)|i'?m (?:good|fine|okay|all right)|no need|no,? thank)\b")
_SWITCH: Final = re.compile(r"(?:\bactually\b|\bwait\b|\bno,|\binstead\b|\bhold on\b|^\W*no\b|\boh,? no\b|\bsorry\b)")
_ANAPHORA: Final = re.compile(
    r"\b(?:i(?:'ll| will|'m going to|'m gonna|'d like to| want to)?|let's|let me|gonna) (?:go ahead and |just |then )?(?:do|cast|use|try) (?:it|that|this|so)\b|^\W*(?:okay|yeah|yes|all right|sure|then)?\W*(?:i do|i'll do it|i cast it|do it|let's do it|doing it)\b"
)
_MASTERLY: Final = re.compile(
    r"\b(?:you (?:guys )?(?:see|hear|watch|notice|feel|manage|can see)|saving throw|make an? (?:\w+ )?(?:check|save)|go ahead and (?:roll|make)|roll (?:for )?(?:initiative|damage|an? )|you'?re up|your turn|do you want to|as you|what do you do|that (?:hits|misses)|does (?:a )?\d+ hit|ends your turn|you take \d+|perception check)\b"
)


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
        told = {label for label in labels if is_game_master_label(label) or any(m.is_game_master for m in self.party.at_label(label))}
        return frozenset(told or self._guessed(labels))

    def _guessed(self, labels: Counter[str]) -> set[str]:
        share = {label: 0.0 for label in labels if not self.party.at_label(label)}
        for turn in self.turns:
            if turn.unit.speaker in share:
                share[turn.unit.speaker] += len(_MASTERLY.findall(turn.low))
        ranked = sorted(share.items(), key=lambda one: (-one[1], one[0]))
        second = ranked[1][1] if len(ranked) > 1 else 0.0
        return {ranked[0][0]} if ranked and ranked[0][1] >= 3 and ranked[0][1] > 2 * second else set()

    def members(self, at: int) -> tuple[Member, ...]:
        """Whose voices a turn's label stands for, game masters without a character left out."""
        return tuple(member for member in self.party.at_label(self.turns[at].unit.speaker) if member.character)

    def is_master(self, at: int) -> bool:
        """Whether the game master speaks in a turn."""
        label = self.turns[at].unit.speaker
        return label in self.masters or (label is not None and any(part in self._master_parts for part in label_parts(label)[:1]))

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
        return any(_YES.search(turn.low[:120]) for turn in self.answers(at, 4)[:2])

    def questioned(self, at: int) -> bool:
        """Whether the first answer is a question about how, which takes for granted that it is done."""
        return any(_HOW.search(turn.low) for turn in self.answers(at, 3)[:1])

    def called_for(self, at: int) -> bool:
        """Whether an answer calls for what a spell calls for: a saving throw, a spell attack."""
        own = [turn for turn in self.turns[at : at + 6] if self.same_speaker(at, turn.at) and not self.is_master(at)]
        return any(_SAVE.search(turn.low) for turn in (*own, *self.answers(at, 5)[:2]))

    def replies(self, at: int) -> bool:
        """Whether the speaker of a turn answers what was asked back about it, other than with a no."""
        asked = False
        for turn in self.turns[at + 1 : at + 5]:
            if asked and self.same_speaker(at, turn.at):
                return not (_NO.search(turn.low) or _RETRACT.search(turn.low))
            asked = asked or bool(_DETAIL.search(turn.low))
        return False

    def asked_back(self, at: int) -> bool:
        """Whether an answer asks for the details of what a turn does: which target, what level, what save."""
        return any(_DETAIL.search(turn.low) for turn in self.answers(at, 4)[:2])

    def throws(self, at: int, reach: int) -> bool:
        """Whether the turn, its speaker within so many turns or an answer speaks of a saving throw, a DC or a spell.

        A weapon or a power of a class that nobody told of would call for an attack roll or for nothing.
        """
        own = [turn for turn in self.turns[at : at + reach] if self.same_speaker(at, turn.at) and not self.is_master(at)]
        return any(_THROW.search(turn.low) for turn in (*own, *self.answers(at, 5)[:2]))

    def said_no(self, at: int) -> bool:
        """Whether an answer refuses, and does not come round to a yes in the same breath."""
        for turn in self.answers(at, 5)[:2]:
            no = _NO.search(turn.low[:200])
            if no:
                return not _YES_AFTER.search(turn.low, no.end())
        return False

    def resolved(self, at: int, reach: int = 8) -> bool:
        """Whether what a turn does has a result in the turns after it, before somebody else's turn begins."""
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.is_master(turn.at) and _RESULT.search(turn.low):
                return True
            if self.same_speaker(at, turn.at) and (_NUMBER.search(turn.low) or _RESULT.search(turn.low)):
                return True
            if _BOUNDARY.search(turn.low):
                return False
        return False

    def prompted(self, at: int) -> bool:
        """Whether the game master has just asked somebody what they do, or called the speaker."""
        mine = {name for member in self.party.at_label(self.turns[at].unit.speaker) for name in member.names | member.labels}
        for turn in self.turns[max(0, at - 4) : at]:
            if self.is_master(turn.at) and not (_calls(turn, self._callable) and not _calls(turn, mine)):
                if _PROMPT.search(turn.low) or _calls(turn, mine):
                    return True
        return False

    @cached_property
    def _callable(self) -> set[str]:
        return {name for member in self.party.members if member.character for name in member.names | member.labels}

    def settled(self, after: int, until: int) -> bool:
        """Whether the game master gives a result between two turns of speech."""
        return any(self.is_master(turn.at) and _RESULT.search(turn.low) for turn in self.turns[after + 1 : until])

    def declined(self, at: int) -> bool:
        """Whether somebody soon says that it need not be."""
        return any(_SPARE.search(turn.low) for turn in self.turns[at + 1 : at + 3] if not self.same_speaker(at, turn.at))

    def boundary(self, after: int, until: int) -> bool:
        """Whether a turn of play ends or begins between two turns of speech."""
        return any(_BOUNDARY.search(turn.low) for turn in self.turns[after + 1 : until])

    def takes_up(self, at: int, reach: int = 8) -> bool:
        """Whether the speaker of a turn soon says "I do it" of what was only proposed."""
        return any(self.same_speaker(at, turn.at) and _ANAPHORA.search(turn.low) for turn in self.turns[at + 1 : at + 1 + reach])

    def takes_back(self, at: int, place: int, reach: int = 5) -> bool:
        """Whether the speaker takes back what stands before a place of a turn, in it or soon after."""
        if _RETRACT.search(self.turns[at].low, place):
            return True
        for turn in self.turns[at + 1 : at + 1 + reach]:
            if self.same_speaker(at, turn.at) and _RETRACT.search(turn.low):
                return True
            if _NUMBER.search(turn.low) or _BOUNDARY.search(turn.low):
                return False
        return False


def _calls(turn: Turn, names: set[str]) -> bool:
    """Whether a turn begins or ends with one of the names, as in "All right, Mira?"."""
    ends = [word.plain for word in (*turn.words[:1], *turn.words[-1:])]
    return any(word in names for word in ends)


def switches(text: str) -> bool:
    """Whether words correct what was said just before."""
    return bool(_SWITCH.search(text))
