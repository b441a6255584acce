"""How hard, how long and how often a model may be asked."""

import attrs


@attrs.frozen
class Limits:
    """Limits of a run. Those of a lane's own hold for its model; see `LaneJob.limits`.

    Attributes:
        max_concurrency: requests that are out at once, for each model. Rate limits lower it for a while.
        attempt_timeout_seconds: how long one request may take.
        chunk_deadline_seconds: how long a chunk may take from its first request on, with all retries and all
            waiting inside.
        max_attempts: how often one question is sent at most while the server fails, times out or drops the
            connection. Rate limits do not count, and a question that is asked again begins anew.
        max_reasks: how often a chunk is asked again because the answer was refused or did not parse.
        rate_limit_budget_seconds: how long rate limits may keep a run from asking one model, all waits together.
            When the next wait would pass it, the run ends in part.
        backoff_base_seconds: longest wait before the first retry; doubles with every further one.
        backoff_cap_seconds: longest wait before any retry.
        max_requests: requests in the whole run, of any kind, or None. Then the run ends in part.
        max_cost: what the whole run may cost, in the unit of the prices, or None. No request is sent whose worst case
            would pass it; then the run ends in part.
        give_up_after: chunks in a row that a server did not answer, without one answer in between, after which
            the run asks it no more.
        interrupt_grace_seconds: how long answers that are under way are waited for after Ctrl-C.
    """

    max_concurrency: int = attrs.field(default=8, validator=attrs.validators.ge(1))
    attempt_timeout_seconds: float = attrs.field(default=120.0, validator=attrs.validators.gt(0.0))
    chunk_deadline_seconds: float = attrs.field(default=600.0, validator=attrs.validators.gt(0.0))
    max_attempts: int = attrs.field(default=4, validator=attrs.validators.ge(1))
    max_reasks: int = attrs.field(default=2, validator=attrs.validators.ge(0))
    rate_limit_budget_seconds: float = attrs.field(default=600.0, validator=attrs.validators.ge(0.0))
    backoff_base_seconds: float = attrs.field(default=0.5, validator=attrs.validators.gt(0.0))
    backoff_cap_seconds: float = attrs.field(default=20.0, validator=attrs.validators.gt(0.0))
    max_requests: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(0)))
    max_cost: float | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(0)))
    give_up_after: int = attrs.field(default=10, validator=attrs.validators.ge(1))
    interrupt_grace_seconds: float = attrs.field(default=10.0, validator=attrs.validators.ge(0.0))

    def backoff_seconds(self, failures: int, luck: float) -> float:
        """How long to wait before the next try.

        Args:
            failures: in a row so far, at least 1.
            luck: from 0 to 1, drawn anew each time. The wait is between half and all of the full one, so that
                retries of requests that failed together spread out and none comes back at once.
        """
        doublings = min(failures - 1, 32)
        full = min(self.backoff_cap_seconds, self.backoff_base_seconds * 2.0**doublings)
        return full * (0.5 + 0.5 * luck)
