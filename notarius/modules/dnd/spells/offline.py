"""The routine that finds spells cast without a model: mentions, what they do, who casts, one record a cast."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.notes import notes_on
from notarius.modules.dnd.rosters.party import Member, Party, party_of
from notarius.modules.dnd.spells.casts import Cast, Claim, gather
from notarius.modules.dnd.spells.citing import record_of
from notarius.modules.dnd.spells.features import WITHDRAWN, signs_of
from notarius.modules.dnd.spells.glossary import glossary_spells, other_names, read_glossary
from notarius.modules.dnd.spells.intent import Intent, read_intent
from notarius.modules.dnd.spells.lexicon import Added, lexicon, spell_key
from notarius.modules.dnd.spells.mentions import Mention, find_mentions
from notarius.modules.dnd.spells.parts import partly_said
from notarius.modules.dnd.spells.powers import POWERS, is_of_the_rules
from notarius.modules.dnd.spells.scene import Scene
from notarius.modules.dnd.spells.sight import Sight
from notarius.modules.dnd.spells.speech import Turn, Word, has_capitals, read_turns
from notarius.modules.dnd.spells.subjects import subjects_of
from notarius.modules.dnd.spells.unlisted import find_unlisted
from notarius.modules.dnd.spells.weights import fitted_weights, log_odds
from notarius.text import plain

_TOLD: Final = 0.5  # log-odds of what the game master tells a character to cast
_ECHO: Final = -4.0  # and of what else the game master says of spells
# A name that nobody has listed needs one of these beside it, else it is any name.
_SPELLISH: Final = frozenset(
    {"near level", "near throw", "throw or spell told", "guessed, asked for details", "name of spell words"}
)


def find_casts(chunk: Chunk, references: ReferenceSet, weights: Mapping[str, float] | None = None) -> Mapping[str, Any]:
    """The spells cast in a chunk, in the shape of a model's answer.

    Args:
        chunk: the turns.
        references: roster and glossary, or neither.
        weights: what each sign weighs, in log-odds; the module's own table unless given.
    """
    scene, mentions, capitals = read_chunk(chunk, references)
    claims = _claims(mentions, scene, weights or fitted_weights(), capitals=capitals)
    casts = [cast for cast in gather(claims, scene) if _is_ours(cast, chunk)]
    glossary = references.text("glossary")
    read = (
        ("roster", "character", scene.party.characters),
        ("glossary", "name", read_glossary(glossary) or other_names(glossary)),
    )
    return {"records": [record_of(cast, scene) for cast in casts], **notes_on(chunk, references, read)}


def read_chunk(chunk: Chunk, references: ReferenceSet) -> tuple[Scene, list[Mention], bool]:
    """The turns with their speakers, the mentions of spells in them, and whether capitals mark names there."""
    turns = read_turns(chunk)
    scene = Scene(turns, party_of(references, [unit.speaker for unit in chunk.units]))
    capitals = has_capitals(turns)
    added = _added(scene.party, references)
    told = read_glossary(references.text("glossary"))
    aliases = tuple((alias, name) for name, others in told for alias in others)
    return (
        scene,
        _mentions(turns, scene.party, _other_names(scene.party, references), added, aliases, capitals=capitals),
        capitals,
    )


def _is_ours(cast: Cast, chunk: Chunk) -> bool:
    """Whether a cast is this chunk's to tell: of turns that two chunks share, each tells those it sees more around."""
    first = cast.told[0].mention.turn.unit_at
    head = chunk.overlap // 2 if chunk.index else 0
    tail = chunk.ahead - chunk.ahead // 2
    return head <= first < len(chunk.units) - tail


def _added(party: Party, references: ReferenceSet) -> tuple[Added, ...]:
    listed = tuple((spell, "roster", None) for spell in party.spells)
    return (*listed, *((name, "glossary", None) for name in glossary_spells(references.text("glossary"))))


def _other_names(party: Party, references: ReferenceSet) -> frozenset[str]:
    """Plain names of people, powers and whatever else the references tell to be no spell."""
    people = frozenset(name for member in party.members for name in member.names | member.labels)
    return people | {plain(power) for power in party.features} | other_names(references.text("glossary"))


