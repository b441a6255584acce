"""Times as transcripts write them, in seconds from the start."""

import math
import re
from typing import Final

CLOCK: Final = r"(?:[0-9]{1,3}:[0-5]?[0-9]|[0-9]{1,3}):[0-5][0-9](?:[.,][0-9]{1,6})?"
_NUMBER: Final = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,20})?(?:[eE][-+]?[0-9]{1,3})?s?")
_WHOLE_CLOCK: Final = re.compile(CLOCK)


def seconds(text: str) -> float | None:
    """`12.5`, `12.5s`, `02:03`, `1:02:03.5`, `00:00:12,5` in seconds; None for anything else."""
    value = text.strip()
    if _WHOLE_CLOCK.fullmatch(value):
        total = 0.0
        for part in value.replace(",", ".").split(":"):
            total = total * 60 + float(part)
        return round(total, 6)
    if _NUMBER.fullmatch(value):
        return float(value.rstrip("s"))
    return None


def sensible(value: float) -> bool:
    """Whether a number can be a time: finite and not negative."""
    return math.isfinite(value) and value >= 0
