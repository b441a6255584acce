"""The command line before Hydra sees it: paths are quoted so that any file name survives its grammar.

In run mode the whole value of a path key is one path, whatever it holds, save `null` (or nothing) for none. With
`--multirun` it is first split at commas outside quotes, `[a,b]` is a list, and a pattern stands for the files that it
matches. Secrets are lifted into the environment.
"""

import os
import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Final

from notarius.config.effective import SECRET_KEY, USERINFO
from notarius.config.patterns import matching, require_single
from notarius.config.stamps import escape_interpolations, is_path_key, quote
from notarius.errors import ConfigError, UsageError

_OVERRIDE: Final = re.compile(r"(?P<sign>\+{0,2})(?P<key>[\w.-]+)=(?P<value>.*)", re.DOTALL)
_SECRET_KEYS: Final = re.compile(r"(?:lanes\.[\w-]+\.)?model\.(?:api_key|headers\.[\w-]+)")
LIFTED: Final = "NOTARIUS_SECRET_"
_ADDRESS: Final = re.compile(r"(?:base_url|proxy)$")
_SECRET_IN_MAPPING: Final = re.compile(
    r"[{,]\s*['\"]?[\w-]*(?:api[_-]?key|token|secret|password|authorization|cookie)['\"]?\s*:", re.IGNORECASE
)
MULTIRUN: Final = ("-m", "--multirun")


def prepare(arguments: Sequence[str], environment: MutableMapping[str, str] | None = None) -> list[str]:
    """The arguments as Hydra may have them.

    Args:
        arguments: as the user gave them, without the program's name.
        environment: where lifted secrets go; the process's own by default.

    Raises:
        ConfigError: for secrets in places from which they cannot be lifted (names the key, never the value), and
            patterns that match nothing.
    """
    problems = [problem for argument in arguments if (problem := _secret_problem(argument)) is not None]
    if problems:
        raise ConfigError(*problems)
    variables = os.environ if environment is None else environment
    sweeps = any(argument in MULTIRUN for argument in arguments)
    lifted = _lift_secrets(arguments, variables)
    return [_prepared(argument, sweeps=sweeps) for argument in lifted]


def _lift_secrets(arguments: Sequence[str], variables: MutableMapping[str, str]) -> Iterator[str]:
    for number, argument in enumerate(arguments):
        match = _OVERRIDE.fullmatch(argument)
        if match and _SECRET_KEYS.fullmatch(match["key"]) and not match["value"].startswith("env:"):
            name = f"{LIFTED}{number}"
            variables[name] = match["value"].strip("'\"")
            yield f"{match['sign']}{match['key']}='env:{name}'"
        else:
            yield argument


def _secret_problem(argument: str) -> str | None:
    match = _OVERRIDE.fullmatch(argument)
    if match is None or _SECRET_KEYS.fullmatch(match["key"]):
        return None
    key, value = match["key"], match["value"]
    if USERINFO.search(value):
        return f"{key}: holds a user name or password in a URL; give secrets in the environment"
    if _ADDRESS.search(key) and "?" in value:
        return f"{key}: an address has no query; give keys in model.api_key or model.headers.NAME"
    if key.endswith("headers") or _SECRET_IN_MAPPING.search(value):
        return f"{key}: give each header as model.headers.NAME=VALUE, and the key as model.api_key=VALUE"
    if SECRET_KEY.search(key) and value not in ("", "null"):
        return f"{key}: a secret cannot stand there; give it as model.api_key=VALUE or model.headers.NAME=VALUE"
    return None


def _prepared(argument: str, *, sweeps: bool) -> str:
    match = _OVERRIDE.fullmatch(argument)
    if match is None or not is_path_key(match["key"]):
        return argument
    key, value = match["key"], match["value"]
    prepared = ",".join(_element(key, part) for part in split_outside(value)) if sweeps else as_path(value)
    return f"{match['sign']}{key}={prepared}"


def require_one_run(arguments: Sequence[str]) -> None:
    """Check that no path is a pattern or a list of values, unless a sweep was asked for.

    Args:
        arguments: as the user gave them.

    Raises:
        ConfigError: that says how to sweep; all such paths are named together.
    """
    if any(argument in MULTIRUN for argument in arguments):
        return
    errors = []
    for match in filter(None, map(_OVERRIDE.fullmatch, arguments)):
        if is_path_key(match["key"]):
            try:
                require_single(match["key"], match["value"], [_unquoted(one) for one in split_outside(match["value"])])
            except ConfigError as error:
                errors.append(error)
    if errors:
        raise UsageError.together(errors)


def as_path(value: str) -> str:
    """The value of an override that is one path, whatever it holds; nothing and `null` mean none."""
    return "null" if value in ("", "null") else quote(escape_interpolations(value))


def shown_override(argument: str, display: Callable[[str], str]) -> str:
    """An override as people read it: without its quotes, absolute paths as they are displayed.

    Args:
        argument: as Hydra has it.
        display: how a path is shown.
    """
    match = _OVERRIDE.fullmatch(argument)
    if match is None:
        return argument
    value, is_path = match["value"].strip(), is_path_key(match["key"])
    is_list = listed(value) is not None
    items = [_read(item) for item in (split_outside(value[1:-1]) if is_list else [value])]
    said = ",".join(display(item) if is_path and Path(item).is_absolute() else item for item in items)
    return f"{match['sign']}{match['key']}={f'[{said}]' if is_list else said}"


def _read(text: str) -> str:
    """What a quoted value says; an unquoted one is what it is."""
    bare = text.strip()
    if len(bare) < 2 or bare[0] not in "'\"" or bare[-1] != bare[0]:
        return bare
    unquoted = re.sub(rf"(\\*){bare[0]}", lambda match: match[1][: len(match[1]) // 2] + bare[0], bare[1:])[:-1]
    return re.sub(r"(\\+)\$\{", lambda match: match[1][: len(match[1]) // 2] + "${", unquoted)


def as_list(values: Sequence[str]) -> str:
    """The value of an override that is a list of paths."""
    return "[" + ",".join(as_path(value) for value in values) + "]"


def _element(key: str, text: str) -> str:
    """One element of a sweep: null, a list, a path that may stand in quotes, or the files that a pattern matches."""
    inner = listed(text)
    if inner is not None:
        return as_list(inner)
    path = _unquoted(text)
    return ",".join(map(as_path, matching(path, f"{key}={path}") if path == text else [path]))


def listed(text: str) -> list[str] | None:
    """The items of a bracketed list, unquoted; None where the text is none."""
    bare = text.strip()
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    inner = bare[1:-1]
    return [_unquoted(item.strip()) for item in split_outside(inner)] if inner.strip() else []


def _unquoted(text: str) -> str:
    bare = text.strip()
    if len(bare) >= 2 and bare[0] == bare[-1] and bare[0] in "'\"":
        return bare[1:-1].replace(f"\\{bare[0]}", bare[0])
    return text


def split_outside(text: str) -> list[str]:
    """Split at commas that stand outside quotes and outside brackets that open an element."""
    parts, start, depth, open_quote, escaped = [], 0, 0, "", False
    for at, char in enumerate(text):
        begins = not text[start:at].strip()
        if escaped:
            escaped = False
        elif char == "\\" and open_quote:
            escaped = True
        elif open_quote:
            open_quote = "" if char == open_quote else open_quote
        elif char in "'\"" and (begins or depth):
            open_quote = char
        elif char == "[" and (begins or depth):
            depth += 1
        elif char == "]" and depth:
            depth -= 1
        elif char == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
