"""Reader of plain text: `Name: text`, `[time] Name: text` and their relatives; every line ends up in some unit."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from notarius.transcripts.casting import Layout, Sighting, speakers
from notarius.transcripts.foreign import foreign_format
from notarius.transcripts.labels import Candidate, find_label, shape
from notarius.transcripts.reading import Document, Reading
from notarius.transcripts.stamps import Stamp, leading_stamp
from notarius.transcripts.turn_assembly import Start, assemble

# Headings, rules, notes in bold and an exporter's last line belong to nobody.
_STRUCTURE: Final = re.compile(
    r"#{1,6}\s+\S|[-_*=\u2014]{3,}\Z|\*\*[^*:]{1,60}(?::\*\*|\*\*:)|Transcribed by https?://otter\.ai\b"
)


@attrs.frozen
class _Line:
    """A line with text, and what it may begin with."""

    text: str
    stamp: Stamp | None
    candidate: Candidate | None
    leading: bool

    @property
    def rest(self) -> str:
        """The line behind its time or mark."""
        return self.text[self.stamp.length :] if self.stamp else self.text


@attrs.frozen
class _Habits:
    """What the file as a whole decides."""

    labels: frozenset[str]
    bare_times: bool
    marks_count_seconds: bool


def read_plain_text(source: Document) -> Reading:
    """Units from lines of text; any document can be read so, and a warning says if it looks like something else."""
    lines = _lines(source.text)
    habits = _habits(lines)
    starts = [_start(line, habits) for line in lines]
    return Reading(tuple(assemble(starts)), _warnings(source, habits, starts))


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    leading = True
    for raw in text.split("\n"):
        stripped = raw.strip()
        if stripped:
            lines.append(_line(stripped, leading=leading))
        leading = not stripped
    return lines


def _line(text: str, *, leading: bool) -> _Line:
    stamp = leading_stamp(text)
    candidate = find_label(text[stamp.length :] if stamp else text, leading=leading and stamp is None)
    return _Line(text, stamp, candidate, leading)


def _habits(lines: Sequence[_Line]) -> _Habits:
    sightings = [Sighting(line.candidate, line.leading, line.stamp is not None) for line in lines if line.candidate]
    labels = speakers(sightings, _layout(lines))
    bare = sum(line.stamp is not None and line.stamp.bare and not _label(line, labels) for line in lines)
    return _Habits(labels, bare >= 2 and bare * 10 >= len(lines) * 3, _marks_count_seconds(lines, labels))


def _layout(lines: Sequence[_Line]) -> Layout:
    worded = [line for line in lines if line.rest]
    return Layout(
        lines=len(worded),
        named=sum(line.candidate is not None and shape(line.candidate.label) == "name" for line in worded),
        paragraphs=sum(line.leading for line in lines),
        opens_labelled=bool(worded and worded[0].candidate),
    )


def _marks_count_seconds(lines: Sequence[_Line], labels: frozenset[str]) -> bool:
    """Whole numbers in brackets number the turns if each is there once; seconds repeat, or have fractions nearby."""
    marks = [line.stamp.mark for line in lines if line.stamp and line.stamp.mark.isdigit() and _label(line, labels)]
    fractions = any(line.text.startswith("[") and line.stamp and _has_fraction(line.stamp) for line in lines)
    return fractions or len(set(marks)) < len(marks)


def _has_fraction(stamp: Stamp) -> bool:
    return not stamp.mark and stamp.start is not None and stamp.start != int(stamp.start)


def _label(line: _Line, labels: frozenset[str]) -> Candidate | None:
    return line.candidate if line.candidate and line.candidate.label in labels else None


def _start(line: _Line, habits: _Habits) -> Start:
    """What the line begins, if anything."""
    if label := _label(line, habits.labels):
        start, end, mark = _moment(line.stamp, label, seconds=habits.marks_count_seconds)
        return Start(label.text, label.label, start, end, mark, opens=True)
    stamp = line.stamp
    if stamp is not None and stamp.start is not None and (habits.bare_times or not stamp.bare):
        return Start(line.rest, None, stamp.start, stamp.end, None, opens=True)
    return Start(line.text, structural=_STRUCTURE.match(line.text) is not None)


def _moment(stamp: Stamp | None, label: Candidate, *, seconds: bool) -> tuple[float | None, float | None, str | None]:
    """Start, end and own id of a labelled line."""
    if stamp is None:
        return label.start, None, None
    if not stamp.mark:
        return stamp.start, stamp.end, None
    if seconds and stamp.mark.isdigit():
        return float(stamp.mark), None, None
    return label.start, None, stamp.mark


def _warnings(source: Document, habits: _Habits, starts: Sequence[Start]) -> tuple[str, ...]:
    warnings = []
    other = "JSON" if source.looks_json else foreign_format(source)
    if other:
        warnings.append(f"read as plain text, as asked, though it looks like {other}")
    if not habits.labels:
        per = "every time" if any(start.opens for start in starts) else "every line"
        warnings.append(f"no speakers found: no line begins with a name and a colon; {per} begins a unit")
    if not habits.marks_count_seconds and any(start.source_id and start.source_id.isdigit() for start in starts):
        warnings.append("numbers in brackets before the names are taken for the turns' own numbers, not for seconds")
    return tuple(warnings)
