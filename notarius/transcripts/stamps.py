"""What stands before a turn on its line: a time, a range of times, or a mark such as a number in brackets."""

import re
from typing import Final

import attrs

from notarius.transcripts.times import CLOCK, seconds

_SECONDS: Final = r"[0-9]{1,6}(?:\.[0-9]{1,6})?s?"
_TO: Final = r"\s*(?:-->|->|[-\u2013\u2014])\s*"
# A dash or colon between the time and what follows belongs to the time.
_AFTER: Final = r"\s*(?:[-\u2013\u2014:]\s+)?"
_BRACKETED: Final = re.compile(
    rf"(?:\[\s*({CLOCK})(?:{_TO}({CLOCK}))?\s*\]|\(\s*({CLOCK})(?:{_TO}({CLOCK}))?\s*\)){_AFTER}"
)
_BRACKETED_SECONDS: Final = re.compile(rf"\[\s*({_SECONDS})(?:{_TO}({_SECONDS}))?\s*\]{_AFTER}")
_MARK: Final = re.compile(r"\[([0-9#][^\[\]]{0,39})\]\s+")
_BARE: Final = re.compile(rf"({CLOCK})(?:{_TO}({CLOCK}))?(?=\s|\Z){_AFTER}")


@attrs.frozen
class Stamp:
    """What stands before a turn.

    Attributes:
        length: how many characters of the line it takes, blanks behind it included.
        start: seconds from the start, or None for a mark that is no time.
        end: seconds from the start where a range was given, else None.
        mark: what stood in the brackets of a mark; else empty.
        bare: a time without brackets, which may be speech (`10:30 is fine`).
    """

    length: int
    start: float | None = None
    end: float | None = None
    mark: str = ""
    bare: bool = False


def leading_stamp(line: str) -> Stamp | None:
    """The time or mark that a line begins with.

    `[00:12:03]`, `(12:03)`, `[00:01.000 --> 00:02.000]`, `[12.5]` and `[0.00s -> 4.00s]` are times for certain;
    `00:12:03` is bare; `[41]` and `[8/15/2026, 6:55:09 PM]` are marks: a number without a unit may count seconds
    or turns.
    """
    if not line or line[0] not in "[(0123456789":
        return None
    if line[0] not in "[(":
        return _range_stamp(_BARE.match(line), bare=True)
    return _range_stamp(_BRACKETED.match(line)) or _seconds_stamp(line) or _mark_stamp(line)


def _range_stamp(match: re.Match[str] | None, *, bare: bool = False) -> Stamp | None:
    if match is None:
        return None
    times = [seconds(group) for group in match.groups() if group]
    return Stamp(match.end(), times[0], times[1] if len(times) > 1 else None, bare=bare)


def _seconds_stamp(line: str) -> Stamp | None:
    match = _BRACKETED_SECONDS.match(line)
    if match is None or match[1].isdigit():
        return None
    return Stamp(match.end(), seconds(match[1]), seconds(match[2] or ""))


def _mark_stamp(line: str) -> Stamp | None:
    match = _MARK.match(line)
    return None if match is None else Stamp(match.end(), mark=match[1].strip())
