"""Finds decisions without a model: only those that the chair announces with a formula."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from meeting_minutes.references import agenda_items, attendees
from notarius import Chunk, ReferenceSet, SourceUnit, plain

_FORMULA: Final = re.compile(r"(?:^|[.!?]\s+)(?:Agreed|Decided|Resolved)[:,]\s+(?:that\s+)?(?P<what>[^.?!]+[.!])")
_OWNER: Final = re.compile(r"\b(?P<owner>[A-Z]\w+(?: [A-Z]\w+)?) (?:will|is to)\b")
_DATES: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_DUE: Final = re.compile(rf"\bby (?P<due>(?:the \w+ of )?(?:{_DATES}))\b")


def find_decisions(chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
    """The decisions of a chunk, in the shape of a model's answer."""
    return {"records": [record for unit in chunk.units for record in _decisions(unit, references)]}


def _decisions(unit: SourceUnit, references: ReferenceSet) -> Iterator[dict[str, Any]]:
    for match in _FORMULA.finditer(unit.text):
        said = match["what"]
        owner, due = _OWNER.search(said), _DUE.search(said)
        yield {
            "subject": _subject(said, references),
            "decision": said.rstrip(".!"),
            "owner": _full_name(owner["owner"], references) if owner else None,
            "due": due["due"] if due else None,
            "evidence": [{"unit": unit.id, "quote": said}],
        }


def _subject(said: str, references: ReferenceSet) -> str:
    """The agenda's item with most words in common; without one, the words that were said."""
    words = set(plain(said).split())
    common = {title: len(words & set(plain(title).split())) for title in agenda_items(references).values()}
    best = max(common, key=lambda title: common[title], default="")
    return best if common.get(best) else said.rstrip(".!")


def _full_name(said: str, references: ReferenceSet) -> str:
    return next((name for name in attendees(references) if plain(said) in plain(name).split()), said)
