"""Reads a run directory again: manifest, records, rejections, findings, settings; and finds the jobs of a sweep."""

import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from notarius.contracts.records import Finding, Rejection, Severity
from notarius.contracts.runs import LaneManifest, RunManifest
from notarius.errors import RunDirectoryError
from notarius.jsontext import parse_json
from notarius.rundir.directory import MANIFEST
from notarius.rundir.manifests import manifest_converter, read_manifest, structure_problems

_Line = TypeVar("_Line", "StoredRecord", "Rejection", "StoredFinding")
_UNIT: Final = re.compile(r"u[1-9][0-9]*")
_JOB: Final = re.compile(r"[0-9]+")
_HYDRA: Final = ".hydra"


def _is_unit(_instance: object, _attribute: object, value: str) -> None:
    if not _UNIT.fullmatch(value):
        raise ValueError(f"{value!r} is no unit such as u12")


def _is_some(_instance: object, attribute: "attrs.Attribute[Any]", value: tuple[Any, ...]) -> None:
    if not value:
        raise ValueError(f"{attribute.name}: at least one was expected")


@attrs.frozen
class StoredEvidence:
    """A quote as an artifact holds it.

    Attributes:
        unit: id of the source unit.
        quote: the unit's own characters.
        speaker: the unit's label, or None.
        start_seconds: the unit's time, or None.
    """

    unit: str = attrs.field(validator=_is_unit)
    quote: str
    speaker: str | None = None
    start_seconds: float | None = None

    @property
    def number(self) -> int:
        """Which unit of the transcript it is, counted from 1."""
        return int(self.unit[1:])


