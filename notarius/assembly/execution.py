"""Running what was prepared: ask, read, merge, write the run directory, tell the person."""

import contextlib
import sys
import time
from datetime import datetime
from functools import partial
from pathlib import Path

import attrs

from notarius.assembly.caches import source_index
from notarius.assembly.clients import Clients, answer_cache, cache_identity, file_digest, http_settings
from notarius.assembly.joblog import log_outcome
from notarius.assembly.manifests import Clock, run_manifest
from notarius.assembly.preparation import PreparedLane, PreparedRun, prepare
from notarius.assembly.prices import cost, worst_cost
from notarius.cache import answer_key
from notarius.config.settings import Job, ModelSettings, Settings
from notarius.contracts.generation import ModelRequest, Parameters, Usage
from notarius.contracts.records import Record, Rejection
from notarius.contracts.results import AnswerNote, LaneResult, RunResult
from notarius.contracts.runs import RunStatus
from notarius.contracts.sources import Chunk
from notarius.display import copyable, printable
from notarius.errors import ConfigError, OutputError
from notarius.merging import merge_records
from notarius.progress import ProgressMode, shown_progress
from notarius.rundir import RunDirectory
from notarius.runner import ChunkResult, LaneJob, Limits
from notarius.runner import run as run_jobs
from notarius.runner.answers import AnswerOptions, AnswerReader, ChunkAnswer


@attrs.frozen
class RunReport:
    """How a run ended, for whoever started it.

    Attributes:
        status: the exit code follows from it.
        directory: the run directory as a display path.
    """

    status: RunStatus
    directory: str


def run(job: Job, directory: Path) -> RunReport:
    """Run a job and write its run directory.

    Raises:
        UsageError: as `prepare`, where no preflight ran before; or nothing can be written to the directory.
        OutputError: if results cannot be written.
        KeyboardInterrupt: after Ctrl-C in a sweep, once what was done is written: no other job is to begin.
    """
    clock = Clock(datetime.now().astimezone(), time.monotonic())
    prepared = _identified(prepare(job))
    _begin(directory)
    clients = Clients(prepared.display)
    jobs = [lane_job(lane, prepared, clients) for lane in prepared.lanes]
    asks_servers = any(lane.cache_key is not None for lane in jobs)
    cache = answer_cache(job.settings.cache) if asks_servers else None
    _announce(prepared)
    chunks = {lane.name: len(lane.chunks) for lane in prepared.lanes}
    prices = {lane.name: partial(cost, price=lane.model.price) for lane in prepared.lanes}
    with shown_progress(_progress(job), chunks, prices=prices) as observer:
        outcome = run_jobs(jobs, limits(job.settings), cache=cache, observer=observer)
    results = tuple(lane_result(lane, outcome.lanes[lane.name]) for lane in prepared.lanes)
    manifest = run_manifest(prepared, outcome, results, directory, clock)
    result = RunResult(manifest=manifest, lanes=results, effective_config=job.effective)
    RunDirectory(directory).write(result)
    log_outcome(manifest)
    if not job.in_sweep:  # a sweep's own table says what came of each job
        _tell(result, copyable(directory, job.cwd))
    elif manifest.status == "interrupted":
        raise KeyboardInterrupt
    return RunReport(manifest.status, manifest.run.directory)


def _begin(directory: Path) -> None:
    """Nothing is asked of a model whose answers could not be kept."""
    try:
        RunDirectory(directory).begin()
    except OutputError as error:
        raise ConfigError(f"the folder for results: {error}") from error


def _identified(prepared: PreparedRun) -> PreparedRun:
    """With the digests of models that are files, as they are before anything is asked."""
    lanes = tuple(attrs.evolve(lane, model_digest=file_digest(lane.model)) for lane in prepared.lanes)
    return attrs.evolve(prepared, lanes=lanes)


def _progress(job: Job) -> ProgressMode:
    """What is shown; jobs that run at the same time would write over each other."""
    return "off" if job.among_others and job.settings.progress == "auto" else job.settings.progress


def limits(settings: Settings) -> Limits:
    """The runner's limits."""
    return Limits(**attrs.asdict(settings.limits), **attrs.asdict(settings.budget))


