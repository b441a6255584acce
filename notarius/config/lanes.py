"""Lanes that the command line names."""

import difflib
import re
from collections.abc import Sequence
from typing import Final

from omegaconf import DictConfig

from notarius.config import nodes
from notarius.errors import ConfigError

_OF_A_LANE: Final = re.compile(r"(?:\+{0,2}|~)lanes\.(?P<lane>[\w-]+)(?:\.(?P<key>\w+))?.*", re.DOTALL)


def require_known_lanes(config: DictConfig, overrides: Sequence[str]) -> None:
    """Check that overrides of a lane's keys name a lane of the pipeline, or one that overrides make.

    Args:
        config: composed, before the overrides are applied.
        overrides: of the command line.

    Raises:
        ConfigError: naming the lanes that there are, and the nearest.
    """
    there = [str(name) for name, _ in nodes.items(nodes.child(config, "lanes"))]
    named = [match for match in map(_OF_A_LANE.fullmatch, overrides) if match is not None]
    made = {match["lane"] for match in named if match["key"] in (None, "extract")}
    unknown = dict.fromkeys(match["lane"] for match in named if match["lane"] not in {*there, *made})
    if there and unknown:
        raise ConfigError(*(f"lanes.{name}: the pipeline has no such lane{_hint(name, there)}" for name in unknown))


def _hint(name: str, there: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, there, n=1)
    return f"; did you mean {close[0]}? lanes: {', '.join(there)}" if close else f"; lanes: {', '.join(there)}"
