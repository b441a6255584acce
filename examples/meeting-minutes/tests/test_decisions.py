"""The module's own tests: they need nothing of notarius but its public names."""

import pytest
from meeting_minutes.extractor import EXTRACTOR
from meeting_minutes.offline import find_decisions
from meeting_minutes.record import Decision

from notarius import (
    Chunk,
    ReferenceItem,
    ReferenceOrigin,
    ReferenceSet,
    ResolvedReferenceSlot,
    SourceUnit,
    digest_bytes,
)


def bound(**texts: str) -> ReferenceSet:
    """References as a run would have them."""
    return ReferenceSet(
        tuple(
            ResolvedReferenceSlot(slot.name, (_item(slot.name, texts[slot.name]),) if slot.name in texts else ())
            for slot in EXTRACTOR.reference_slots
        )
    )


def _item(slot: str, text: str) -> ReferenceItem:
    content = text.encode()
    origin = ReferenceOrigin("file", f"{slot}.md")
    return ReferenceItem(slot, "text/markdown", content, digest_bytes(content), origin, len(content))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Agreed: Joss will buy rope by May.", {"subject": "New rope", "owner": "Joss Pennick", "due": "May"}),
        ("Resolved, that we paint the hall.", {"subject": "we paint the hall", "owner": None, "due": None}),
        ("Is it agreed that we buy rope?", None),
        ("We agreed: nothing.", None),
    ],
)
def test_offline(said: str, expected: dict[str, str | None] | None) -> None:
    """Only the formula at the start of a sentence counts, and the agenda names the subject."""
    chunk = Chunk(index=0, units=(SourceUnit("u1", said, "Maren"),))
    references = bound(agenda="1. New rope\n", attendees="- Joss Pennick (treasurer)\n")
    records = find_decisions(chunk, references)["records"]
    found = [{name: record[name] for name in ("subject", "owner", "due")} for record in records]
    assert found == ([] if expected is None else [expected])


def test_the_last_word_counts() -> None:
    """A later decision on a subject stands, with the owner that an earlier one named."""
    rule = EXTRACTOR.merge
    assert rule is not None
    combined = rule.combine([Decision("rope", "buy it", owner="Joss"), Decision("rope", "rent it", due="May")])
    assert combined == Decision("rope", "rent it", owner="Joss", due="May")
