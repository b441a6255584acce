"""How much of each slot a provider served from its prefix cache: told by where the slot stands in the prompt."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from notarius.assembly.preparation import PreparedLane
from notarius.runner import ChunkResult


@attrs.frozen
class SlotSpan:
    """Where the text of a slot stands in the instructions, in tokens of the lane's counter.

    Attributes:
        slot: its name.
        start: tokens before it.
        end: tokens up to its end.
    """

    slot: str
    start: int
    end: int


def slot_spans(lane: PreparedLane) -> tuple[SlotSpan, ...]:
    """Spans of the bound slots; a slot whose text does not stand once, as it is, has none."""
    return tuple(_spans(lane))


def cached_by_slot(lane: PreparedLane, chunks: Sequence[ChunkResult[Any]]) -> dict[str, int]:
    """Tokens of each slot that came from the provider's prefix cache, over all chunks, by the lane's counter.

    A server says how many tokens from the prompt's beginning it had, counted its own way; its count of the whole
    prompt gives the scale. Only chunks that one request answered can be told, since the counts of several are
    known as a sum.

    Returns:
        By slot; empty where no server said how much it had.
    """
    told = [chunk for chunk in chunks if _told(chunk)]
    if not told:
        return {}
    return {span.slot: round(sum(_served(span, chunk, lane) for chunk in told)) for span in slot_spans(lane)}


def _spans(lane: PreparedLane) -> Iterator[SlotSpan]:
    instructions, count = lane.rendered.instructions.content, lane.counter.count
    for slot in lane.references.slots:
        if slot.items and slot.text and instructions.count(slot.text) == 1:
            start = instructions.index(slot.text)
            before = count(instructions[:start])
            yield SlotSpan(slot.name, before, before + count(slot.text))


def _told(chunk: ChunkResult[Any]) -> bool:
    usage = chunk.usage
    return not chunk.cached and chunk.requests == 1 and usage.cached_tokens is not None and bool(usage.input_tokens)


def _served(span: SlotSpan, chunk: ChunkResult[Any], lane: PreparedLane) -> float:
    prompt = lane.size.instructions + lane.counter.count(lane.rendered.messages(chunk.chunk)[1].content)
    scale = prompt / (chunk.usage.input_tokens or prompt)
    reached = (chunk.usage.cached_tokens or 0) * scale
    return min(max(reached - span.start, 0), span.end - span.start)