def _mentions(
    turns: Sequence[Turn],
    party: Party,
    names: frozenset[str],
    added: tuple[Added, ...],
    aliases: tuple[tuple[str, str], ...],
    *,
    capitals: bool,
) -> list[Mention]:
    """All mentions; a name that "cast" shows to be a spell counts in the whole chunk."""
    known = lexicon(added, aliases)
    found = {turn.at: find_mentions(turn, known, capitals=capitals) for turn in turns}
    unlisted = [m for t in turns for m in find_unlisted(t, capitals=capitals, names=names, taken=found[t.at])]
    fresh = {mention.spell.name for mention in unlisted if mention.spell.source == "said"}
    if fresh:
        known = known.knowing(sorted(fresh))
        found = {turn.at: find_mentions(turn, known, capitals=capitals) for turn in turns}
    for part in list(partly_said(turns, found, known, party)):
        found[part.turn.at] = sorted([*found[part.turn.at], part], key=lambda m: m.start)
    for guess in unlisted:
        if guess.spell.source == "guessed" and not any(
            m.start < guess.end and guess.start < m.end for m in found[guess.turn.at]
        ):
            found[guess.turn.at] = sorted([*found[guess.turn.at], guess], key=lambda m: m.start)
    return [
        mention
        for turn in turns
        for mention in found[turn.at]
        if not (plain(mention.said) in names or _is_power(mention))
    ]


def _is_power(mention: Mention) -> bool:
    """Whether what was read as a spell's name, perhaps through a slip, is another name of the rules."""
    strange = mention.slip or mention.partial or mention.spell.source in {"guessed", "said"}
    said = plain(mention.said)
    if strange and (said in POWERS or said.removesuffix("s") in POWERS):
        return True
    return is_of_the_rules(mention.turn.low, mention.start, mention.end)


def _claims(
    mentions: Sequence[Mention], scene: Scene, weights: Mapping[str, float], *, capitals: bool
) -> Iterator[Claim]:
    for sight in sights_of(mentions, scene, capitals=capitals):
        if not scene.is_everybody(sight.mention.turn.at):
            yield _claim(sight, scene, weights)


def sights_of(mentions: Sequence[Mention], scene: Scene, *, capitals: bool) -> Iterator[Sight]:
    """Every mention with what is seen around it, in order."""
    names = subjects_of(name for member in scene.party.members for name in member.names)
    read = [(mention, read_intent(mention, names, _beside(mentions, at))) for at, mention in enumerate(mentions)]
    for at, (mention, intent) in enumerate(read):
        yield Sight(
            mention,
            intent,
            scene,
            _caster(mention, intent, scene),
            capitals,
            named=(_named_subject(mention, intent, scene) or _spoken_of(mention, intent, scene)) is not None,
            around=[
                one for one in read[max(0, at - 6) : at + 7] if one[0].turn is mention.turn and one[0] is not mention
            ],
            later=[one for one in mentions[at + 1 : at + 6] if _goes_on(mention, one, scene)],
            earlier=[one for one in read[max(0, at - 40) : at] if _echoes(mention, one[0])],
        )


def _beside(mentions: Sequence[Mention], at: int) -> list[Mention]:
    mention = mentions[at]
    return [one for one in mentions[max(0, at - 6) : at + 7] if one.turn is mention.turn and one is not mention]


def _echoes(mention: Mention, earlier: Mention) -> bool:
    return earlier.turn is not mention.turn and spell_key(earlier.spell.name) == spell_key(mention.spell.name)


def _goes_on(mention: Mention, other: Mention, scene: Scene) -> bool:
    gap = other.turn.at - mention.turn.at
    return gap == 0 or (gap <= 4 and scene.same_speaker(mention.turn.at, other.turn.at))


def _caster(mention: Mention, intent: Intent, scene: Scene) -> Member | None:
    named = _named_subject(mention, intent, scene)
    return named or _spoken_of(mention, intent, scene) or _voice(mention, scene)


def _claim(sight: Sight, scene: Scene, weights: Mapping[str, float]) -> Claim:
    mention = sight.mention
    if scene.is_master(mention.turn.at):
        return _master_claim(mention, sight.intent, scene)
    signs = signs_of(sight)
    back = bool(signs & WITHDRAWN)
    odds = log_odds(signs, weights)
    if mention.spell.source == "guessed" and not signs & _SPELLISH:
        odds = min(odds, _ECHO)
    return Claim(mention, sight.intent, sight.caster, mention.turn.unit.speaker, odds, taken_back=back)


def _named_subject(mention: Mention, intent: Intent, scene: Scene) -> Member | None:
    if not intent.subject.startswith("\u00a7"):
        return None
    start, _ = mention.turn.sentence(mention.start)
    place = start + int(intent.subject[1:].strip())
    word = next((word for word in mention.turn.words if word.start == place), None)
    found = scene.party.named(word.plain) if word else ()
    return found[0] if found else None


