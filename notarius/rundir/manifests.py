"""`manifest.json`: writing it stably, and reading it again."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import attrs

from notarius.contracts.runs import MANIFEST_VERSION, RunManifest
from notarius.errors import RunDirectoryError
from notarius.jsontext import parse_json
from notarius.rundir.files import json_document

if TYPE_CHECKING:
    from cattrs import BaseValidationError, Converter


def manifest_json(manifest: RunManifest) -> str:
    """The manifest as its file holds it: sorted keys, two blanks of indent; equal manifests give equal bytes."""
    return json_document(manifest)


def stable_json(manifest: RunManifest) -> str:
    """The manifest without its `run` block: byte-identical for equal runs."""
    kept = {field.name: getattr(manifest, field.name) for field in attrs.fields(RunManifest) if field.name != "run"}
    return json_document(kept)


def read_manifest(path: Path, *, shown: str | None = None) -> RunManifest:
    """The manifest in a file; equal to the one that was written.

    Args:
        path: the file, or the run directory that holds it.
        shown: what to call it in errors; its last name if None.

    Raises:
        RunDirectoryError: if there is none, or it does not read as a manifest of this version.
    """
    name = shown or path.name
    value = _loaded(path / "manifest.json" if path.is_dir() else path, name)
    if not isinstance(value, dict) or "manifest_version" not in value:
        raise RunDirectoryError(f"{name}: no manifest of a run: it has no `manifest_version`")
    if value["manifest_version"] != MANIFEST_VERSION:
        found = value["manifest_version"]
        raise RunDirectoryError(f"{name}: manifest version {found!r}; this notarius reads {MANIFEST_VERSION}")
    return _structured(value, name)


def _loaded(path: Path, name: str) -> Any:
    try:
        return parse_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunDirectoryError(
            f"{name}: no run directory, or a run that did not end: there is no manifest.json"
        ) from error
    except OSError as error:
        raise RunDirectoryError(f"{name}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise RunDirectoryError(f"{name}: no JSON: {error}") from error


def _structured(value: dict[str, Any], name: str) -> RunManifest:
    from cattrs import BaseValidationError

    try:
        return manifest_converter(forbid_extra_keys=True).structure(value, RunManifest)
    except BaseValidationError as error:
        raise RunDirectoryError(*(f"{name}: {problem}" for problem in structure_problems(error))) from error


def manifest_converter(*, forbid_extra_keys: bool) -> "Converter":
    """A converter from JSON values to frozen classes that takes no value for one of another type."""
    # cattrs takes a tenth of a second to import, and most runs read no manifest.
    from cattrs.preconf.json import make_converter

    converter = make_converter(forbid_extra_keys=forbid_extra_keys)
    for kind in (str, int, bool, float):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook_func(_is_literal, _one_of)
    return converter


def structure_problems(error: "BaseValidationError") -> list[str]:
    """What did not fit, one text each, with the key it stands at."""
    from cattrs import transform_error

    return transform_error(error, format_exception=_problem)


def _exactly(value: Any, kind: type) -> Any:
    """The value, if it is of just that type: cattrs alone would make the text `None` of a null."""
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise TypeError(f"expected {kind.__name__}, found {value!r}")
    return value


def _is_literal(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _one_of(value: Any, kind: Any) -> Any:
    if value not in get_args(kind):
        raise ValueError(f"{value!r} is none of {', '.join(map(repr, get_args(kind)))}")
    return value


def _problem(error: BaseException, kind: type | None) -> str:
    """What is wrong; where it is wrong, cattrs adds."""
    from cattrs.v import format_exception

    said = isinstance(error, TypeError | ValueError) and str(error)
    return said or format_exception(error, kind)
