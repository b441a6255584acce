"""What the module understands of its references: items of an agenda, names of those attending."""

import re
from collections.abc import Mapping
from typing import Final

from notarius import ReferenceSet, ReferenceSlot

AGENDA: Final = ReferenceSlot(
    name="agenda",
    description="the items of the meeting, one a line with its number, such as `2. Summer timetable`",
    required=True,
    accepted_media_types=("text/*",),
    max_bytes=64 * 1024,
)
ATTENDEES: Final = ReferenceSlot(
    name="attendees",
    description="who attends, one a line, such as `- Maren Tidewell (chair)`",
    accepted_media_types=("text/*",),
)

_ITEM: Final = re.compile(r"^\s*(\d+)[.)]\s+(.+?)\s*$", re.MULTILINE)
_NAME: Final = re.compile(r"^\s*[-*]\s+([^(\n]+?)\s*(?:\(.*)?$", re.MULTILINE)


def agenda_items(references: ReferenceSet) -> Mapping[int, str]:
    """Titles of the agenda's items by number; empty where the file has no numbered lines."""
    return {int(number): title for number, title in _ITEM.findall(references.text(AGENDA.name))}


def attendees(references: ReferenceSet) -> tuple[str, ...]:
    """Full names of those attending; empty when the slot is unbound."""
    return tuple(_NAME.findall(references.text(ATTENDEES.name)))
