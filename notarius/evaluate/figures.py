"""Precision, recall, F1 and attribution, how sure they are, and how sure the difference of two runs is."""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final

import attrs

FIGURES: Final = ("recall", "precision", "f1", "attribution")
RESAMPLES: Final = 2000
CONFIDENCE: Final = 0.95
_SEED: Final = 0


@attrs.frozen
class Tally:
    """What figures are made of.

    Attributes:
        gold: gold rows that a run should record.
        found: those that it did.
        wrong: records that are none.
        judged: found rows of lanes whose gold names actors.
        attributed: those of them with the right actor.
    """

    gold: int = 0
    found: int = 0
    wrong: int = 0
    judged: int = 0
    attributed: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(one + two for one, two in zip(attrs.astuple(self), attrs.astuple(other), strict=True)))


@attrs.frozen
class Interval:
    """A range that holds a figure.

    Attributes:
        low: its lower end.
        high: its upper end.
    """

    low: float
    high: float


Figures = Mapping[str, float | None]
Intervals = Mapping[str, Interval | None]
Item = tuple[Tally, ...]


def figures(tally: Tally) -> Figures:
    """The figures by name; a share of nothing is 0, but for attribution, which is None where nothing was judged."""
    recall = _share(tally.found, tally.gold)
    precision = _share(tally.found, tally.found + tally.wrong)
    both = precision + recall
    return {
        "recall": recall,
        "precision": precision,
        "f1": 2 * precision * recall / both if both else 0.0,
        "attribution": tally.attributed / tally.judged if tally.judged else None,
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def intervals(items: Sequence[Item], resamples: int = RESAMPLES) -> Intervals:
    """Bootstrap intervals of one run's figures, by percentiles.

    Args:
        items: one for every gold row that should be recorded and every false record, each with one tally; they are
            drawn with replacement, as many as there are.
        resamples: how often.
    """
    return _intervals(items, lambda tallies: figures(tallies[0]), resamples)


def differences(items: Sequence[Item], resamples: int = RESAMPLES) -> Intervals:
    """Bootstrap intervals of the figures of a second run less those of a first, drawn in pairs.

    Args:
        items: as for `intervals`, each with the tally of the first run and of the second; a false record that both
            runs have is one item.
        resamples: how often.
    """
    return _intervals(items, lambda tallies: less(figures(tallies[1]), figures(tallies[0])), resamples)


def less(one: Figures, other: Figures) -> Figures:
    """The first figures less the second; None where either is."""
    return {name: _less(one[name], other[name]) for name in FIGURES}


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _intervals(items: Sequence[Item], measured: Callable[[Item], Figures], resamples: int) -> Intervals:
    """Items that are alike are drawn by their share: the same draw in law, and quick."""
    alike = Counter(tuple(map(attrs.astuple, item)) for item in items)
    if not alike:
        return dict.fromkeys(FIGURES)
    kinds = sorted(alike)  # so that the order of the items does not matter
    weights = list(accumulate(alike[kind] for kind in kinds))
    chance = random.Random(_SEED)  # noqa: S311 - reproducible draws, no secrets
    draws = (Counter(chance.choices(kinds, cum_weights=weights, k=len(items))) for _ in range(resamples))
    drawn = [measured(_sum(draw)) for draw in draws]
    return {name: _percentiles([one[name] for one in drawn]) for name in FIGURES}


def _sum(draw: Mapping[tuple[tuple[int, ...], ...], int]) -> Item:
    """The tallies of a draw, one a run, from how often each kind of item was drawn."""
    scaled = ([[value * times for value in tally] for tally in kind] for kind, times in draw.items())
    by_run = zip(*scaled, strict=True)
    return tuple(Tally(*map(sum, zip(*tallies, strict=True))) for tallies in by_run)


def _percentiles(values: Sequence[float | None]) -> Interval | None:
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    outside = (1 - CONFIDENCE) / 2
    low, high = math.floor(outside * len(known)), math.ceil((1 - outside) * len(known)) - 1
    return Interval(known[low], known[high])
