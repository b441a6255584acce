"""A composed config into frozen settings; every wrong key and type is said, with the path of the key."""

import difflib
import functools
import math
import re
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, mapping_structure_factory
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import InterpolationResolutionError, MissingMandatoryValue, OmegaConfBaseException

from notarius.config.loader import Composition
from notarius.config.settings import BindingValue, ChunkingSettings, ModelSettings, Settings
from notarius.config.stamps import WrittenPath, to_plain
from notarius.errors import ConfigError

_T = TypeVar("_T")
_BETWEEN = "\0"  # several problems of one class in one line of cattrs'
# As attrs' comparing validators word it.
_OUT_OF_RANGE = re.compile(r"'(?P<name>\w+)' must be (?P<limit>[<>]=? \S+): (?P<value>.*)")
_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", type(None): "null"}


class _WrongValueError(ValueError):
    """A value that the key does not take."""

    def __init__(self, value: Any, reason: str = "") -> None:
        super().__init__(reason)
        self.value = value
        self.reason = reason


def to_settings(plain: Mapping[str, Any], composition: Composition) -> Settings:
    """The settings that a composed config stands for.

    Args:
        plain: as `plain_config` gives it.
        composition: how the config came to be.

    Raises:
        ConfigError: naming key, value and what was allowed, for everything that is wrong.
    """
    return _structured(plain, Settings, composition.writers)


def lane_model(settings: Settings, name: str) -> ModelSettings:
    """The model keys of a lane: its own over the pipeline's; a lane that names a kind starts from the defaults.

    Raises:
        ConfigError: for unknown keys and wrong types.
    """
    own = settings.lanes[name].model
    base = {} if "kind" in own else _as_given(settings.model)
    return _structured(_over(base, own), ModelSettings, {}, f"lanes.{name}.model")


def lane_chunking(settings: Settings, name: str) -> ChunkingSettings:
    """The chunking keys of a lane: its own over the pipeline's.

    Raises:
        ConfigError: for unknown keys and wrong types.
    """
    merged = _over(_as_given(settings.chunking), settings.lanes[name].chunking)
    return _structured(merged, ChunkingSettings, {}, f"lanes.{name}.chunking")


def _as_given(value: Any) -> Any:
    """Settings as nested mappings again; paths stay what they are."""
    if not attrs.has(type(value)) or isinstance(value, WrittenPath):
        return value
    return {field.name: _as_given(getattr(value, field.name)) for field in attrs.fields(type(value))}


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping with another's keys over its own, mapping by mapping."""
    merged = dict(base)
    for name, value in own.items():
        below = merged.get(name)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[name] = _over(below, value)
        else:
            merged[name] = value
    return merged


def plain_config(config: DictConfig) -> dict[str, Any]:
    """The config without Hydra's node, as plain values; every path is a `WrittenPath`.

    Raises:
        ConfigError: naming the key whose value is missing or does not resolve.
    """
    own = OmegaConf.masked_copy(config, [str(key) for key in config if key != "hydra"])
    try:
        plain = to_plain(own)
    except MissingMandatoryValue as error:
        raise ConfigError(f"{error.full_key}: a value must be given") from error
    except (InterpolationResolutionError, OmegaConfBaseException) as error:
        raise ConfigError(f"{error.full_key}: {str(error.msg or error).splitlines()[0]}") from error
    return {str(key): value for key, value in plain.items()}


def _structured(plain: Mapping[str, Any], into: type[_T], writers: Mapping[str, str], at: str = "") -> _T:
    try:
        return _converter().structure(plain, into)
    except Exception as error:
        lines = transform_error(error, path=at or "$", format_exception=_described)
        raise ConfigError(*(text for line in dict.fromkeys(lines) for text in _line(line, writers))) from error


def _line(line: str, writers: Mapping[str, str]) -> list[str]:
    text, _, path = line.rpartition(" @ ")
    key = path.removeprefix("$").removeprefix(".").replace("['", ".").replace("']", "")
    return [_one(part, key, writers) for part in text.split(_BETWEEN)]


def _one(text: str, key: str, writers: Mapping[str, str]) -> str:
    if text.startswith("+"):
        extra, _, text = text[1:].partition(":")
        key = f"{key}.{extra}" if key else extra
    where = f" (in {short_file(writers[key])})" if key in writers else ""
    return f"{key}{where}: {text}"


def short_file(file: str) -> str:
    """A YAML file as messages name it: from its `conf` folder on, never absolute."""
    parts = file.replace("\\", "/").split("/")
    start = max((at for at, part in enumerate(parts[:-1]) if part == "conf"), default=len(parts) - 1)
    return "/".join(parts[start:])


