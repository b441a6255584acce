"""Looking at a job before it runs: everything that is wrong with it, and everything that could be prepared."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import attrs

from notarius.assembly.budget import PromptSize, check_budget, prompt_size
from notarius.assembly.caches import read_chunks, read_input, reference_files
from notarius.assembly.clients import model_problems
from notarius.assembly.contents import content_messages
from notarius.assembly.selection import selection
from notarius.config.bindings import resolve_bindings
from notarius.config.settings import ChunkingSettings, Job, ModelSettings
from notarius.config.structure import lane_chunking, lane_model
from notarius.contracts.extraction import Extractor
from notarius.contracts.references import ReferenceBinding, ReferenceSet
from notarius.contracts.sources import Chunk, Transcript
from notarius.contracts.tokens import TokenCounter
from notarius.decoding import answer_schema
from notarius.display import DisplayPaths
from notarius.errors import ExtractorError, ReferenceBindingError, UsageError
from notarius.plugins import load_extractor
from notarius.prompts import LanePrompts, PromptRegistry, RegisteredPrompts
from notarius.references import ReferenceResolver, SlotReading, resolution
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
        model_digest: of a model that is a file; None before it is asked, for reading it takes time.
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
    model_digest: str | None = None


@attrs.frozen
class Trouble:
    """Something that is wrong, and where.

    Attributes:
        error: what a run would end with.
        lanes: the lanes it concerns; empty where it concerns the job as a whole.
        slot: the slot it concerns, or None.
    """

    error: UsageError
    lanes: tuple[str, ...] = ()
    slot: str | None = None


@attrs.frozen
class _Problems:
    """Collects what is wrong, so that it is said together.

    Attributes:
        lane: the lane that is being looked at, or None.
        found: everything so far, of all lanes.
    """

    lane: str | None = None
    found: list[Trouble] = attrs.field(factory=list)

    def within(self, lane: str) -> "_Problems":
        return _Problems(lane, self.found)

    def attempt(self, action: Callable[[], _T]) -> _T | None:
        try:
            return action()
        except UsageError as error:
            self.add(error)
            return None

    def add(self, error: UsageError) -> None:
        self.found.append(Trouble(error, () if self.lane is None else (self.lane,)))


@attrs.frozen
class SurveyedLane:
    """A lane with as much of it as could be prepared; None for the rest.

    Attributes:
        name: the lane's name.
        selected: whether it runs.
        extractor: its code.
        model: who answers.
        chunking: how the transcript is cut.
        counter: counts tokens.
        bindings: by slot, as layering decided; of a deselected lane too.
        readings: what was read for each slot, in declaration order; empty for a deselected lane.
        ready: the whole lane, where nothing but its context budget may be wrong.
    """

    name: str
    selected: bool
    extractor: Extractor | None = None
    model: ModelSettings | None = None
    chunking: ChunkingSettings | None = None
    counter: TokenCounter | None = None
    bindings: Mapping[str, ReferenceBinding] = attrs.field(factory=dict)
    readings: tuple[SlotReading, ...] = ()
    ready: PreparedLane | None = None


@attrs.frozen
class Survey:
    """What the preflight saw of a job, whatever is wrong with it.

    Attributes:
        job: what was asked for.
        display: how paths are shown.
        transcript: as read, or None.
        lanes: all lanes, in the pipeline's order, deselected ones too.
        troubles: everything that is wrong.
        warnings: what the user should know.
    """

    job: Job
    display: DisplayPaths
    transcript: Transcript | None
    lanes: tuple[SurveyedLane, ...]
    troubles: tuple[Trouble, ...]
    warnings: tuple[str, ...]

    def stop(self) -> None:
        """Raise what is wrong, if anything is.

        Raises:
            UsageError: the one error there is, or one that says everything that several say.
        """
        if len(self.troubles) == 1:
            raise self.troubles[0].error
        if self.troubles:
            raise UsageError.together([trouble.error for trouble in self.troubles])


def survey(job: Job, *, needs_input: bool = True) -> Survey:
    """Look at everything that a run looks at before it asks a model, and go on after what is wrong.

    Args:
        job: what is asked for.
        needs_input: whether it is wrong to name no transcript; lanes are not made ready without one.
    """
    problems = _Problems()
    selected = _selected(job, problems)
    warnings: list[str] = []
    extractors = _extractors(job, selected, problems, warnings)
    display = DisplayPaths(job.campaign, job.cwd)
    read = needs_input or job.settings.input.path is not None
    transcript = problems.attempt(lambda: read_input(job.settings.input, display)) if read else None
    bindings = _bindings(job, selected, extractors, problems)
    warnings += transcript.warnings if transcript is not None else ()
    lanes = []
    for name in job.settings.lanes:
        lane = SurveyedLane(name, name in selected, extractors.get(name), bindings=bindings.get(name, {}))
        lanes.append(_surveyed(lane, job, transcript, display, problems.within(name)))
    read_of = {lane.name: lane.readings for lane in lanes}
    for message in content_messages(job.pipeline, read_of, "problems"):
        error = ReferenceBindingError(message.text, lanes=message.lanes, slot=message.slot)
        problems.found.append(Trouble(error, message.lanes, message.slot))
    warnings += [message.text for message in content_messages(job.pipeline, read_of, "warnings")]
    return Survey(job, display, transcript, tuple(lanes), tuple(problems.found), tuple(dict.fromkeys(warnings)))


def _selected(job: Job, problems: _Problems) -> tuple[str, ...]:
    """The names of the lanes that run, in the pipeline's order."""
    chosen = selection(job)
    for error, lane in chosen.errors:
        (problems if lane is None else problems.within(lane)).add(error)
    return chosen.lanes


