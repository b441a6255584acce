"""JSON texts to values: no key of an object is lost, and every fault is told with its place.

Python's own parser keeps the last of several equal keys and says nothing of the others.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

#: The problem of a text whose brackets nest deeper than a parser goes.
TOO_DEEP: Final = "nested too deeply"

_SHOWN: Final = 60


class JsonTextError(ValueError):
    """A text is no JSON, or holds a key twice.

    Attributes:
        problem: what is wrong.
        line: where, counted from 1, or None where it concerns no one place.
        column: where in that line, counted from 1, or None.
    """

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(problem if line is None else f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column


def parse_json(text: str, *, constants: bool = False) -> Any:
    """The value of a JSON text.

    Args:
        text: the whole text.
        constants: whether `NaN` and `Infinity`, which are no JSON and which some programs write, are numbers.

    Raises:
        JsonTextError: if it is no JSON, holds a number of too many digits, nests too deeply, or if an object in it
            holds a key twice; then the object is named by its path, such as `segments[3]`.
    """
    repeated: list[_Repeated] = []

    def collected(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        repeated.append(_Repeated(found, _first_repeated(pairs)))
        return repeated[-1]

    try:
        value = json.loads(text, object_pairs_hook=collected, parse_constant=None if constants else _refuse)
    except json.JSONDecodeError as error:
        raise JsonTextError(error.msg, error.lineno, error.colno) from error
    except RecursionError as error:
        raise JsonTextError(TOO_DEEP) from error
    except JsonTextError:
        raise
    except ValueError as error:
        raise JsonTextError("a number has too many digits") from error
    if repeated:
        raise JsonTextError(_told(value))
    return value


class _Repeated(dict[str, Any]):
    """An object that lost a value, because its text holds `key` several times."""

    def __init__(self, found: dict[str, Any], key: str) -> None:
        super().__init__(found)
        self.key = key


def _first_repeated(pairs: list[tuple[str, Any]]) -> str:
    return next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)


def _refuse(constant: str) -> None:
    raise JsonTextError(f"{constant} is no JSON")


def _told(value: Any) -> str:
    """Which key of which object; one whose own object was lost is inside another that holds a key twice."""
    path, key = next(_repetitions(value))
    where = f"{_short(path)}: " if path else ""
    return f"{where}the key {json.dumps(_short(key), ensure_ascii=False)} stands more than once"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else "…" + text[1 - _SHOWN :]


def _repetitions(value: Any) -> Iterator[tuple[str, str]]:
    """Path and key of each object that holds one twice; a stack, as Python's own is lower than the parser's."""
    waiting = [("", value)]
    while waiting:
        path, one = waiting.pop()
        if isinstance(one, _Repeated):
            yield path, one.key
        if isinstance(one, dict):
            waiting += [(f"{path}.{key}" if path else key, child) for key, child in one.items()][::-1]
        elif isinstance(one, list):
            waiting += [(f"{path}[{index}]", child) for index, child in enumerate(one)][::-1]
