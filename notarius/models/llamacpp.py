"""The client that runs a GGUF file in this process, by llama.cpp (package `xllamacpp`, extra `notarius[llamacpp]`).

The engine is called directly and not over the port that it opens: docs/explanation/llamacpp.md says why.
"""

import asyncio
import importlib
import importlib.util
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import ConfigError, ModelError, RequestRefusedError, ServerError
from notarius.models.chat import chat_body, read_completion
from notarius.models.gguf import gguf_parts, read_gguf_header
from notarius.models.refusals import one_line

INSTALL: Final = "pip install 'notarius[llamacpp]'"
_PACKAGE: Final = "xllamacpp"
_SMALLEST_CONTEXT: Final = 256  # llama.cpp rounds up to multiples of it
_SILENT: Final = -1
# Tells of every batch of the prompt and every token, so that a question that nobody waits for can be dropped.
_STREAMING: Final = {"stream": True, "return_progress": True, "stream_options": {"include_usage": True}}


@attrs.frozen
class LlamaCppSettings:
    """A model file and how it is run.

    Attributes:
        path: the GGUF file; of a model in parts, the first.
        model: its name, for the record.
        context_tokens: room for prompt and answer, or None for all that the model was trained with.
        threads: that compute, or None for llama.cpp's own choice, the number of physical cores.
        gpu_layers: layers of the model that a GPU holds, or None for as many as fit.
        batch_tokens: tokens of a prompt that are computed at once. Between two batches a question can be dropped.
    """

    path: Path
    model: str
    context_tokens: int | None = None
    threads: int | None = None
    gpu_layers: int | None = None
    batch_tokens: int = 256

    def __attrs_post_init__(self) -> None:
        """Raises `ConfigError` with every number that is out of range."""
        ranges = {"context_tokens": _SMALLEST_CONTEXT, "threads": 1, "gpu_layers": 0, "batch_tokens": 1}
        values = {name: getattr(self, name) for name in ranges}
        problems = [
            f"model.{name}: must be at least {ranges[name]}, got {value}"
            for name, value in values.items()
            if value is not None and value < ranges[name]
        ]
        if problems:
            raise ConfigError(*problems)

    def check(self, shown: str) -> None:
        """Whether the file can be a model with that context; it is not loaded.

        Args:
            shown: the file as messages name it.

        Raises:
            ConfigError: if the file is missing, none, no GGUF, or of a smaller context, or the engine not installed.
        """
        if importlib.util.find_spec(_PACKAGE) is None:
            raise ConfigError(f"model=llamacpp wants the package {_PACKAGE}: {INSTALL}")
        if not self.path.is_file():
            what = "is no file" if self.path.exists() else "no such file"
            raise ConfigError(f"model.path: {what}: {shown}")
        try:
            gguf_parts(self.path)
            trained = read_gguf_header(self.path).context_tokens
        except ConfigError as error:
            raise ConfigError(*(f"model.path: {shown} {problem}" for problem in error.problems)) from error
        if trained is not None and self.context_tokens is not None and self.context_tokens > trained:
            raise ConfigError(
                f"model.context_tokens is {self.context_tokens} and {shown} was trained with a context of {trained} "
                f"tokens; say model.context_tokens={trained} or less"
            )


class Engine:
    """llama.cpp with one model, which it loads when it is first asked; one thread at a time may use it."""

    def __init__(self, settings: LlamaCppSettings) -> None:
        self.settings = settings
        self._server: Any = None
        self._failure = ""

    def complete(self, body: Mapping[str, Any], dropped: Callable[[], bool] = lambda: False) -> dict[str, Any]:
        """The chat completion that the engine answers, with its `timings`.

        Args:
            body: a request of chat completions.
            dropped: asked after every batch and every token, whether anybody still wants the answer.

        Raises:
            RequestRefusedError: if the model cannot be loaded, the prompt is too long, or the request wrong.
            ServerError: if the answer has no end.
        """
        server = self._loaded()
        answer = _Answer(dropped)
        try:
            server.handle_chat_completions({**body, **_STREAMING}, answer.take)
        except Exception as error:
            raise RequestRefusedError(f"llama.cpp will not take the request: {one_line(str(error))}") from error
        return answer.completion(self.settings.model)

    def close(self) -> None:
        """Unload the model, end the engine's threads and close its port."""
        self._server = None  # the engine ends when its last reference goes

    def _loaded(self) -> Any:
        if self._failure:
            raise RequestRefusedError(self._failure)
        if self._server is None:
            try:
                self._server = _start(self.settings)
            except ImportError as error:
                self._failure = f"model=llamacpp wants the package {_PACKAGE}: {INSTALL}"
                raise RequestRefusedError(self._failure) from error
            except Exception as error:
                self._failure = (
                    f"llama.cpp cannot load {self.settings.path.name}: the file is damaged, of an architecture that "
                    "this version does not know, or larger than the memory that is free, with the context it was given"
                )
                raise RequestRefusedError(self._failure, detail=one_line(str(error))) from error
        return self._server


