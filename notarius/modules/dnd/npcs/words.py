"""The words of the routine: lists from `words.txt`, and the phrases that patterns share.

Lists are of the language, not of a table: a word belongs in one if it means the same wherever the game is played.
"""

import re
from importlib.resources import files
from typing import Final


def _read_lists() -> dict[str, frozenset[str]]:
    """The sections of `words.txt` by name."""
    text = files(__package__).joinpath("words.txt").read_text(encoding="utf-8")
    sections = re.split(r"^\[(\w+)\]$", text, flags=re.MULTILINE)[1:]
    return {name: frozenset(words.split()) for name, words in zip(sections[::2], sections[1::2], strict=True)}


_LISTS: Final = _read_lists()

#: Titles that come in pairs and are shared by a household: `Lord Vane` and `Lady Vane` are two people.
HOUSEHOLD_TITLES: Final = _LISTS["household_titles"]
TITLES: Final = HOUSEHOLD_TITLES | _LISTS["personal_titles"]
#: Words for relatives; alone they are no name.
KINSHIP: Final = _LISTS["kinship"]
#: Put before a name without being part of it.
EPITHETS: Final = _LISTS["epithets"]
#: Words for kinds of people: peoples, trades, offices, relations, and animals that stories let speak.
PEOPLE: Final = _LISTS["people"]
#: Whatever stands for a person behind an article.
ROLES: Final = PEOPLE | TITLES | KINSHIP
#: What else is given names; the word nearest to "called" decides.
THINGS: Final = _LISTS["things"]
#: Names that begin or end with these are places'.
PLACE_WORDS: Final = _LISTS["place_words"]
#: What people are seen to do, third person singular: said of those who are there.
MOVES: Final = _LISTS["moves"]
#: What people do, and is also said of those who are absent.
DEEDS: Final = MOVES | _LISTS["deeds"]
#: Words in -s that are no deeds.
STATIC_VERBS: Final = _LISTS["static_verbs"]
#: Words that are written with a capital for other reasons than being a name.
NO_NAMES: Final = _LISTS["no_names"]
#: Small words inside a name.
PARTICLES: Final = _LISTS["particles"]
#: Words of speaker labels that are nobody's name.
LABEL_WORDS: Final = _LISTS["label_words"]
#: Heads of a registry's columns: names, other names, and facts about a person.
NAME_HEADS: Final = _LISTS["name_heads"]
ALIAS_HEADS: Final = _LISTS["alias_heads"]
FACT_HEADS: Final = _LISTS["fact_heads"]

_OFFICE: Final = re.compile(r"\w{3,}(?:master|mistress|keeper)")
#: The same for trades, as part of a pattern.
TRADE_PATTERN: Final = r"\w{3,}(?:master|mistress|keeper|monger|wright|smith|maker)"


def is_title(word: str) -> bool:
    """Whether a plain word is a title, also one that a table made up, such as `tollkeeper` or `bellmaster`."""
    return word in TITLES or _OFFICE.fullmatch(word) is not None


SPEECH: Final = (
    "says|say(?= «)|asks|replies|answers|responds|whispers|mutters|murmurs|mumbles|shouts|"
    "yells|screams|cries out|growls|snarls|hisses|barks|"
    "calls out|exclaims|explains|continues|adds|announces|declares|tells|interrupts|"
    "interjects|agrees|insists|admits|snaps|croaks|"
    "grumbles|purrs|rasps|booms|stammers|repeats|begs|pleads|offers|introduces|speaks|"
    "goes(?=[,:]? «)|goes(?=,)|is like(?=,)|is like(?= «)"
)
#: Verbs after which a name is the one who spoke, as in `"Aye," grunts Bram`.
INVERTED: Final = (
    "says|asks|replies|answers|whispers|mutters|murmurs|mumbles|shouts|yells|screams|growls|"
    "snarls|hisses|barks|exclaims|explains|continues|adds|"
    "announces|declares|laughs|chuckles|grunts|sighs|snaps|croaks|grumbles|purrs|rasps|booms|cries|sings|repeats|calls"
)
NAME_QUESTION: Final = (
    r"what(?:'s| is| was) (?:your|his|her|their|its|the \w+'s) name|who (?:are|might|may) you|"
    r"who(?:'s| is) (?:this|that|he|she)\b|"
    r"what (?:do|should|can|shall|may|might) (?:they|we|people|i|folks?|your friends|"
    r"everyone) call (?:you|him|her|them)|"
    r"what(?:'s| is| are) (?:he|she|it|they|you) called|(?:do|does) (?:you|he|she|they|it) (?:have|got) a name|"
    r"(?:got|have you|has he|has she) (?:got )?a name|(?:and )?you are\?|your name\b|(?:ask|"
    r"asks) (?:for )?(?:his|her|their) name|"
    r"wie hei(?:\u00dft|sst|\u00dfen|ssen)|comment (?:tu t'appelles|vous appelez|s'appelle)|"
    r"c\u00f3mo (?:te llamas|se llama)"
)

#: What a game master says more than anybody else, for tables whose labels do not tell who runs the game.
NARRATION: Final = (
    r"\byou (?:all |guys |both )?(?:see|notice|hear|find|feel|watch|enter|arrive|spot|smell|"
    r"reach|turn and|come (?:to|into|upon)|make your way)\b|\byou can see\b|"
    r"\b(?:go ahead and|everyone|everybody|can (?:i|you)(?: all)? (?:have you )?|please|i "
    r"need you to|i'll need you to|have you) (?:all )?(?:roll|make)\b|"
    r"\bmake (?:me )?(?:a|an) [\w ]{0,20}(?:check|save|saving throw)|\broll (?:me )?(?:a |an |"
    r"for )?(?:perception|insight|stealth|initiative|damage|"
    r"persuasion|investigation)|\bwhat do you do\b|\bwhat are you doing\b|\bthat (?:hits|"
    r"misses|does not hit|just misses)\b|\bwhat would you like to do\b|"
    r"\byou're up\b|\bas you (?:guys )?(?:\w+ ){1,3}(?:your way|the|into|through|towards?|up|"
    r"down|in|out)\b|\bsaving throw, please\b|\bends your turn\b"
)
#: A turn that tells what happened in an earlier session.
RECAP: Final = (
    r"\blast (?:time|session|week|we left|we played|game|episode|we saw)\b|\bpreviously\b|"
    r"\bwhen (?:last )?we (?:last )?(?:left|stopped|played)\b|\brecap\b|"
    r"\bin (?:the|our) last (?:session|episode|game)\b|\bbeim letzten mal\b|\bletzte "
    r"(?:sitzung|woche)\b|\bla derni\u00e8re fois\b|\bla \u00faltima vez\b"
)
