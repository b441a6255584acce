"""The table of what each sign weighs, and the sum of a mention's signs."""

import functools
import math
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final

BIAS: Final = "(always)"


@functools.lru_cache(maxsize=1)
def fitted_weights() -> Mapping[str, float]:
    """The table that ships with the module, sign to weight in log-odds."""
    table = files("notarius.modules.dnd.spells").joinpath("weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {sign: float(weight) for weight, sign in rows}


def log_odds(signs: Iterable[str], weights: Mapping[str, float]) -> float:
    """The log-odds that a mention with these signs declares a cast.

    The sum is exact, so that it is the same in whatever order a set gives its signs.
    """
    return math.fsum((weights.get(BIAS, 0.0), *(weights.get(sign, 0.0) for sign in signs)))
