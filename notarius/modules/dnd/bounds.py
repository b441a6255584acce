"""What a reference may ask of its readers: runs of blanks and nesting beyond this tell nothing and cost much."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import yaml

_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})  # of the core schema of YAML 1.2
_BLANKS: Final = re.compile(r"([^\S\n]{40})[^\S\n]+")
#: Lists and mappings one inside the other; rosters and registries have three or four.
DEEPEST: Final = 24


def with_few_blanks(text: str) -> str:
    """The text with no more than forty blanks on end."""
    return _BLANKS.sub(r"\1", text)


def lines_of(text: str) -> list[str]:
    """The lines of a reference, with no more than forty blanks on end."""
    return with_few_blanks(text).splitlines()


def is_too_deep(value: Any) -> bool:
    """Whether lists and mappings are nested as in no roster."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return False
    return True


def tree_of_json(text: str, pairs: Callable[[list[tuple[str, Any]]], Any] = dict) -> Any:
    """What a JSON text holds; None if it is no JSON, or nested as in no roster.

    Args:
        text: the text.
        pairs: makes an object of its keys and values.
    """
    try:
        tree = json.loads(text, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return None
    if is_too_deep(tree):
        return None
    # Half a pair of surrogates can be written as an escape, and then in no file.
    return json.loads(json.dumps(tree, ensure_ascii=False).encode("utf-8", "replace")) if "\\u" in text else tree


def tree_of_yaml(text: str, pairs: Callable[[list[tuple[str, Any]]], Any] = dict) -> Any:
    """What a YAML text holds, scalars as their text and null as None; None if it is no YAML, or nested as in no roster.

    Anchors, aliases, tags and keys that are no text make it no roster's YAML: a few of them stand for any amount of it.

    Args:
        text: the text.
        pairs: makes a mapping of its keys and values.
    """
    try:
        return _yaml_of(text, pairs)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _yaml_of(text: str, pairs: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    open_: list[tuple[bool, list[Any]]] = [(False, [])]
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
            return None
        if isinstance(event, yaml.CollectionStartEvent):
            open_.append((isinstance(event, yaml.MappingStartEvent), []))
            if len(open_) > DEEPEST:
                return None
        elif isinstance(event, yaml.ScalarEvent):
            null = not event.style and event.value in _NULL
            open_[-1][1].append(None if null else event.value)
        elif isinstance(event, yaml.CollectionEndEvent):
            mapping, values = open_.pop()
            if mapping and not all(isinstance(key, str) for key in values[::2]):
                return None
            open_[-1][1].append(pairs(list(zip(values[::2], values[1::2], strict=True))) if mapping else values)
    documents = open_[0][1]
    return documents[0] if len(documents) == 1 else None


def _inside(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in inner if isinstance(one, dict | list)]
