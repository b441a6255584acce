"""Fingerprints: what a lane, and a run, asked of a model about what."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from notarius.contracts.runs import LaneManifest, TemplateDigests
from notarius.digests import digest_json


def lane_fingerprint(
    *,
    input_digest: str,
    input_format: str,
    reader: Mapping[str, Any],
    chunking: Mapping[str, Any],
    counter: str,
    templates: TemplateDigests,
    schema_digest: str,
    extractor: str,
    extractor_version: str,
    references: Mapping[str, Sequence[str]],
    model_kind: str,
    model_name: str,
    parameters: Mapping[str, Any],
) -> str:
    """`sha256:<hex>` over everything that decides what a lane asks, and nothing else.

    Concurrency, prices, paths, addresses and the checks made on answers enter none. Nor does the templates' version
    for people, nor an unbound slot.

    Args:
        input_digest: of the transcript's raw bytes.
        input_format: name of the reader.
        reader: its options.
        chunking: budget, overlap and whatever else decides where chunks end.
        counter: name of the token counter that chunks are measured with.
        templates: identity of the prompt.
        schema_digest: of the answer's schema.
        extractor: its name.
        extractor_version: its version.
        references: digests in binding order, by slots of this extractor (`ReferenceSet.digests`).
        model_kind: the client, such as `openai`.
        model_name: as the server knows it; of a file, its digest.
        parameters: sampling.
    """
    asked = {
        "input": {"digest": input_digest, "format": input_format, "reader": dict(reader)},
        "chunking": {"settings": dict(chunking), "counter": counter},
        "templates": {"instructions": templates.instructions, "chunk": templates.chunk},
        "schema": schema_digest,
        "extractor": {"name": extractor, "version": extractor_version},
        "references": {slot: list(digests) for slot, digests in references.items() if digests},
        "model": {"kind": model_kind, "name": model_name, "parameters": dict(parameters)},
    }
    return digest_json(asked)


def manifest_fingerprint(lane: LaneManifest, *, input_digest: str, input_format: str) -> str | None:
    """The fingerprint of a lane from what its manifest says; None where that does not say enough (deselected).

    What a manifest records is all that a fingerprint takes, so that a reader can check one.
    """
    if lane.templates is None or lane.model is None or lane.schema_digest is None or lane.extractor_version is None:
        return None
    return lane_fingerprint(
        input_digest=input_digest,
        input_format=input_format,
        reader=lane.reader,
        chunking=lane.chunking,
        counter=lane.model.counter,
        templates=lane.templates,
        schema_digest=lane.schema_digest,
        extractor=lane.extractor,
        extractor_version=lane.extractor_version,
        references=_digests(lane),
        model_kind=lane.model.kind,
        model_name=lane.model.digest or lane.model.name,
        parameters=lane.model.parameters,
    )


def _digests(lane: LaneManifest) -> dict[str, list[str]]:
    digests: dict[str, list[str]] = {}
    for reference in lane.references:
        digests.setdefault(reference.slot, []).append(reference.digest)
    return digests


def fingerprinted(lane: LaneManifest, *, input_digest: str, input_format: str) -> LaneManifest:
    """The lane's manifest with its fingerprint."""
    fingerprint = manifest_fingerprint(lane, input_digest=input_digest, input_format=input_format)
    return attrs.evolve(lane, fingerprint=fingerprint)


def run_fingerprint(lanes: Iterable[LaneManifest]) -> str:
    """Hash of the fingerprints of the lanes that ran, by name; the order of lanes does not matter."""
    return digest_json({lane.name: lane.fingerprint for lane in lanes if lane.outcome != "deselected"})
