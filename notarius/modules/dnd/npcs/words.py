"""The word lists of the routine: titles, words for people and for things, verbs that people do, words that are no names.

Lists are of the language, not of a table: a word belongs here if it means the same wherever the game is played.
"""

from typing import Final

#: Titles that come in pairs and are shared by a household: `Lord Vane` and `Lady Vane` are two people.
HOUSEHOLD_TITLES: Final = frozenset(
    "sir dame lord lady master mistress mr mrs ms miss mister madam madame baron baroness count countess duke duchess earl king "
    "queen prince princess emperor empress herr frau don dona senor senora monsieur ser uncle aunt auntie".split()
)
#: Titles that one person has: ranks, offices, and those before a given name.
PERSONAL_TITLES: Final = frozenset(
    "captain corporal sergeant lieutenant commander general admiral colonel major marshal sheriff constable mayor reeve chancellor "
    "ambassador minister magistrate judge justice governor regent steward father mother brother sister deacon bishop archbishop "
    "abbot abbess prior prioress priest priestess reverend cardinal friar elder chief chieftain archmage magister professor doctor dr "
    "inspector warden guildmaster quartermaster bosun boatswain headmaster private ensign commodore knight squire vicar curate "
    "watchmaster lawmaster starosta burgomaster alderman councillor counselor castellan seneschal chamberlain grandmaster shaman "
    "hauptmann bruder schwester meister konig konigin graf grafin pater capitan capitaine frere soeur fra hermano hermana".split()
)
#: Words that stand for somebody without naming anybody; alone they are no name.
KINSHIP: Final = frozenset(
    "mom mum mama papa dad daddy mommy grandma grandpa granny gran nana grandmother grandfather son daughter cousin nephew niece".split()
)
TITLES: Final = HOUSEHOLD_TITLES | PERSONAL_TITLES
#: Put before a name without being part of it.
EPITHETS: Final = frozenset("old young little big poor dear good sweet fat dead late mad blind great grand high own first new".split())

PEOPLE: Final = frozenset(
    "man woman boy girl child kid guy lady gentleman person figure fellow stranger elder youth teenager baby somebody someone "
    "elf half-elf dwarf halfling gnome human half-orc tiefling dragonborn orc goblin hobgoblin kobold bugbear ogre giant troll hag fairy "
    "pixie satyr centaur firbolg goliath aasimar genasi tabaxi lizardfolk merfolk triton warforged vampire ghost spirit dragon demon "
    "devil fiend angel owl otter cat dog wolf raven horse bear parrot "
    "priest priestess cleric nun monk acolyte cultist guard guardsman watchman soldier knight squire warrior ranger hunter scout spy "
    "merchant trader shopkeeper storekeeper seller vendor innkeeper barkeep barkeeper bartender barmaid bartender's waitress tavernkeeper landlord landlady "
    "owner proprietor proprietress cook baker butcher brewer smith blacksmith armorer armourer carpenter mason tailor weaver tanner miller farmer shepherd fisherman "
    "sailor captain pilot ferryman ferrywoman helmsman bosun pirate bandit thief assassin thug beggar urchin servant maid butler steward clerk scribe "
    "scholar sage librarian archivist teacher student apprentice wizard witch sorcerer sorceress warlock mage necromancer druid bard minstrel singer "
    "healer doctor physician herbalist alchemist enchanter jeweler jeweller noble nobleman noblewoman lord lady duke duchess king queen prince princess baron baroness count "
    "countess mayor reeve sheriff constable magistrate judge ambassador envoy messenger courier herald leader chief chieftain boss commander general sergeant "
    "lieutenant corporal warden keeper caretaker gatekeeper gravedigger undertaker hermit prisoner refugee villager peasant traveler traveller pilgrim "
    "brother sister mother father son daughter uncle aunt cousin wife husband widow widower friend companion partner assistant contact dealer "
    "harbormaster harbourmaster quartermaster dockmaster stablehand groom ringer bell-ringer lock-keeper lockkeeper lamplighter tinker peddler pedlar gardener".split()
)
#: Whatever stands for a person behind an article.
ROLES: Final = frozenset({*PEOPLE, *TITLES, *KINSHIP})
#: What else is given names; the word nearest to "called" decides.
THINGS: Final = frozenset(
    "town village city hamlet kingdom empire land country region province island isle continent world plane realm river lake sea ocean bay "
    "mountain mountains hill valley forest wood woods swamp marsh desert cave cavern mine tower castle keep fort fortress temple church chapel "
    "shrine house inn tavern pub bar shop store market street road bridge gate ship boat barge ferry vessel sword blade axe bow dagger hammer "
    "staff wand ring amulet book tome scroll map potion poison drink ale beer wine dish food plant flower herb spell cantrip ritual feat ability "
    "feature god goddess deity religion cult order guild group gang band company faction army clan house family tribe game show podcast movie film "
    "song episode series website app campaign place area district quarter square name thing stuff something language festival holiday artifact "
    "weapon armor armour metal stone gem disease condition move attack stance trick snail".split()
)
#: Runs that begin or end with these are places.
PLACE_WORDS: Final = frozenset(
    "mount lake fort port cape isle isles island islands river bay sea ocean coast street road lane alley avenue square plaza bridge gate gates "
    "tower towers castle keep hall hold inn tavern arms forest wood woods marsh marshes swamp fen moor moors valley vale hills hill mountain mountains "
    "peaks pass desert city town village hamlet harbor harbour docks quay wharf temple church chapel cathedral abbey monastery shrine crypt tomb mine mines "
    "cave caves cavern caverns falls lock weir mill manor estate academy college library market district ward quarter kingdom empire republic province "
    "north south east west northern southern eastern western upper lower saint st san santa".split()
)