def limits_of(model: ModelSettings, everywhere: Limits) -> Limits | None:
    """The limits of a model that has some of its own, over the run's; None for one that has none."""
    names = ("max_concurrency", "attempt_timeout_seconds", "chunk_deadline_seconds")
    own = {name: value for name in names if (value := getattr(model, name)) is not None}
    return attrs.evolve(everywhere, **own) if own else None


def lane_job(lane: PreparedLane, prepared: PreparedRun, clients: Clients) -> LaneJob[ChunkAnswer]:
    """What the runner is given of a lane."""
    model, reader = lane.model, answer_reader(lane, prepared)
    identity = cache_identity(model, lane.model_digest)
    return LaneJob(
        lane=lane.name,
        chunks=lane.chunks,
        ask=partial(request_of, lane),
        decode=reader.decode,
        read=reader.check,
        client=clients.of(model, lane.extractor),
        cache_key=None if identity is None else partial(answer_key, model=identity),
        lead=model.lead,
        limits=limits_of(model, limits(prepared.job.settings)),
        cost=lambda request, usage: _cost(lane, request, usage),
        worst_cost=lambda request: worst_cost(request, model, lane.counter, lane.size.instructions + lane.size.schema),
    )


def request_of(lane: PreparedLane, chunk: Chunk) -> ModelRequest:
    """What the lane asks about a chunk."""
    return ModelRequest(
        messages=lane.rendered.messages(chunk),
        schema=lane.schema,
        parameters=parameters_of(lane),
        lane=lane.name,
        chunk=chunk,
        references=lane.references,
    )


def _cost(lane: PreparedLane, request: ModelRequest, usage: Usage) -> float:
    """What an answer cost; the worst case where no server counts."""
    known = cost(usage, lane.model.price)
    fixed = lane.size.instructions + lane.size.schema
    return known if known is not None else worst_cost(request, lane.model, lane.counter, fixed)


def parameters_of(lane: PreparedLane) -> Parameters:
    """What shapes the lane's answers beside messages and schema."""
    model = lane.model
    return Parameters(
        temperature=model.temperature,
        seed=model.seed,
        max_output_tokens=model.max_output_tokens,
        extra_body=dict(model.extra_body),
    )


def answer_reader(lane: PreparedLane, prepared: PreparedRun) -> AnswerReader:
    """What turns the lane's answers into records and rejections."""
    grounding, validation = prepared.job.settings.grounding, prepared.job.settings.validation
    return AnswerReader(
        extractor=lane.extractor,
        lane=lane.name,
        source=source_index(prepared.transcript),
        references=lane.references,
        options=AnswerOptions(grounding.fuzzy, grounding.min_similarity, validation.near),
    )


def lane_result(lane: PreparedLane, chunks: tuple[ChunkResult[ChunkAnswer], ...]) -> LaneResult:
    """What a lane found: the records of all chunks merged, and everything refused, in chunk order."""
    records: list[Record] = []
    rejections: list[Rejection] = []
    for chunk in chunks:
        if chunk.value is not None:
            records += chunk.value.records
            rejections += chunk.value.rejections
    merged = merge_records(records, lane.extractor)
    return LaneResult(
        lane=lane.name,
        fields=tuple(field.name for field in attrs.fields(lane.extractor.record)),
        key=lane.extractor.key,
        actor=lane.extractor.actor,
        records=merged.records,
        rejections=tuple(rejections),
        merges=merged.merges,
        failed_answers=tuple(answer for chunk in chunks for answer in chunk.failed_answers),
        notes=tuple(AnswerNote(chunk.chunk.id, text) for chunk in chunks if chunk.value for text in chunk.value.notes),
    )


def _announce(prepared: PreparedRun) -> None:
    """Say what goes where before the first request: to whom, which transcript, which references."""
    path = prepared.job.settings.input.path
    for lane in prepared.lanes:
        if lane.model.kind == "http":
            files = [item.origin.uri for slot in lane.references.slots for item in slot.items]
            sent = [prepared.display(path.path)] if path is not None and path.path is not None else []
            host = http_settings(lane.model).host
            shown = printable(f"lane {lane.name} asks {host} ({lane.model.name}) and sends {', '.join(sent + files)}")
            sys.stderr.write(f"notarius: {shown}\n")


def _tell(result: RunResult, place: str) -> None:
    from rich.console import Console

    from notarius.summary import render_summary

    with contextlib.suppress(SystemExit):  # rich's, where the reader went away; the results are written all the same
        render_summary(result, Console(file=sys.stdout), place)
