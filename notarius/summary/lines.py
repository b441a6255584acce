"""What the summary says, line by line."""

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from notarius.contracts.records import Finding, Record
from notarius.contracts.results import LaneResult, RunResult
from notarius.contracts.runs import ChunkOutcome, ChunkRun, LaneManifest, LaneRun, RunStatus
from notarius.display import clock, printable
from notarius.layout import Line, cells, fitted, padded

_GROUPS: Final = 12  # actors of a lane
_ROWS: Final = 8  # lines of an actor
_EXAMPLES: Final = 3  # of a code or a kind
_CHUNKS: Final = 6  # ids of failed chunks of a kind
_VALUE: Final = 40  # characters of a field's value
_MESSAGE: Final = 240  # characters of a message
_NOBODY: Final = "(not said)"

_STATUS: Final[Mapping[RunStatus, tuple[str, str]]] = {
    "done": ("done", "bold green"),
    "partial": ("done in part", "bold yellow"),
    "failed": ("failed", "bold red"),
    "interrupted": ("interrupted", "bold yellow"),
}


@attrs.frozen
class Row:
    """Records that look the same: one key, one actor, the same other fields.

    Attributes:
        key: what they are about.
        details: their other fields.
        records: in unit order.
    """

    key: str
    details: str
    records: tuple[Record, ...]


def summary_lines(result: RunResult, width: int, place: str | None = None) -> Iterator[Line]:
    """The summary, line by line.

    Args:
        result: the run.
        width: columns; decides how many times of a record are shown, and how wide a key may be.
        place: the run directory as it is to be shown; None for the manifest's display path.
    """
    manifests = {lane.name: lane for lane in result.manifest.lanes}
    for lane in result.lanes:
        yield from _lane(lane, manifests.get(lane.lane), result, width)
        yield Line("")
    deselected = [lane.name for lane in result.manifest.lanes if lane.outcome == "deselected"]
    if deselected:
        yield Line(f"deselected: {', '.join(deselected)}", style="dim")
    for warning in result.manifest.warnings:
        yield Line(f"warning: {_message(warning)}", style="yellow")
    yield from _used(list(result.manifest.run.lanes.values()))
    yield Line(f"results: {printable(place or result.manifest.run.directory)}", fit="whole")
    yield _outcome(result)


def _lane(lane: LaneResult, manifest: LaneManifest | None, result: RunResult, width: int) -> Iterator[Line]:
    extractor = f" ({manifest.extractor})" if manifest else ""
    yield Line(f"{lane.lane}{printable(extractor)}: {_counts([lane])}", style="bold")
    yield from _found(lane, width)
    yield from _flagged(lane)
    yield from _rejected(lane)
    yield from _by_code("noted", [(lane.lane, lane.findings)])
    yield from _notes(lane)
    if manifest:
        yield from _missed(manifest, result)


def _found(lane: LaneResult, width: int) -> Iterator[Line]:
    indent = 2 if lane.actor is None else 4
    groups = {actor: rows[:_ROWS] for actor, rows in list(_grouped(lane).items())[:_GROUPS]}
    counts = Counter(_actor(record, lane) for record in lane.records)
    columns = _columns([row for rows in groups.values() for row in rows], width - indent)
    for actor, rows in groups.items():
        if lane.actor is not None:
            yield Line(f"{actor} ({counts[actor]})", 2, "cyan", "cut")
        yield from (Line(next(columns), indent, fit="cut") for _ in rows)
    shown = sum(len(row.records) for rows in groups.values() for row in rows)
    if shown < len(lane.records):
        yield Line(f"… and {len(lane.records) - shown} more in artifacts/{lane.lane}.csv", 2, "dim")


def _grouped(lane: LaneResult) -> dict[str, list[Row]]:
    """Rows by actor, whoever has most records first; one group without a name where the lane has no actors."""
    rows: dict[str, dict[tuple[str, str], list[Record]]] = {}
    for record in lane.records:
        alike = rows.setdefault(_actor(record, lane), {})
        alike.setdefault((_field(record, lane.key), _details(record, lane)), []).append(record)
    groups = {actor: [Row(*look, tuple(records)) for look, records in alike.items()] for actor, alike in rows.items()}
    return dict(sorted(groups.items(), key=lambda group: -sum(len(row.records) for row in group[1])))


