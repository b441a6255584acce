"""Words by which rosters are read: what is no name, what is race or class, what says that somebody runs the game."""

import re
from typing import Final

from notarius.modules.dnd.wordlists import phrases, words

#: Words that begin sentences, lists and headings with a capital and are nobody's name.
NO_NAME: Final = words(
    "a an the our my your his her hers their its this that these those there here then than and but or so if when "
    "while who whose what where why how from to in on at by of with for as is are was were be been has have had do "
    "does did not no yes ok okay hi hello hey dear thanks thank cheers best regards love sincerely please normally "
    "usually sometimes often also finally lastly firstly first second third fourth fifth sixth seventh eighth next "
    "now currently meanwhile tonight today yesterday tomorrow everyone everybody someone somebody anyone all some "
    "most each every both either neither i im i'm i've i'll we we're we've you he she it it's they they're me us "
    "them last since after before because until though although however only just even still well other others rest "
    "more party player players pc pcs character characters cast starring featuring staring feat running game games "
    "class classes level levels lvl race races role roles name names note notes remark special guest guests music "
    "edited editing recorded recording written produced session sessions episode ep campaign table group team crew "
    "adventurers heroes list roster sheet members member people person voice voices voiced played plays playing "
    "portrayed label labels speaker speakers caption captions subject re fwd cc date sent house rules rule lines "
    "veils spells spell cantrips cantrip snacks host hosts location place venue schedule time day days week month "
    "year system setting world start starting town city chapter act part season season's npc npcs villain villains "
    "pet pets familiar familiars god gods goddess retired dead former status pronouns alias aliases nickname "
    "nicknames known called aka human monday tuesday wednesday thursday friday saturday sunday mondays tuesdays "
    "wednesdays thursdays fridays saturdays sundays january february march april june july august september october "
    "november december transcript transcripts transcription reference discord zoom roll20 inspiration potions none "
    "n/a tbd tba unknown absent present new old-ish who's what's here's there's that's let's don't him he's "
    "she's oh ah um uh hm hmm wow aye nope"
)

#: Words before a name that are no part of it to call somebody by.
TITLES: Final = words(
    "the of von van de der den sir ser lady lord captain brother sister father mother dame prince princess king queen "
    "old young little big mister mr mrs miss ms doctor dr master saint st uncle aunt auntie great granny "
    "grandmother grandfather professor inspector madame nurse sergeant"
)

_RACES: Final = (
    "human elf dwarf halfling gnome tiefling dragonborn orc goblin half-elf half-orc goliath drow firbolg tabaxi kenku "
    "aasimar genasi satyr changeling warforged minotaur lizardfolk tortle triton hobgoblin bugbear kobold centaur "
    "shifter thri-kreen half-giant harengon eladrin pixie mensch zwerg halbling humain"
)
_CLASSES: Final = (
    "barbarian bard cleric druid fighter monk paladin ranger rogue sorcerer sorceress warlock wizard artificer "
    "barbar barde kleriker druide kampfer monch waldlaufer schurke hexenmeister magier zauberer guerrier pretre "
    "magicien ensorceleur voleur rodeur guerrero clerigo mago picaro"
)
KINDS: Final = words(f"{_RACES} {_CLASSES}")
_KINDLY: Final = KINDS | words(
    "elven dwarven elvish gnomish orcish necromancer swashbuckler assassin thief gunslinger mage witch healer tank "
    "blaster scout shadow wild draconic wood high hill mountain stout lightfoot forest rock deep variant moon land "
    "life light war tempest storm arcane eldritch fiend hexblade divine celestial circle oath college school way "
    "domain the of level lvl levels class and multiclass blood hunter dark silver fey fairy frontline face soul sun "
    "soldier noble sage champion valor lore glamour whispers devotion vengeance ancients glory evocation abjuration "
    "illusion"
)
KIND: Final = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, KINDS), key=len, reverse=True)) + r")s?\b", re.IGNORECASE
)

# Orders, schools and callings of classes, which have capitals and are nobody's name.
_CALLINGS: Final = phrases(
    "arcane trickster, beast master, battle master, eldritch knight, gloom stalker, horizon walker, monster slayer, "
    "fey wanderer, swarmkeeper, drakewarden, swashbuckler, soulknife, arcane archer, echo knight, psi warrior, rune "
    "knight, hexblade, archfey, the archfey, great old one, the great old one, the fiend, the celestial, the "
    "fathomless, the genie, the undying, the undead, wild magic, divine soul, shadow magic, storm sorcery, aberrant "
    "mind, clockwork soul, lunar sorcery, bladesinger, bladesinging, war magic, evoker, abjurer, diviner, enchanter, "
    "illusionist, conjurer, transmuter, totem warrior, ancestral guardian, storm herald, open hand, four elements, "
    "drunken master, sun soul, long death, astral self, alchemist, artillerist, battle smith, blood hunter, "
    "profane soul, ghostslayer, green knight, lore bard, moon druid, land druid, life cleric, light cleric, war "
    "cleric, dex fighter, sword and board, multiclass"
)
_CALLING: Final = re.compile(
    r"(?:the )?(?:circle|oath|college|path|way|school|pact|order|domain|conclave|tradition|patron|bloodline|warrior|"
    r"aspect) of (?:the )?[\w' -]+|"
    r"[\w' -]+ (?:domain|bloodline|conclave|archetype|sorcery|tradition|pact|order|circle|patron|background|heritage|"
    r"ancestry|subclass|domain cleric)",
    re.IGNORECASE,
)

