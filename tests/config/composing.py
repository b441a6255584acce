"""Composing a job in the working directory, as a run would."""

from collections.abc import Sequence

from notarius.config.arguments import prepare
from notarius.config.driver import launch
from notarius.config.settings import Job


def jobs(*arguments: str) -> list[Job]:
    """Every job that a command line would run, without running any."""
    seen: list[Job] = []
    launch(prepare(arguments, {}), check=lambda job: None, task=lambda job, directory: seen.append(job))
    return seen


def job(*arguments: str) -> Job:
    """The one job that a command line would run."""
    (one,) = jobs(*arguments)
    return one


def names(paths: Sequence[str]) -> list[str]:
    """File names of paths."""
    return [path.replace("\\", "/").rsplit("/", 1)[-1] for path in paths]
