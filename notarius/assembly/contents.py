"""What is wrong with the contents of references: one message a file, with all lanes that read it."""

from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from notarius.references import SlotReading, slot_message

Readings = Mapping[str, Sequence[SlotReading]]


@attrs.frozen
class ContentMessage:
    """Something to say about what is bound to a slot.

    Attributes:
        text: names pipeline, lanes, slot, description, where it was bound, and the file.
        lanes: that read it, in the pipeline's order.
        slot: the slot's name.
    """

    text: str
    lanes: tuple[str, ...]
    slot: str


@attrs.frozen
class _Found:
    """Who has a problem.

    Attributes:
        descriptions: the slot's, by lane.
        paths: the files; several that are shown alike are told as one.
    """

    descriptions: dict[str, str] = attrs.field(factory=dict)
    paths: set[str | None] = attrs.field(factory=set)

    def told(self, pipeline: str, slot: str, bound: str, text: str) -> str:
        """The whole message."""
        lanes = ("lane " if len(self.descriptions) == 1 else "lanes ") + ", ".join(self.descriptions)
        more = len(self.paths) - 1
        alike = f" (as {more} more that {'is' if more == 1 else 'are'} shown by the same name)" if more > 0 else ""
        return f"pipeline {pipeline}, {lanes}: {slot_message(slot, self._described(), bound, text + alike)}"

    def _described(self) -> str:
        """The slot's description; where extractors describe it differently, each with its lanes."""
        lanes: dict[str, list[str]] = {}
        for lane, description in self.descriptions.items():
            lanes.setdefault(description, []).append(lane)
        if len(lanes) == 1:
            return next(iter(lanes))
        return "; ".join(f"in {', '.join(names)}: {description}" for description, names in lanes.items())


def content_messages(pipeline: str, readings: Readings, kind: Literal["problems", "warnings"]) -> list[ContentMessage]:
    """What to say about the contents of references.

    Args:
        pipeline: its name.
        readings: what was read for the slots of each lane, by lane.
        kind: which of them to tell.
    """
    found: dict[tuple[str, str, str], _Found] = {}
    for lane, slots in readings.items():
        for slot in slots:
            for problem in slot.problems if kind == "problems" else slot.warnings:
                one = found.setdefault((slot.name, slot.bound, problem.text), _Found())
                one.descriptions[lane] = slot.description
                one.paths.add(problem.path)
    return [
        ContentMessage(one.told(pipeline, slot, bound, text), tuple(one.descriptions), slot)
        for (slot, bound, text), one in found.items()
    ]