_PETS: Final = (
    "rat|cat|dog|wolf|owl|raven|crow|hawk|horse|pony|mule|bear|snake|spider|toad|frog|bat|weasel|fox|ferret|goat|"
    "pig|familiar|pet|companion|mount|steed|sword|axe|bow|gun|ship|boat|cart"
)
PETS: Final = re.compile(rf"\b(?:{_PETS})\b", re.IGNORECASE)
#: What stands before the name of somebody, or some place, that is no character of the party.
NOT_OF_PARTY: Final = re.compile(
    r"(?:\b(?:of|from|in|at|near|to|against|with|for|on|under|until|since|after|before|than|into|towards?|outside|"
    r"beside|over|through|like|fight|fighting|worships?|serves|visit|meet|met)\s+(?:the\s+)?"
    rf"|\b(?:{_PETS}|"
    r"innkeeper|landlord|landlady|barkeep|king|"
    r"queen|duke|duchess|baron|baroness|count|mayor|guard|villain|lich|dragon|demon|devil|god|goddess|deity|patron|saint|"
    r"town|city|village|hamlet|tavern|inn|kingdom|realm|river|brother|sister|mother|father|uncle|aunt|son|daughter|wife|"
    r"husband|cousin|friend|mentor|enemy|nemesis|rival)\b,?\s*(?:is\s+|was\s+)?(?:named|called|whose name is)?\s+"
    rf"|\b(?:with|has|have|having|and|owns?|rides?|keeps?)\s+(?:an?|his|her|their|the)\s+"
    rf"(?:(?!(?:{'|'.join(sorted(KINDS))}|character|pc|hero)\b)[\w-]+\s+){{1,3}}(?:named|called)\s+)$"
)
#: "In the role of", "as the voice of": there the name behind "of" is a character's.
PART_OF: Final = re.compile(
    r"\b(?:role|part|voice|voices|character|shoes|consists?|consisting|made up|party|group|cast)\s+of\s+$"
)

_GAME: Final = r"(?:game|games|table|world|campaign|show|sessions?|adventure|whole thing|one-shot)"
MASTER: Final = re.compile(
    r"\b(?:the\s+)?(?:dungeon[\s_-]?master(?:ing|s)?|game[\s_-]?master(?:ing|s)?|(?:dm|gm)(?:s|'s|ing|ed|['\u2019]d)?|"
    r"keeper of arcane lore|(?:the )?keeper(?=\s*(?:[:=]|$))|storyteller|referee|narrator|spielleit\w*|meister(?:in)?|"
    r"ma[i\u00ee]tre(?:sse)? du jeu|mj|director de juego|"
    rf"(?:runs?|running|leads?|leading|masters|leitet)\s+(?:the|our|this|a|das|die)\s+(?:[a-z]+ )?{_GAME}|"
    r"(?:runs?|running)\s+(?:it|things|everything|this)\b|"
    r"behind the (?:[dg]m )?screen|in the (?:[dg]m'?s? )?chair|"
    r"(?:everyone|everybody|everything) else|all (?:the |other )*(?:npcs|people|monsters)|the npcs|the monsters|"
    r"the rest of the world)(?![\w'-])",
    re.IGNORECASE,
)
#: Sections and fields about people, animals and things that are not the party.
_OTHERS: Final = words(
    "npc npcs nsc nscs pnj villain villains antagonist antagonists enemies enemy monsters bestiary allies ally "
    "contacts pet pets familiar familiars companion companions animals mounts hirelings followers henchmen god gods "
    "goddesses deity deities pantheon patron patrons places place locations location towns cities factions faction "
    "guilds retired former dead deceased fallen graveyard memoriam rip departed past gone previous ex alumni "
    "inactive rules schedule calendar glossary timeline recap snacks logistics quests loot treasure inventory "
    "credits-music staff-music gestorben tote tot"
)
_PEOPLE_OF_PARTY: Final = words("party players player cast heroes adventurers pcs characters current active spieler")
GONE: Final = re.compile(
    r"^\W*(?:dead|died|deceased|retired|former|left|inactive|gone|killed|departed|tot|rip|ex)\b", re.IGNORECASE
)


def is_kindly(text: str) -> bool:
    """Whether words tell race, class, calling and level and nothing besides, such as "5th-level Wood Elf Druid"."""
    found = [word for word in re.findall(r"[^\W\d_][\w'-]*", text.casefold()) if len(word) > 1]
    if " ".join(found) in _CALLINGS or _CALLING.fullmatch(text.strip()):
        return True
    return any(KIND.fullmatch(word) for word in found) and all(
        word in _KINDLY or KIND.fullmatch(word) for word in found
    )


def is_of_others(title: str) -> bool:
    """Whether a heading or key announces people, animals or things that are not the party."""
    found = re.findall(r"[^\W\d_]+", title.casefold())
    return (
        len(found) <= 6
        and any(word in _OTHERS for word in found)
        and not any(
            word in _PEOPLE_OF_PARTY and word not in {"characters", "players", "player", "pcs", "heroes"}
            for word in found
        )
    )
