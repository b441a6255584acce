"""What a run was: the manifest that records what ran on what, and how it ended."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import attrs

from notarius.contracts.lanes import is_lane_name
from notarius.contracts.references import Level, Origin

ChunkStatus = Literal["records", "nothing", "failed", "not_asked"]
LaneOutcome = Literal["done", "partial", "failed", "deselected", "interrupted"]
RunStatus = Literal["done", "partial", "failed", "interrupted"]

EXIT_CODES: Final[Mapping[RunStatus, int]] = {"done": 0, "partial": 1, "failed": 1, "interrupted": 130}
MANIFEST_VERSION: Final = 1


def _plain(value: Any) -> Any:
    """The JSON value that reading the written one gives: mappings are dicts, sequences lists."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _settings() -> Any:
    return attrs.field(factory=dict, converter=_plain)


@attrs.frozen
class BoundReference:
    """One item that was bound to a slot.

    Attributes:
        slot: the slot's name.
        origin_type: `file`, the only producer so far.
        origin_uri: display path.
        digest: sha256 over the raw bytes.
        media_type: by our own table.
        size_bytes: length of the content.
        tokens: as the lane's counter sees them.
        source: `config` or `cli`.
        level: `pipeline` or `lane`.
        written_in: display path of the YAML file that wrote the binding; None on the command line.
    """

    slot: str
    origin_type: str
    origin_uri: str
    digest: str
    media_type: str
    size_bytes: int
    tokens: int
    source: Origin
    level: Level
    written_in: str | None = None


@attrs.frozen
class InputManifest:
    """The transcript.

    Attributes:
        name: display path.
        format: name of the reader that read it.
        digest: sha256 over the raw bytes.
        size_bytes: the file's size.
        units: turns, empty ones included.
        units_with_text: turns that can be sent.
    """

    name: str
    format: str
    digest: str
    size_bytes: int
    units: int
    units_with_text: int


@attrs.frozen
class ModelManifest:
    """The model a lane asked; never a secret, an address or a path.

    Attributes:
        option: the option of the config group `model`, such as `ollama`.
        kind: the client behind it, such as `openai`.
        name: as the server knows it; empty where there is no choice.
        parameters: sampling, and whatever else shapes answers.
        context_tokens: context budget, or None if it was not checked.
        counter: name of the token counter.
        counter_exact: whether that is the model's own encoding.
        digest: `sha256:<hex>` of a model that is a file, or None.
    """

    option: str
    kind: str
    name: str = ""
    parameters: Mapping[str, Any] = _settings()
    context_tokens: int | None = None
    counter: str = "estimate"
    counter_exact: bool = False
    digest: str | None = None


@attrs.frozen
class TemplateDigests:
    """Identity of a prompt: its sources, never what they render to.

    Attributes:
        instructions: sha256 of the template of the system message.
        chunk: sha256 of the template of the user message.
        version: the module's own, for people.
    """

    instructions: str
    chunk: str
    version: str


@attrs.frozen
class ChunkOutcome:
    """How a chunk ended, the same for the same answers.

    Attributes:
        id: `c1`, `c2`, ...
        first_unit: id of the first unit it shows.
        last_unit: id of the last unit it shows.
        tokens: size of its text as the lane's counter sees it.
        status: `records`; `nothing`, an honest "nothing here"; `failed`; `not_asked`.
        records: items of the answer that hold, before merging.
        rejected: items of the answer that do not.
        failure: kind of the failure, such as `timeout`; None unless failed. What the other side said may
            differ from run to run and stands in `ChunkRun.message`.
    """

    id: str
    first_unit: str
    last_unit: str
    tokens: int
    status: ChunkStatus
    records: int = 0
    rejected: int = 0
    failure: str | None = None


@attrs.frozen
class LaneManifest:
    """What one lane ran on, and how it ended.

    A deselected lane has name, extractor and outcome, and may leave the rest.

    Attributes:
        name: the lane's name.
        outcome: how it ended.
        extractor: such as `meetings/decisions`.
        extractor_version: the module's own.
        schema_digest: sha256 over the canonical JSON of the answer's schema.
        templates: identity of the prompt.
        chunking: budget, overlap and whatever else decides where chunks end.
        reader: options of the transcript's reader.
        checks: settings of grounding and validation; they decide what becomes a record, not what is asked.
        references: what was bound, by slot in declaration order, then in binding order.
        unbound: declared slots that nothing was bound to.
        model: the model asked.
        fingerprint: identifies what was asked; see `notarius.rundir.fingerprints`.
        chunks: in file order.
        records: how many records were written.
        rejected: how many items were refused.
        key: the record's field that says what it is about.
        actor: the record's field that says who did it, or None.
    """

    name: str = attrs.field(validator=is_lane_name)
    outcome: LaneOutcome
    extractor: str
    extractor_version: str | None = None
    schema_digest: str | None = None
    templates: TemplateDigests | None = None
    chunking: Mapping[str, Any] = _settings()
    reader: Mapping[str, Any] = _settings()
    checks: Mapping[str, Any] = _settings()
    references: tuple[BoundReference, ...] = ()
    unbound: tuple[str, ...] = ()
    model: ModelManifest | None = None
    fingerprint: str | None = None
    chunks: tuple[ChunkOutcome, ...] = ()
    records: int = 0
    rejected: int = 0
    key: str | None = None
    actor: str | None = None


