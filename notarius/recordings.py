"""Recorded answers: one JSON file a request, found by what was asked and not by which model answered."""

import json
import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast, get_args

import attrs

from notarius.contracts.generation import ModelRequest, ModelResponse, StopReason, Usage
from notarius.digests import digest_json
from notarius.errors import RecordingError
from notarius.jsontext import parse_json

_SUFFIX: Final = ".json"
_TURN: Final = re.compile(r"^\s*\[u\d+\] ", re.MULTILINE)
_TEXTS: Final = ("digest", "lane", "chunk", "model")


@attrs.frozen
class Recording:
    """One answer on file.

    Attributes:
        digest: `sha256:<hex>` over canonical messages, schema and parameters.
        lane: the lane that asked, for people and for rekeying.
        chunk: id of the chunk it asked about.
        request: `{"messages", "schema", "parameters"}` as they were sent.
        response: the answer.
    """

    digest: str
    lane: str
    chunk: str
    request: Mapping[str, Any] = attrs.field(repr=False)
    response: ModelResponse


@attrs.frozen
class Rekeyed:
    """What became of each request when recordings were carried over; every place is `lane/chunk`.

    Attributes:
        kept: had a recording of their own.
        carried: were given the answer that an earlier form of the question had.
        missing: no recording is of this lane and chunk.
        moved: recordings of this lane and chunk are, but they asked about other turns.
        ambiguous: several recordings with different answers are.
        pruned: files of earlier forms that were deleted.
    """

    kept: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()


@attrs.frozen
class Recordings:
    """A folder of recorded answers.

    Attributes:
        folder: where they lie; made when the first answer is stored.
        shown: how messages name the folder; its path unless given.
    """

    folder: Path
    shown: str = ""

    @property
    def location(self) -> str:
        """How messages name the folder."""
        return self.shown or str(self.folder)

    def exists(self) -> bool:
        """Whether the folder is there."""
        return self.folder.is_dir()

    def __len__(self) -> int:
        return len(self._files())

    def __iter__(self) -> Iterator[Recording]:
        """Every recording, in the order of digests.

        Raises:
            RecordingError: at the first one that is broken.
        """
        return map(self._read, self._files())

    def digest_of(self, request: ModelRequest) -> str:
        """`sha256:<hex>` over the request's canonical messages, schema and parameters."""
        return digest_json(request.asked)

    def find(self, request: ModelRequest) -> ModelResponse | None:
        """The answer that was recorded for this request, or None.

        Raises:
            RecordingError: if there is a file for it that cannot be read, is no recording, or holds another question.
        """
        recording = self._read_if_there(self._path(self.digest_of(request)))
        return None if recording is None else recording.response

    def store(self, request: ModelRequest, response: ModelResponse) -> None:
        """Write an answer, whole or not at all, in place of any earlier one to the same question.

        Raises:
            RecordingError: if it cannot be written.
        """
        recording = Recording(self.digest_of(request), request.lane, request.chunk.id, request.asked, response)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write_whole(self._path(recording.digest), _encoded(recording))
        except OSError as error:
            raise RecordingError(
                f"cannot record lane {request.lane}, chunk {request.chunk.id} in {self.location}: {error.strerror}"
            ) from error

    def rekey(self, requests: Iterable[ModelRequest], *, prune: bool = False) -> Rekeyed:
        """Give each request without a recording the answer recorded for the same lane, chunk and turns.

        It carries recordings over an edit of templates, schema, references or parameters: whether the old answer suits
        the new question is for whoever calls this to judge. Where the chunk holds other turns than it did (another
        transcript, other chunking) nothing is carried. Answers to re-asks (more messages) are not candidates.

        Args:
            requests: as the edited templates render them.
            prune: whether the files of earlier forms, from which an answer was carried, are deleted.

        Raises:
            RecordingError: if some recording is broken, or one cannot be written or deleted.
        """
        known: dict[object, list[Recording]] = defaultdict(list)
        for recording in self:
            known[recording.lane, recording.chunk, len(recording.request["messages"])].append(recording)
        outcomes: dict[str, list[str]] = defaultdict(list)
        for request in requests:
            place = known[request.lane, request.chunk.id, len(request.messages)]
            earlier = [recording for recording in place if _same_turns(recording, request)]
            outcome = self._carry(request, earlier)
            outcome = "moved" if outcome == "missing" and place else outcome
            outcomes[outcome].append(f"{request.lane}/{request.chunk.id}")
            if prune and outcome == "carried":
                outcomes["pruned"] += [self._delete(recording) for recording in earlier]
        return Rekeyed(**{outcome: tuple(places) for outcome, places in outcomes.items()})

    def _carry(self, request: ModelRequest, earlier: list[Recording]) -> str:
        if self.find(request) is not None:
            return "kept"
        answers = {recording.response.text: recording.response for recording in earlier}
        if len(answers) != 1:
            return "ambiguous" if answers else "missing"
        self.store(request, next(iter(answers.values())))
        return "carried"

    def _delete(self, recording: Recording) -> str:
        path = self._path(recording.digest)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise RecordingError(f"cannot delete {path.name} in {self.location}: {error.strerror}") from error
        return path.name

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*" + _SUFFIX))

    def _path(self, digest: str) -> Path:
        return self.folder / (digest.removeprefix("sha256:") + _SUFFIX)

    def _read(self, path: Path) -> Recording:
        recording = self._read_if_there(path)
        if recording is None:
            raise RecordingError(f"recording {path.name} in {self.location} vanished while it was read")
        return recording

    def _read_if_there(self, path: Path) -> Recording | None:
        try:
            return _decoded(parse_json(path.read_bytes().decode("utf-8")), path.stem)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise RecordingError(f"recording {path.name} in {self.location} cannot be used: {reason}") from error


