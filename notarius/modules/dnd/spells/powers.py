"""Powers of classes and races and words of the rules: they look like names of spells and are none."""

import re
from typing import Final

from notarius.modules.dnd.wordlists import phrases

#: Names of powers, skills, languages and rolls, plain.
POWERS: Final = phrases(
    "action surge, second wind, sneak attack, cunning action, uncanny dodge, bardic inspiration, inspiration, "
    "cutting words, countercharm, song of rest, channel divinity, turn undead, destroy undead, preserve life, "
    "divine intervention, wild shape, natural recovery, extra attack, reckless attack, danger sense, frenzy, "
    "rage, lay on hands, divine smite, smite, divine sense, sacred weapon, turn the unholy, aura of "
    "protection, flurry of blows, flurry, patient defense, step of the wind, stunning strike, deflect "
    "missiles, deflect missile, slow fall, stillness of mind, favored enemy, natural explorer, primeval "
    "awareness, hunters prey, colossus slayer, horde breaker, multiattack defense, metamagic, quickened "
    "spell, twinned spell, careful spell, distant spell, empowered spell, extended spell, heightened spell, "
    "subtle spell, sorcery points, arcane recovery, sculpt spells, breath weapon, relentless endurance, "
    "hellish resistance, indomitable, evasion, initiative, perception, investigation, insight, stealth, "
    "athletics, acrobatics, arcana, history, religion, nature, medicine, survival, deception, persuasion, "
    "intimidation, performance, sleight of hand, strength, dexterity, constitution, intelligence, wisdom, "
    "charisma, infernal, celestial, common, elvish, dwarvish, draconic, thieves tools, thieves cant, dungeon "
    "master, natural one, natural twenty, attack of opportunity, opportunity attack, arcane ward, projected "
    "ward, portent, expert divination, benign transposition, potent cantrip, overchannel, empowered "
    "evocation, grim harvest, spell mastery, signature spells, signature spell, destructive wrath, wrath of "
    "the storm, guided strike, war priest, warding flare, radiance of the dawn, corona of light, blessing of "
    "the trickster, invoke duplicity, cloak of shadows, disciple of life, supreme healing, blessed healer, "
    "path to the grave, circle of mortality, eyes of the grave, divine strike, potent spellcasting, tides of "
    "chaos, wild magic, wild magic surge, draconic resilience, elemental affinity, favored by the gods, font "
    "of magic, flexible casting, hexblades curse, eldritch invocation, eldritch invocations, agonizing blast, "
    "repelling blast, devils sight, mask of many faces, pact of the blade, pact of the chain, pact of the "
    "tome, fey presence, misty escape, dark ones blessing, dark ones own luck, mystic arcanum, form of dread, "
    "healing light, celestial resistance, tentacle of the deeps, vow of enmity, abjure enemy, natures wrath, "
    "champion challenge, rebuke the violent, emissary of peace, conquering presence, aura of courage, aura of "
    "warding, aura of devotion, cleansing touch, improved divine smite, harness divine power, starry form, "
    "star map, cosmic omen, combat wild shape, symbiotic entity, halo of spores, spirit totem, balm of the "
    "summer court, hidden paths, natures ward, steel defender, arcane jolt, eldritch cannon, infuse item, "
    "flash of genius, magical tinkering, soul blades, psionic power, ki points, ki, shadow step, hand of "
    "harm, hand of healing, quivering palm, diamond soul, empty body, reckless, relentless rage, totem "
    "spirit, spirit shield, vengeful ancestors, ancestral protectors, storm aura, giants might, battle "
    "master, superiority dice, superiority die, riposte, trip attack, menacing attack, arcane shot, "
    "bladesong, war magic, eldritch strike, arcane charge, mantle of inspiration, mantle of majesty, "
    "enthralling performance, combat inspiration, words of terror, unsettling words, silver tongue, psychic "
    "blades, jack of all trades, peerless skill, steady aim, fancy footwork, insightful fighting, ghost walk, "
    "dread ambusher, umbral sight, planar warrior, slayers prey, gathered swarm, fey wanderer, foe slayer, "
    "blindsense, elusive, stroke of luck, use magic device, magical ambush, spell thief, spell resistance, "
    "magic resistance, legendary resistance, legendary action, legendary actions, lair action, lair actions, "
    "great weapon master, sharpshooter, sentinel, war caster, fey step, hidden step, stones endurance, "
    "infernal legacy, celestial revelation, radiant soul, radiant consumption, necrotic shroud, draconic "
    "ancestry, natural illusionist, bardic, death saves, death save, death saving throw, hit dice, hit "
    "points, short rest, long rest, bonus action, concentration, advantage, disadvantage, inspiration die, "
    "sneak, smites, rages"
)
# What stands right before or behind a spell's name and makes a thing of the rules of it: "light crossbow".
_THINGS_BEHIND: Final = re.compile(
    r"(?:light (?:cross ?bows?|hammers?|armou?r|weapons?|sources?|mace)|"
    r"shield (?:bash(?:es)?|master|bearers?|arm|wall)|"
    r"message boards?|fly speed|jump (?:distance|height)|sleep deprivation|"
    r"knock (?:him|her|them|it) (?:out|down|prone|over)|fear of|command line)\b"
)
_THINGS_BEFORE: Final = re.compile(r"\b(?:bright|dim|day|candle|sun|moon|star|fire|lamp|torch|green|traffic) $")


def is_of_the_rules(low: str, start: int, end: int) -> bool:
    """Whether what looks like a spell's name is part of a longer name of the rules, or of a phrase of the language.

    Args:
        low: a turn in lower case.
        start: where the name begins.
        end: where it ends.
    """
    if _THINGS_BEHIND.match(low, start):
        return True
    return low[start:end] == "light" and _THINGS_BEFORE.search(low[max(0, start - 12) : start]) is not None
