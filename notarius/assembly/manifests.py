"""What ran on what, from the prepared run and its outcome."""

import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import attrs

from notarius.assembly.clients import model_name
from notarius.assembly.prefix import cached_by_slot
from notarius.assembly.preparation import PreparedLane, PreparedRun
from notarius.assembly.prices import cost, has_prices
from notarius.config.settings import Job, ModelSettings, PriceSettings
from notarius.contracts.generation import Usage
from notarius.contracts.results import LaneResult
from notarius.contracts.runs import (
    BoundReference,
    ChunkOutcome,
    ChunkRun,
    ChunkStatus,
    InputManifest,
    LaneManifest,
    LaneRun,
    ModelManifest,
    RunBlock,
    RunManifest,
    TemplateDigests,
    lane_outcome,
    run_status,
)
from notarius.contracts.sources import Transcript
from notarius.digests import digest_json
from notarius.display import DisplayPaths
from notarius.rundir import fingerprinted, package_versions, platform_name, run_fingerprint
from notarius.runner import ChunkResult, RunOutcome
from notarius.runner.answers import ChunkAnswer

_NOTARIUS: Final = "notarius"


@attrs.frozen
class Clock:
    """When a run began.

    Attributes:
        started: local time with offset.
        monotonic: seconds, for the duration.
    """

    started: datetime
    monotonic: float


def run_manifest(
    prepared: PreparedRun, outcome: RunOutcome, results: Sequence[LaneResult], directory: Path, clock: Clock
) -> RunManifest:
    """The manifest of a run that ended, however it did."""
    transcript, job = prepared.transcript, prepared.job
    ran = {
        lane.name: lane_manifest(lane, prepared, outcome.lanes[lane.name], result, interrupted=outcome.interrupted)
        for lane, result in zip(prepared.lanes, results, strict=True)
    }
    lanes = tuple(ran[name] if name in ran else _deselected(name, prepared) for name in job.settings.lanes)
    return RunManifest(
        pipeline=job.pipeline,
        status=run_status(lane.outcome for lane in lanes),
        input=input_manifest(job, transcript, prepared.display),
        lanes=lanes,
        fingerprint=run_fingerprint(lanes),
        notarius=package_versions([_NOTARIUS])[_NOTARIUS] or "unknown",
        packages=package_versions(),
        run=_run_block(prepared, outcome, directory, clock),
        campaign=prepared.display.campaign_name,
        warnings=prepared.warnings,
    )


def input_manifest(job: Job, transcript: Transcript, display: DisplayPaths) -> InputManifest:
    """The transcript that a job reads."""
    path = job.settings.input.path
    return InputManifest(
        name=display(path.path) if path is not None and path.path is not None else "",
        format=transcript.format,
        digest=transcript.digest,
        size_bytes=transcript.size_bytes,
        units=len(transcript.units),
        units_with_text=sum(1 for unit in transcript.units if unit.text),
    )


def _deselected(name: str, prepared: PreparedRun) -> LaneManifest:
    return LaneManifest(name=name, outcome="deselected", extractor=prepared.deselected[name])


def lane_manifest(
    lane: PreparedLane,
    prepared: PreparedRun,
    chunks: Sequence[ChunkResult[ChunkAnswer]],
    result: LaneResult,
    *,
    interrupted: bool,
) -> LaneManifest:
    """What one lane ran on and how it ended, with its fingerprint."""
    outcomes = tuple(chunk_outcome(chunk) for chunk in chunks)
    settings = prepared.job.settings
    manifest = LaneManifest(
        name=lane.name,
        outcome=lane_outcome(outcomes, interrupted=interrupted),
        extractor=lane.extractor.name,
        extractor_version=lane.extractor.version,
        schema_digest=digest_json(lane.schema),
        templates=TemplateDigests(
            lane.prompts.digests["instructions"], lane.prompts.digests["chunk"], lane.prompts.version
        ),
        chunking=attrs.asdict(lane.chunking),
        reader={"format": settings.input.format},
        checks={**attrs.asdict(settings.grounding), **attrs.asdict(settings.validation)},
        references=tuple(bound_references(lane, prepared)),
        unbound=tuple(slot.name for slot in lane.references.slots if not slot.items),
        model=model_manifest(lane, prepared),
        chunks=outcomes,
        records=len(result.records),
        rejected=len(result.rejections),
        key=lane.extractor.key,
        actor=lane.extractor.actor,
    )
    transcript = prepared.transcript
    return fingerprinted(manifest, input_digest=transcript.digest, input_format=transcript.format)


