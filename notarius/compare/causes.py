"""What differs between runs before a model is asked: configuration, references, versions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from notarius.contracts.runs import BoundReference, LaneManifest, RunManifest
from notarius.rundir import StoredRun

# Settings that the lanes' manifests tell better, resolved and lane by lane.
_TOLD: Final = ("chunking", "grounding", "input", "references", "validation")
_TOLD_OF_MODEL: Final = frozenset(
    {"kind", "name", "temperature", "seed", "max_output_tokens", "extra_body", "context_tokens", "tokenizer"}
)


@attrs.frozen
class Difference:
    """Something that is not the same in all runs.

    Attributes:
        name: dotted, such as `references.agenda` or `model.name`.
        values: JSON values, one a run; None where a run has no such thing.
        lane: the lane it belongs to, or None for the whole run.
    """

    name: str
    values: tuple[Any, ...]
    lane: str | None = None


def differences(runs: Sequence[StoredRun]) -> tuple[Difference, ...]:
    """Everything that differs, the runs' own facts first, then lane by lane, then the other settings."""
    found = [*_differing([_run_facts(run.manifest) for run in runs])]
    for lane in dict.fromkeys(lane.name for run in runs for lane in run.manifest.lanes):
        found += _lane_differences(lane, [_named(run.manifest, lane) for run in runs])
    if all(run.settings is not None for run in runs):
        found += _differing([_settings(run.settings or {}) for run in runs])
    return tuple(found)


def _differing(facts: Sequence[Mapping[str, Any]], lane: str | None = None) -> Iterator[Difference]:
    for name in dict.fromkeys(name for one in facts for name in one):
        values = [one.get(name) for one in facts]
        if any(value != values[0] for value in values):
            yield Difference(name, tuple(values), lane)


def _named(manifest: RunManifest, name: str) -> LaneManifest | None:
    return next((lane for lane in manifest.lanes if lane.name == name), None)


def _lane_differences(name: str, lanes: Sequence[LaneManifest | None]) -> Iterator[Difference]:
    """Outcomes are compared over all runs, what was asked only over those in which the lane ran."""
    yield from _differing([{"outcome": lane.outcome if lane else None} for lane in lanes], name)
    facts = [dict(_lane_facts(lane)) if lane and lane.outcome != "deselected" else None for lane in lanes]
    ran = [one for one in facts if one is not None]
    for difference in _differing(ran, name):
        yield Difference(difference.name, tuple(one.get(difference.name) if one else None for one in facts), name)


def _run_facts(manifest: RunManifest) -> dict[str, Any]:
    return {
        "pipeline": manifest.pipeline,
        "campaign": manifest.campaign,
        "status": manifest.status,
        **{f"input.{name}": value for name, value in attrs.asdict(manifest.input).items() if name != "size_bytes"},
        "warnings": list(manifest.warnings),
        "notarius": manifest.notarius,
        **{f"packages.{name}": version for name, version in manifest.packages.items()},
        "python": manifest.run.python,
        "platform": manifest.run.platform,
    }


def _lane_facts(lane: LaneManifest) -> Iterator[tuple[str, Any]]:
    yield "extractor", lane.extractor
    yield "extractor_version", lane.extractor_version
    yield "schema_digest", lane.schema_digest
    for slot in dict.fromkeys((*(item.slot for item in lane.references), *lane.unbound)):
        yield f"references.{slot}", [_bound(item) for item in lane.references if item.slot == slot]
    groups = {"templates": lane.templates, "model": lane.model}
    for group, value in groups.items():
        yield from _flat(attrs.asdict(value) if value else {}, f"{group}.")
    for group, settings in {"chunking": lane.chunking, "reader": lane.reader, "checks": lane.checks}.items():
        yield from _flat(settings, f"{group}.")
    silent = [f"{one.id}: {one.failure or 'not asked'}" for one in lane.chunks if one.status in ("failed", "not_asked")]
    yield "unanswered", silent


def _bound(item: BoundReference) -> dict[str, Any]:
    """A bound item; what size and media type say, the digest says too."""
    return {
        "uri": item.origin_uri,
        "digest": item.digest,
        "tokens": item.tokens,
        "level": item.level,
        "source": item.source,
        "written_in": item.written_in,
    }


def _flat(value: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Leaves by dotted key; an empty mapping is a leaf."""
    for name, one in value.items():
        if isinstance(one, Mapping) and one:
            yield from _flat(one, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", one


def _settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {f"settings.{name}": value for name, value in _flat(settings, "") if not _told(name.split("."))}


def _told(path: Sequence[str]) -> bool:
    if path[0] == "lanes":
        return _told(path[2:]) if len(path) > 2 else False
    if path[0] == "model":
        return len(path) == 1 or path[1] in _TOLD_OF_MODEL
    return path[0] in _TOLD
