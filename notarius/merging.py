"""When records are one: what overlapping chunks found twice, and what a module's rule joins session-wide."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal

import attrs

from notarius.contracts.codes import MERGE_ERROR
from notarius.contracts.extraction import Extractor, MergeRule
from notarius.contracts.records import Evidence, Finding, Record
from notarius.contracts.results import Merge, MergeSource
from notarius.digests import canonical_json, digest_bytes
from notarius.text import plain

_ID_DIGITS: Final = 12
_UNSET: Final = (None, "", ())


@attrs.frozen
class Merged:
    """A lane's records after merging.

    Attributes:
        records: by first evidence unit, then id.
        merges: the records that more than one item became, in the records' order.
    """

    records: tuple[Record, ...]
    merges: tuple[Merge, ...] = ()


def record_id(lane: str, fields: Any, evidence: Iterable[Evidence], identity: Sequence[str]) -> str:
    """12 hexadecimal digits of a sha256 over lane, identity fields and evidence units.

    Args:
        lane: the lane's name.
        fields: an instance of the record class.
        evidence: in any order; only the units count.
        identity: names of the fields, as `Extractor.identity_fields` has them; texts count as `text.plain` sees them.
    """
    content = [lane, [[name, _compared(getattr(fields, name))] for name in identity], _units(evidence)]
    return digest_bytes(canonical_json(content)).partition(":")[2][:_ID_DIGITS]


def merge_records(records: Sequence[Record], extractor: Extractor) -> Merged:
    """Make one of the records that are one; the outcome does not depend on the order in which they arrive.

    Records with one id are always one. By the framework's rule two records are one as well if their identity fields
    are equal (case, accents and punctuation aside) and they share an evidence unit; if one chunk's answer holds
    both, only if the evidence of one has no unit that the other lacks, since there the model told them apart.
    Chains join. A module's `MergeRule` takes the place of that: records that share a key are one, wherever they stand.

    Evidence, chunks and findings are united. By the framework's rule the first record's fields stay, and what is
    null, empty or a list of nothing is filled in from the next. A module's rule that raises costs no record: they
    stay apart, each with a `merge-error` finding.

    Args:
        records: of one lane.
        extractor: the lane's.
    """
    identity = extractor.identity_fields
    pieces = _join_same_ids([_piece(record) for record in sorted(records, key=_order)], identity)
    if extractor.merge is None:
        pieces = _join_overlaps(pieces, identity)
    else:
        pieces = _join_same_ids(_join_by_keys(pieces, extractor.merge, identity), identity)
    pieces.sort(key=lambda piece: (_first_unit(piece.record), piece.record.id))
    return Merged(
        records=tuple(piece.record for piece in pieces),
        merges=tuple(Merge(piece.record.id, piece.rule, piece.sources) for piece in pieces if len(piece.sources) > 1),
    )


@attrs.frozen
class _Piece:
    """A record on its way, and what it was made of so far."""

    record: Record
    sources: tuple[MergeSource, ...]
    rule: Literal["overlap", "session"] = "overlap"


def _piece(record: Record) -> _Piece:
    units = tuple(_units(record.evidence))
    return _Piece(record, tuple(MergeSource(chunk, units, record.fields) for chunk in record.chunks))


def _join_same_ids(pieces: list[_Piece], identity: Sequence[str]) -> list[_Piece]:
    groups: defaultdict[str, list[_Piece]] = defaultdict(list)
    for piece in pieces:
        groups[piece.record.id].append(piece)
    return [_filled(group, identity) for group in groups.values()]


def _join_overlaps(pieces: list[_Piece], identity: Sequence[str]) -> list[_Piece]:
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, piece in enumerate(pieces):
        names = canonical_json([_compared(getattr(piece.record.fields, name)) for name in identity])
        for unit in _units(piece.record.evidence):
            alike[names, unit].append(index)
    pairs = (
        (first, second)
        for indexes in alike.values()
        for first, second in _pairs(indexes)
        if _are_one(pieces[first].record, pieces[second].record)
    )
    return [_filled([pieces[index] for index in group], identity) for group in _components(len(pieces), pairs)]


def _are_one(first: Record, second: Record) -> bool:
    """Whether two records of one identity that share an evidence unit are one."""
    if len({*first.chunks, *second.chunks}) > 1:
        return True
    ours, theirs = set(_units(first.evidence)), set(_units(second.evidence))
    return ours <= theirs or theirs <= ours


def _join_by_keys(pieces: list[_Piece], rule: MergeRule, identity: Sequence[str]) -> list[_Piece]:
    named: defaultdict[str, list[int]] = defaultdict(list)
    for index, piece in enumerate(pieces):
        try:
            keys = {plain(key) or key for key in rule.keys(piece.record.fields)}
        except Exception as error:  # noqa: BLE001 - a module's code raises what it likes, and must not cost the record
            pieces[index] = _marked(piece, "the merge rule's keys", error)
            continue
        for key in keys:
            named[key].append(index)
    pairs = ((indexes[0], other) for indexes in named.values() for other in indexes[1:])
    groups = ([pieces[index] for index in group] for group in _components(len(pieces), pairs))
    return [piece for group in groups for piece in _combined(group, rule.combine, identity)]


def _combined(group: list[_Piece], combine: Callable[[Sequence[Any]], Any], identity: Sequence[str]) -> list[_Piece]:
    if len(group) == 1:
        return group
    try:
        fields = combine([piece.record.fields for piece in group])
        return [_united(group, fields, identity, "session")]
    except Exception as error:  # noqa: BLE001 - as above
        return [_marked(piece, "the merge rule's combine", error) for piece in group]


def _filled(group: list[_Piece], identity: Sequence[str]) -> _Piece:
    """One piece by the framework's rule: the first one's fields, unset ones from the next that has them."""
    if len(group) == 1:
        return group[0]
    first = group[0].record.fields
    try:
        missing = [field for field in attrs.fields(type(first)) if getattr(first, field.name) in _UNSET]
        changes = {field.alias: _first_set(field.name, group) for field in missing}
        return _united(group, attrs.evolve(first, **changes), identity, group[0].rule)
    except Exception as error:  # noqa: BLE001 - the record class may refuse a combination that nobody answered
        return _marked(_united(group, first, identity, group[0].rule), "the record class", error)


def _first_set(name: str, group: list[_Piece]) -> Any:
    values = [getattr(piece.record.fields, name) for piece in group]
    return next((value for value in values if value not in _UNSET), values[0])


def _united(group: list[_Piece], fields: Any, identity: Sequence[str], rule: Literal["overlap", "session"]) -> _Piece:
    records = [piece.record for piece in group]
    evidence = _united_evidence(records)
    united = attrs.evolve(
        records[0],
        id=record_id(records[0].lane, fields, evidence, identity),
        fields=fields,
        evidence=evidence,
        chunks=tuple(sorted({chunk for record in records for chunk in record.chunks}, key=_number)),
        findings=tuple(dict.fromkeys(finding for record in records for finding in record.findings)),
    )
    sources = [source for piece in group for source in piece.sources]
    ordered = sorted(sources, key=lambda source: (_number(source.units[0]), _number(source.chunk)))
    return _Piece(united, tuple(ordered), rule)


def _united_evidence(records: list[Record]) -> tuple[Evidence, ...]:
    places: dict[tuple[str, int, int], Evidence] = {}
    for item in (item for record in records for item in record.evidence):
        places.setdefault((item.source.unit, item.span.start, item.span.end), item)
    return tuple(places[place] for place in sorted(places, key=lambda place: (_number(place[0]), place[1:])))


def _marked(piece: _Piece, what: str, error: Exception) -> _Piece:
    finding = Finding(MERGE_ERROR, "warn", f"{what} raised {type(error).__name__}: {error}")
    return attrs.evolve(piece, record=attrs.evolve(piece.record, findings=(*piece.record.findings, finding)))


def _components(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected components of 0 to size - 1, each ascending, by their first members."""
    parents = list(range(size))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    for first, second in pairs:
        low, high = sorted((root(first), root(second)))
        parents[high] = low
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(size):
        groups[root(index)].append(index)
    return list(groups.values())


def _pairs(indexes: list[int]) -> Iterator[tuple[int, int]]:
    return ((first, second) for at, first in enumerate(indexes) for second in indexes[at + 1 :])


def _compared(value: Any) -> Any:
    """A value of an identity field as it is compared."""
    if isinstance(value, tuple):
        return [_compared(item) for item in value]
    return (plain(value) or value) if isinstance(value, str) else value


def _units(evidence: Iterable[Evidence]) -> list[str]:
    return sorted({item.source.unit for item in evidence}, key=_number)


def _number(identifier: str) -> int:
    """12 for `u12` and `c12`."""
    return int(identifier[1:])


def _first_unit(record: Record) -> int:
    return min(_number(item.source.unit) for item in record.evidence)


def _order(record: Record) -> tuple[int, int, str, str]:
    return _first_unit(record), min(map(_number, record.chunks)), record.id, repr(record.fields)
