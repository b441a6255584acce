"""What can be known of a pipeline before it runs: lanes, slots, bindings, sizes, and everything that is wrong."""

from typing import Final

import attrs

from notarius.contracts.references import Level, Origin
from notarius.contracts.runs import InputManifest

INSPECTION_VERSION: Final = 1


@attrs.frozen
class Problem:
    """Something that keeps a run from starting.

    Attributes:
        text: what, where, what was allowed.
        lanes: the lanes it concerns; empty where it concerns the pipeline.
        slot: the slot it concerns, or None; without lanes, a name that stands at pipeline level.
    """

    text: str
    lanes: tuple[str, ...] = ()
    slot: str | None = None


@attrs.frozen
class InspectedItem:
    """One file that is bound to a slot. All but the path is None where it was not read, or could not be.

    Attributes:
        path: display path.
        media_type: by our own table.
        size_bytes: length of the content.
        tokens: as the lane's counter sees them.
        digest: sha256 over the raw bytes.
    """

    path: str
    media_type: str | None = None
    size_bytes: int | None = None
    tokens: int | None = None
    digest: str | None = None


@attrs.frozen
class InspectedBinding:
    """What layering decided for a slot of one lane.

    Attributes:
        source: `config` or `cli`.
        level: `pipeline` or `lane`.
        written_in: display path of the YAML file that wrote it; None on the command line.
        items: in binding order; empty means unbound on purpose.
    """

    source: Origin
    level: Level
    written_in: str | None = None
    items: tuple[InspectedItem, ...] = ()


@attrs.frozen
class InspectedSlot:
    """A slot as its extractor declares it, and what is bound to it.

    Attributes:
        name: the slot's name.
        description: for people who decide what to bind.
        required: whether a run without it is an error.
        multiple: whether several items may be bound.
        accepted_media_types: empty accepts all text.
        max_bytes: largest size of one item in bytes; notarius' own limit where the slot states none.
        binding: None where nothing and nobody binds it.
        size_bytes: of all items together; None where some were not read.
        tokens: of all items together; None where some were not read.
    """

    name: str
    description: str
    required: bool
    multiple: bool
    accepted_media_types: tuple[str, ...]
    max_bytes: int
    binding: InspectedBinding | None = None
    size_bytes: int | None = 0
    tokens: int | None = 0


@attrs.frozen
class InspectedModel:
    """Who would answer a lane; never an address, a secret or a path.

    Attributes:
        option: the option of the config group `model`.
        kind: the client behind it.
        name: as the server knows it.
        context_tokens: its context, or None where the context budget is not checked.
        max_output_tokens: room for one answer, or None for the server's default.
        counter: name of the token counter; None for an unknown one.
        counter_exact: whether that is the model's own encoding.
    """

    option: str
    kind: str
    name: str
    context_tokens: int | None
    max_output_tokens: int | None
    counter: str | None
    counter_exact: bool


@attrs.frozen
class InspectedChunking:
    """How a lane's transcript is cut; see `notarius.config.settings.ChunkingSettings`."""

    max_tokens: int
    max_units: int | None
    overlap_units: int


@attrs.frozen
class SlotCost:
    """What a bound slot adds to a lane's prompts.

    Attributes:
        slot: the slot's name.
        tokens: in one prompt.
        times_requests: in all prompts of the lane.
    """

    slot: str
    tokens: int
    times_requests: int


@attrs.frozen
class LaneForecast:
    """What asking a lane would take, in tokens of its counter, if every first answer could be used.

    Attributes:
        requests: one for each chunk.
        instructions: the system message, references included, in one prompt.
        references: the part of it that each bound slot is, in declaration order.
        schema: the answer's schema, in one prompt.
        chunks: the user messages, all together.
        prompt_tokens: `requests` times instructions and schema, and the chunks.
        answer: room for one answer, or None where the server decides.
        answer_tokens: room for all answers, or None.
        largest_prompt: the largest prompt with room for its answer.
        cost: in the currency of the model's prices; None where none are known.
    """

    requests: int
    instructions: int
    references: tuple[SlotCost, ...]
    schema: int
    chunks: int
    prompt_tokens: int
    answer: int | None
    answer_tokens: int | None
    largest_prompt: int
    cost: float | None = None


@attrs.frozen
class Forecast:
    """What a run would take: the forecasts of all lanes together.

    Attributes:
        requests: at least; each repeated question is one more.
        prompt_tokens: sent in them.
        answer_tokens: room for all answers; None where a server decides for some lane.
        cost: None where the prices of some lane are not known.
    """

    requests: int
    prompt_tokens: int
    answer_tokens: int | None
    cost: float | None = None


@attrs.frozen
class InspectedLane:
    """One lane, with as much as could be found out.

    Attributes:
        name: the lane's name.
        selected: whether it would run.
        extractor: the name that the lane gives.
        extractor_version: None where the extractor does not load.
        model: None where its settings are wrong.
        chunking: None where its settings are wrong.
        slots: in declaration order; empty where the extractor does not load.
        forecast: None for a deselected lane, without a transcript, and where something of the lane is wrong that
            decides what is sent.
    """

    name: str
    selected: bool
    extractor: str
    extractor_version: str | None = None
    model: InspectedModel | None = None
    chunking: InspectedChunking | None = None
    slots: tuple[InspectedSlot, ...] = ()
    forecast: LaneForecast | None = None


@attrs.frozen
class Inspection:
    """A pipeline with one command line's settings, before it runs.

    Attributes:
        pipeline: the pipeline's name.
        campaign: name of the campaign folder, or None.
        input_path: display path of the transcript that was named, or None.
        input: the transcript; None where none was named or it cannot be read.
        lanes: in the pipeline's order, deselected ones too.
        problems: everything that keeps the run from starting; empty if nothing does.
        warnings: what the user should know.
        forecast: None unless every selected lane has one.
        inspection_version: of the shape that is described here.
    """

    pipeline: str
    campaign: str | None
    input_path: str | None
    input: InputManifest | None
    lanes: tuple[InspectedLane, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    forecast: Forecast | None = None
    inspection_version: int = INSPECTION_VERSION
