"""Names of spells of which only one word is said, by somebody who has the spell: "two more Blasts", "I'll Misty"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from notarius.modules.dnd.rosters.party import Party
from notarius.modules.dnd.spells.lexicon import Lexicon, Spell, spell_key, words_of
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.speech import Turn
from notarius.modules.dnd.spells.spellwords import TELLING
from notarius.modules.dnd.wordlists import words

_SHORTEST: Final = 4
# Words that mean a spell only with a capital.
_COMMON: Final = words(
    "step steps hand hands light lights word words wall walls shape sight strike strikes fire water ground growth "
    "storm door sphere person animals plants magic self wind cloud spirit weapon"
)
_SHORTEST_FIRST: Final = 5
_CAPITAL_BEFORE: Final = re.compile(r"\b(?!I\b)[A-Z][\w'\u2019]* (?:of (?:the )?)?$")
_CAPITAL_BEHIND: Final = re.compile(r" [A-Z]")
_COUNTER: Final = re.compile(
    r"\b(?:i|i'll|i'd|i'm|we|gonna|can i|could i|may i|let me|lemme|to)(?: (?:will|can|could|just|also|try to|want to|"
    r"like to|going to|immediately|then)){0,3} (?P<name>counter(?:ing)?)\b(?=\W*$|\W*[.!?,;]| (?:it|that|him|her|them|"
    r"the|this|his|their|your|back|at|with)\b(?! (?:argument|offer)))"
)
# What stands before a word that is short for a spell's name, where no capital shows that it is a name.
_TAKEN: Final = re.compile(
    r"\b(?:the|my|a|an|another|one|two|three|more|do|doing|use|using|cast|casting|same|throw|fire|send|with|out)\W+$"
)


def partly_said(
    turns: Sequence[Turn], found: Mapping[int, Sequence[Mention]], known: Lexicon, party: Party
) -> Iterator[Mention]:
    """Last and first words of names, for spells that the turn's speaker has or names in full in the chunk.

    Args:
        turns: the chunk's turns.
        found: the chunk's mentions by turn.
        known: the spells known by name.
        party: whose spells are whose.
    """
    named: dict[str | None, list[Spell]] = {}
    for turn in turns:
        named.setdefault(turn.unit.speaker, []).extend(
            one.spell for one in found[turn.at] if one.spell.source != "guessed"
        )
    spells = {label: _spells(label, named_too, known, party) for label, named_too in named.items()}
    meant = {label: {**_begun(theirs), **_meant(theirs)} for label, theirs in spells.items()}
    counterspell = _known("Counterspell", known)
    for turn in turns:
        label = turn.unit.speaker
        parts = [*_in_turn(turn, meant[label], found[turn.at])]
        if counterspell is not None and _may_counter(label, spells[label], party):
            parts += _countering(turn, counterspell, found[turn.at])
        yield from sorted(parts, key=lambda one: one.start)


def _may_counter(label: str | None, theirs: Mapping[str, Spell], party: Party) -> bool:
    """Whether a speaker has Counterspell, or nobody has told what they have."""
    return spell_key("Counterspell") in theirs or not any(member.spells for member in party.at_label(label))


def _countering(turn: Turn, counterspell: Spell, taken: Sequence[Mention]) -> Iterator[Mention]:
    """Where "counter" is short for Counterspell: "I counter that"."""
    for found in _COUNTER.finditer(turn.low):
        start, end = found.span("name")
        if not any(m.start < end and start < m.end for m in taken):
            yield Mention(turn, counterspell, start, end, capital=turn.text[start].isupper(), partial=True)


def _in_turn(turn: Turn, meant: Mapping[str, Spell], taken: Sequence[Mention]) -> Iterator[Mention]:
    for word in turn.words if meant else ():
        spell = meant.get(word.plain.removesuffix("s"))
        if spell is None or any(m.start < word.end and word.start < m.end for m in taken):
            continue
        start, _ = turn.sentence(word.start)
        left = turn.low[start : word.start]
        if _CAPITAL_BEFORE.search(turn.text[start : word.start]) or _CAPITAL_BEHIND.match(turn.text, word.end):
            continue  # part of another name, as in "Cutting Words", "Healing Light"
        inside = word.capital and re.search(r"\w", left)
        if not inside and word.plain in _COMMON:
            continue
        own = "'" in spell.name or word.plain.removesuffix("s") in TELLING or word.plain in TELLING
        if inside or (own and (word.capital or _TAKEN.search(left[-20:]))):
            yield Mention(turn, spell, word.start, word.end, capital=word.capital, partial=True)


def _spells(label: str | None, named: Sequence[Spell], known: Lexicon, party: Party) -> dict[str, Spell]:
    """The spells that somebody's characters have or that they name, by key."""
    listed = (_known(name, known) for member in party.at_label(label) for name in member.spells)
    return {spell_key(spell.name): spell for spell in (*named, *filter(None, listed))}


def _known(name: str, known: Lexicon) -> Spell | None:
    return next((layer.spells[key] for layer in known.layers if (key := spell_key(name)) in layer.spells), None)


def _meant(spells: Mapping[str, Spell]) -> dict[str, Spell]:
    """The spells that a last word can only mean one of, by that word without an s."""
    last: dict[str, list[Spell]] = {}
    for spell in spells.values():
        *others, end = words_of(spell.name)
        if others and len(end) >= _SHORTEST:
            last.setdefault(end.removesuffix("s"), []).append(spell)
    return {word: those[0] for word, those in last.items() if len(those) == 1}


def _begun(spells: Mapping[str, Spell]) -> dict[str, Spell]:
    """The spells that a first word can only mean one of: a word that is told from others by being long and telling."""
    first: dict[str, list[Spell]] = {}
    for spell in spells.values():
        head, *others = words_of(spell.name)
        if others and len(head) >= _SHORTEST_FIRST and head in TELLING:
            first.setdefault(head, []).append(spell)
    return {word: those[0] for word, those in first.items() if len(those) == 1}
