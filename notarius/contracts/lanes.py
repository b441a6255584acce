"""Names of lanes: they name files, on every system."""

import re
from typing import Final

_LANE: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
# Windows keeps these names for devices, whatever follows a dot.
_DEVICES: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


def lane_name_problem(name: str) -> str | None:
    """Why a lane cannot have this name, or None: lanes name files, on every system."""
    if not _LANE.fullmatch(name):
        return f"lane {name!r}: a lane's name is made of a-z, 0-9, _ and -, begins with a-z or 0-9, 64 at most"
    return f"lane {name!r}: Windows keeps that name for a device" if _DEVICES.fullmatch(name) else None


def is_lane_name(_instance: object, _attribute: object, value: str) -> None:
    """An attrs validator: refuses what `lane_name_problem` does.

    Raises:
        ValueError: with the problem.
    """
    if problem := lane_name_problem(value):
        raise ValueError(problem)
