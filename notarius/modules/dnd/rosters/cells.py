"""What the words in a roster's cells, headings and items are: names, kinds, lists of powers, heads."""

import re
from typing import Final

import attrs

from notarius.modules.dnd.rosters.words import KIND, KINDS, MASTER
from notarius.modules.dnd.wordlists import words
from notarius.text import plain

# Heads of columns and keys, by what they are about: English, German, French, Spanish, Italian and Portuguese.
_ROLES: Final = {
    "label": "label tag handle nick user username discord channel track mic speaker sprecher voice stimme account "
    "table",
    "player": "player players played spieler spielerin joueur joueuse jugador jugadora giocatore jogador actor",
    "character": "character characters plays charakter figur held heldin personnage personaje personagem personaggio "
    "pc hero",
    "alias": "alias aliases aka nickname nicknames nicknamed called spitzname surnom apodo",
    "kind": "class klasse classe clase race rasse volk species ancestry kind level lvl stufe pronouns",
    "part": "role part rolle",
    "status": "status state alive active",
    "spells": "spells spell zauber zauberspruche zaubertricks cantrips cantrip sorts sort hechizos incantesimi trucos "
    "spellbook spellcasting prepared prepped grimoire",
    "features": "features feature abilities ability powers traits feats fahigkeiten merkmale capacites other items "
    "equipment gear invocations maneuvers metamagic talents infusions",
}
#: Heads of one word, or of one and "name".
_ROLE_ALONE: Final = {
    **dict.fromkeys(("real", "who", "person", "participant", "human", "irl", "at table", "ooc"), "player"),
    **dict.fromkeys(("as", "playing", "persona", "avatar", "adventurer", "role played", "ic", "ingame"), "character"),
}
_ROLE_OF: Final = {word: role for role, text in _ROLES.items() for word in text.split()}
_SPELL_LEVEL: Final = re.compile(r"^(?:level|lvl|grad|stufe) \d$|^\d(?:st|nd|rd|th)(?: level| lvl)?$|^cantrips?$")
_NO_SPELLS: Final = re.compile(r"\b(?:not|no|non|aren'?t|keine?|pas)\b", re.IGNORECASE)

_QUOTED: Final = re.compile(
    r"[\"\u201c\u201d\u201e\u00ab\u00bb]([^\"\u201c\u201d\u201e\u00ab\u00bb]+)[\"\u201c\u201d\u201e\u00ab\u00bb]|"
    r"(?<!\w)'([^']+)'(?!\w)"
)
_NAME: Final = re.compile(
    r"[^\W\d_a-z][\w\u2019'-]*(?:\s+(?:(?:the|of|von|van|de|du|der|la|le)\s+){0,2}(?:[^\W\d_a-z][\w\u2019'-]*|\d+)){0,7}"
)
_LISTED: Final = re.compile(r"\s*[,;\n\u2022]\s*")


@attrs.frozen
class Names:
    """The names in a cell.

    Attributes:
        all: the main name, then aliases.
    """

    all: tuple[str, ...] = ()

    @property
    def main(self) -> str | None:
        """The first name, or None."""
        return self.all[0] if self.all else None


def strip_markup(text: str) -> str:
    """The text without Markdown's emphasis, code and links."""
    text = re.sub(r"\[([^\]]{0,300})\]\([^)]{0,300}\)", r"\1", text)
    return re.sub(r"[*`]+|(?<!\w)_+|(?<!_)_++(?!\w)|^#+\s*", "", text).strip()


_LOWER: Final = words(
    "a an the and or of as is are was who has have plays playing played by with for to in on at it he she they "
    "his her their our we also known called aka named runs run game dm gm dungeon master player players character "
    "characters class race level spells spell cantrips joined us when while missing party knows casts prepared "
    "none null true false not no usually sometimes guest from"
)


def with_capitals(text: str) -> str:
    """A text written without capitals, with capitals where names may be; any other as it is."""
    if any(char.isupper() for char in text):
        return text
    return re.sub(r"(?<![\w'\u2019])[^\W\d_][\w'\u2019]*", _capitalised, text)


def _capitalised(match: "re.Match[str]") -> str:
    word = match.group()
    return word if word in _LOWER or word in KINDS or len(word) < 2 else word[0].upper() + word[1:]


_SENTENCE: Final = re.compile(r"[.!?,]\s|\s[-\u2013\u2014]\s|->")


