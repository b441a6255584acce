"""The exception tree: every error that notarius raises on purpose.

    NotariusError
    ├── UsageError                 exit 2: wrong configuration, references, input or usage
    │   ├── ConfigError            a key, an option or a file of the configuration
    │   ├── UntrustedConfigError   a campaign folder wants what only a trusted one may have
    │   ├── TranscriptError        the input is missing, unreadable or no transcript
    │   ├── ReferenceBindingError  a binding or the content behind it
    │   ├── TemplateError          a module's template breaks the rules of registration
    │   ├── ExtractorError         an extractor is unknown, broken or lacks what the model needs
    │   ├── ContextBudgetError     the prompt cannot fit the model's context
    │   ├── RunDirectoryError      what was given as a run directory is none, or cannot be read
    │   ├── ComparisonError        these runs cannot be held against each other
    │   └── GoldError              a gold file, or the mapping that reads it, is wrong
    ├── OutputError                results cannot be written (exit 1)
    ├── ModelError                 one request to a model failed (exit 1 if it stays so)
    │   ├── RateLimitedError       slow down; says for how long, if the server did
    │   ├── ServerError            the server's fault; worth another try
    │   ├── ModelTimeoutError      no answer in time
    │   ├── ModelConnectionError   the connection failed or broke
    │   ├── RequestRefusedError    the server will not take this request; no retry helps
    │   ├── RoutineFailedError     a module's offline routine raised
    │   ├── RecordingMissingError  `replay` holds no answer to this request
    │   └── RecordingError         a recording is broken, or cannot be read or written
    └── DecodingError              an answer that does not parse or fit the schema

Exceptions carry data beside their text, so that callers can report without parsing messages.
"""

from collections.abc import Sequence


class NotariusError(Exception):
    """Root of the tree."""


class UsageError(NotariusError):
    """Something the user gave is wrong; nothing was asked of a model.

    Attributes:
        problems: one text for each thing that is wrong; several are reported together.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems: tuple[str, ...] = problems

    @classmethod
    def together(cls, errors: "Sequence[UsageError]") -> "UsageError":
        """One error that says everything the given ones say, each text once."""
        problems = dict.fromkeys(problem for error in errors for problem in error.problems)
        return cls(*problems)


class ConfigError(UsageError):
    """A key, an option or a file of the configuration is wrong."""


class UntrustedConfigError(ConfigError):
    """A campaign folder that was not trusted reaches outside itself."""


class TranscriptError(UsageError):
    """The input is missing, unreadable or no transcript."""


class ReferenceBindingError(UsageError):
    """A reference binding, or the content behind it, is wrong.

    Attributes:
        lanes: the lanes it concerns; empty where it concerns the pipeline, or they are not known.
        slot: the slot's name, or None.
    """

    def __init__(self, *problems: str, lanes: Sequence[str] = (), slot: str | None = None) -> None:
        super().__init__(*problems)
        self.lanes: tuple[str, ...] = tuple(lanes)
        self.slot = slot


class TemplateError(UsageError):
    """A prompt template breaks the rules that registration checks."""


class ExtractorError(UsageError):
    """An extractor is unknown, does not load, or lacks what the chosen model needs."""


class ContextBudgetError(UsageError):
    """The prompt of some chunk cannot fit the model's context."""


class RunDirectoryError(UsageError):
    """What was given as a run directory is none, or its manifest cannot be read."""


class ComparisonError(UsageError):
    """These runs cannot be held against each other: too few, or of different inputs."""


class GoldError(UsageError):
    """A gold file, or the mapping that reads it, is wrong."""


class OutputError(NotariusError):
    """Results cannot be written: a full disk, no permission."""


class ModelError(NotariusError):
    """One request to a model failed.

    Attributes:
        kind: stable word for the manifest, such as `rate_limited`.
        retryable: whether the same request may succeed later.
        detail: what the other side said, for the record; never holds a secret.
    """

    kind = "model_error"
    retryable = False

    def __init__(self, message: str, *, detail: str = "", retryable: bool | None = None) -> None:
        """Take the message; `retryable` overrides what is usual for the class."""
        super().__init__(message)
        self.detail = detail
        if retryable is not None:
            self.retryable = retryable


class RateLimitedError(ModelError):
    """The server asks to slow down.

    Attributes:
        retry_after: seconds the server asked for, or None.
    """

    kind = "rate_limited"
    retryable = True

    def __init__(self, message: str, *, retry_after: float | None = None, detail: str = "") -> None:
        super().__init__(message, detail=detail)
        self.retry_after = retry_after


class ServerError(ModelError):
    """The server failed; the same request may succeed later.

    Attributes:
        retry_after: seconds the server asked for, or None.
    """

    kind = "server_error"
    retryable = True

    def __init__(
        self, message: str, *, retry_after: float | None = None, detail: str = "", retryable: bool | None = None
    ) -> None:
        super().__init__(message, detail=detail, retryable=retryable)
        self.retry_after = retry_after


class ModelTimeoutError(ModelError):
    """No answer within the time an attempt, or the whole chunk, may take."""

    kind = "timeout"
    retryable = True


class ModelConnectionError(ModelError):
    """The connection could not be made, or broke before the answer was whole."""

    kind = "connection"
    retryable = True


class RequestRefusedError(ModelError):
    """The server will not take this request: authentication, unknown model, bad parameters."""

    kind = "request_refused"


class RecordingMissingError(ModelError):
    """The recordings hold no answer to this request."""

    kind = "recording_missing"


class RecordingError(ModelError):
    """A recording is broken, or cannot be read or written."""

    kind = "recording_failed"


class RoutineFailedError(ModelError):
    """A module's offline routine raised, or answered what is no JSON."""

    kind = "routine_failed"


class DecodingError(NotariusError):
    """An answer that does not parse, or does not have the shape `{"records": [...]}`.

    Attributes:
        text: the answer, whole, so that it can be kept.
    """

    def __init__(self, message: str, *, text: str = "") -> None:
        super().__init__(message)
        self.text = text
