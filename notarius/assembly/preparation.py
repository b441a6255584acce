"""Preflight: everything that can end in exit 2, checked before an output directory is made or a model asked."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import attrs

from notarius.assembly.budget import PromptSize, check_budget, prompt_size
from notarius.assembly.caches import read_chunks, read_input, reference_files
from notarius.assembly.clients import model_problems
from notarius.config.bindings import resolve_bindings
from notarius.config.settings import ChunkingSettings, Job, ModelSettings
from notarius.config.structure import lane_chunking, lane_model, nearest
from notarius.contracts.extraction import Extractor
from notarius.contracts.references import ReferenceBinding, ReferenceSet
from notarius.contracts.runs import lane_name_problem
from notarius.contracts.sources import Chunk, Transcript
from notarius.contracts.tokens import TokenCounter
from notarius.decoding import answer_schema
from notarius.display import DisplayPaths
from notarius.errors import ConfigError, ExtractorError, UsageError
from notarius.plugins import load_extractor
from notarius.prompts import LanePrompts, PromptRegistry, RegisteredPrompts
from notarius.references import ReferenceResolver
from notarius.tokens import token_counter

_T = TypeVar("_T")
_REGISTRY: Final = PromptRegistry()


@attrs.frozen
class PreparedLane:
    """A lane that is ready to ask.

    Attributes:
        name: the lane's name.
        extractor: its code.
        prompts: its registered templates.
        rendered: the templates with this lane's references.
        references: what is bound, resolved.
        bindings: by slot, as layering decided.
        chunks: what is asked about, one request each.
        schema: JSON schema of the answer.
        chunking: how the chunks were cut.
        counter: counted them.
        model: who answers.
        size: of its largest prompt.
    """

    name: str
    extractor: Extractor
    prompts: RegisteredPrompts
    rendered: LanePrompts
    references: ReferenceSet
    bindings: Mapping[str, ReferenceBinding]
    chunks: tuple[Chunk, ...]
    schema: Mapping[str, Any]
    chunking: ChunkingSettings
    counter: TokenCounter
    model: ModelSettings
    size: PromptSize


@attrs.frozen
class PreparedRun:
    """A run that passed its preflight.

    Attributes:
        job: what was asked for.
        transcript: as read.
        lanes: those that run, in the pipeline's order.
        deselected: names and extractors of those that do not.
        display: how paths are shown.
        warnings: what the user should know.
    """

    job: Job
    transcript: Transcript
    lanes: tuple[PreparedLane, ...]
    deselected: Mapping[str, str]
    display: DisplayPaths
    warnings: tuple[str, ...] = ()


class _Problems:
    """Collects what is wrong, so that it is said together."""

    def __init__(self) -> None:
        self.errors: list[UsageError] = []

    def attempt(self, action: Callable[[], _T]) -> _T | None:
        try:
            return action()
        except UsageError as error:
            self.errors.append(error)
            return None

    def stop(self) -> None:
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise UsageError.together(self.errors)


_PREPARED: dict[str, PreparedRun] = {}
_KEPT: Final = 64


def check(job: Job) -> None:
    """Preflight of one job; what it prepared is kept for the run.

    Raises:
        UsageError: with everything that is wrong.
    """
    prepared = _prepare(job)
    while len(_PREPARED) >= _KEPT:
        _PREPARED.pop(next(iter(_PREPARED)))
    _PREPARED[_key(job)] = prepared


def prepare(job: Job) -> PreparedRun:
    """The job as the preflight saw it; prepared now where no preflight ran in this process.

    Raises:
        UsageError: as `check`.
    """
    return _PREPARED.pop(_key(job), None) or _prepare(job)


def _key(job: Job) -> str:
    return repr((job.settings, job.pipeline, job.campaign, job.cwd))


def _prepare(job: Job) -> PreparedRun:
    problems = _Problems()
    selected = _selected(job, problems)
    problems.stop()
    extractors = _extractors(job, selected, problems)
    display = DisplayPaths(job.campaign, job.cwd)
    transcript = problems.attempt(lambda: read_input(job.settings.input, display))
    slots = {name: extractor.reference_slots for name, extractor in extractors.items()}
    bindings, unfit = resolve_bindings(job.settings, job.pipeline, slots, [name for name in selected if name in slots])
    problems.errors += unfit
    warnings: list[str] = list(transcript.warnings) if transcript else []
    lanes = []
    for name, bound in bindings.items():
        lane = problems.attempt(partial(_lane, job, name, extractors[name], bound, display))
        if lane is not None:
            warnings += lane.warnings
            lanes.append(lane)
    problems.stop()
    assert transcript is not None  # noqa: S101  (problems.stop raised otherwise)
    ready = [problems.attempt(partial(_ready, lane, transcript)) for lane in lanes]
    problems.stop()
    deselected = {name: lane.extract for name, lane in job.settings.lanes.items() if name not in selected}
    done = tuple(lane for lane in ready if lane is not None)
    return PreparedRun(job, transcript, done, deselected, display, tuple(dict.fromkeys(warnings)))


def _selected(job: Job, problems: _Problems) -> tuple[str, ...]:
    """The names of the lanes that run, in the pipeline's order."""
    names, only = tuple(job.settings.lanes), job.settings.only
    problems.errors += [ConfigError(text) for name in names if (text := lane_name_problem(name)) is not None]
    if not names:
        problems.errors.append(ConfigError(f"pipeline {job.pipeline}: has no lanes"))
    if only is None:
        return names
    if not only:
        problems.errors.append(ConfigError(f"only: an empty list selects no lane; lanes: {', '.join(names)}"))
    for name in only:
        if name not in names:
            problems.errors.append(
                ConfigError(f"only: pipeline {job.pipeline} has no lane {name}{nearest(name, names)}")
            )
    return tuple(name for name in names if name in only)


