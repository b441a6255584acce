"""Invented evenings at very different tables, each with the casts that a careful reader finds in it.

A line is a turn, `LABEL: text`. What stands behind `##` is a cast that the line declares: spell and character.
"""

from typing import Final

import attrs

from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.digests import digest_bytes


@attrs.frozen
class Told:
    """A mini-transcript with its gold.

    Attributes:
        chunk: the turns.
        casts: (spell, character, unit id) of every cast, in order.
    """

    chunk: Chunk
    casts: tuple[tuple[str, str, str], ...]


def told(text: str) -> Told:
    """Reads a transcript in this module's notation."""
    units, casts = [], []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        said, *marks = line.split(" ##")
        label, _, words = said.strip().partition(": ")
        units.append(SourceUnit(f"u{number}", words, label))
        casts += [(*mark.strip().split(" = "), f"u{number}") for mark in marks]
    return Told(Chunk(0, tuple(units)), tuple((spell, who, unit) for spell, who, unit in casts))


def bound(roster: str = "", glossary: str = "") -> ReferenceSet:
    """References with these contents; empty text leaves a slot unbound."""
    return ReferenceSet((_slot("roster", roster), _slot("glossary", glossary)))


def _slot(name: str, text: str) -> ResolvedReferenceSlot:
    if not text:
        return ResolvedReferenceSlot(name)
    content = text.encode()
    origin = ReferenceOrigin("file", f"{name}.md")
    return ResolvedReferenceSlot(
        name, (ReferenceItem(name, "text/markdown", content, digest_bytes(content), origin, len(content)),)
    )


PARTY: Final = """
| Voice | Player | Character | Class |
| --- | --- | --- | --- |
| IDA | Ida Brook | Willow | druid |
| OTTO | Otto Lang | Cadric ("Cad") | paladin |
| PIA | Pia Roth | Fenn | ranger |
| DOV | Dov Stern | Lirazel | bard |
| GUS | Gus Weller | Brakka | barbarian |
| HEL | Helen Marsh | Dungeon Master | - |
"""
KNOWN: Final = (
    PARTY
    + """
## Spells

- Willow: Guidance, Entangle, Moonbeam, Healing Word, Light, Aid, Silence
- Lirazel: Vicious Mockery, Healing Word, Polymorph, Counterspell, Shield, Message
- Cadric: Bless, Command, Shield of Faith

## Powers that are not spells

- Cadric: Divine Smite, Lay on Hands
"""
)