@attrs.frozen
class ChunkRun:
    """What asking about a chunk took this time.

    Attributes:
        attempts: requests sent that count against the limit of attempts.
        retries: requests repeated after any failure, rate limits and unparsable answers included.
        cached: whether the answer came from the cache.
        seconds: from the first request to the end.
        message: what went wrong, empty unless the chunk failed; never holds a secret.
        input_tokens: prompt tokens of all its requests, or of the kept answer; None where no server said.
        output_tokens: answer tokens, or None.
        cached_tokens: of `input_tokens`, served from a provider's prefix cache, or None.
    """

    attempts: int = 0
    retries: int = 0
    cached: bool = False
    seconds: float = 0.0
    message: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None


@attrs.frozen
class LaneRun:
    """What a lane took this time.

    Attributes:
        input_tokens: prompt tokens, cached ones included; None where no server said.
        output_tokens: answer tokens, or None.
        cached_tokens: prompt tokens served from a provider's prefix cache, or None.
        cache_hits: chunks answered from the response cache.
        seconds: of all chunks together, of which several may have waited at the same time.
        chunks: by chunk id.
        cost: of the answers that were asked for this time, by the prices that settings state, in whatever currency
            these are; None where no price is stated or no server counts tokens.
        cached_by_slot: tokens of each slot that came from a provider's prefix cache, where that can be told.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    cache_hits: int = 0
    seconds: float = 0.0
    chunks: Mapping[str, ChunkRun] = attrs.field(factory=dict)
    cost: float | None = None
    cached_by_slot: Mapping[str, int] = attrs.field(factory=dict)


@attrs.frozen
class RunBlock:
    """Everything that may differ between runs that are equal otherwise.

    Attributes:
        started: ISO 8601 with offset.
        finished: the same.
        seconds: wall time between them.
        directory: the run directory as a display path.
        paths: other display paths by name.
        overrides: the command line's, secrets redacted.
        lanes: by lane name.
        python: version of the interpreter.
        platform: operating system and machine type; never the machine's name.
    """

    started: str
    finished: str
    seconds: float
    directory: str
    paths: Mapping[str, str] = attrs.field(factory=dict)
    overrides: tuple[str, ...] = ()
    lanes: Mapping[str, LaneRun] = attrs.field(factory=dict)
    python: str = ""
    platform: str = ""


@attrs.frozen
class RunManifest:
    """What ran on what.

    Attributes:
        pipeline: the pipeline's name.
        status: how the run ended; the exit code follows.
        input: the transcript.
        lanes: in the pipeline's order, deselected ones too.
        fingerprint: hash of the lanes' fingerprints.
        notarius: version of this program.
        packages: versions by package name; None for one that is not installed.
        run: what differs between equal runs.
        campaign: name of the campaign folder, or None.
        warnings: what the user should know.
        manifest_version: of the shape that is described here.
    """

    pipeline: str
    status: RunStatus
    input: InputManifest
    lanes: tuple[LaneManifest, ...]
    fingerprint: str
    notarius: str
    packages: Mapping[str, str | None]
    run: RunBlock
    campaign: str | None = None
    warnings: tuple[str, ...] = ()
    manifest_version: int = MANIFEST_VERSION


def lane_outcome(chunks: Iterable[ChunkOutcome], *, interrupted: bool = False) -> LaneOutcome:
    """How a lane ended: failed if chunks were to be asked and none was answered, partial if some were."""
    statuses = [chunk.status for chunk in chunks]
    missing = [status for status in statuses if status in ("failed", "not_asked")]
    if not missing:
        return "done"
    if interrupted and "not_asked" in missing:
        return "interrupted"
    return "failed" if len(missing) == len(statuses) else "partial"


def run_status(lanes: Iterable[LaneOutcome]) -> RunStatus:
    """How a run ended, from its lanes; deselected ones do not count."""
    outcomes = set(lanes) - {"deselected"}
    if "interrupted" in outcomes:
        return "interrupted"
    if outcomes <= {"done"}:
        return "done"
    return "failed" if outcomes == {"failed"} else "partial"
