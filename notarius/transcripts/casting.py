"""Which label candidates of a plain-text file are its speakers: decided by how the whole file is written.

The rules, in docs/reference/formats.md too:

- What recurs is a speaker: a name-like label twice, anything else three times and in 2 % of the lines, or twice
  and in every fifth line.
- A label seen once is a speaker if it is name-like, of at most three words, and written as the others are: in
  capitals, behind a time, in bold, at the start of a paragraph, where nine tenths of the others are. Where nine
  tenths of the lines begin name-like, so that lines are turns, capitals and the number of words do not matter.
- Where labels stand on fewer than one line in twenty and open fewer than three paragraphs in ten, there are none.
- Where no label recurs, name-like ones count if every second line, or the first line and every second paragraph,
  has one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from notarius.transcripts.labels import Candidate, shape, word_count

_NEARLY_ALL: Final = 0.9


@attrs.frozen
class Sighting:
    """A candidate where it stands.

    Attributes:
        candidate: the label.
        leading: whether the line opens a paragraph.
        stamped: whether a time or mark stands before it.
    """

    candidate: Candidate
    leading: bool
    stamped: bool


@attrs.frozen
class Layout:
    """How much of a file there is.

    Attributes:
        lines: lines with text.
        named: those that begin with a name-like candidate.
        paragraphs: runs of lines with text.
        opens_labelled: whether the first line has a candidate.
    """

    lines: int
    named: int
    paragraphs: int
    opens_labelled: bool


@attrs.frozen
class _Manner:
    """What nearly all labels of the file have in common."""

    stamped: bool
    leading: bool
    marked: bool
    upper: bool
    lower: bool
    tight: bool
    dense: bool


Cast = Mapping[str, Sequence[Sighting]]


def speakers(sightings: Sequence[Sighting], layout: Layout) -> frozenset[str]:
    """The labels that name speakers."""
    cast = _by_label(sightings)
    regular = {label: seen for label, seen in cast.items() if _recurs(label, seen, layout)}
    if not regular:
        return _only_guests(cast, layout)
    manner = _manner(regular, layout)
    kept = {label: seen for label, seen in cast.items() if _belongs(label, seen, manner, regular=label in regular)}
    return frozenset(kept) if _carries(kept, layout) else frozenset()


def _by_label(sightings: Sequence[Sighting]) -> Cast:
    cast: defaultdict[str, list[Sighting]] = defaultdict(list)
    for sighting in sightings:
        cast[sighting.candidate.label].append(sighting)
    return cast


def _recurs(label: str, seen: Sequence[Sighting], layout: Layout) -> bool:
    if any(sighting.candidate.marked for sighting in seen):
        return True
    count = len(seen)
    if shape(label) == "name" and not all(sighting.candidate.tight for sighting in seen):
        return count >= 2
    return (count >= 3 and count * 50 >= layout.lines) or (count >= 2 and count * 5 >= layout.lines)


def _manner(regular: Cast, layout: Layout) -> _Manner:
    every = [(label, sighting) for label, seen in regular.items() for sighting in seen]
    most = _NEARLY_ALL * len(every)
    return _Manner(
        stamped=sum(sighting.stamped for _, sighting in every) >= most,
        leading=sum(sighting.leading for _, sighting in every) >= most,
        marked=sum(sighting.candidate.marked for _, sighting in every) >= most,
        upper=sum(label == label.upper() for label, _ in every) >= most,
        lower=sum(label == label.lower() for label, _ in every) * 2 >= len(every),
        tight=sum(sighting.candidate.tight for _, sighting in every) * 2 >= len(every),
        dense=len(every) * 3 >= layout.lines * 2 and layout.named >= _NEARLY_ALL * layout.lines,
    )


def _belongs(label: str, seen: Sequence[Sighting], manner: _Manner, *, regular: bool) -> bool:
    marked = any(sighting.candidate.marked for sighting in seen)
    if marked:
        return True
    alike = (
        not manner.marked
        and (not manner.stamped or any(sighting.stamped for sighting in seen))
        and (not manner.leading or any(sighting.leading for sighting in seen))
        and (not manner.upper or manner.dense or label == label.upper())
    )
    return alike and (regular or _is_guest(label, seen, manner))


def _is_guest(label: str, seen: Sequence[Sighting], manner: _Manner) -> bool:
    """Whether a label seen too rarely to recur may be a speaker all the same."""
    if not manner.tight and all(sighting.candidate.tight for sighting in seen):
        return False
    if shape(label) == "name":
        return manner.dense or word_count(label) <= 3
    return manner.lower and shape(label) == "lower"


def _carries(kept: Cast, layout: Layout) -> bool:
    every = [sighting for seen in kept.values() for sighting in seen]
    if any(sighting.candidate.marked for sighting in every):
        return True
    opening = sum(sighting.leading for sighting in every)
    return len(every) * 20 >= layout.lines or opening * 10 >= layout.paragraphs * 3


def _only_guests(cast: Cast, layout: Layout) -> frozenset[str]:
    names = {label: seen for label, seen in cast.items() if shape(label) == "name"}
    every = [sighting for seen in names.values() for sighting in seen if not sighting.candidate.tight]
    opening = sum(sighting.leading for sighting in every)
    enough = len(every) * 2 >= layout.lines or (layout.opens_labelled and opening * 2 >= layout.paragraphs)
    return frozenset(names) if every and enough else frozenset()
