import struct
import time
from pathlib import Path

import pytest

from notarius.errors import ConfigError
from notarius.models.gguf import GgufHeader, gguf_parts, model_digest, read_gguf_header
from tests.llamacpp import made

ARCHITECTURE = made.pair("general.architecture", made.STRING, made.text("harbour"))
NUMBERS = struct.pack("<IQ", made.UINT32, 3) + struct.pack("<3I", 1, 2, 3)
WORDS = struct.pack("<IQ", made.STRING, 2) + made.text("en") + made.text("fr")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (made.model(4096), GgufHeader(3, "harbour", 4096)),
        (made.header(version=2), GgufHeader(2)),
        (made.model(before=made.pair("general.tags", made.ARRAY, WORDS)), GgufHeader(3, "harbour", 2048)),
        (made.model(before=made.pair("harbour.heads", made.ARRAY, NUMBERS)), GgufHeader(3, "harbour", 2048)),
        (made.model(before=made.pair("general.name", made.STRING, made.text("Pier"))), GgufHeader(3, "harbour", 2048)),
        (made.model(before=made.pair("harbour.rope", 12, bytes(8))), GgufHeader(3, "harbour", 2048)),
        (
            made.header(ARCHITECTURE, made.pair("harbour.context_length", made.UINT64, struct.pack("<Q", 1 << 20))),
            GgufHeader(3, "harbour", 1 << 20),
        ),
        (
            made.header(ARCHITECTURE, made.pair("harbour.context_length", made.STRING, made.text("many"))),
            GgufHeader(3, "harbour"),
        ),
        (made.header(ARCHITECTURE, made.pair("tokenizer.ggml.tokens", made.ARRAY, b"")), GgufHeader(3, "harbour")),
    ],
    ids=[
        "plain",
        "version 2, no keys",
        "words to pass over",
        "numbers to pass over",
        "text to pass over",
        "a double to pass over",
        "a 64-bit context",
        "a context that is no number",
        "the vocabulary before the context",
    ],
)
def test_the_header_is_read(tmp_path: Path, content: bytes, expected: GgufHeader) -> None:
    """Architecture and context, whatever stands before them; no context where none is found."""
    assert read_gguf_header(made.write(tmp_path, content)) == expected


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no GGUF file: it is empty"),
        (b"PK\x03\x04", "is no GGUF file: it begins with 'PK\\x03\\x04'"),
        (b'{"a": 1}', "is no GGUF file: it begins with '{\"a\"'"),
        (made.header(version=1), "(version 1)"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "(big-endian)"),
        (made.header(version=99), "(version 99)"),
        (b"GGUF\x03", "broken header (cut off)"),
        (made.model()[:60], "broken header (cut off)"),
        (made.header(ARCHITECTURE, count=3), "broken header (cut off)"),
        (made.header(count=1 << 60), "broken header (1152921504606846976 keys)"),
        (made.header(struct.pack("<Q", 1 << 62)), "broken header (a name out of bounds)"),
        (
            made.header(made.pair("general.architecture", made.STRING, struct.pack("<Q", 1 << 40))),
            "broken header (a name out of bounds)",
        ),
        (
            made.header(made.pair("a", made.STRING, struct.pack("<Q", (1 << 64) - 1))),
            "broken header (a length out of bounds)",
        ),
        (
            made.header(made.pair("a", made.ARRAY, struct.pack("<IQ", made.STRING, 1 << 40))),
            "broken header (a list out of bounds)",
        ),
        (
            made.header(made.pair("a", made.ARRAY, struct.pack("<IQ", made.ARRAY, 1))),
            "broken header (a list out of bounds)",
        ),
        (made.header(made.pair("a", 77, b"")), "broken header (type 77)"),
        (made.header(made.pair("a", made.ARRAY, struct.pack("<IQ", 77, 1))), "broken header (type 77)"),
    ],
    ids=[
        "empty",
        "zip",
        "json",
        "version 1",
        "big-endian",
        "version 99",
        "cut in the version",
        "cut in a key",
        "fewer keys than promised",
        "endless keys",
        "endless key",
        "endless architecture",
        "endless text",
        "endless list",
        "list of lists",
        "unknown type",
        "list of an unknown type",
    ],
)
def test_what_is_no_sound_header_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    """One message for each way to be broken, without reading what the file promises to hold."""
    with pytest.raises(ConfigError) as caught:
        read_gguf_header(made.write(tmp_path, content))
    assert said in str(caught.value)


def test_a_hostile_header_costs_little(tmp_path: Path) -> None:
    """As many keys as are allowed, each with as long a list as is allowed: well under the time of a preflight."""
    words = struct.pack("<IQ", made.STRING, 1000) + made.text("") * 1000
    pairs = [made.pair(f"k{number}", made.ARRAY, words) for number in range(1024)]
    file = made.write(tmp_path, made.header(*pairs))
    started = time.process_time()
    assert read_gguf_header(file) == GgufHeader(3)
    assert time.process_time() - started < 10


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    """Reading a file that is not there is no traceback."""
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_gguf_header(tmp_path / "gone.gguf")


def test_a_model_in_parts_is_all_its_files(tmp_path: Path) -> None:
    """A digest covers every part, so that two models with the same first part differ."""
    first, second = (made.write(tmp_path, made.model(), f"pier-0000{number}-of-00002.gguf") for number in (1, 2))
    assert gguf_parts(first) == (first, second)
    before = model_digest(first)
    second.write_bytes(made.model() + b"more")
    assert model_digest(first) != before


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pier-00002-of-00003.gguf", "give the first of them, which ends in -00001-of-00003"),
        ("pier-00001-of-00003.gguf", "there is no pier-00002-of-00003.gguf beside it"),
    ],
    ids=["not the first", "parts missing"],
)
def test_a_part_alone_is_no_model(tmp_path: Path, name: str, said: str) -> None:
    """What is missing is said by name."""
    with pytest.raises(ConfigError) as caught:
        gguf_parts(made.write(tmp_path, made.model(), name))
    assert said in str(caught.value)


def test_a_digest_is_of_the_bytes_and_not_of_the_name(tmp_path: Path) -> None:
    """A file that was renamed is the same model; one that was changed in place is another."""
    one, other = (made.write(tmp_path, made.model(), name) for name in ("one.gguf", "other.gguf"))
    before = model_digest(one)
    assert before == model_digest(other)
    assert before.startswith("sha256:")
    one.write_bytes(made.model(1024) + b"x")
    assert model_digest(one) != before