@attrs.frozen
class StoredRecord:
    """A record as an artifact holds it; its class is not needed to read it.

    Attributes:
        id: hash of lane, key fields and evidence units.
        lane: the lane that found it.
        fields: the record's fields, in the order of its class.
        evidence: at least one, in unit order.
        findings: what validators said.
    """

    id: str
    lane: str
    fields: Mapping[str, Any]
    evidence: tuple[StoredEvidence, ...] = attrs.field(validator=_is_some)
    findings: tuple[Finding, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Ids of the evidence units, each once, in order."""
        return tuple(dict.fromkeys(item.unit for item in self.evidence))


@attrs.frozen
class StoredFinding:
    """A line of `findings.jsonl`.

    Attributes:
        lane: the lane.
        code: stable code.
        severity: `fail` or `warn`.
        message: for people.
        record: id of the record it is about, or None.
        chunk: id of the chunk, for a rejected item, or None.
    """

    lane: str
    code: str
    severity: Severity
    message: str
    record: str | None = None
    chunk: str | None = None


@attrs.frozen
class StoredLane:
    """A lane that ran, and what it found.

    Attributes:
        manifest: what it ran on.
        records: in unit order.
        rejections: in chunk order.
        findings: of its records, its rejections and of neither.
    """

    manifest: LaneManifest
    records: tuple[StoredRecord, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    findings: tuple[StoredFinding, ...] = ()

    @property
    def key(self) -> str:
        """The field that says what a record is about; the first one where the manifest does not tell."""
        first = next((name for record in self.records for name in record.fields), "")
        return self.manifest.key or first


@attrs.frozen
class StoredRun:
    """A run as its directory holds it.

    Attributes:
        shown: the directory as a display path.
        manifest: what ran on what.
        lanes: the lanes that ran, by name, in the pipeline's order.
        settings: the effective configuration, or None where `diagnostics/` was removed.
    """

    shown: str
    manifest: RunManifest
    lanes: Mapping[str, StoredLane]
    settings: Mapping[str, Any] | None = None


@attrs.frozen
class SweepJobs:
    """The jobs of a sweep, by the names of their folders, those with numbers in the order of the numbers.

    Attributes:
        finished: folders that hold a manifest.
        unfinished: names of those that do not: the job did not end, or never began.
    """

    finished: tuple[Path, ...]
    unfinished: tuple[str, ...]


def read_run(path: Path, *, shown: str | None = None) -> StoredRun:
    """Everything in a run directory that tells what was found on what.

    Args:
        path: the run directory.
        shown: what to call it in errors; its last name if None.

    Raises:
        RunDirectoryError: if it is none, a file is missing or does not read; names file and line.
    """
    name = shown or path.name
    manifest = read_manifest(path, shown=name)
    findings = _lines(path, name, "findings.jsonl", StoredFinding)
    ran = [lane for lane in manifest.lanes if lane.outcome != "deselected"]
    lanes = {lane.name: _lane(path, name, lane, findings) for lane in ran}
    return StoredRun(name, manifest, lanes, _settings(path, name))


def _lane(path: Path, name: str, lane: LaneManifest, findings: Iterable[StoredFinding]) -> StoredLane:
    return StoredLane(
        manifest=lane,
        records=tuple(_lines(path, name, f"artifacts/{lane.name}.jsonl", StoredRecord)),
        rejections=tuple(_lines(path, name, f"rejected/{lane.name}.jsonl", Rejection)),
        findings=tuple(finding for finding in findings if finding.lane == lane.name),
    )


def _lines(path: Path, name: str, file: str, kind: type[_Line]) -> list[_Line]:
    text = _text(path / file, f"{name}/{file}")
    numbered = enumerate(text.split("\n"), start=1)
    return [_structured(line, f"{name}/{file}, line {number}", kind) for number, line in numbered if line.strip()]


def _text(path: Path, shown: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise RunDirectoryError(f"{shown} is missing, which the manifest says the run wrote") from error
    except OSError as error:
        raise RunDirectoryError(f"{shown}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RunDirectoryError(f"{shown}: no UTF-8: {error}") from error


def _structured(line: str, where: str, kind: type[_Line]) -> _Line:
    from cattrs import BaseValidationError

    try:
        structured: _Line = _converter().structure(parse_json(line), kind)
    except BaseValidationError as error:
        problems = structure_problems(error)
        raise RunDirectoryError(*(f"{where}: {problem}" for problem in problems)) from error
    except (ValueError, TypeError) as error:
        raise RunDirectoryError(f"{where}: no JSON object of this file's shape: {error}") from error
    return structured


@functools.cache
def _converter() -> Any:
    return manifest_converter(forbid_extra_keys=False)


def _settings(path: Path, name: str) -> Mapping[str, Any] | None:
    import yaml  # comes with OmegaConf, which wrote the file

    file = path / "diagnostics" / "effective-config.yaml"
    if not file.exists():
        return None
    where = f"{name}/diagnostics/{file.name}"
    try:
        value = yaml.safe_load(_text(file, where))
    except yaml.YAMLError as error:
        said = " ".join(str(error).split())
        raise RunDirectoryError(f"{where}: no YAML: {said}") from error
    if value is not None and not isinstance(value, dict):
        raise RunDirectoryError(f"{where}: a mapping was expected")
    return value


def sweep_jobs(path: Path, *, shown: str | None = None) -> SweepJobs | None:
    """The jobs below a sweep's folder, or None if this is a run directory or holds no jobs.

    A job is a folder whose name is a number, or that Hydra or a run has written to.

    Raises:
        RunDirectoryError: if the folder cannot be read.
    """
    if not path.is_dir() or (path / MANIFEST).exists():
        return None
    try:
        folders = sorted((item for item in path.iterdir() if item.is_dir()), key=_by_number)
    except OSError as error:
        raise RunDirectoryError(f"{shown or path.name}: cannot be read: {error.strerror or error}") from error
    jobs = [folder for folder in folders if _is_job(folder)]
    if not jobs:
        return None
    finished = [folder for folder in jobs if (folder / MANIFEST).exists()]
    return SweepJobs(tuple(finished), tuple(folder.name for folder in jobs if folder not in finished))


def _is_job(folder: Path) -> bool:
    return bool(_JOB.fullmatch(folder.name)) or (folder / _HYDRA).is_dir() or (folder / MANIFEST).exists()


def _by_number(folder: Path) -> tuple[float, str]:
    number = _JOB.match(folder.name)
    return (int(number[0]) if number else float("inf"), folder.name)
