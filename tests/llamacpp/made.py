"""Heads of GGUF files that tests make, sound and hostile."""

import struct
from pathlib import Path

STRING, ARRAY, UINT32, UINT64 = 8, 9, 4, 10


def text(value: str) -> bytes:
    """A string: its length, its bytes."""
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def pair(key: str, kind: int, value: bytes) -> bytes:
    """A key with its value."""
    return text(key) + struct.pack("<I", kind) + value


def header(*pairs: bytes, version: int = 3, count: int | None = None) -> bytes:
    """Magic, version, number of tensors and of pairs, and the pairs."""
    return b"GGUF" + struct.pack("<IQQ", version, 1, len(pairs) if count is None else count) + b"".join(pairs)


def model(context: int = 2048, *, before: bytes = b"") -> bytes:
    """The head of a sound file."""
    return header(
        pair("general.architecture", STRING, text("harbour")),
        *([before] if before else []),
        pair("harbour.context_length", UINT32, struct.pack("<I", context)),
        pair("tokenizer.ggml.tokens", ARRAY, struct.pack("<IQ", STRING, 1) + text("a")),
    )


def write(folder: Path, content: bytes, name: str = "model.gguf") -> Path:
    """A file with that content."""
    path = folder / name
    path.write_bytes(content)
    return path
