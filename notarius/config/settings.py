"""What a run is told: frozen classes with every key that configuration may hold, and its default."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import attrs

from notarius.config.stamps import WrittenPath

_positive: Any = attrs.validators.gt(0)  # Any: attrs types it for whole numbers or for fractions, never both
_at_least_one: Any = attrs.validators.ge(1)
_none_or_at_least_one: Any = attrs.validators.optional(_at_least_one)
_not_negative: Any = attrs.validators.ge(0)
_none_or_not_negative: Any = attrs.validators.optional(_not_negative)
_share: Any = attrs.validators.and_(attrs.validators.ge(0), attrs.validators.le(1))

BindingValue = WrittenPath | tuple[WrittenPath, ...]


@attrs.frozen
class InputSettings:
    """The transcript.

    Attributes:
        path: the file.
        format: a reader's name, or None to detect it.
    """

    path: WrittenPath | None = None
    format: str | None = None


@attrs.frozen
class ChunkingSettings:
    """How the transcript is cut.

    Attributes:
        max_tokens: largest chunk, in tokens of the lane's counter.
        max_units: largest chunk in units with text, or None.
        overlap_units: how many of a chunk's last units the next one repeats.
    """

    max_tokens: int = 2000
    max_units: int | None = None
    overlap_units: int = 8


@attrs.frozen
class GroundingSettings:
    """How a quote is found in the unit it cites.

    Attributes:
        fuzzy: whether small differences are forgiven.
        min_similarity: how alike quote and text must be for that, from 0 to 1.
    """

    fuzzy: bool = True
    min_similarity: float = attrs.field(default=0.85, validator=_share)


@attrs.frozen
class ValidationSettings:
    """Checks of records.

    Attributes:
        near: how many units either side of a citation count as near it.
    """

    near: int = attrs.field(default=3, validator=_not_negative)


@attrs.frozen
class PriceSettings:
    """Prices of a million tokens, in any currency; all of them null counts no cost.

    Attributes:
        input: of prompt tokens.
        cached: of prompt tokens from the provider's prefix cache; null is `input`.
        output: of answer tokens.
    """

    input: float | None = attrs.field(default=None, validator=_none_or_not_negative)
    cached: float | None = attrs.field(default=None, validator=_none_or_not_negative)
    output: float | None = attrs.field(default=None, validator=_none_or_not_negative)


@attrs.frozen
class ModelSettings:
    """Who answers.

    Attributes:
        kind: the client.
        name: the model's name, as the server knows it.
        path: a model file (`llamacpp`); of a model in parts, the first.
        recordings: folder of recorded answers (`replay`).
        record: folder that answers are recorded to, or None.
        context_tokens: the model's context, or None to skip the budget check.
        tokenizer: token counter; `estimate` or an encoding such as `o200k_base`.
        temperature: sampling temperature, or None for the server's default.
        seed: sampling seed, or None.
        max_output_tokens: room for the answer, or None for the server's default.
        extra_body: sent as it is with each request.
        base_url: address of a server, up to and without `/chat/completions`.
        api_key: `env:NAME`, what a key on the command line was turned into; no key stands here.
        api_key_env: the environment variable that holds the key, or null for none.
        headers: sent with each request; a value `env:NAME` is read from the environment.
        structured_output: how the answer's schema is enforced; `auto` finds out what the server takes.
        strict_schema: whether the server is told to enforce the schema to the letter.
        max_tokens_field: name under which the limit of answer tokens is sent.
        connect_timeout_seconds: how long connecting may take.
        max_response_bytes: largest answer that is read.
        proxy: URL of an HTTP proxy, or null; proxies of the environment are never used.
        ca_file: certificates to trust instead of the system's, or null.
        lead: whether a lane's first request goes alone, so that the provider's prefix cache serves the others.
        threads: that compute (`llamacpp`), or null for one a physical core.
        gpu_layers: layers that a GPU holds (`llamacpp`), or null for as many as fit.
        batch_tokens: prompt tokens that are computed at once (`llamacpp`); between two batches a run can stop.
        max_concurrency: of this model, in place of `limits.max_concurrency`.
        attempt_timeout_seconds: of this model, in place of `limits.attempt_timeout_seconds`.
        chunk_deadline_seconds: of this model, in place of `limits.chunk_deadline_seconds`.
        price: prices of its tokens.
    """

    kind: Literal["offline", "replay", "http", "llamacpp"] = "offline"
    name: str = ""
    path: WrittenPath | None = None
    recordings: WrittenPath | None = None
    record: WrittenPath | None = None
    context_tokens: int | None = None
    tokenizer: str = "estimate"
    temperature: float | None = attrs.field(default=0.0, validator=_none_or_not_negative)
    seed: int | None = None
    max_output_tokens: int | None = attrs.field(default=2000, validator=_none_or_at_least_one)
    extra_body: Mapping[str, Any] = attrs.field(factory=dict)
    base_url: str | None = None
    api_key: str | None = None
    api_key_env: str | None = None
    headers: Mapping[str, str] = attrs.field(factory=dict)
    structured_output: Literal["auto", "json_schema", "json_object", "prompt"] = "auto"
    strict_schema: bool = True
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    connect_timeout_seconds: float = attrs.field(default=10.0, validator=_positive)
    max_response_bytes: int = attrs.field(default=8_000_000, validator=_at_least_one)
    proxy: str | None = None
    ca_file: WrittenPath | None = None
    lead: bool = False
    threads: int | None = None
    gpu_layers: int | None = None
    batch_tokens: int = 256
    max_concurrency: int | None = None
    attempt_timeout_seconds: float | None = None
    chunk_deadline_seconds: float | None = None
    price: PriceSettings = PriceSettings()


@attrs.frozen
class CacheSettings:
    """The response cache.

    Attributes:
        mode: whether kept answers are read and new ones kept.
        dir: its folder; null is the platform's cache folder of the user.
    """

    mode: Literal["off", "read-write", "read-only", "refresh"] = "read-write"
    dir: WrittenPath | None = None


@attrs.frozen
class BudgetSettings:
    """What a run may send and spend; it ends in part before it would pass one.

    Attributes:
        max_requests: requests of the whole run, or null.
        max_cost: in the currency of `model.price`, or null; wants prices.
    """

    max_requests: int | None = attrs.field(default=None, validator=_none_or_not_negative)
    max_cost: float | None = attrs.field(default=None, validator=_none_or_not_negative)


@attrs.frozen
class LimitsSettings:
    """How hard, how long and how often a model may be asked; `notarius.runner.Limits` says more of each.

    Attributes:
        max_concurrency: requests that are out at once, for each model.
        attempt_timeout_seconds: how long one request may take.
        chunk_deadline_seconds: how long a chunk may take, with all retries and waits inside.
        max_attempts: tries while the server fails; rate limits do not count.
        max_reasks: repeated questions because an answer was refused or did not parse.
        rate_limit_budget_seconds: how long rate limits may keep a run waiting, all waits together.
        backoff_base_seconds: longest wait before the first retry.
        backoff_cap_seconds: longest wait before any retry.
        give_up_after: chunks in a row without an answer, after which a server is asked no more.
        interrupt_grace_seconds: how long answers under way are waited for after Ctrl-C.
    """

    max_concurrency: int = attrs.field(default=8, validator=_at_least_one)
    attempt_timeout_seconds: float = attrs.field(default=120.0, validator=_positive)
    chunk_deadline_seconds: float = attrs.field(default=600.0, validator=_positive)
    max_attempts: int = attrs.field(default=4, validator=_at_least_one)
    max_reasks: int = attrs.field(default=2, validator=_not_negative)
    rate_limit_budget_seconds: float = attrs.field(default=600.0, validator=_not_negative)
    backoff_base_seconds: float = attrs.field(default=0.5, validator=_positive)
    backoff_cap_seconds: float = attrs.field(default=20.0, validator=_positive)
    give_up_after: int = attrs.field(default=10, validator=_at_least_one)
    interrupt_grace_seconds: float = attrs.field(default=10.0, validator=_not_negative)


@attrs.frozen
class LaneSettings:
    """One lane.

    Attributes:
        extract: the extractor's name.
        references: bindings of this lane alone, by slot.
        model: the lane's own model keys, over the pipeline's.
        chunking: the lane's own chunking keys, over the pipeline's.
    """

    extract: str
    references: Mapping[str, BindingValue] = attrs.field(factory=dict)
    model: Mapping[str, Any] = attrs.field(factory=dict)
    chunking: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class Settings:
    """Everything a run is told.

    Attributes:
        input: the transcript.
        lanes: by name, in the order of the config.
        references: bindings for every lane, by slot.
        only: names of the lanes to run, or None for all.
        model: who answers.
        chunking: how the transcript is cut.
        grounding: how quotes are found.
        validation: how records are checked.
        limits: how hard the model may be asked.
        budget: what a run may send and spend.
        cache: the response cache.
        progress: what is shown while a run works; `auto` is a live display on a terminal and lines elsewhere.
    """

    input: InputSettings = InputSettings()
    lanes: Mapping[str, LaneSettings] = attrs.field(factory=dict)
    references: Mapping[str, BindingValue] = attrs.field(factory=dict)
    only: tuple[str, ...] | None = None
    model: ModelSettings = ModelSettings()
    chunking: ChunkingSettings = ChunkingSettings()
    grounding: GroundingSettings = GroundingSettings()
    validation: ValidationSettings = ValidationSettings()
    limits: LimitsSettings = LimitsSettings()
    budget: BudgetSettings = BudgetSettings()
    cache: CacheSettings = CacheSettings()
    progress: Literal["auto", "live", "lines", "off"] = "auto"


@attrs.frozen
class Job:
    """Settings with where they came from.

    Attributes:
        settings: what the run is told.
        pipeline: the pipeline's name.
        choices: the option chosen in each group.
        campaign: the campaign folder, or None.
        cwd: the working directory.
        overrides: the command line's overrides, as people read them.
        effective: the whole config as YAML, paths for display, for `diagnostics/`.
        in_sweep: whether it is one of several jobs.
        among_others: whether several run at the same time, so that no single one may have the terminal.
    """

    settings: Settings
    pipeline: str
    choices: Mapping[str, str]
    campaign: Path | None
    cwd: Path
    overrides: tuple[str, ...] = ()
    effective: str = ""
    in_sweep: bool = False
    among_others: bool = False