def _extractors(job: Job, selected: tuple[str, ...], problems: _Problems) -> dict[str, Extractor]:
    """Extractors by lane; those of deselected lanes only as far as they load."""
    found = {}
    for name, lane in job.settings.lanes.items():
        try:
            found[name] = load_extractor(lane.extract)
        except ExtractorError as error:
            if name in selected:
                problems.errors.append(ExtractorError(*(f"lane {name}: {text}" for text in error.problems)))
    return found


@attrs.frozen
class _BoundLane:
    """A lane with everything that does not need the transcript."""

    name: str
    extractor: Extractor
    bindings: Mapping[str, ReferenceBinding]
    references: ReferenceSet
    prompts: RegisteredPrompts
    schema: Mapping[str, Any]
    chunking: ChunkingSettings
    model: ModelSettings
    counter: TokenCounter
    warnings: tuple[str, ...]


def _lane(
    job: Job, name: str, extractor: Extractor, bindings: Mapping[str, ReferenceBinding], display: DisplayPaths
) -> _BoundLane:
    problems = _Problems()
    model = problems.attempt(lambda: lane_model(job.settings, name))
    chunking = problems.attempt(lambda: lane_chunking(job.settings, name))
    counter = problems.attempt(lambda: token_counter(model.tokenizer)) if model is not None else None
    if model is not None:
        problems.errors += model_problems(model, name, extractor, display)
    prompts = problems.attempt(lambda: _REGISTRY.register(extractor))
    schema = problems.attempt(lambda: answer_schema(extractor.record))
    resolver = ReferenceResolver(counter or token_counter("estimate"), job.campaign, reference_files())
    resolved = problems.attempt(lambda: resolver.resolve(extractor.reference_slots, bindings, display=display))
    problems.stop()
    assert model and chunking and counter and prompts and schema and resolved  # noqa: S101, PT018  (stop raised otherwise)
    return _BoundLane(
        name, extractor, bindings, resolved.references, prompts, schema, chunking, model, counter, resolved.warnings
    )


def _ready(lane: _BoundLane, transcript: Transcript) -> PreparedLane:
    chunks = read_chunks(transcript, lane.chunking, lane.counter)
    rendered = lane.prompts.for_lane(lane.references)
    size = prompt_size(rendered, chunks, lane.references, lane.schema, lane.model, lane.counter)
    check_budget(lane.name, size, lane.model, lane.counter)
    return PreparedLane(
        name=lane.name,
        extractor=lane.extractor,
        prompts=lane.prompts,
        rendered=rendered,
        references=lane.references,
        bindings=lane.bindings,
        chunks=chunks,
        schema=lane.schema,
        chunking=lane.chunking,
        counter=lane.counter,
        model=lane.model,
        size=size,
    )
