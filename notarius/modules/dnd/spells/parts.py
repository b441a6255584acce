"""Names of spells of which only the last word is said, by somebody who has the spell: "two more Blasts"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from notarius.modules.dnd.rosters.party import Party
from notarius.modules.dnd.spells.lexicon import Lexicon, Spell, spell_key, words_of
from notarius.modules.dnd.spells.mentions import Mention
from notarius.modules.dnd.spells.speech import Turn
from notarius.modules.dnd.spells.spellwords import TELLING

_SHORTEST: Final = 4
_CAPITAL_BEFORE: Final = re.compile(r"\b[A-Z][\w'\u2019]* $")
# What stands before a word that is short for a spell's name, where no capital shows that it is a name.
_TAKEN: Final = re.compile(
    r"\b(?:the|my|a|an|another|one|two|three|more|do|doing|use|using|cast|casting|same|throw|fire|send|with|out)\W+$"
)


def partly_said(
    turns: Sequence[Turn], found: Mapping[int, Sequence[Mention]], known: Lexicon, party: Party
) -> Iterator[Mention]:
    """Last words of names, for spells that the turn's speaker has or names in full in the chunk.

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
    meant = {label: _meant(_spells(label, spells, known, party)) for label, spells in named.items()}
    for turn in turns:
        yield from _in_turn(turn, meant[turn.unit.speaker], found[turn.at])


def _in_turn(turn: Turn, meant: Mapping[str, Spell], taken: Sequence[Mention]) -> Iterator[Mention]:
    for word in turn.words if meant else ():
        spell = meant.get(word.plain.removesuffix("s"))
        if spell is None or any(m.start < word.end and word.start < m.end for m in taken):
            continue
        start, _ = turn.sentence(word.start)
        left = turn.low[start : word.start]
        if _CAPITAL_BEFORE.search(turn.text[start : word.start]):
            continue  # the end of another name, as in "Cutting Words"
        inside = word.capital and re.search(r"\w", left)
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
        words = words_of(spell.name)
        if len(words) > 1 and len(words[-1]) >= _SHORTEST:
            last.setdefault(words[-1].removesuffix("s"), []).append(spell)
    return {word: those[0] for word, those in last.items() if len(those) == 1}