def bound_references(lane: PreparedLane, prepared: PreparedRun) -> Iterable[BoundReference]:
    """Every item that is bound, in declaration order, then binding order."""
    for slot in lane.references.slots:
        binding = lane.bindings.get(slot.name)
        if binding is None:
            continue
        for item in slot.items:
            yield BoundReference(
                slot=slot.name,
                origin_type=item.origin.type,
                origin_uri=item.origin.uri,
                digest=item.digest,
                media_type=item.media_type,
                size_bytes=item.size_bytes,
                tokens=item.token_estimate,
                source=binding.origin,
                level=binding.level,
                written_in=prepared.display(binding.written_in) if binding.written_in is not None else None,
            )


def model_manifest(lane: PreparedLane, prepared: PreparedRun) -> ModelManifest:
    """The model a lane asks."""
    model = lane.model
    return ModelManifest(
        option=model_option(prepared.job, lane.name, model),
        kind=model.kind,
        name=model_name(model),
        parameters={
            "temperature": model.temperature,
            "seed": model.seed,
            "max_output_tokens": model.max_output_tokens,
            "extra_body": dict(model.extra_body),
        },
        context_tokens=model.context_tokens,
        counter=lane.counter.name,
        counter_exact=lane.counter.exact,
        digest=lane.model_digest,
    )


def model_option(job: Job, lane: str, model: ModelSettings) -> str:
    """The option of the config group `model` that a lane uses."""
    return job.choices.get(f"model@lanes.{lane}.model") or job.choices.get("model", model.kind)


def chunk_outcome(result: ChunkResult[ChunkAnswer]) -> ChunkOutcome:
    """How a chunk ended."""
    chunk, value = result.chunk, result.value
    found = len(value.records) if value is not None else 0
    refused = len(value.rejections) if value is not None else 0
    answered: ChunkStatus = "records" if found or refused else "nothing"
    return ChunkOutcome(
        id=chunk.id,
        first_unit=chunk.units[0].id,
        last_unit=chunk.units[-1].id,
        tokens=chunk.tokens,
        status=answered if result.state == "answered" else result.state,
        records=found,
        rejected=refused,
        failure=result.failure.kind if result.failure is not None and result.state == "failed" else None,
    )


def _run_block(prepared: PreparedRun, outcome: RunOutcome, directory: Path, clock: Clock) -> RunBlock:
    return RunBlock(
        started=clock.started.isoformat(timespec="seconds"),
        finished=datetime.now().astimezone().isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - clock.monotonic, 3),
        directory=prepared.display(directory),
        overrides=prepared.job.overrides,
        lanes={lane.name: lane_run(outcome.lanes[lane.name], lane) for lane in prepared.lanes},
        python=".".join(map(str, _python_version())),
        platform=platform_name(),
    )


def _python_version() -> tuple[int, int, int]:
    import sys

    return sys.version_info[:3]


def lane_run(chunks: Sequence[ChunkResult[ChunkAnswer]], lane: PreparedLane) -> LaneRun:
    """What asking took this time."""
    return LaneRun(
        input_tokens=_sum(chunk.usage.input_tokens for chunk in chunks),
        output_tokens=_sum(chunk.usage.output_tokens for chunk in chunks),
        cached_tokens=_sum(chunk.usage.cached_tokens for chunk in chunks),
        cache_hits=sum(1 for chunk in chunks if chunk.cached),
        cost=_cost([chunk.usage for chunk in chunks if not chunk.cached], lane.model.price),
        seconds=round(sum(chunk.seconds for chunk in chunks), 3),
        chunks={chunk.chunk.id: _chunk_run(chunk) for chunk in chunks},
        cached_by_slot=cached_by_slot(lane, chunks),
    )


def _chunk_run(chunk: ChunkResult[ChunkAnswer]) -> ChunkRun:
    return ChunkRun(
        attempts=chunk.attempts,
        retries=max(0, chunk.requests - 1),
        cached=chunk.cached,
        seconds=round(chunk.seconds, 3),
        message=chunk.failure.message if chunk.failure is not None else "",
        input_tokens=chunk.usage.input_tokens,
        output_tokens=chunk.usage.output_tokens,
        cached_tokens=chunk.usage.cached_tokens,
    )


def _cost(asked: Sequence[Usage], price: PriceSettings) -> float | None:
    """Of the answers that were asked for this time; nothing at all where the cache had them all."""
    return cost(sum(asked, Usage()), price) if asked else 0.0 if has_prices(price) else None


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