CASTING: Final = {
    "plain words of casting": """
HEL: Fenn, you're up.
PIA: I'm going to cast Hunter's Mark on the big one. ##Hunter's Mark = Fenn
HEL: Okay.
OTTO: I'll cast Shield of Faith on Brakka with my bonus action. ##Shield of Faith = Cadric
""",
    "use, do, hit with, throw": """
DOV: I would like to use Faerie Fire on those two. ##Faerie Fire = Lirazel
HEL: Dexterity saves. Both fail.
IDA: Then I'll hit the one on the left with Ice Storm. ##Ice Storm = Willow
HEL: Roll damage.
IDA: 22.
DOV: I'll throw a Healing Word at Cad. ##Healing Word = Lirazel
""",
    "the spell's name is the verb": """
HEL: The mage begins to chant. It's a Fireball.
DOV: I Counterspell that. ##Counterspell = Lirazel
HEL: It fizzles out.
IDA: I'm going to Entangle the rest of them. ##Entangle = Willow
HEL: Strength saves.
""",
    "a name and nothing else, on one's own turn": """
HEL: That ends Fenn's turn. Willow, what do you do?
IDA: Moonbeam. ##Moonbeam = Willow
HEL: Which one?
IDA: The tall one.
HEL: It rolls a nine.
""",
    "a question that is allowed": """
OTTO: While we wait, can I cast Bless on the three of us? ##Bless = Cadric
HEL: You may.
OTTO: Great.
""",
    "one cast over several turns": """
HEL: Willow, your turn.
IDA: Let's see. Moonbeam. ##Moonbeam = Willow
HEL: Okay. Against which one?
IDA: Oh, wait, where are they standing?
HEL: By the well.
IDA: All right then, I'll do the Moonbeam on the one by the well.
HEL: Go for it. Moonbeam is a constitution save, that's a four.
IDA: 14 points.
""",
    "the same spell again, round after round": """
HEL: Lirazel, you're up.
DOV: I cast Eldritch Blast at the rider. ##Eldritch Blast = Lirazel
HEL: Roll to hit.
DOV: 19.
HEL: Hits. That ends your turn. Brakka, you're next.
GUS: I swing. 12.
HEL: Misses. Top of the round. Lirazel.
DOV: Eldritch Blast again. 22. ##Eldritch Blast = Lirazel
HEL: Hits.
""",
    "two spells in one breath": """
DOV: I'm going to Misty Step behind him and then cast Shatter. ##Misty Step = Lirazel ##Shatter = Lirazel
HEL: Constitution save. He fails.
""",
    "another one casts for an absent player": """
OTTO: Willow casts Healing Word on me, second level, since Ida is in the kitchen. ##Healing Word = Willow
HEL: Sure. Roll it.
OTTO: Nine.
""",
    "the game master says you cast": """
OTTO: I raise my hand and I do my thing.
HEL: You cast Bless on the three of them, and a warm light falls. ##Bless = Cadric
""",
    "swearing and stutters inside the name": """
HEL: Lirazel?
DOV: I cast Eldritch frickin' Blast at that guy. ##Eldritch Blast = Lirazel
HEL: Roll.
IDA: And I cast, um, Healing, uh, Word on Brakka. ##Healing Word = Willow
""",
    "slips of a transcriber": """
HEL: Willow?
IDA: I'm going to cast Thamaturgy to slam the door. ##Thaumaturgy = Willow
HEL: Bang.
DOV: And I use Eldrich Blast on the guard. ##Eldritch Blast = Lirazel
HEL: Roll to hit.
""",
    "a spell that no list has": """
HEL: Fenn.
PIA: I'm going to cast Thistle Volley at the first one. ##Thistle Volley = Fenn
HEL: Dexterity save. It fails.
PIA: Nine. And that's me.
HEL: Next round. Fenn again.
PIA: Thistle Volley. Same target. ##Thistle Volley = Fenn
HEL: It saves.
""",
    "a reaction": """
HEL: The wolf leaps at you, Lirazel. Does an 18 hit?
DOV: Shield. ##Shield = Lirazel
HEL: Then it misses.
""",
    "level, after being asked": """
IDA: I cast Cure Wounds on Fenn. ##Cure Wounds = Willow
HEL: At what level?
IDA: Third.
""",
    "everyday words as spells": """
IDA: Let's all take Aid. ##Aid = Willow
HEL: All righty. Five hit points each.
DOV: I point at Fenn and send a Message, "Come back." ##Message = Lirazel
HEL: She hears you.
IDA: I give Fenn Guidance. ##Guidance = Willow
""",
    "no capitals at all": """
hel: willow you're up
ida: i'm gonna cast entangle on the door ##Entangle = Willow
hel: ok strength save
dov: i'd like to polymorph the ogre into a newt ##Polymorph = Lirazel
hel: wisdom save he fails
ida: healing word on brakka eight points ##Healing Word = Willow
hel: nice
""",
    "play by post, in the past tense": """
IDA: *Willow traced a circle in the ash, and cast Entangle on the road behind them.* ##Entangle = Willow
DOV: *Lirazel only smiled, and sent a Shatter rolling down the stairs.* ##Shatter = Lirazel
HEL: *The stairs burst.* It takes 12 damage.
""",
    "a bare name with what follows a cast": """
HEL: Fenn is done. Lirazel, you're up.
DOV: Eldritch Blast, two beams, both of 'em at him. 19 and 12. ##Eldritch Blast = Lirazel
HEL: One hits.
DOV: Nine.
HEL: Willow.
IDA: Ray of Frost on the second of 'em. Seventeen. ##Ray of Frost = Willow
HEL: That hits. Cadric?
OTTO: Guiding Bolt at the captain, second level. 21 to hit. ##Guiding Bolt = Cadric
HEL: Hits.
""",
    "other verbs than cast": """
HEL: Willow, your turn.
IDA: I'm putting Longstrider on Brakka. ##Longstrider = Willow
HEL: Okay, ten feet more.
DOV: I'm gonna go Scorching Ray, second level, on the tall one. 18, 9, 20. ##Scorching Ray = Lirazel
HEL: Two hit.
OTTO: So I'll do Shield of Faith on myself with the bonus action. ##Shield of Faith = Cadric
HEL: Sure.
""",
    "it's a spell, after a deed": """
HEL: Lirazel?
DOV: I grab Fenn by the collar and it's Dimension Door. Both of us, up onto the wall. ##Dimension Door = Lirazel
HEL: And you're on the wall.
""",
    "verbs of every spell": """
HEL: Lirazel, you're up.
DOV: I'm gonna Banishment him. Charisma save. ##Banishment = Lirazel
HEL: He fails, he's gone.
HEL: Willow.
IDA: I'll Fire Bolt the other one. 17. ##Fire Bolt = Willow
HEL: Hits.
""",
    "captions mishear": """
hel: willow you're up
ida: heal in word to brakka bonus action eight points ##Healing Word = Willow
hel: nice
dov: then eldrich blast two of em nineteen and a fourteen ##Eldritch Blast = Lirazel
hel: the nineteen hits
otto: guiding bold on the captain at second level twenty four ##Guiding Bolt = Cadric
hel: that hits roll damage
""",
    "labels by character": """
WILLOW: I cast Moonbeam on the altar. ##Moonbeam = Willow
HEL: Constitution save, please.
CAD: And I'll use Command on the priest. "Kneel." ##Command = Cadric
HEL: He kneels.
""",
    "a name of spells' words that no list has": """
HEL: Willow, you're up.
IDA: I'm going to use Frost Lance on the ogre, fourteen to hit. ##Frost Lance = Willow
HEL: That hits.
DOV: And I do Thunder Mantle, everybody makes a con save. ##Thunder Mantle = Lirazel
HEL: They fail.
""",
    "a name of spells' words without capitals": """
hel: willow you're up
ida: okay so i'm gonna use grasping thorns on the ogre fourteen to hit ##Grasping Thorns = Willow
hel: that hits roll damage
ida: eight
""",
    "what one has, and does": """
HEL: Lirazel?
DOV: I've got Mage Hand, so I send it over and I pick up the key. ##Mage Hand = Lirazel
HEL: You can do that. It floats back to you.
""",
    "a bare question that is agreed to": """
HEL: The troll is right next to you, Willow. What do you do?
IDA: Hm. Thunderwave? ##Thunderwave = Willow
HEL: Sure! He makes a constitution save.
""",
    "refused by somebody in the story only": """
HEL: Cadric, your turn.
OTTO: I cast Hold Person on the guard, wisdom save. ##Hold Person = Cadric
HEL: "No!" he shouts, and he freezes where he stands.
""",
    "behind a movement": """
HEL: Willow, it's you.
IDA: I'm going to run around the cart and Ray of Frost the one with the horn. ##Ray of Frost = Willow
HEL: Roll it.
IDA: 16.
HEL: That hits. Lirazel.
DOV: I'll step back behind Cad, Vicious Mockery the captain. ##Vicious Mockery = Lirazel
HEL: He fails.
""",
    "in place of another that was talked of": """
HEL: Cadric, what do you do?
OTTO: I was thinking about Hold Person, but I'll do a Guiding Bolt instead. ##Guiding Bolt = Cadric
HEL: Okay. Roll to hit.
OTTO: 19.
HEL: Lirazel?
DOV: You know what, not the big one. I'll do one Dissonant Whispers. ##Dissonant Whispers = Lirazel
HEL: Wisdom save, he fails.
""",
    "before something, and for what is spent": """
IDA: Before we go down there, Pass without Trace. On all of us. ##Pass Without Trace = Willow
HEL: Okay, mark it off.
OTTO: And my bonus action's Shield of Faith on Brakka. ##Shield of Faith = Cadric
HEL: Cool.
""",
    "how many of it there are": """
HEL: Lirazel.
DOV: I do one minute of Mending on the wheel. ##Mending = Lirazel
HEL: It holds.
""",
    "a correction of who it is for": """
OTTO: So I'll do Bless. On me-- no, not me. On Willow, Fenn and Brakka. ##Bless = Cadric
HEL: A d4 for each of you.
""",
}

