"""The routine that finds spells cast without a model: mentions, what they do, who casts, one record a cast."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.modules.dnd.roster import Member, Party, party_of
from notarius.modules.dnd.spells.casts import Cast, Claim, gather
from notarius.modules.dnd.spells.details import action_of, item_of, level_of, quote_of, target_of
from notarius.modules.dnd.spells.glossary import glossary_spells, other_names
from notarius.modules.dnd.spells.intent import Intent, read_intent
from notarius.modules.dnd.spells.lexicon import lexicon, spell_key
from notarius.modules.dnd.spells.mentions import Mention, find_mentions, find_unlisted
from notarius.modules.dnd.spells.scene import Scene
from notarius.modules.dnd.spells.speech import Turn, Word, has_capitals, read_turn
from notarius.modules.dnd.spells.weighing import weigh
from notarius.text import plain

_QUOTES: Final = 3
Added = tuple[tuple[str, str, int | None], ...]


def find_casts(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """The spells cast in a chunk, in the shape of a model's answer."""
    turns = [read_turn(unit, at) for at, unit in enumerate(chunk.units)]
    scene = Scene(turns, party_of(references, [unit.speaker for unit in chunk.units]))
    added = _added(scene.party, references)
    capitals = has_capitals(turns)
    mentions = _mentions(turns, _other_names(scene.party, references), added, capitals=capitals)
    claims = list(_claims(mentions, scene, capitals=capitals))
    casts = [cast for cast in gather(claims, scene) if _is_ours(cast, chunk)]
    return {"records": [_record(cast, scene) for cast in casts]}


def _is_ours(cast: Cast, chunk: Chunk) -> bool:
    """Whether a cast is this chunk's to tell: of turns that two chunks share, each tells those it sees more around."""
    first = cast.claims[0].at
    head = chunk.overlap // 2 if chunk.index else 0
    tail = chunk.ahead - chunk.ahead // 2
    return head <= first < len(chunk.units) - tail


def _added(party: Party, references: ReferenceSet) -> Added:
    listed = tuple((spell, "roster", None) for spell in party.spells)
    return (*listed, *((name, "glossary", None) for name in glossary_spells(references.text("glossary"))))


def _other_names(party: Party, references: ReferenceSet) -> frozenset[str]:
    """Plain names of people, powers and whatever else the references tell to be no spell."""
    people = frozenset(name for member in party.members for name in member.names | member.labels)
    return people | {plain(power) for power in party.features} | other_names(references.text("glossary"))


def _mentions(turns: Sequence[Turn], names: frozenset[str], added: Added, *, capitals: bool) -> list[Mention]:
    """All mentions; a name that "cast" shows to be a spell counts in the whole chunk."""
    known = lexicon(added)
    found = {turn.at: find_mentions(turn, known) for turn in turns}
    unlisted = [m for t in turns for m in find_unlisted(t, capitals=capitals, names=names, taken=found[t.at])]
    fresh = {mention.spell.name for mention in unlisted if mention.spell.source == "said"}
    if fresh:
        known = lexicon((*added, *((name, "said", None) for name in sorted(fresh))))
        found = {turn.at: find_mentions(turn, known) for turn in turns}
    for guess in unlisted:
        if guess.spell.source == "guessed" and not any(
            m.start < guess.end and guess.start < m.end for m in found[guess.turn.at]
        ):
            found[guess.turn.at] = sorted([*found[guess.turn.at], guess], key=lambda m: m.start)
    return [mention for turn in turns for mention in found[turn.at] if plain(mention.said) not in names]


def _claims(mentions: Sequence[Mention], scene: Scene, *, capitals: bool) -> "Sequence[Claim]":
    names = _subjects(scene.party)
    claims = []
    for at, mention in enumerate(mentions):
        others = [one for one in mentions[max(0, at - 6) : at + 7] if one.turn is mention.turn and one is not mention]
        intent = read_intent(mention, names, others)
        later = [one for one in mentions[at + 1 : at + 6] if _goes_on(mention, one, scene)]
        crowd = len({one.spell.name for one in (mention, *others)})
        claim = _claim(mention, intent, scene, later, capitals=capitals, crowd=crowd)
        if claim is not None:
            claims.append(claim)
    return [_in_stock(claim, claims) for claim in claims]


def _in_stock(claim: Claim, claims: Sequence[Claim]) -> Claim:
    """A bare name that its own turn goes on to speak of as something one has or might do weighs less."""
    if claim.intent.kind != "names":
        return claim
    again = (
        one for one in claims if one.mention.turn is claim.mention.turn and one.mention.start > claim.mention.start
    )
    talked = any(one.key[0] == claim.key[0] and one.intent.kind in {"ongoing", "plans", "not"} for one in again)
    return attrs.evolve(claim, weight=claim.weight - 2.0) if talked else claim


