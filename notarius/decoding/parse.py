"""Finding the JSON in what a model wrote: behind thinking, in fences, between prose, whole or not at all."""

import json
import math
import re
from typing import Any, Final

from notarius.errors import DecodingError

#: No answer nests deeper; what does is an attack, or a model that lost its way.
MAX_DEPTH: Final = 32

# A bracket that begins JSON with items in it, whole or broken; any other is prose, such as `[sic]` or `{more}`.
_OPENING: Final = re.compile(r"""\{\s*(?:["'{}]|//|\Z|[A-Za-z_]\w*\s*:)|\[\s*["\[{\]]""")
_THINKING: Final = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT: Final = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
# The texts are matched, and kept, so that commas in them are not; an unclosed one runs to the end.
_TRAILING_COMMA: Final = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\\?\Z))|,(?=\s*[\]}])', re.DOTALL)
# An empty list says "nothing" if it is all there is; between words it is part of them, as in `results = []`.
_ONLY_EMPTY_LIST: Final = re.compile(r"\s*(?:```\w*\s*)?\[\s*\]\s*(?:```\s*)?")
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class NotJson(str):
    """A number that JSON has no form for (`NaN`, `1e999`), as it stood in the answer."""

    __slots__ = ()


class Repeated(dict[str, Any]):
    """An object that holds a key several times with different values; those stand in a list.

    Attributes:
        keys_repeated: which keys.
    """

    __slots__ = ("keys_repeated",)

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        grouped: dict[str, list[Any]] = {}
        for key, value in pairs:
            values = grouped.setdefault(key, [])
            if value not in values:
                values.append(value)
        super().__init__((key, values[0] if len(values) == 1 else values) for key, values in grouped.items())
        self.keys_repeated = tuple(key for key, values in grouped.items() if len(values) > 1)


def json_values(text: str) -> list[Any]:
    """The JSON objects and lists in a model's text, in order; prose around them is passed over.

    Forgiven are commas before a closing bracket, and raw line breaks in texts. Lone surrogates become U+FFFD.

    Raises:
        DecodingError: if the text is empty, ends inside its thinking, nests too deeply, or holds JSON that is
            broken or cut off, also where an earlier part of it would parse.
    """
    if not text.strip():
        raise DecodingError("the answer is empty", text=text)
    try:
        values = _scan(_encodable(_after_thinking(text)))
        if text.count("[") + text.count("{") > MAX_DEPTH:  # no nesting without brackets
            _refuse_depth(values)
    except RecursionError:
        raise DecodingError(f"the answer nests deeper than {MAX_DEPTH} levels", text=text) from None
    except ValueError as error:
        raise DecodingError(f"the answer holds broken or truncated JSON: {error}", text=text) from None
    return [_repaired_texts(value) for value in values] if _SURROGATE_ESCAPE.search(text) else values


def _scan(text: str) -> list[Any]:
    values, position, repaired = [], 0, False
    while opening := _OPENING.search(text, position):
        start = opening.start()
        try:
            value, position = _DECODER.raw_decode(text, start)
        except ValueError:
            if repaired:
                raise
            text, position, repaired = _TRAILING_COMMA.sub(r"\1", text[start:]), 0, True
            continue
        if value != [] or _ONLY_EMPTY_LIST.fullmatch(text):
            values.append(value)
    return values


def _after_thinking(text: str) -> str:
    if text.lstrip()[:1] in ("{", "[", "`"):
        return text
    rest = text
    while closing := _THOUGHT.search(rest):
        rest = rest[closing.end() :]
        if not _THINKING.match(rest):
            return rest
    if _THINKING.match(rest):
        raise DecodingError("the answer ends inside its thinking", text=text)
    return rest


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def _repaired_texts(value: Any) -> Any:
    if isinstance(value, str):
        return value if isinstance(value, NotJson) else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_repaired_texts(item) for item in value]
    if isinstance(value, dict):
        for key in list(value):
            value[_SURROGATE.sub("\ufffd", key)] = _repaired_texts(value.pop(key))
    return value


def _refuse_depth(level: list[Any]) -> None:
    for _ in range(MAX_DEPTH + 1):
        level = [
            child
            for item in level
            for child in (item.values() if isinstance(item, dict) else item)
            if isinstance(child, dict | list)
        ]
    if level:
        raise RecursionError


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated = Repeated(pairs)
    return repeated if repeated.keys_repeated else found


def _number(literal: str) -> float | NotJson:
    number = float(literal)
    return number if math.isfinite(number) else NotJson(literal)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=NotJson, strict=False)
