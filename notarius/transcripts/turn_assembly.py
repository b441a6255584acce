"""Lines of plain text to turns: what a line begins, and what goes on from the line before."""

from collections.abc import Iterable

import attrs

from notarius.transcripts.reading import Turn


@attrs.frozen
class Start:
    """A line, and what it begins.

    Attributes:
        text: the line without time and label.
        speaker: the label, or None.
        start_seconds: seconds from the start, or None.
        end_seconds: seconds from the start, or None.
        source_id: the file's own number of the turn, or None.
        opens: whether it begins a turn by a label or a time.
        structural: whether it is a heading or a rule, which belongs to no speaker.
    """

    text: str
    speaker: str | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    source_id: str | None = None
    opens: bool = False
    structural: bool = False

    @property
    def is_time_alone(self) -> bool:
        """Whether the line is a time and nothing else."""
        return self.opens and self.speaker is None and not self.text


def assemble(starts: Iterable[Start]) -> list[Turn]:
    """The turns of a file.

    A line that begins nothing goes on from the line before, behind a line break. What stands before the first
    label or time is a turn a line. A time alone on its line belongs to what follows.
    """
    assembly = _Assembly()
    for start in starts:
        assembly.add(start)
    return assembly.finish()


@attrs.define
class _Draft:
    start: Start
    lines: list[str]

    def turn(self) -> Turn:
        begun = self.start
        text = "\n".join(line for line in self.lines if line)
        return Turn(text, begun.speaker, begun.start_seconds, begun.end_seconds, begun.source_id)


@attrs.define
class _Assembly:
    drafts: list[_Draft] = attrs.field(factory=list)
    waiting: Start | None = None
    begun: bool = False

    def add(self, start: Start) -> None:
        if start.is_time_alone:
            self._release()
            self.waiting, self.begun = start, True
        elif self._goes_on(start):
            self.drafts[-1].lines.append(start.text)
        else:
            self.begun = self.begun or start.opens
            self._open(self._timed(start))

    def finish(self) -> list[Turn]:
        self._release()
        return [draft.turn() for draft in self.drafts]

    def _goes_on(self, start: Start) -> bool:
        if start.opens or self.waiting is not None or not self.begun:
            return False
        return not start.structural or (self.drafts[-1].start.speaker is None and not self.drafts[-1].start.opens)

    def _timed(self, start: Start) -> Start:
        """Gives the turn the time that stood on the line before, if it has none of its own."""
        waiting, self.waiting = self.waiting, None
        if waiting is None or start.start_seconds is not None:
            return start
        return attrs.evolve(start, start_seconds=waiting.start_seconds, end_seconds=waiting.end_seconds)

    def _open(self, start: Start) -> None:
        self.drafts.append(_Draft(start, [start.text]))

    def _release(self) -> None:
        """A time that nothing followed stays as a turn without words."""
        if self.waiting is not None:
            self._open(self.waiting)
            self.waiting = None
