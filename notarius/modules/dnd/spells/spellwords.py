"""Words of which names of spells are made: a name that no list has and that is made of them may well be a spell's.

They are words of the language, not names. Which of the names that they can make are spells, the words around tell.
"""

import re
from collections.abc import Sequence
from typing import Final

from notarius.modules.dnd.spells.lexicon import srd_spells, words_of
from notarius.modules.dnd.wordlists import words

# Words of the SRD's names that are said all the time and make no name that tells.
_PLAIN: Final = words(
    "ability aid alarm all and animal animals armor beast beings black blank blood body book call chain charm "
    "chest circle climb cold color command cone contact continual control create creation creature cure dance "
    "dancing dark dead death delayed door dream drink dust dying earth evil eye eyes fall false familiar far fast "
    "favor fear field find finger floating fog food form freedom friends friendship from gate giant glass good "
    "greater guards hand hands harm heal hold hope hound hunters hut ice identify image insect instant into jar "
    "jump kill killer knock languages legend lesser life light lights locate lock lore madness magic magnificent "
    "major mark mass message metal minor mirror modify mouth move movement nature object objects of or other pass "
    "path pattern person phantom planar plane plant plants private produce programmed project protection purify "
    "raise reduce remove reverse rope sand script secret see seeing seeming self sense servant shape shapes shift "
    "silent sleep slow spare star step stop strike stun time tiny to touch tree trick true truth via walk wall "
    "water weather web weird wind wish with without woodland word"
)
# Further words by which tables know magic when they hear it.
_MAGICAL: Final = words(
    "aberrant abound absorb arrow arrows ashen aura banishing barbed barbs barrage bees blade bladed blades blast "
    "blinding bloom boiling bolt bones bonfire booming boulder breath cacophony catapult ceremony chaos chromatic "
    "cinder cinders claw claws cloak compelled cordon crown crusaders daggers danse dawn destructive dirge "
    "dissonant draconic druids duel earthbind earthen elemental elements enemies enervation ensnaring erupting "
    "eruption essence feign fiend fiendish fist flail flames flaring flock flurry fortress frost frostbite "
    "glacial gnashing grasp grasping grove hail hallowed healing hex hunger hurl ice immolation infestation "
    "intellect investiture knives lance lashing leech lightning lure macabre maddening maelstrom magnify mantle "
    "melt mending miasma mire mist mote necrotic needle needles negative obsidian orb pain phantasm plagued "
    "presence primal prison psychic pulse purging putrid pyrotechnics quake quicksilver quiver radiance radiant "
    "ravage ravenous rays rending rift rime root roots runes sapping savagery scalding scream screaming searing "
    "servant shadow shadows shard shards shimmering shriek shrieking shroud sickness silvery sinkhole skull "
    "sliver smite snare snowball song soul spear spectral spike spikes spirit spirits spores staggering static "
    "steed steel step sting stinger storm strike sulfur summon sundering swarm swift sword synaptic tempest "
    "temporal tendril tendrils tether thorn thorns thunder thunderclap thunderous tidal toll torrent transmute "
    "tremor tsunami unholy unravel veil venom venomous verdant vine vines vitality vitriolic void volley vortex "
    "wail ward wasting watery wave whip whirling whirlpool whirlwind whisper whispers wildfire wings wither "
    "withering wrack wrath wrathful zephyr"
)
_OWNER: Final = re.compile(r"['\u2019]s?\b")
_BESIDE: Final = _PLAIN - words("all and from into of or other to via with without")
_JOINTS: Final = words("of the to from and with without in into a")
# Words that name no spell of the SRD, are seldom said at a table but for one, and do for a name or its verb.
LONE: Final = words("hex frostbite maelstrom thunderclap tsunami whirlwind skywrite catnap catapult infestation")


def _srd_words() -> frozenset[str]:
    return frozenset(word for spell in srd_spells() for word in words_of(spell.name) if len(word) > 2) - _PLAIN


TELLING: Final = _srd_words() | _MAGICAL


def made_of_spell_words(name: str) -> bool:
    """Whether a name of two words or more is made of words of which spells' names are made, one of them telling.

    Behind "of" another word will do: the name of somebody or some place.
    """
    parts = [part for part in re.findall(r"[a-z]+", _OWNER.sub("", name.lower())) if part not in _JOINTS]
    if len(parts) < 2:
        return False
    if len(parts) == 2 and parts[0] in TELLING and " of " in name:
        return True
    return all(part in TELLING or part in _BESIDE for part in parts) and any(part in TELLING for part in parts)


def stem_of(word: str) -> str:
    """A word of spells' names without its ending, as "toll" of "tolling"."""
    if word not in TELLING:
        for ending in ("ing", "ed", "s"):
            if word.endswith(ending) and word.removesuffix(ending) in TELLING:
                return word.removesuffix(ending)
    return word


def spell_word_runs(tokens: Sequence[tuple[str, int, int]]) -> list[tuple[int, int]]:
    """Where two to four such words stand together, words such as "of the" between them.

    Args:
        tokens: plain words with start and end.

    Returns:
        Start and end of each run.
    """
    runs, at = [], 0
    while at < len(tokens):
        end, telling, count, last = at, 0, 0, at
        while end < len(tokens) and count < 4 and (end == at or tokens[end][1] - tokens[end - 1][2] <= 1):
            word = tokens[end][0] if end > at else stem_of(tokens[end][0])
            if word in TELLING or word in _BESIDE:
                telling, count, last = telling + (word in TELLING), count + 1, end
            elif word not in _JOINTS or count == 0 or end - last > 2:
                break
            end += 1
        if count >= 2 and telling:
            runs.append((tokens[at][1], tokens[last][2]))
            at = last + 1
        else:
            at += 1
    return runs
