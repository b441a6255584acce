"""`notarius describe`: lanes, extractors, slots and what is bound to them, without running anything."""

from collections.abc import Iterator

from notarius.cli.reports import Page, count, counter_text, inspect, model_text, problem_numbers
from notarius.contracts.inspection import (
    InspectedBinding,
    InspectedChunking,
    InspectedItem,
    InspectedLane,
    InspectedModel,
    InspectedSlot,
    Inspection,
)
from notarius.layout import Line


def describe(arguments: list[str]) -> int:
    """`notarius describe NAME ...`."""
    told = "Show a pipeline's lanes, extractors and slots, and what is bound to them. Needs no input."
    return inspect("describe", told, arguments, described, needs_input=False)


def described(inspection: Inspection, page: Page) -> Iterator[Line]:
    """The lanes of an inspection with their slots, as lines for people."""
    for lane in inspection.lanes:
        yield Line("")
        yield from page.title(lane)
        yield from _lane(lane, inspection, page)
        for slot in lane.slots:
            yield Line("")
            yield from _slot(slot, lane, inspection, page)


def _lane(lane: InspectedLane, inspection: Inspection, page: Page) -> Iterator[Line]:
    version = f", version {lane.extractor_version}" if lane.extractor_version is not None else ", does not load"
    yield from page.labelled("extractor", lane.extractor + version)
    if lane.model is not None:
        yield from page.labelled("model", f"{model_text(lane.model)}; {_context(lane.model)}")
        yield from page.labelled("tokens", counter_text(lane.model))
    if lane.chunking is not None:
        yield from page.labelled("chunks", _chunking(lane.chunking))
    if lane.extractor_version is not None and not lane.slots:
        yield from page.labelled("slots", "none; this extractor takes no references")
    if numbers := problem_numbers(inspection, lane.name):
        yield from page.labelled("problems", f"{numbers} (below)", style="red")


def _context(model: InspectedModel) -> str:
    if model.context_tokens is None:
        return "context_tokens is null, so the budget is not checked"
    return f"a context of {count(model.context_tokens, 'token')}"


def _chunking(chunking: InspectedChunking) -> str:
    units = f" and {count(chunking.max_units, 'unit')}" if chunking.max_units is not None else ""
    overlap = f", {count(chunking.overlap_units, 'unit')} of overlap" if chunking.overlap_units else ""
    return f"at most {count(chunking.max_tokens, 'token')}{units}{overlap}"


def _slot(slot: InspectedSlot, lane: InspectedLane, inspection: Inspection, page: Page) -> Iterator[Line]:
    need, many = "required" if slot.required else "optional", "any number of items" if slot.multiple else "one item"
    yield from page.wrapped(f"slot {slot.name}: {need}, {many}", "  ", "    ")
    yield from page.labelled("for", slot.description, 4)
    yield from page.labelled("takes", ", ".join(slot.accepted_media_types) or "any text", 4)
    yield from page.labelled("limit", f"{count(slot.max_bytes, 'byte')} an item", 4)
    yield from _bound(slot, page, selected=lane.selected)
    if numbers := problem_numbers(inspection, lane.name, slot.name):
        yield from page.labelled("problems", f"{numbers} (below)", 4, style="red")


def _bound(slot: InspectedSlot, page: Page, *, selected: bool) -> Iterator[Line]:
    binding = slot.binding
    if binding is None:
        yield from page.labelled("bound to", f"nothing; references.{slot.name}=FILE binds it", 4)
        return
    if not binding.items:
        yield from page.labelled("bound to", "nothing, on purpose", 4)
    for number, item in enumerate(binding.items):
        yield from page.labelled("" if number else "bound to", item.path, 4)
        yield from page.detail(_item(item, selected=selected), 4)
    if len(binding.items) > 1 and slot.size_bytes is not None and slot.tokens is not None:
        yield from page.labelled("in all", f"{count(slot.size_bytes, 'byte')}, {count(slot.tokens, 'token')}", 4)
    yield from page.labelled("bound by", _by(binding), 4)


def _item(item: InspectedItem, *, selected: bool) -> str:
    if item.media_type is None or item.size_bytes is None or item.tokens is None:
        return "cannot be used" if selected else "not read"
    return f"{item.media_type}, {count(item.size_bytes, 'byte')}, {count(item.tokens, 'token')}"


def _by(binding: InspectedBinding) -> str:
    who = "command line" if binding.source == "cli" else f"config from {binding.written_in or 'a default'}"
    return f"{who}, at {binding.level} level"
