"""What the `diagnostics/` folder says of a run: bindings, the cost of references, usage."""

from collections.abc import Iterable
from typing import Any

from notarius.contracts.runs import BoundReference, LaneManifest, LaneRun, RunManifest


def bindings(manifest: RunManifest) -> dict[str, Any]:
    """The resolved binding set of each lane that ran: items by slot in binding order, empty where unbound."""
    return {lane.name: _slots(lane) for lane in _ran(manifest)}


def tokens(manifest: RunManifest) -> dict[str, Any]:
    """Bytes and tokens by lane and slot, and what they come to over all chunks of the lane.

    References stand in every chunk's prompt; a provider's prefix cache may make the repeats cheaper than they look.
    """
    return {lane.name: _cost(lane) for lane in _ran(manifest)}


def usage(manifest: RunManifest) -> dict[str, Any]:
    """Tokens, attempts, retries and cache hits by lane and chunk, and their sums."""
    lanes = manifest.run.lanes
    return {"lanes": dict(lanes), "total": _total(list(lanes.values()))}


def token_costs(manifest: RunManifest) -> dict[str, int]:
    """What the prompts come to by the lanes' counters: `chunk_tokens`, and `reference_tokens` over all chunks.

    Known for every run, also where no server counts: templates and answers are left out.
    """
    lanes = list(tokens(manifest).values())
    return {
        "chunk_tokens": sum(lane["chunk_tokens"] for lane in lanes),
        "reference_tokens": sum(lane["total"]["tokens_times_chunks"] for lane in lanes),
    }


def usage_totals(manifest: RunManifest) -> dict[str, Any]:
    """The sums of `usage` over all lanes and chunks."""
    return _total(list(manifest.run.lanes.values()))


def total_cost(manifest: RunManifest) -> float | None:
    """What the requests of all lanes cost by the prices that were set; None where none are."""
    costs = [lane.cost for lane in manifest.run.lanes.values() if lane.cost is not None]
    return sum(costs) if costs else None


def _ran(manifest: RunManifest) -> list[LaneManifest]:
    return [lane for lane in manifest.lanes if lane.outcome != "deselected"]


def _slots(lane: LaneManifest) -> dict[str, list[BoundReference]]:
    slots: dict[str, list[BoundReference]] = {slot: [] for slot in lane.unbound}
    for reference in lane.references:
        slots.setdefault(reference.slot, []).append(reference)
    return slots


def _cost(lane: LaneManifest) -> dict[str, Any]:
    chunks = len(lane.chunks)
    return {
        "counter": lane.model.counter if lane.model else None,
        "counter_exact": lane.model.counter_exact if lane.model else None,
        "chunks": chunks,
        "chunk_tokens": sum(chunk.tokens for chunk in lane.chunks),
        "references": {slot: _slot_cost(items, chunks) for slot, items in _slots(lane).items()},
        "total": _slot_cost(list(lane.references), chunks),
    }


def _slot_cost(items: list[BoundReference], chunks: int) -> dict[str, int]:
    size, count = sum(item.size_bytes for item in items), sum(item.tokens for item in items)
    return {
        "items": len(items),
        "bytes": size,
        "tokens": count,
        "bytes_times_chunks": size * chunks,
        "tokens_times_chunks": count * chunks,
    }


def _total(lanes: list[LaneRun]) -> dict[str, Any]:
    chunks = [chunk for lane in lanes for chunk in lane.chunks.values()]
    return {
        "input_tokens": _sum(lane.input_tokens for lane in lanes),
        "output_tokens": _sum(lane.output_tokens for lane in lanes),
        "cached_tokens": _sum(lane.cached_tokens for lane in lanes),
        "cost": _sum_costs(lane.cost for lane in lanes),
        "cache_hits": sum(lane.cache_hits for lane in lanes),
        "attempts": sum(chunk.attempts for chunk in chunks),
        "retries": sum(chunk.retries for chunk in chunks),
    }


def _sum_costs(costs: Iterable[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return round(sum(known), 9) if known else None


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