def _extractors(job: Job, selected: tuple[str, ...], problems: _Problems, warnings: list[str]) -> dict[str, Extractor]:
    """Extractors by lane; that of a deselected lane may fail to load."""
    found = {}
    for name, lane in job.settings.lanes.items():
        try:
            found[name] = load_extractor(lane.extract)
        except ExtractorError as error:
            if name in selected:
                problems.within(name).add(ExtractorError(*(f"lane {name}: {text}" for text in error.problems)))
            else:
                warnings += [f"lane {name} (deselected): {text}" for text in error.problems]
    return found


def _bindings(
    job: Job, selected: tuple[str, ...], extractors: Mapping[str, Extractor], problems: _Problems
) -> dict[str, dict[str, ReferenceBinding]]:
    """The bindings of every lane; what is wrong with those of deselected lanes is left alone."""
    slots = {name: extractor.reference_slots for name, extractor in extractors.items()}
    everywhere, _ = resolve_bindings(job.settings, job.pipeline, slots, tuple(slots))
    if job.settings.lanes:
        _, unfit = resolve_bindings(job.settings, job.pipeline, slots, [name for name in selected if name in slots])
        problems.found.extend(Trouble(error, error.lanes, error.slot) for error in unfit)
    return everywhere


def _surveyed(
    lane: SurveyedLane, job: Job, transcript: Transcript | None, display: DisplayPaths, problems: _Problems
) -> SurveyedLane:
    model = problems.attempt(lambda: lane_model(job.settings, lane.name))
    chunking = problems.attempt(lambda: lane_chunking(job.settings, lane.name))
    counter = problems.attempt(lambda: token_counter(model.tokenizer)) if model is not None else None
    seen = attrs.evolve(lane, model=model, chunking=chunking, counter=counter)
    extractor = lane.extractor
    if not lane.selected or extractor is None:
        return seen
    if model is not None:
        for error in model_problems(model, lane.name, extractor, display, job.settings.budget):
            problems.add(error)
    prompts = problems.attempt(lambda: _REGISTRY.register(extractor))
    schema = problems.attempt(lambda: answer_schema(extractor.record))
    seen = attrs.evolve(seen, readings=_readings(seen, extractor, job, display))
    sound = all(lane.name not in trouble.lanes for trouble in problems.found)
    readable = not any(reading.problems for reading in seen.readings)
    if not sound or not readable or transcript is None or prompts is None or schema is None:
        return seen
    return attrs.evolve(seen, ready=_ready(seen, extractor, prompts, schema, transcript, problems))


def _readings(lane: SurveyedLane, extractor: Extractor, job: Job, display: DisplayPaths) -> tuple[SlotReading, ...]:
    resolver = ReferenceResolver(lane.counter or token_counter("estimate"), job.campaign, reference_files())
    # How many a slot takes was checked where bindings are layered.
    slots = [attrs.evolve(slot, multiple=True) for slot in extractor.reference_slots]
    return tuple(resolver.read(slot, lane.bindings.get(slot.name), display=display) for slot in slots)


def _ready(
    lane: SurveyedLane,
    extractor: Extractor,
    prompts: RegisteredPrompts,
    schema: Mapping[str, Any],
    transcript: Transcript,
    problems: _Problems,
) -> PreparedLane | None:
    """The lane with chunks and prompts; a context budget that is too small is told and keeps nobody from seeing it."""
    model, chunking, counter = lane.model, lane.chunking, lane.counter
    assert model and chunking and counter  # noqa: S101, PT018  (else the lane has a problem)
    references = resolution(lane.readings).references
    chunks = problems.attempt(lambda: read_chunks(transcript, chunking, counter))
    rendered = problems.attempt(lambda: prompts.for_lane(references))
    if chunks is None or rendered is None:
        return None
    size = problems.attempt(lambda: prompt_size(rendered, chunks, references, schema, model, counter))
    if size is None:
        return None
    problems.attempt(lambda: check_budget(lane.name, size, model, counter))
    return PreparedLane(
        name=lane.name,
        extractor=extractor,
        prompts=prompts,
        rendered=rendered,
        references=references,
        bindings=lane.bindings,
        chunks=chunks,
        schema=schema,
        chunking=chunking,
        counter=counter,
        model=model,
        size=size,
    )
