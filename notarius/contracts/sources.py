"""What a transcript is made of: units, citations of units, and chunks of units."""

import re
from typing import Final

import attrs

_UNIT_ID: Final = re.compile(r"u[1-9][0-9]*")
# Whatever `str.splitlines` would break at, and NUL-free control characters that terminals act on, stays one line.
_BREAKS: Final = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


@attrs.frozen
class Span:
    """A half-open range of characters, `text[start:end]`.

    Attributes:
        start: first character, counted from 0.
        end: one behind the last character.
    """

    start: int
    end: int


@attrs.frozen
class SourceUnit:
    """One turn of the transcript.

    Attributes:
        id: `u1`, `u2`, ... in file order; empty turns are counted too.
        text: what was said, as the file has it, without surrounding blanks.
        speaker: the file's label for who spoke, or None.
        start_seconds: when it began, in seconds from the start, or None.
        end_seconds: when it ended, in seconds from the start, or None.
        source_id: the file's own id of the turn, as text, or None.
    """

    id: str
    text: str
    speaker: str | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    source_id: str | None = None

    @property
    def number(self) -> int:
        """The unit's place in the file, counted from 1."""
        return int(self.id[1:])

    def line(self, text: str | None = None) -> str:
        """The unit as prompts show it: `[u12] MARA: text`, always on one line.

        Line breaks become blanks, so that no text can forge the start of another unit.

        Args:
            text: shown instead of the unit's whole text (a part of it).
        """
        said = self.text if text is None else text
        body = f"{self.speaker}: {said}" if self.speaker else said
        return f"[{self.id}] {_BREAKS.sub(' ', body)}"


@attrs.frozen
class Transcript:
    """A transcript as read.

    Attributes:
        units: all turns in file order, empty ones too.
        format: name of the reader that read it, such as `crd3`.
        digest: sha256 over the file's raw bytes.
        size_bytes: the file's size.
        warnings: what the reader wants the user to know.
    """

    units: tuple[SourceUnit, ...]
    format: str
    digest: str
    size_bytes: int = 0
    warnings: tuple[str, ...] = ()


def _is_unit_id(_instance: object, _attribute: object, value: str) -> None:
    if not isinstance(value, str) or not _UNIT_ID.fullmatch(value):
        raise ValueError(f"a source reference names a unit such as u12, not {value!r}")


@attrs.frozen
class SourceRef:
    """A citation. It can name a source unit and nothing else: reference items have no such id.

    Attributes:
        unit: a unit's id.
    """

    unit: str = attrs.field(validator=_is_unit_id)


@attrs.frozen
class Chunk:
    """Consecutive units that are asked about in one request.

    Attributes:
        index: place among the lane's chunks, counted from 0.
        units: the units with text, in file order.
        overlap: how many of the first units the previous chunk holds too.
        clip: the part of the only unit that this chunk shows, where a unit alone was over budget; else None.
        tokens: size of `text` as the lane's token counter sees it.
        ahead: how many of the last units the next chunk holds too.
    """

    index: int
    units: tuple[SourceUnit, ...]
    overlap: int = 0
    clip: Span | None = None
    tokens: int = 0
    ahead: int = 0

    @property
    def id(self) -> str:
        """`c1`, `c2`, ..."""
        return f"c{self.index + 1}"

    @property
    def text(self) -> str:
        """The chunk as prompts show it, a line a unit."""
        if self.clip is not None:
            (unit,) = self.units
            return unit.line(unit.text[self.clip.start : self.clip.end])
        return "\n".join(unit.line() for unit in self.units)
