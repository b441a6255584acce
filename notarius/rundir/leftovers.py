"""What an earlier run left in a directory that is used again: which files are a run's own, and taking them away.

A run may have fewer lanes than the one before it, and files of the others beside its manifest would pass for its own.
The names of a run's files stand in a journal from before the first is written until the manifest says the same, so
that the files of a run that was killed are known too.
"""

import contextlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from notarius.contracts.results import RunResult
from notarius.errors import OutputError
from notarius.jsontext import JsonTextError, parse_json
from notarius.rundir.files import json_document, remove, write_text
from notarius.rundir.links import is_link, leading_out

MANIFEST: Final = "manifest.json"
SWEEP: Final = "sweep.json"
JOURNAL: Final = ".files.json"
FAILURES: Final = "diagnostics/failures"

# Files whose names differ between runs; a journal or manifest that names others is not believed.
_NAME: Final = r"[^/\\\0\ud800-\udfff]+"  # half a surrogate pair is no name that a system takes
_VARYING: Final = re.compile(
    rf"artifacts/{_NAME}\.(?:jsonl|csv)|rejected/{_NAME}\.jsonl|diagnostics/failures/{_NAME}\.txt"
)
_FIXED: Final = (
    "findings.jsonl",
    *(f"diagnostics/{name}" for name in ("effective-config.yaml", "bindings.json", "tokens.json", "usage.json")),
    *(f"diagnostics/{name}.jsonl" for name in ("merges", "notes")),
    f"{FAILURES}/index.jsonl",
)
_HYDRAS: Final = (
    *(f".hydra/{name}" for name in ("config.yaml", "hydra.yaml", "overrides.yaml", "seal.txt")),
    "notarius.log",
)
_NUMBER: Final = re.compile(r"[0-9]+")
_OF_A_RUN: Final = (MANIFEST, JOURNAL, "notarius.log")
_FOLDERS: Final = ("artifacts", "rejected", FAILURES, "diagnostics", ".hydra", ".")
# What is written through a link, were there one: all else is put in place by its name.
WRITTEN_THROUGH: Final = (*_FOLDERS[:-1], *_HYDRAS)


def lane_files(lane: str) -> tuple[str, ...]:
    """The files that a lane's results stand in, by their names in the run directory."""
    return (f"artifacts/{lane}.jsonl", f"artifacts/{lane}.csv", f"rejected/{lane}.jsonl")


def failure_file(lane: str, chunk: str, attempt: int) -> str:
    """The name, in its folder, of the file that holds an answer that could not be used."""
    return f"{lane}-{chunk}-{attempt}.txt"


def own_files(result: RunResult) -> frozenset[str]:
    """The files of a run whose names not every run has."""
    names = [name for lane in result.lanes for name in lane_files(lane.lane)]
    failed = [(lane.lane, answer) for lane in result.lanes for answer in lane.failed_answers]
    names += [f"{FAILURES}/{failure_file(lane, answer.chunk, answer.attempt)}" for lane, answer in failed]
    return frozenset(names)


def begin(path: Path, files: frozenset[str] = frozenset()) -> frozenset[str]:
    """Take the manifest of an earlier run away, and note whose files are here and which are to come.

    Args:
        path: the run directory, which need not exist yet.
        files: those that are to be written, as `own_files`.

    Returns:
        The files that earlier runs wrote, or were about to.

    Raises:
        OutputError: if the manifest cannot be removed, or the journal not be written, or if links lead out.
    """
    _require_inside(path)
    earlier = _earlier(path)
    write_text(path / JOURNAL, json_document(sorted(earlier | files)))
    remove(path / MANIFEST)
    return earlier


def clear(path: Path) -> None:
    """Take a whole run away; the folders too, if nothing else is in them.

    Raises:
        OutputError: if a file cannot be removed, or if links lead out.
    """
    _require_inside(path)
    earlier = _earlier(path)
    remove(path / MANIFEST)
    for name in (*sorted(earlier), *_FIXED, *_HYDRAS, JOURNAL):
        remove(path / name)
    for folder in _FOLDERS:
        with contextlib.suppress(OSError):  # not there, or somebody else's files are in it
            (path / folder).rmdir()


def clear_sweep(path: Path, *, numbered: bool) -> None:
    """Make a sweep's folder ready: no summary of an earlier one, and none of its jobs.

    Args:
        path: the folder.
        numbered: whether jobs are named by their numbers. Where they are not, sweeps may be gathered in one folder
            on purpose, and their jobs stay.

    Raises:
        OutputError: if a file cannot be removed.
    """
    remove(path / SWEEP)
    folders = [item for item in sorted(path.iterdir()) if _NUMBER.fullmatch(item.name) and item.is_dir()]
    for folder in folders if numbered else ():
        if not is_link(folder) and any((folder / name).exists() for name in _OF_A_RUN):
            clear(folder)


def _require_inside(path: Path) -> None:
    """Check that no link leads a run's files, or what is taken away, into another folder."""
    try:
        out = leading_out(path, WRITTEN_THROUGH)
    except OSError as error:
        raise OutputError(f"{path.name}: {error.strerror or error}") from error
    if out:
        raise OutputError(f"{path.name}: {', '.join(out)} in it: a link that leads out of the run directory")


def _earlier(path: Path) -> frozenset[str]:
    """The files that an earlier run wrote here, or was about to."""
    journal = _value(path / JOURNAL)
    manifest = _value(path / MANIFEST)
    named = [*(journal if isinstance(journal, list) else ()), *_of_manifest(manifest), *_of_failures(path)]
    return frozenset(name for name in named if isinstance(name, str) and _VARYING.fullmatch(name))


def _of_manifest(manifest: Any) -> Iterator[str]:
    """Files of the lanes that ran; of a manifest of another version too, as far as it tells."""
    lanes = manifest.get("lanes") if isinstance(manifest, dict) else None
    for lane in lanes if isinstance(lanes, list) else ():
        if isinstance(lane, dict) and lane.get("outcome") != "deselected":
            yield from lane_files(str(lane.get("name")))


def _of_failures(path: Path) -> Iterable[str]:
    try:
        lines = (path / FAILURES / "index.jsonl").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ()
    values = [_parsed(line) for line in lines]
    return [f"{FAILURES}/{value.get('file')}" for value in values if isinstance(value, dict)]


def _value(path: Path) -> Any:
    try:
        return _parsed(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except JsonTextError:
        return None
