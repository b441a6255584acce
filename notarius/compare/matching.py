"""Which records of two runs are the same thing: one key, common evidence, one to one."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from notarius.compare.assignment import best_assignment
from notarius.digests import canonical_json
from notarius.rundir import StoredRecord
from notarius.text import plain

Marks = Callable[[StoredRecord], frozenset[str]]
Pair = tuple[int, int]
_NO_KEY: Final = ""


@attrs.frozen
class Item:
    """What matching looks at.

    Attributes:
        key: what it is about, as `key_text` gives it.
        marks: what two items must have in common: units, or words of quotes.
        fields: of the record.
    """

    key: str
    marks: frozenset[str]
    fields: Mapping[str, Any]


def key_text(fields: Mapping[str, Any], key: str) -> str:
    """The key's value for comparing: without case, accents, punctuation and blanks; empty where it is null."""
    value = fields.get(key)
    if value is None:
        return _NO_KEY
    if isinstance(value, str):
        return plain(value).replace(" ", "") or value
    return canonical_json(value).decode("utf-8", "surrogatepass")


def by_unit(record: StoredRecord) -> frozenset[str]:
    """Evidence by source unit, for runs on one transcript."""
    return frozenset(record.units)


def by_quote(record: StoredRecord) -> frozenset[str]:
    """Evidence by the words that were quoted, for runs whose units are not the same turns."""
    return frozenset(plain(item.quote) or item.quote for item in record.evidence)


def item(record: StoredRecord, key: str, marks: Marks) -> Item:
    """A record as matching sees it."""
    return Item(key_text(record.fields, key), marks(record), record.fields)


def matched(baseline: Sequence[Item], candidate: Sequence[Item]) -> list[Pair]:
    """Indexes of the items that are the same thing, in the order of the baseline.

    Only items with one key and a common mark can be. Those that are alike in marks and fields go first, in their
    order. The others are assigned so that the pairs have the most marks in common, summed over all; among such
    assignments those with the most equal fields are best, then those that keep the order.
    """
    pairs = _alike(baseline, candidate)
    left = _left(len(baseline), (one for one, _ in pairs))
    right = _left(len(candidate), (other for _, other in pairs))
    for some, others in _related(baseline, candidate, left, right):
        weights = _weights([baseline[at] for at in some], [candidate[at] for at in others])
        pairs += [(some[row], others[column]) for row, column in best_assignment(weights)]
    return sorted(pairs)


def _left(count: int, taken: Iterator[int]) -> list[int]:
    gone = set(taken)
    return [at for at in range(count) if at not in gone]


def _alike(baseline: Sequence[Item], candidate: Sequence[Item]) -> list[Pair]:
    waiting: dict[bytes, list[int]] = defaultdict(list)
    for at, one in enumerate(candidate):
        waiting[_identity(one)].append(at)
    queues = {identity: iter(places) for identity, places in waiting.items()}
    found = ((at, next(queues.get(_identity(one), iter(())), None)) for at, one in enumerate(baseline))
    return [(at, other) for at, other in found if other is not None]


def _identity(one: Item) -> bytes:
    return canonical_json([one.key, sorted(one.marks), one.fields])


def _related(
    baseline: Sequence[Item], candidate: Sequence[Item], left: Sequence[int], right: Sequence[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Items that hang together by keys and common marks; no pair can be made across two such groups."""
    by_mark: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (items, places) in enumerate(((baseline, left), (candidate, right))):
        for at in places:
            for mark in items[at].marks:
                by_mark[items[at].key, mark][side].append(at)
    seen: tuple[set[int], set[int]] = (set(), set())
    for start in left:
        if start not in seen[0]:
            group = _reached(start, (baseline, candidate), by_mark, seen)
            if group[1]:
                yield sorted(group[0]), sorted(group[1])


def _reached(
    start: int,
    sides: tuple[Sequence[Item], Sequence[Item]],
    by_mark: Mapping[tuple[str, str], tuple[list[int], list[int]]],
    seen: tuple[set[int], set[int]],
) -> tuple[list[int], list[int]]:
    group: tuple[list[int], list[int]] = ([], [])
    waiting = [(0, start)]
    seen[0].add(start)
    while waiting:
        side, at = waiting.pop()
        group[side].append(at)
        one = sides[side][at]
        for mark in one.marks:
            for other in by_mark[one.key, mark][1 - side]:
                if other not in seen[1 - side]:
                    seen[1 - side].add(other)
                    waiting.append((1 - side, other))
    return group


def _weights(some: Sequence[Item], others: Sequence[Item]) -> list[list[int]]:
    """Common marks, then equal fields, then closeness in the order, each too small to outweigh the one before it."""
    longest = max(len(some), len(others))
    per_field = longest * longest + 1
    most_fields = max(len(one.fields) for one in (*some, *others))
    per_mark = longest * (most_fields + 1) * per_field
    return [
        [
            common * per_mark + _equal(one, other) * per_field + longest - abs(row - column) if common else 0
            for column, other in enumerate(others)
            for common in (len(one.marks & other.marks),)
        ]
        for row, one in enumerate(some)
    ]


def _equal(one: Item, other: Item) -> int:
    return sum(1 for name, value in one.fields.items() if name in other.fields and other.fields[name] == value)