def _same_turns(recording: Recording, request: ModelRequest) -> bool:
    """Whether both ask about the same turns, however their templates wrap and indent them."""
    recorded = str(recording.request["messages"][-1].get("content", ""))
    shown = " ".join(request.chunk.text.split()) in " ".join(recorded.split())
    return shown and len(_TURN.findall(recorded)) == len(_TURN.findall(request.messages[-1].content))


def _encoded(recording: Recording) -> bytes:
    response = recording.response
    value = {
        "digest": recording.digest,
        "lane": recording.lane,
        "chunk": recording.chunk,
        "model": response.model,
        "request": recording.request,
        "response": {
            "text": response.text,
            "stop_reason": response.stop_reason,
            "usage": attrs.asdict(response.usage),
        },
    }
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    # A lone surrogate, which models can write, has no UTF-8; its Python escape is the JSON escape as well.
    return text.encode("utf-8", "backslashreplace")


def _decoded(value: Any, stem: str) -> Recording:
    """The recording that a file's JSON value holds.

    Raises:
        ValueError: if it has another shape, or is not what its name and digest say.
    """
    _require(isinstance(value, dict), "it has to be a JSON object")
    for key in _TEXTS:
        _require(isinstance(value.get(key), str), f"{key!r} has to be a text")
    request, response = value.get("request"), value.get("response")
    _require(isinstance(request, dict) and isinstance(request.get("messages"), list), "'request' has no messages")
    _require(isinstance(response, dict), "'response' has to be an object")
    actual = digest_json(request)
    _require(value["digest"] == actual, f"its digest says {value['digest']}, its request has {actual}")
    _require(actual == f"sha256:{stem}", f"its name does not match its digest {actual}")
    return Recording(value["digest"], value["lane"], value["chunk"], request, _response(response, value["model"]))


def _response(value: Mapping[str, Any], model: str) -> ModelResponse:
    text, stop_reason, usage = value.get("text"), value.get("stop_reason"), value.get("usage")
    reasons = get_args(StopReason)
    _require(isinstance(text, str), "'response.text' has to be a text")
    _require(stop_reason in reasons, f"'response.stop_reason' has to be one of {', '.join(reasons)}")
    names = [field.name for field in attrs.fields(Usage)]
    counts = [usage.get(name) for name in names] if isinstance(usage, dict) else ["none"]
    _require(
        all(count is None or (type(count) is int and count >= 0) for count in counts),
        f"'response.usage' has to hold {', '.join(names)}, each a count or null",
    )
    return ModelResponse(str(text), cast("StopReason", stop_reason), Usage(*counts), model)


def _require(holds: bool, problem: str) -> None:  # noqa: FBT001 (an assertion reads like one)
    if not holds:
        raise ValueError(problem)


def _write_whole(path: Path, content: bytes) -> None:
    """Write beside the file and move over it, so that a reader sees the old content or the new, never a part."""
    temporary = path.with_name(f".{path.stem}-{secrets.token_hex(8)}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
