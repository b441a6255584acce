"""The client that runs a GGUF file in this process, by llama.cpp (package `xllamacpp`, extra `notarius[llamacpp]`).

The engine is called directly and not over the port that it opens: docs/explanation/llamacpp.md says why.
"""

import asyncio
import importlib
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from notarius.contracts.generation import ModelRequest, ModelResponse
from notarius.errors import ModelError, RequestRefusedError, ServerError
from notarius.models.chat import chat_body, read_completion
from notarius.models.modelfile import INSTALL, PACKAGE, LlamaCppSettings
from notarius.models.refusals import one_line

_UNLOADABLE: Final = (
    "llama.cpp cannot load {}: the file is damaged, of an architecture that this version does not know, or larger than "
    "the memory that is free, with the context it was given"
)
_LOOPBACK: Final = "127.0.0.1"
_SILENT: Final = -1
# Tells of every batch of the prompt and every token, so that a question that nobody waits for can be dropped.
_STREAMING: Final = {"stream": True, "return_progress": True, "stream_options": {"include_usage": True}}


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
        self._load()
        answer = _Answer(dropped)
        try:
            # No local name for the engine, here or below: an error's traceback would keep it from ending.
            self._server.handle_chat_completions({**body, **_STREAMING}, answer.take)
        except Exception as error:
            raise RequestRefusedError(f"llama.cpp will not take the request: {one_line(str(error))}") from error
        return answer.completion(self.settings.model)

    def close(self) -> None:
        """Unload the model, end the engine's threads and close its port."""
        self._server = None  # the engine ends when its last reference goes

    def _load(self) -> None:
        if self._failure:
            raise RequestRefusedError(self._failure)
        if self._server is None:
            try:
                self._server = _start(self.settings)
            except RequestRefusedError as error:
                self._failure = str(error)
                raise


def _start(settings: LlamaCppSettings) -> Any:
    """The running engine; it holds the interpreter's lock while it loads the model."""
    try:
        xllamacpp: Any = importlib.import_module(PACKAGE)
        params = _parameters(xllamacpp.CommonParams(), settings)
    except (ImportError, AttributeError) as error:
        said = one_line(str(error))
        raise RequestRefusedError(f"{PACKAGE} is broken or of another version: {said}; {INSTALL}") from error
    try:
        return xllamacpp.Server(params)
    except Exception as error:
        message = _UNLOADABLE.format(settings.path.name)
        raise RequestRefusedError(message, detail=one_line(str(error))) from error


def _parameters(params: Any, settings: LlamaCppSettings) -> Any:
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
    if hasattr(params, "hostname"):  # before 2026.10
        params.hostname = _LOOPBACK
    else:
        params.hostnames = [_LOOPBACK]
    params.port, params.api_keys = 0, [secrets.token_urlsafe(32)]
    params.ui = params.endpoint_slots = False
    return params


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
            if choices:
                delta = choices[0].get("delta") or {}
                self._texts.append(delta.get("content") or "")
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