def role_of(head: str) -> str | None:
    """What a column or key is about, going by its words in several languages; None if they say nothing."""
    head = re.sub(r"\s*\([^()]{0,200}\)", "", head) or head
    words = plain(head).split()
    if not words or len(words) > 6 or _SENTENCE.search(head):
        return None
    if section_of(head) is not None and ("spell" in plain(head) or len(words) > 1):
        return section_of(head)
    if words[-1] == "name" and len(words) > 1:
        words = words[:-1]
    if words in (["name"], ["full"]):
        return "name"
    if _SPELL_LEVEL.search(plain(head)):
        return "spells"
    if " ".join(words) in _ROLE_ALONE:
        return _ROLE_ALONE[" ".join(words)]
    return next((_ROLE_OF[word] for word in words if word in _ROLE_OF), None)


def section_of(title: str) -> str | None:
    """What a heading announces: `spells`, `features` (powers that are no spells), or None."""
    words = plain(title).split()
    roles = {_ROLE_OF.get(word) for word in words}
    if "spells" in roles:
        return "features" if _NO_SPELLS.search(title) else "spells"
    return "features" if "features" in roles and len(words) <= 6 else None


def is_game_master_text(text: str) -> bool:
    """Whether words say that somebody runs the game."""
    return bool(MASTER.search(text))


def is_kind(text: str) -> bool:
    """Whether words tell race or class rather than a name."""
    return bool(KIND.search(text))


def listed(cell: str) -> tuple[str, ...]:
    """The items of a comma list, without remarks in brackets, level headings and final dots."""
    bare = re.sub(r"\([^)]{0,300}\)", " ", strip_markup(cell).strip("[] "))
    items = []
    for part in _LISTED.split(bare):
        item = re.sub(r"^.*?:\s*|^(?:and|und|or)\s+", "", part).strip(" .\"'-\u2013\u2014")
        if (
            item
            and len(item.split()) <= 6
            and item.lower() not in {"none", "n/a", "keine", "no", "nothing", "null", "~"}
        ):
            items.append(item)
    return tuple(items)


def names_in(cell: str, *, aliases: bool = False) -> Names:
    """The names in a cell: the name first, then what stands in brackets, quotes or after `aka`."""
    bare = strip_markup(cell)
    quoted = [a or b for a, b in _QUOTED.findall(bare)]
    bracketed = re.findall(r"\(([^)]{0,300})\)", bare)
    outer = re.sub(r"\([^)]{0,300}\)", " ", _QUOTED.sub(" ", bare))
    also = re.split(r"\b(?:aka|a\.k\.a\.|alias|called|known as|genannt)\b|/", outer, flags=re.IGNORECASE)
    parts = re.split(r"[,;]", cell) if aliases else [*also[:1]]
    found = [_first_name(part, whole=aliases) for part in parts]
    extra = [*quoted, *also[1:], *(word for part in bracketed for word in re.split(r"[,;/]", part) if _is_alias(word))]
    found += [_first_name(part, whole=True) for part in extra]
    return Names(tuple(dict.fromkeys(name for name in found if name)))


_CALLED: Final = re.compile(
    r"^\W*(?:also |usually |everyone |everybody |we )*(?:called|known as|aka|says?|goes by|named|short(?: for)?)\s+"
)


def _is_alias(words: str) -> bool:
    text = _CALLED.sub("", words).strip().strip("\"'")
    return (
        bool(text)
        and not is_kind(text)
        and not is_game_master_text(text)
        and len(text.split()) <= 3
        and (text[0].isupper() and text.lower() not in {"she", "he", "they", "guest", "she/her", "he/him"})
        and not re.search(r"['\u2019]s [a-z]|\b(?:character|player|away|absent)\b", text)
    )


_AND: Final = re.compile(
    r"\s*(?:;|\s/\s|&|\+|,?\s+and\b)(?:\s+(?:for now|also|now|sometimes|currently|today|this week|tonight|"
    r"(?:his|her|their|[A-Z]\w*)(?:\s\w+)?['\u2019]s character|,))*\s+(?=(?:the\s+)?[^\W\d_a-z])"
)


def characters_in(cell: str) -> tuple[str, ...]:
    """The parts of a cell that each name a character, as in "Mira, and for now also Fenn (called F)"; one as a rule."""
    bare = strip_markup(cell)
    shut = re.sub(r"\([^)]{0,300}\)|\"[^\"]*\"", lambda match: "_" * len(match.group()), bare)
    starts = [0, *(match.end() for match in _AND.finditer(shut))]
    ends = [*(match.start() for match in _AND.finditer(shut)), len(bare)]
    return tuple(bare[start:end] for start, end in zip(starts, ends, strict=True))


def _first_name(words: str, *, whole: bool = False) -> str | None:
    text = _CALLED.sub("", _QUOTED.sub(r"\1\2", words)).strip(" .,:;-\u2013\u2014\"'")
    match = _NAME.search(text)
    if match:
        return " ".join(match.group().strip(" '-").split())
    return (
        text
        if text and len(text.split()) <= (3 if whole else 2) and text[0].isalnum() and text.lower() != "none"
        else None
    )
