"""What stands at the head of a GGUF file, read without the engine and without trust in the file.

The format is llama.cpp's own (docs/gguf.md of the ggml project): magic, version, two counts, then pairs of key and
value, little-endian. Only the first pairs are read, up to the context length, within bounds that no sound file comes
near.
"""

import functools
import hashlib
import re
import struct
from pathlib import Path
from typing import BinaryIO, Final

import attrs

from notarius.digests import digest_json
from notarius.errors import ConfigError

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = frozenset({2, 3})  # version 1 is of 2023, and llama.cpp reads it no more
# Bounds. A model has some dozen keys; before its vocabulary, which is not read, it has only short lists.
_MAX_PAIRS: Final = 1024
_MAX_ITEMS: Final = 1000
_MAX_KEY_BYTES: Final = 65_535  # the format's own limit
_MAX_NAME_BYTES: Final = 256
_MAX_LENGTH: Final = 1 << 32
_STRING: Final = 8
_ARRAY: Final = 9
# Sizes in bytes and forms of the scalar types, by their number in the format.
_SIZES: Final = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_WHOLE_NUMBERS: Final = {4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
# How llama.cpp names the files of one model that was split.
_PART: Final = re.compile(r"(?P<stem>.*)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.DOTALL)


@attrs.frozen
class GgufHeader:
    """The part of the header that matters before a model is loaded.

    Attributes:
        version: of the format.
        architecture: such as `llama`; empty if it does not say.
        context_tokens: the context that the model was trained with, or None if that is not among the first pairs.
    """

    version: int
    architecture: str = ""
    context_tokens: int | None = None


class _UnreadableError(Exception):
    """The header breaks the format or leaves the bounds."""


def read_gguf_header(path: Path) -> GgufHeader:
    """The header of a GGUF file; a few kilobytes of it are read, some megabytes at most.

    Raises:
        ConfigError: if it cannot be read, is no GGUF, of a version that is not known, or broken; the text goes on from
            the file's name.
    """
    try:
        with path.open("rb") as file:
            return _header(file)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or 'failed'}") from error
    except _UnreadableError as error:
        raise ConfigError(f"is a GGUF file with a broken header ({error}); fetch it again") from error


def _header(file: BinaryIO) -> GgufHeader:
    magic = file.read(4)
    if magic != _MAGIC:
        raise ConfigError(f"is no GGUF file: it {_beginning(magic)}; llama.cpp reads models in that format only")
    version = _number(file, "<I")
    if version not in _VERSIONS:
        kind = "big-endian" if version & 0xFFFF == 0 else f"version {version}"
        raise ConfigError(f"is a GGUF file of a kind that is not known ({kind}); known are little-endian 2 and 3")
    _number(file, "<Q")  # how many tensors
    pairs = _number(file, "<Q")
    if pairs > _MAX_PAIRS:
        raise _UnreadableError(f"{pairs} keys")
    return _first_pairs(file, GgufHeader(version), pairs)


def _beginning(magic: bytes) -> str:
    return f"begins with {repr(magic)[1:]}" if magic else "is empty"


def _first_pairs(file: BinaryIO, header: GgufHeader, pairs: int) -> GgufHeader:
    for _ in range(pairs):
        key, kind = _text(file, _MAX_KEY_BYTES), _number(file, "<I")
        if key == "general.architecture" and kind == _STRING:
            header = attrs.evolve(header, architecture=_text(file, _MAX_NAME_BYTES))
        elif key == f"{header.architecture}.context_length" and kind in _WHOLE_NUMBERS:
            return attrs.evolve(header, context_tokens=_number(file, _WHOLE_NUMBERS[kind]))
        elif key.startswith("tokenizer."):
            return header  # what follows is the vocabulary, and no file is known that has the context after it
        else:
            _skip(file, kind)
    return header


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        _forward(file, _number(file, "<Q"))
    elif kind == _ARRAY:
        _skip_array(file, _number(file, "<I"), _number(file, "<Q"))
    else:
        _forward(file, _size(kind))


def _skip_array(file: BinaryIO, kind: int, count: int) -> None:
    if count > _MAX_ITEMS or kind == _ARRAY:
        raise _UnreadableError("a list out of bounds")
    if kind != _STRING:
        _forward(file, count * _size(kind))
        return
    for _ in range(count):
        _forward(file, _number(file, "<Q"))


def _size(kind: int) -> int:
    if kind not in _SIZES:
        raise _UnreadableError(f"type {kind}")
    return _SIZES[kind]


def _forward(file: BinaryIO, size: int) -> None:
    """Pass over bytes; beyond the end of the file the next read says so."""
    if size > _MAX_LENGTH:
        raise _UnreadableError("a length out of bounds")
    file.seek(size, 1)


def _number(file: BinaryIO, form: str) -> int:
    value: int = struct.unpack(form, _bytes(file, struct.calcsize(form)))[0]
    return value


def _text(file: BinaryIO, limit: int) -> str:
    size = _number(file, "<Q")
    if size > limit:
        raise _UnreadableError("a name out of bounds")
    return _bytes(file, size).decode("utf-8", "replace")


def _bytes(file: BinaryIO, size: int) -> bytes:
    read = file.read(size)
    if len(read) < size:
        raise _UnreadableError("cut off")
    return read


def gguf_parts(path: Path) -> tuple[Path, ...]:
    """All files of the model whose first file this is; most models are one file.

    Raises:
        ConfigError: if it is another part than the first, or parts are missing; the text goes on from the file's name.
    """
    found = _PART.fullmatch(path.name)
    if found is None:
        return (path,)
    count = int(found["count"])
    if int(found["number"]) != 1:
        raise ConfigError("is one part of a model; give the first of them, which ends in -00001-of-" + found["count"])
    parts = tuple(path.with_name(f"{found['stem']}-{number:05}-of-{count:05}.gguf") for number in range(1, count + 1))
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise ConfigError(f"is the first part of a model, and there is no {missing[0]} beside it")
    return parts


def model_digest(path: Path) -> str:
    """`sha256:<hex>` over all bytes of the model; of one in parts, over the digests of its parts.

    It is computed once for each state of a file in the life of the process; a gigabyte takes about a second.

    Raises:
        ConfigError: as `gguf_parts`.
        OSError: if it cannot be read.
    """
    digests = [_file_digest(part, *_state(part)) for part in gguf_parts(path)]
    return digests[0] if len(digests) == 1 else digest_json(digests)


def _state(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


@functools.lru_cache(maxsize=64)
def _file_digest(path: Path, _size: int, _modified: int) -> str:
    with path.open("rb") as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()
