"""Run directories as the command line names them; a sweep's folder stands for its jobs."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from notarius.display import DisplayPaths
from notarius.errors import RunDirectoryError, UsageError
from notarius.rundir import StoredRun, read_run, sweep_jobs


@attrs.frozen
class GivenRuns:
    """What the command line named.

    Attributes:
        runs: those that ended, in the order given, a sweep's jobs by number.
        names: what to call each, as short as it can be told apart.
        unfinished: jobs without a manifest, as display paths.
        sweep: whether a sweep's folder was among them.
    """

    runs: tuple[StoredRun, ...]
    names: tuple[str, ...]
    unfinished: tuple[str, ...]
    sweep: bool


def read_given(paths: Sequence[Path]) -> GivenRuns:
    """Reads every run that was named.

    Raises:
        RunDirectoryError: if something is neither a run directory nor a sweep; all such are named together.
    """
    shown = DisplayPaths(campaign=None, cwd=Path.cwd())
    folders: list[Path] = []
    unfinished: list[str] = []
    sweep = False
    for path in paths:
        jobs = sweep_jobs(path, shown=shown(path))
        folders += jobs.finished if jobs else [path]
        unfinished += [shown(path / name) for name in jobs.unfinished] if jobs else []
        sweep = sweep or jobs is not None
    runs = _read(folders, shown)
    return GivenRuns(runs, _names(folders, sweep=sweep), tuple(unfinished), sweep)


def _read(folders: Sequence[Path], shown: DisplayPaths) -> tuple[StoredRun, ...]:
    runs, errors = [], []
    for folder in folders:
        try:
            runs.append(read_run(folder, shown=shown(folder)))
        except RunDirectoryError as error:
            errors.append(error)
    if errors:
        raise UsageError.together(errors)
    return tuple(runs)


def _names(folders: Sequence[Path], *, sweep: bool) -> tuple[str, ...]:
    """The jobs' own names if these tell them apart; else places in the order given."""
    names = [folder.name for folder in folders]
    if sweep and len(set(names)) == len(names):
        return tuple(names)
    return tuple(str(at) for at in range(len(folders)))