SPEECH: Final = (
    "says|say(?= «)|asks|replies|answers|responds|whispers|mutters|murmurs|mumbles|shouts|yells|screams|cries out|growls|snarls|hisses|barks|"
    "calls out|exclaims|explains|continues|adds|announces|declares|tells|interrupts|interjects|agrees|insists|admits|snaps|croaks|"
    "grumbles|purrs|rasps|booms|stammers|repeats|begs|pleads|offers|introduces|speaks|goes(?=[,:]? «)|goes(?=,)|is like(?=,)|is like(?= «)"
)
#: Verbs after which a name is the one who spoke, as in `"Aye," grunts Bram`.
INVERTED: Final = (
    "says|asks|replies|answers|whispers|mutters|murmurs|mumbles|shouts|yells|screams|growls|snarls|hisses|barks|exclaims|explains|continues|adds|"
    "announces|declares|laughs|chuckles|grunts|sighs|snaps|croaks|grumbles|purrs|rasps|booms|cries|sings|repeats|calls"
)
#: What people do, third person singular.
DEEDS: Final = frozenset(
    "greets welcomes looks glances nods smiles grins smirks laughs chuckles sighs shrugs frowns scowls blinks winks stares gazes squints turns steps walks runs strides "
    "leans points waves bows curtsies sits stands rises kneels hands gives takes puts picks pulls pushes holds grabs reaches opens closes shakes raises "
    "lifts lowers drops draws sheathes follows leads approaches enters leaves arrives comes returns stops pauses thinks considers listens watches sees "
    "notices hears spits drinks eats pours wipes scratches rubs folds crosses claps snaps cracks beckons gestures motions hesitates swallows coughs sniffs "
    "sobs weeps cries hugs kisses pats slaps punches kicks tosses throws catches casts swings stabs shoots dodges flees collapses faints wakes sleeps "
    "slams knocks ships rows ties unties unlocks locks writes reads counts pays sells buys serves polishes slides leaps jumps climbs crawls limps "
    "shuffles staggers stumbles crouches ducks hides emerges appears clears pockets produces unrolls unfolds counters pets strokes chews shrinks "
    "flinches recoils relaxes stiffens straightens slumps tilts purses furrows rolls cocks clutches grips inspects examines studies eyes surveys".split()
)