def _goes_on(mention: Mention, other: Mention, scene: Scene) -> bool:
    gap = other.turn.at - mention.turn.at
    return gap == 0 or (gap <= 4 and scene.same_speaker(mention.turn.at, other.turn.at))


def _subjects(party: Party) -> "re.Pattern[str] | None":
    names = sorted({name for member in party.members for name in member.names}, key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b") if names else None


def _claim(
    mention: Mention, intent: Intent, scene: Scene, later: Sequence[Mention], *, capitals: bool, crowd: int
) -> Claim | None:
    at = mention.turn.at
    if scene.is_everybody(at):
        return None
    named = _named_subject(mention, intent, scene)
    if scene.is_master(at):
        return _master_claim(mention, intent, scene, named, later, capitals=capitals)
    caster = named or _spoken_of(mention, intent, scene) or _voice(mention, scene)
    weight = weigh(mention, intent, scene, caster, capitals=capitals, later=later, crowd=crowd)
    if intent.kind == "does" and intent.subject == "you":
        weight -= 4.0
    elif intent.kind in {"does", "asks"} and intent.subject in {"he", "she", "they", "it"}:
        weight -= 0.5 if scene.masters else 2.0
    return Claim(mention, intent, caster, mention.turn.unit.speaker, weight)


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
            reversed(_subjects_named(turn, scene))
            if scene.same_speaker(at, turn.at) or scene.is_master(turn.at)
            else ()
        ):
            if turn.at < at or name.start < mention.start:
                return scene.party.named(_bare(turn, name))[0]
    return None


def _subjects_named(turn: Turn, scene: Scene) -> list[Word]:
    """The names of characters that begin a sentence, or by which the game master calls."""
    starts = {0, *turn.sentences}
    found = []
    for word in turn.words:
        before = turn.text[max((s for s in starts if s <= word.start), default=0) : word.start]
        if len(before.split()) <= 2 and scene.party.named(_bare(turn, word)):
            found.append(word)
    return found


def _bare(turn: Turn, word: Word) -> str:
    return turn.low[word.start : word.end].removesuffix("'s")


def _voice(mention: Mention, scene: Scene) -> Member | None:
    """The character of whoever speaks; of several, the one named last, else the one whose list has the spell."""
    members = scene.members(mention.turn.at)
    if len(members) < 2:
        return members[0] if members else None
    if (spoken := _named_last(members, mention, scene)) is not None:
        return spoken
    key = spell_key(mention.spell.name)
    knows = [m for m in members if any(spell_key(spell) == key for spell in m.spells)]
    return (knows or list(members))[0]


def _named_last(members: Sequence[Member], mention: Mention, scene: Scene) -> Member | None:
    """Which of one player's characters that player, or the game master, was last to name."""
    at = mention.turn.at
    for turn in reversed(scene.turns[max(0, at - 12) : at + 1]):
        if scene.same_speaker(at, turn.at) or scene.is_master(turn.at):
            for word in reversed(turn.words):
                if (turn.at < at or word.start < mention.start) and (
                    found := [m for m in members if word.plain in m.names]
                ):
                    return found[0]
    return None


def _master_claim(
    mention: Mention, intent: Intent, scene: Scene, named: Member | None, later: Sequence[Mention], *, capitals: bool
) -> Claim | None:
    """The game master tells "you cast": the one addressed does. What others in the story cast is not the party's."""
    caster, player, base = named, None, intent
    if intent.kind == "does" and intent.subject == "you" and intent.verb == "cast":
        caster, player = _addressed(mention, scene)
    elif intent.kind != "does" or named is None:
        base = attrs.evolve(intent, weight=0.0)
    weight = weigh(mention, base, scene, caster, capitals=capitals, later=later) - 0.5
    return Claim(mention, intent, caster, player, min(weight, 0.5) if base.weight == 0.0 else weight, by_master=True)


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


def _record(cast: Cast, scene: Scene) -> dict[str, Any]:
    first = cast.claims[0]
    caster = first.caster
    name = caster.character if caster and caster.character else None
    player = caster.player if caster and caster.player else first.player
    return {
        "spell": first.mention.spell.name,
        "caster": name or first.player,
        "player": player,
        "level": level_of([claim.mention for claim in cast.claims], scene),
        "target": target_of([claim.mention for claim in cast.claims]),
        "outcome": None,
        "via": "item" if item_of(first.mention) else "spell",
        "action": action_of(first.mention),
        "evidence": _evidence(cast),
    }


def _evidence(cast: Cast) -> list[dict[str, str]]:
    units: dict[str, dict[str, str]] = {}
    for claim in cast.claims:
        unit = claim.mention.turn.unit
        units.setdefault(unit.id, {"unit": unit.id, "quote": quote_of(claim.mention)})
    return list(units.values())[:_QUOTES]