NOT_CASTING: Final = {
    "plans and offers": """
IDA: I could Moonbeam the gate. Or should I cast Entangle?
DOV: What if I cast Polymorph on Brakka?
GUS: No.
PIA: Next turn I'm going to cast Hunter's Mark if he comes closer.
OTTO: I'm thinking about casting Bless.
IDA: I'm waiting to cast Moonbeam until they all come out.
""",
    "a suggestion that nobody takes up": """
DOV: Moonbeam! Come on, Willow, Moonbeam!
IDA: I'm out of slots.
HEL: So what are you doing?
IDA: I throw a rock.
""",
    "a question that is refused": """
PIA: Can I cast Hunter's Mark from here?
HEL: No, you can't see him.
PIA: Damn.
DOV: As a bonus action I will cast Polymorph on him.
HEL: You can't do that, it's an action.
DOV: Then I just shoot.
""",
    "memories": """
OTTO: I already cast Bless this morning.
DOV: Remember when you cast Polymorph on the mayor?
IDA: Earlier I used Moonbeam, so I'm out.
HEL: Last time, Willow had cast Entangle on the bridge.
""",
    "what still lasts": """
PIA: Is my Hunter's Mark still up?
HEL: It is. You're still concentrating on Hunter's Mark.
PIA: Then I move my Hunter's Mark to the other one.
OTTO: With Bless that's a 19.
GUS: Does the Bless help my save too?
HEL: You lose Moonbeam, sorry.
""",
    "taking it back": """
IDA: I'm going to cast Moonbeam on the, no, wait, never mind. I don't want to burn the barn.
HEL: Okay.
OTTO: I am not going to cast Bless. I just hit him.
DOV: Healing Word? No, nobody is hurt.
""",
    "rules talk": """
GUS: What does Moonbeam do?
IDA: Moonbeam is second level, it does 2d10.
DOV: How long does Polymorph last?
HEL: Polymorph lasts an hour. It's a wisdom save.
""",
    "spells of the game master's people": """
HEL: The hag raises a claw. She casts Hold Person on you, Cadric.
OTTO: 14?
HEL: You are held. And the second one uses Fireball on the rest of you.
IDA: Ouch.
""",
    "powers of a class": """
OTTO: I'm going to use my Divine Smite on that, second level.
HEL: Roll it.
OTTO: And then Lay on Hands for Fenn.
DOV: I give her a Bardic Inspiration.
""",
    "the words in everyday use": """
HEL: The light in the window goes out, and there is silence. You hear a knock.
PIA: I wish we had some aid.
GUS: Jump! I jump down and shield my eyes.
IDA: Let's sleep, friends. I'm slow, I can't fly, and I send a message home.
OTTO: I command you to identify yourself! Heal up, there is no harm in that.
""",
    "no capitals, in everyday use": """
hel: the light is low and there is a web across the door
pia: i want to sleep and i fear the dark
gus: i jump over and shield my face i wish i could fly
ida: knock on it and i send him a message with the bird
""",
    "numbers and levels are no names": """
HEL: Cadric?
OTTO: Twenty-two to hit. First level, and it's a Second Wind for Brakka.
HEL: Hits.
GUS: Two swings. First-level nothing. Twenty-one.
""",
    "what there is no slot for": """
DOV: I'd do Dimension Door on him, if I'd any fourths left.
HEL: You haven't.
DOV: I was gonna Polymorph him, but he's a shapechanger.
HEL: He is.
""",
    "the enemy is going to": """
DOV: She's going to Counterspell.
HEL: She tries, at fourth level.
""",
    "what an item says": """
HEL: You find a Scroll of Fireball and a wand of Magic Missile.
DOV: Can I have the Scroll of Fireball?
OTTO: Take it.
""",
    "a list that is read out": """
HEL: What do you have?
IDA: Let me see. Entangle. Moonbeam. Fog Cloud. Thunderwave.
HEL: Take your time.
""",
    "what one would do, but": """
OTTO: I'd Cure Wounds you, but I can't reach you.
HEL: You can't.
""",
    "what is kept for later": """
DOV: I have one slot left, I'm saving it for Counterspell.
HEL: All right.
""",
    "a refusal without a comma": """
HEL: Fenn?
PIA: Can I cast Moonbeam from here?
HEL: You can't it's a stone wall and you don't see it.
PIA: Okay, then I move.
""",
    "the end of another name": """
DOV: Cutting Words on that, minus four.
HEL: He misses.
DOV: And I still have Healing Word for later.
""",
    "an answer to who holds what": """
HEL: Who's concentrating on something?
OTTO: I am. Bless. What's my number?
HEL: Ten.
DOV: Polymorph's fourth, I don't have one.
HEL: Okay.
""",
    "what is what on a sheet": """
PIA: What's the one that takes more people?
DOV: Polymorph. It's one creature, though. It's a wisdom save.
HEL: Right.
IDA: And Moonbeam is forty d10, no, two d10.
""",
    "the second that it can be": """
DOV: I'm doing Polymorph the second we're back there.
HEL: Noted.
OTTO: Or I do Bless when they come over. I don't know.
""",
}
