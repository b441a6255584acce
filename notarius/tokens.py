"""Token counters by name, and the encoding that belongs to a model's name."""

import difflib
import functools
import re
import string
import warnings
from collections.abc import Iterator
from typing import Any, Final

import attrs

from notarius.contracts.tokens import TokenCounter
from notarius.errors import ConfigError

ESTIMATE: Final = "estimate"
# bpe_openai names more, but loads those through tiktoken, which is no dependency of ours.
ENCODINGS: Final = ("o200k_base", "cl100k_base")
COUNTER_NAMES: Final = (ESTIMATE, *ENCODINGS)

# Hundredths of a token that one byte of each kind costs; see `EstimateCounter` for how good that is.
_BLANKS: Final = (75, b" \t\r\n")
_LOWER: Final = (10, string.ascii_lowercase.encode())
_UPPER: Final = (35, string.ascii_uppercase.encode())
_DIGITS: Final = (40, string.digits.encode())
_BEYOND_ASCII: Final = (25, bytes(range(128, 256)))
_OTHER: Final = 80

# bpe_openai refuses texts of more than 200,000 tokens; a character is at most four bytes, so at most four tokens.
_PIECE: Final = 50_000

_O200K: Final = re.compile(r"(?:chatgpt-4o|gpt-4o|gpt-4\.\d|gpt-5|gpt-oss|o\d)(?![a-z0-9])")
_CL100K: Final = re.compile(r"gpt-(?:4|3\.5|35)(?![a-z0-9.])")


@attrs.frozen
class EstimateCounter:
    """Guesses tokens from the bytes of the text: cheap, deterministic, no vocabulary to load.

    Blanks, lower case, upper case, digits, other ASCII and bytes beyond ASCII weigh differently. On English speech
    the sum is a little above the count of o200k: 1.07 of it over 3,137 rendered turns of a recorded session, 1.07
    over the peer benchmark's synthetic transcript, 0.95 to 1.09 over single caption and plain-text files.
    Languages with few accents come out near 1 (German 0.99, French 1.07), Chinese and Japanese a little below
    (0.97, 0.94), Russian at twice the true count, Polish at 0.63 of it, tables of rare names at 0.6: choose an
    exact counter there. Measured by `python benchmarks/core_micro.py ratio FILE...`, a line of the file a turn.
    """

    name: str = ESTIMATE
    exact: bool = False

    def count(self, text: str) -> int:
        """Tokens of the text, rounded up."""
        data = text.encode("utf-8", "surrogatepass")
        rest, hundredths = data, 0
        for weight, kind in (_LOWER, _BLANKS, _UPPER, _DIGITS, _BEYOND_ASCII):
            others = rest.translate(None, kind)
            hundredths += weight * (len(rest) - len(others))
            if not others:
                return -(-hundredths // 100)
            rest = others
        return -(-(hundredths + _OTHER * len(rest)) // 100)


@attrs.frozen
class EncodingCounter:
    """Counts with one of OpenAI's encodings, loaded when it first counts (about 0.6 seconds, once a process).

    What looks like a special token (`<|endoftext|>`) is text like any other, in a transcript and in a reference.
    """

    name: str
    exact: bool = True

    def count(self, text: str) -> int:
        """Tokens of the text."""
        encoding = _encoding(self.name)
        return sum(len(encoding.encode_ordinary(piece)) for piece in _pieces(text))


def token_counter(name: str) -> TokenCounter:
    """The counter of that name: `estimate`, or one of OpenAI's encodings such as `o200k_base`.

    Raises:
        ConfigError: for any other name; says which there are and which is nearest.
    """
    if name == ESTIMATE:
        return EstimateCounter()
    if name in ENCODINGS:
        return EncodingCounter(name)
    raise ConfigError(f"unknown token counter {name!r}; there are {', '.join(COUNTER_NAMES)}{_nearest(name)}")


def encoding_for(model_name: str) -> str | None:
    """The encoding of an OpenAI model, or None where the name tells nothing.

    Provider prefixes (`openai/gpt-4o`), fine-tunes (`ft:gpt-4o:...`) and dated names are understood.
    Source: the table `MODEL_PREFIX_TO_ENCODING` of tiktoken.
    """
    name = model_name.strip().lower().rpartition("/")[2].removeprefix("ft:")
    if _O200K.match(name):
        return "o200k_base"
    return "cl100k_base" if _CL100K.match(name) else None


def _nearest(name: str) -> str:
    found = encoding_for(name) or next(iter(difflib.get_close_matches(name.lower(), COUNTER_NAMES, n=1)), None)
    return f" (did you mean {found}?)" if found else ""


def _pieces(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))


@functools.cache
def _encoding(name: str) -> Any:
    with warnings.catch_warnings():
        # bpe_openai 0.1.4 reads its tables through `importlib.resources.open_binary`, deprecated in Python 3.11.
        warnings.simplefilter("ignore", DeprecationWarning)
        # Loads three vocabularies: only who counts exactly pays for it.
        import bpe_openai  # type: ignore[import-untyped]

        return bpe_openai.get_encoding(name)
