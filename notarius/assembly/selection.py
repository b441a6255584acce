"""Which lanes of a pipeline run."""

import difflib
from collections.abc import Iterator, Sequence

import attrs

from notarius.config.settings import Job
from notarius.config.structure import nearest
from notarius.contracts.lanes import lane_name_problem
from notarius.errors import ConfigError


@attrs.frozen
class Selection:
    """Lanes by whether they run.

    Attributes:
        lanes: the names of those that run, in the pipeline's order. Where `only` is wrong, those that were probably
            meant, so that what is wrong with them is told together with it.
        errors: what is wrong with the choice, and with the names of lanes; with the lane's name where it is one's.
    """

    lanes: tuple[str, ...]
    errors: tuple[tuple[ConfigError, str | None], ...] = ()


def selection(job: Job) -> Selection:
    """The lanes that `only` selects."""
    names, only = tuple(job.settings.lanes), job.settings.only
    errors = (*_misnamed(names), *((error, None) for error in _wrong(job.pipeline, names, only)))
    return Selection(names if only is None else _meant(only, names), errors)


def _misnamed(names: Sequence[str]) -> Iterator[tuple[ConfigError, str]]:
    for name in names:
        if (text := lane_name_problem(name)) is not None:
            yield ConfigError(text), name


def _wrong(pipeline: str, names: Sequence[str], only: Sequence[str] | None) -> Iterator[ConfigError]:
    if not names:
        yield ConfigError(f"pipeline {pipeline}: has no lanes")
    if only is not None and not only:
        yield ConfigError(f"only: an empty list selects no lane; lanes: {', '.join(names)}")
    for name in only or ():
        if name not in names:
            yield ConfigError(f"only: pipeline {pipeline} has no lane {name}{nearest(name, names)}")


def _meant(only: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The lanes named, or nearly named; all of them if that is none."""
    close = {match for name in only if name not in names for match in difflib.get_close_matches(name, names, n=1)}
    return tuple(name for name in names if name in only or name in close) or tuple(names)