def _spoken_of(mention: Mention, intent: Intent, scene: Scene) -> Member | None:
    """Whom "she casts" means: the character that the speaker, or the game master, has just named."""
    if intent.subject not in {"he", "she", "they"} or intent.kind not in {"does", "asks", "names"}:
        return None
    at = mention.turn.at
    for turn in reversed(scene.turns[max(0, at - 3) : at + 1]):
        for name in (
            reversed(scene.subjects(turn)) if scene.same_speaker(at, turn.at) or scene.is_master(turn.at) else ()
        ):
            if turn.at < at or name.start < mention.start:
                return scene.party.named(turn.bare(name))[0]
    return None


def _just_named(mention: Mention, intent: Intent, scene: Scene) -> Member | None:
    """Whom the game master's "and she casts" means: whose name begins that sentence, if nobody is addressed."""
    if intent.subject not in {"he", "she", "they"} or intent.verb != "cast":
        return None
    turn = mention.turn
    start, _ = turn.sentence(mention.start)
    for word in scene.subjects(turn):
        between = turn.low[word.end : mention.start]
        if start <= word.start < mention.start and not _ANOTHER.search(between):
            return scene.party.named(turn.bare(word))[0]
    return None


# Behind a name: an address, or somebody else who may be meant by "she".
_ANOTHER: Final = re.compile(r"^\s*,|\byou\b|\b(?:the|a|an|his|her|their) \w+(?: \w+)? \w+s\b|;")


def _voice(mention: Mention, scene: Scene) -> Member | None:
    """The character of whoever speaks; of several, the one named last, else the one whose list has the spell."""
    members = scene.members(mention.turn.at)
    if len(members) < 2:
        return members[0] if members else None
    if (spoken := _named_last(members, mention, scene)) is not None:
        return spoken
    key = spell_key(mention.spell.name)
    return next((member for member in members if scene.lists(member, key)), members[0])


def _named_last(members: Sequence[Member], mention: Mention, scene: Scene) -> Member | None:
    """Which of one player's characters is meant: named right behind, or last by that player or the game master."""
    at = mention.turn.at
    names = scene.names_at(at)
    behind = [word for word in mention.turn.words if word.start >= mention.end][:3]
    for turn in reversed(scene.turns[max(0, at - 14) : at + 1]):
        if not scene.same_speaker(at, turn.at) and not scene.is_master(turn.at):
            continue
        words: Iterable[Word] = reversed(turn.words)
        if turn.at == at:
            words = [*behind, *(word for word in words if word.start < mention.start)]
        for word in (word for word in words if word.plain in names):
            meant = next((member for member in members if word.plain in member.names), None)
            if meant is not None and (scene.same_speaker(at, turn.at) or _calls_on(turn, word)):
                return meant
    return None


_CALLED_ON: Final = re.compile(r"$|[,.!?'\u2014-]| (?:is up|you|now|next|and|can|goes|again)\b")


def _calls_on(turn: Turn, word: Word) -> bool:
    """Whether a game master may call somebody by a word: it is no subject of a sentence."""
    return word is turn.words[-1] or _CALLED_ON.match(turn.low, word.end) is not None


def _master_claim(mention: Mention, intent: Intent, scene: Scene) -> Claim:
    """The game master tells "you cast": the one addressed does. What others in the story cast is not the party's."""
    named = _named_subject(mention, intent, scene) or _just_named(mention, intent, scene)
    asked = "?" in mention.turn.low[mention.end : mention.turn.sentence(mention.start)[1]]
    if (
        intent.kind == "does"
        and intent.subject == "you"
        and intent.verb == "cast"
        and (not asked or scene.agreed(mention.turn.at))
    ):
        caster, player = _addressed(mention, scene)
        return Claim(mention, intent, caster, player, _TOLD, by_master=True)
    told = intent.kind == "does" and named is not None and not scene.recaps(mention.turn.at)
    return Claim(mention, intent, named, None, _TOLD if told else _ECHO, by_master=True)


def _addressed(mention: Mention, scene: Scene) -> tuple[Member | None, str | None]:
    """Whom the game master speaks to: the character named in the turn, else the last player to speak."""
    at = mention.turn.at
    for word in mention.turn.words:
        if word.start < mention.start and (found := scene.party.named(word.plain)):
            return found[0], found[0].player
    for before in range(at - 1, max(-1, at - 7), -1):
        if not scene.is_master(before) and not scene.is_everybody(before):
            members = scene.members(before)
            return (members[0] if members else None), scene.turns[before].unit.speaker
    return None, None