def _described(error: BaseException, wanted: Any) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        allowed = [field.name for field in attrs.fields(error.cl)]
        return _BETWEEN.join(f"+{key}:unknown key{nearest(key, allowed)}" for key in sorted(error.extra_fields))
    if isinstance(error, KeyError):  # of the keys only a lane's extract has no default; the path ends in it
        return "must be given, the name of an extractor"
    out_of_range = _OUT_OF_RANGE.fullmatch(str(error)) if isinstance(error, ValueError) else None
    if out_of_range is not None:
        return f"+{out_of_range['name']}:must be {out_of_range['limit']}, got {out_of_range['value']}"
    if isinstance(error, _WrongValueError):
        return error.reason or f"must be {_wanted_words(wanted)}, got {shown(error.value)}"
    return f"must be {_wanted_words(wanted)}"


def nearest(name: str, allowed: Iterable[str]) -> str:
    """`; did you mean X? allowed: ...` for a message about an unknown name."""
    names = sorted(allowed)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"{hint} allowed: {', '.join(names)}" if hint else f"; allowed: {', '.join(names) or 'nothing'}"


def _wanted_words(wanted: Any) -> str:
    origin = get_origin(wanted)
    if origin is Literal:
        return "one of " + ", ".join(str(choice) for choice in get_args(wanted))
    if origin in (Union, UnionType):
        return " or ".join(_wanted_words(part) for part in get_args(wanted))
    if origin is tuple:
        return "a list"
    if wanted is WrittenPath:
        return "a path"
    if attrs.has(wanted) or (isinstance(origin or wanted, type) and issubclass(origin or wanted, Mapping)):
        return "a mapping"
    return _WORDS.get(wanted, str(wanted))


@functools.cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (int, float, bool, str, WrittenPath):
        converter.register_structure_hook(kind, _strict)
    converter.register_structure_hook_func(_is_literal, _strict)
    converter.register_structure_hook_func(lambda wanted: wanted == BindingValue, _binding)
    converter.register_structure_hook_factory(_is_list, _list_hook)
    converter.register_structure_hook_factory(_is_mapping, _mapping_hook)
    converter.register_structure_hook_factory(attrs.has, _class_hook)
    return converter


def _strict(value: Any, wanted: Any) -> Any:
    """No value is taken for what it is not: neither "3" nor true is a whole number."""
    if _is_literal(wanted):
        fits = isinstance(value, str) and value in get_args(wanted)
    elif wanted in (int, float):
        fits = isinstance(value, int if wanted is int else int | float) and not isinstance(value, bool)
        fits = fits and math.isfinite(value)  # JSON, and so no request and no manifest, has a form for the others
    else:
        fits = isinstance(value, wanted)
    if not fits:
        raise _WrongValueError(value, f"must be a path or null, {_no_path(value)}" if wanted is WrittenPath else "")
    return float(value) if wanted is float else value


def _is_list(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is tuple


def _is_literal(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is Literal


def _is_mapping(wanted: Any) -> bool:
    origin = get_origin(wanted)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _guarded(inner: Any, shape: type | UnionType) -> Any:
    def structure(value: Any, wanted: Any) -> Any:
        if not isinstance(value, shape):
            raise _WrongValueError(value)
        return inner(value, wanted)

    return structure


def _list_hook(wanted: Any, converter: Converter) -> Any:
    return _guarded(homogenous_tuple_structure_factory(wanted, converter), list | tuple)


def _mapping_hook(wanted: Any, converter: Converter) -> Any:
    return _guarded(mapping_structure_factory(wanted, converter), Mapping)


def _class_hook(wanted: Any, converter: Converter) -> Any:
    inner = make_dict_structure_fn(wanted, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True)
    return _guarded(inner, Mapping)


def _binding(value: Any, _: Any) -> BindingValue:
    """A path, null, a list of paths, or the mapping form of each."""
    if isinstance(value, list):
        return tuple(_one_binding(item) for item in value)
    return _one_binding(value)


def _one_binding(value: Any) -> WrittenPath:
    if isinstance(value, Mapping):
        if set(value) != {"path"}:
            names = ", ".join(sorted(map(str, value))) or "nothing"
            raise _WrongValueError(value, f"a mapping may hold path and nothing else, got {names}")
        value = value["path"]
    if not isinstance(value, WrittenPath):
        raise _WrongValueError(value, f"must be a path, null, or a list of paths, {_no_path(value)}")
    return value


def _no_path(value: Any) -> str:
    """What stands in a path's place. Whoever writes a single value writes a path: another one is what `${...}` gave."""
    if isinstance(value, Mapping | list | tuple):
        return f"got {shown(value)}"
    return f"and ${{...}} as the whole value must name another path; this one gives {shown(value)}"


def shown(value: Any) -> str:
    """A wrong value as messages show it, cut to a line."""
    if isinstance(value, WrittenPath):
        value = value.text
    if isinstance(value, Mapping | list | tuple):
        return "a mapping" if isinstance(value, Mapping) else "a list"
    text = "null" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