def _actor(record: Record, lane: LaneResult) -> str:
    return _field(record, lane.actor) or _NOBODY


def _columns(rows: Sequence[Row], width: int) -> Iterator[str]:
    """Key, times and other fields, each in its column."""
    times = 3 if width >= 60 else 1
    counts = [f" x{len(row.records)}" if len(row.records) > 1 else "" for row in rows]
    whens = [_when(row.records, times) for row in rows]
    when_width = max(map(cells, whens), default=0)
    room = width - when_width - max((cells(row.details) for row in rows), default=0) - 4
    wished = max((cells(row.key + count) for row, count in zip(rows, counts, strict=True)), default=0)
    key_width = min(wished, max(12, width // 3, room))
    for row, count, when in zip(rows, counts, whens, strict=True):
        key = fitted(row.key, key_width - len(count)) + count
        yield f"{padded(key, key_width)}  {padded(when, when_width)}  {row.details}".rstrip()


def _when(records: Sequence[Record], limit: int) -> str:
    moments = [_moment(record) for record in records]
    more = ", …" if len(moments) > limit else ""
    return ", ".join(moments[:limit]) + more


def _moment(record: Record) -> str:
    first = record.evidence[0]
    return clock(first.start_seconds) or first.source.unit


def _details(record: Record, lane: LaneResult) -> str:
    others = [name for name in lane.fields if name not in (lane.key, lane.actor)]
    said = ((name.replace("_", " "), _field(record, name)) for name in others)
    return "; ".join(f"{name} {value}" for name, value in said if value)


def _field(record: Record, name: str | None) -> str:
    return _short(_value(getattr(record.fields, name)), _VALUE) if name else ""


def _value(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, enum.Enum):
        return _value(value.value)
    if attrs.has(type(value)):
        return _value(attrs.asdict(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {text}" for name, text in ((k, _value(v)) for k, v in value.items()) if text)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(_value(item) for item in value)
    return printable(str(value)).strip()


def _flagged(lane: LaneResult) -> Iterator[Line]:
    said = [(f"{_field(record, lane.key)} ({_moment(record)})", record.findings) for record in lane.records]
    yield from _by_code("flagged", said)


def _rejected(lane: LaneResult) -> Iterator[Line]:
    yield from _by_code("rejected", [(rejection.chunk, rejection.findings) for rejection in lane.rejections])
    if lane.rejections:
        yield Line(f"whole, with reasons: rejected/{lane.lane}.jsonl", 4, "dim")


def _by_code(title: str, said: Iterable[tuple[str, Sequence[Finding]]]) -> Iterator[Line]:
    """Findings by code, the most frequent first, with a few examples."""
    codes: dict[str, list[tuple[str, str]]] = {}
    for about, findings in said:
        for code, message in {finding.code: finding.message for finding in findings}.items():
            codes.setdefault(code, []).append((about, message))
    for code, examples in sorted(codes.items(), key=lambda item: -len(item[1])):
        yield Line(f"{title}: {printable(code)} x{len(examples)}", 2, "yellow")
        yield from _examples(examples)


def _examples(examples: Sequence[tuple[str, str]]) -> Iterator[Line]:
    yield from (Line(f"{about}: {_message(message)}", 4) for about, message in examples[:_EXAMPLES])
    if len(examples) > _EXAMPLES:
        yield Line(f"… and {len(examples) - _EXAMPLES} more in findings.jsonl", 4, "dim")


def _notes(lane: LaneResult) -> Iterator[Line]:
    """What the answers themselves say, or what was passed over in them; the same said of several chunks once."""
    said = Counter(note.text for note in lane.notes)
    for text, times in said.most_common(_EXAMPLES):
        yield Line(f"noted{f' x{times}' if times > 1 else ''}: {_message(text)}", 2, "yellow")
    if len(said) > _EXAMPLES:
        yield Line(f"… and {len(said) - _EXAMPLES} more in diagnostics/notes.jsonl", 4, "dim")


def _missed(lane: LaneManifest, result: RunResult) -> Iterator[Line]:
    """Chunks without an answer, by kind of failure."""
    runs = result.manifest.run.lanes
    messages = {name: run.message for name, run in runs[lane.name].chunks.items()} if lane.name in runs else {}
    for kind, chunks in _by_kind(lane.chunks).items():
        which = ", ".join(f"{chunk.id} ({chunk.first_unit}-{chunk.last_unit})" for chunk in chunks[:_CHUNKS])
        more = f" … and {len(chunks) - _CHUNKS} more" if len(chunks) > _CHUNKS else ""
        yield Line(f"{_printable_kind(kind)} x{len(chunks)}: {which}{more}", 2, "red")
        said = dict.fromkeys(_message(messages[chunk.id]) for chunk in chunks if messages.get(chunk.id))
        yield from (Line(message, 4) for message in list(said)[:_EXAMPLES])


def _by_kind(chunks: Iterable[ChunkOutcome]) -> dict[str, list[ChunkOutcome]]:
    kinds: dict[str, list[ChunkOutcome]] = {}
    for chunk in chunks:
        if chunk.status == "failed":
            kinds.setdefault(f"failed: {chunk.failure or 'for no stated reason'}", []).append(chunk)
        elif chunk.status == "not_asked":
            kinds.setdefault("not asked", []).append(chunk)
    return kinds


def _printable_kind(kind: str) -> str:
    return printable(kind).replace("_", " ")


def _used(lanes: Sequence[LaneRun]) -> Iterator[Line]:
    """Requests, tokens and cost, where a server was asked or prices are stated."""
    chunks = [chunk for lane in lanes for chunk in lane.chunks.values() if not chunk.cached]
    parts = [_counted(sum(1 + chunk.retries for chunk in chunks if chunk.attempts), "request")]
    parts += _tokens(chunks)
    hits = sum(lane.cache_hits for lane in lanes)
    costs = [lane.cost for lane in lanes if lane.cost is not None]
    if not (parts[1:] or hits or costs):
        return
    parts += [f"{_counted(hits, 'answer')} from the cache"] if hits else []
    parts += [f"cost {sum(costs):,.4g}"] if costs else []
    yield Line(f"used: {', '.join(parts)}")


def _tokens(chunks: Sequence[ChunkRun]) -> list[str]:
    """Of the chunks that were asked about this time; nothing where no server said."""
    prompt, cached, answer = (
        [count for chunk in chunks if (count := getattr(chunk, name)) is not None]
        for name in ("input_tokens", "cached_tokens", "output_tokens")
    )
    served = f" ({sum(cached):,} of them from the server's cache)" if sum(cached) else ""
    said = [f"{sum(prompt):,} tokens in{served}"] if prompt else []
    return said + ([f"{sum(answer):,} out"] if answer else [])


def _outcome(result: RunResult) -> Line:
    word, style = _STATUS[result.manifest.status]
    chunks = [chunk for lane in result.manifest.lanes for chunk in lane.chunks]
    missed = [f"{count} {kind}" for kind, count in _missing(chunks).items()]
    gaps = f"{' and '.join(missed)} of {_counted(len(chunks), 'chunk')}; " if missed else ""
    seconds = result.manifest.run.seconds
    took = f"{seconds:.1f} s" if seconds < 60 else clock(seconds)
    return Line(f"{word}: {gaps}{_counts(result.lanes)}; {took}", style=style)


def _missing(chunks: Iterable[ChunkOutcome]) -> Counter[str]:
    words = {"failed": "failed", "not_asked": "not asked"}
    return Counter(words[chunk.status] for chunk in chunks if chunk.status in words)


def _counts(lanes: Sequence[LaneResult]) -> str:
    records = [record for lane in lanes for record in lane.records]
    rejected = sum(len(lane.rejections) for lane in lanes)
    flagged = sum(bool(record.findings) for record in records)
    found = _counted(len(records), "record") if records else "nothing found"
    return found + (f", {rejected} rejected" if rejected else "") + (f", {flagged} flagged" if flagged else "")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _message(text: str) -> str:
    return _short(printable(text), _MESSAGE)


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