def _start(settings: LlamaCppSettings) -> Any:
    """The running engine; it holds the interpreter's lock while it loads the model."""
    xllamacpp: Any = importlib.import_module(_PACKAGE)
    params = xllamacpp.CommonParams()
    params.model.path = str(settings.path)
    params.n_ctx = settings.context_tokens or 0
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = settings.batch_tokens
    if settings.threads is not None:
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    if settings.gpu_layers is not None:
        params.n_gpu_layers = settings.gpu_layers
    # Prompts that another lane pushed out are not kept: by default up to 8 GiB of memory would go there.
    params.cache_ram_mib = 0
    params.warmup = False
    params.offline = True
    params.verbosity = _SILENT
    # It opens a port whether it is used or not: on this machine only, any free one, and with a key that nobody has.
    params.hostnames, params.port, params.api_keys = ["127.0.0.1"], 0, [secrets.token_urlsafe(32)]
    params.ui = params.endpoint_slots = False
    return xllamacpp.Server(params)


class _Answer:
    """Puts a completion together from the events of a stream."""

    def __init__(self, dropped: Callable[[], bool]) -> None:
        self._dropped = dropped
        self._texts: list[str] = []
        self._finish_reason: str | None = None
        self._rest: dict[str, Any] = {}

    def take(self, event: Any) -> bool:
        """One event; whether the engine is to stop. Must not raise: the engine would not pass it on."""
        if isinstance(event, dict):
            self._rest.update((name, event[name]) for name in ("usage", "timings", "error") if event.get(name))
            choices = event.get("choices")
            if isinstance(choices, list) and choices:
                self._texts.append(choices[0].get("delta", {}).get("content") or "")
                self._finish_reason = choices[0].get("finish_reason") or self._finish_reason
        return self._dropped()

    def completion(self, model: str) -> dict[str, Any]:
        """The whole, as it would have come without a stream.

        Raises:
            ModelError: as `Engine.complete`.
        """
        if "error" in self._rest:
            raise _error(self._rest["error"])
        if self._finish_reason is None:
            raise ServerError("llama.cpp broke the answer off")
        choice = {"message": {"content": "".join(self._texts)}, "finish_reason": self._finish_reason}
        return {**self._rest, "model": model, "choices": [choice]}


def _error(error: Any) -> ModelError:
    said: dict[str, Any] = error if isinstance(error, dict) else {"message": str(error)}
    if said.get("type") == "exceed_context_size_error":
        return RequestRefusedError(
            f"the prompt has {said.get('n_prompt_tokens')} tokens and the context holds {said.get('n_ctx')}: make "
            "chunking.max_tokens or the references smaller, or model.context_tokens larger"
        )
    message = f"llama.cpp answered with an error: {one_line(str(said.get('message')))}"
    code = said.get("code")
    return RequestRefusedError(message) if isinstance(code, int) and code < 500 else ServerError(message)


class LlamaCppClient:
    """A `ModelClient` that asks a model in this process, one question after the other.

    The event loop stays free while the engine computes. A question that is no longer wanted, because its time is up
    or the run is interrupted, ends with the batch or the token that is being computed.
    """

    def __init__(self, settings: LlamaCppSettings) -> None:
        self.settings = settings
        self._engine = Engine(settings)
        self._closing = threading.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="llamacpp")

    async def generate(self, request: ModelRequest) -> ModelResponse:
        """Answer one request; the first waits until the model is loaded.

        Raises:
            ModelError: as `Engine.complete`.
        """
        body = chat_body(request, self.settings.model, "json_schema")
        gone = threading.Event()

        def dropped() -> bool:
            return gone.is_set() or self._closing.is_set()

        answer = self._thread.submit(self._engine.complete, body, dropped)
        try:
            return read_completion(await asyncio.wrap_future(answer))
        except asyncio.CancelledError:
            gone.set()
            raise

    async def aclose(self) -> None:
        """Drop what is being computed and unload the model; may be called again."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._thread.submit(self._engine.close)
        try:
            await asyncio.to_thread(self._thread.shutdown)
        finally:
            self._thread.shutdown(wait=False)