#: Words that are written with a capital for other reasons than being a name.
NO_NAMES: Final = frozenset(
    "i a an the this that these those here there it he she they we you who whom whose what which when where why how if whether and or but nor so yet for "
    "because since although though while until unless as at by from in into of off on onto out over to up with within without under above below between "
    "behind beside beyond across along around against through during after before about is are was were be been being am do does did done have has had "
    "having will would shall should can could may might must not no yes yeah yep yup nope okay ok oh ah uh um er hm hmm hey hi hello well right sure fine "
    "all any anyone anybody anything both each either every everyone everybody everything few many more most much neither nobody none nothing one once "
    "only other others several some somebody someone something such two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty hundred thousand first second third fourth fifth sixth last next then now again also "
    "just even ever never always often sometimes maybe perhaps probably actually really very too quite rather almost already still soon later today "
    "tonight tomorrow yesterday suddenly slowly quickly quietly carefully finally eventually meanwhile instead otherwise anyway however thus hence else "
    "my your his her its our their mine yours hers ours theirs me him us them myself yourself himself herself itself ourselves themselves let lets got get "
    "go goes going gone come comes coming came make makes take takes give gives say says said see look looks looking listen wait stop start keep roll "
    "rolls rolling hold stay stand sit run walk move turn try help thank thanks please sorry welcome good great nice cool awesome lovely excellent "
    "perfect wonderful damn god gods jesus christ lord shit fuck fucking hell crap boom bam wow whoa ooh aw ha haha huh cheers congratulations "
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december "
    "christmas halloween easter english common elvish dwarvish draconic infernal celestial abyssal undercommon american british french german spanish "
    "strength dexterity constitution intelligence wisdom charisma str dex con int wis cha acrobatics animal handling arcana athletics deception history "
    "insight intimidation investigation medicine nature perception performance persuasion religion sleight stealth survival initiative advantage "
    "disadvantage inspiration action actions bonus reaction attack attacks damage hit hits miss misses save saves saving throw check checks dc ac hp dm gm pc "
    "npc level levels nat natural critical crit round rounds short long rest spell spells slot slots cantrip concentration movement dash dodge "
    "disengage grapple prone stunned paralyzed poisoned charmed frightened restrained invisible blinded deafened incapacitated unconscious exhaustion "
    "barbarian bard cleric druid fighter monk paladin ranger rogue sorcerer warlock wizard artificer human humans elf elves dwarf dwarves halfling "
    "halflings gnome gnomes tiefling dragonborn orc orcs half goblin goblins kobold kobolds gnoll gnolls ogre ogres troll trolls giant giants undead zombie "
    "zombies skeleton skeletons ghoul ghouls cultist cultists bandit bandits guard guards wolf wolves dragon dragons fey fiend fiends player players "
    "character characters party dungeon dungeons master session campaign recap bookkeeping dice die piercing slashing bludgeoning necromantic necrotic radiant "
    "force fire cold lightning thunder acid poison psychic healing divine channel divinity wild shape sneak rage ki smite lay hands patreon twitch youtube "
    "discord twitter kickstarter roll20 foundry amazon google internet tv usa anyone's everything's like yup alright "
    "inside outside upstairs downstairs ahead left upon near far away back down whatever whoever whichever wherever whenever another same different "
    "enough fair true false done easy hard big small little old young new long tall short dark bright high low deep quick slow open closed "
    "reminder remember guess bless guys guy sir madam ma'am folks ladies gentlemen boys girls people man dude bro buddy friend friends love dear honey "
    "ihr wir sie er es ich du und oder aber der die das ein eine nein ja nicht was wer wie wo warum il elle nous vous je tu oui non el la los las yo si".split()
)

_NAME_QUESTION: Final = (
    r"what(?:'s| is| was) (?:your|his|her|their|its|the \w+'s) name|who (?:are|might|may) you|who(?:'s| is) (?:this|that|he|she)\b|"
    r"what (?:do|should|can|shall|may|might) (?:they|we|people|i|folks?|your friends|everyone) call (?:you|him|her|them)|"
    r"what(?:'s| is| are) (?:he|she|it|they|you) called|(?:do|does) (?:you|he|she|they|it) (?:have|got) a name|"
    r"(?:got|have you|has he|has she) (?:got )?a name|(?:and )?you are\?|your name\b|(?:ask|asks) (?:for )?(?:his|her|their) name|"
    r"wie hei(?:\u00dft|sst|\u00dfen|ssen)|comment (?:tu t'appelles|vous appelez|s'appelle)|c\u00f3mo (?:te llamas|se llama)"
)
NAME_QUESTION: Final = _NAME_QUESTION

#: What a game master says more than anybody else, for tables whose labels do not tell who runs the game.
NARRATION: Final = (
    r"\byou (?:all |guys |both )?(?:see|notice|hear|find|feel|watch|enter|arrive|spot|smell|reach|turn and|come (?:to|into|upon)|make your way)\b|\byou can see\b|"
    r"\b(?:go ahead and|everyone|everybody|can (?:i|you)(?: all)? (?:have you )?|please|i need you to|i'll need you to|have you) (?:all )?(?:roll|make)\b|"
    r"\bmake (?:me )?(?:a|an) [\w ]{0,20}(?:check|save|saving throw)|\broll (?:me )?(?:a |an |for )?(?:perception|insight|stealth|initiative|damage|"
    r"persuasion|investigation)|\bwhat do you do\b|\bwhat are you doing\b|\bthat (?:hits|misses|does not hit|just misses)\b|\bwhat would you like to do\b|"
    r"\byou're up\b|\bas you (?:guys )?(?:\w+ ){1,3}(?:your way|the|into|through|towards?|up|down|in|out)\b|\bsaving throw, please\b|\bends your turn\b"
)
#: A turn that tells what happened in an earlier session.
RECAP: Final = (
    r"\blast (?:time|session|week|we left|we played|game|episode|we saw)\b|\bpreviously\b|\bwhen (?:last )?we (?:last )?(?:left|stopped|played)\b|\brecap\b|"
    r"\bin (?:the|our) last (?:session|episode|game)\b|\bbeim letzten mal\b|\bletzte (?:sitzung|woche)\b|\bla derni\u00e8re fois\b|\bla \u00faltima vez\b"
)
