"""Hydra's and OmegaConf's errors as one paragraph in our words: what, where, what was allowed."""

import os
import re
import traceback
from pathlib import Path
from typing import Final

from hydra.errors import HydraException, OverrideParseException
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError
from yaml.error import MarkedYAMLError

from notarius.config.keys import known_keys
from notarius.config.location import Locations
from notarius.config.structure import nearest, short_file
from notarius.errors import ConfigError

_LAUNCHER: Final = "hydra/launcher"
_EXTRAS: Final = ("joblib", "submitit", "ray")  # of notarius, and how the options begin that they bring
_MISSING_OPTION: Final = re.compile(r"Could not (?:find|load) '(?P<group>[^'/]+(?:/[^'/]+)*)/(?P<name>[^'/]+)'")
_UNKNOWN_KEY: Final = re.compile(r"Could not override '(?P<key>[^']+)'")
_NO_GROUP: Final = re.compile(r"Could not override '(?P<key>[^']+)'\.\s*No match in the defaults list")
_PATHS: Final = re.compile(r"(?:file://)?(?:/|[A-Za-z]:[\\/])[^\s'\":,]+\.yaml")


def explained(error: BaseException, locations: Locations) -> ConfigError:
    """`config_error`; with `HYDRA_FULL_ERROR=1` the error's own traceback goes to standard error before."""
    if os.environ.get("HYDRA_FULL_ERROR") == "1":
        traceback.print_exception(error)
    return config_error(error, locations)


def config_error(error: BaseException, locations: Locations) -> ConfigError:
    """The ConfigError that stands for an error of composition.

    Args:
        error: what Hydra or OmegaConf raised.
        locations: the folders that were searched, for what was allowed.
    """
    if isinstance(error, MarkedYAMLError):
        return ConfigError(_yaml_problem(error))
    if (of_system := _system_error(error)) is not None:
        return ConfigError(_system_problem(of_system))
    text = _whole_text(error)
    missing = _MISSING_OPTION.search(text)
    if missing and missing["group"] == _LAUNCHER:
        return ConfigError(_no_launcher(missing["name"]))
    if missing:
        options = locations.options(missing["group"])
        return ConfigError(f"{missing['group']}={missing['name']}: no such option{nearest(missing['name'], options)}")
    if isinstance(error, OverrideParseException):
        return ConfigError(_unparsed(str(error.override)))
    if "Config group override must be a string or a list" in text:
        return ConfigError(
            "a config group takes an option's name or a list of names, never null; references.SLOT=null unbinds a slot"
        )
    unknown = _UNKNOWN_KEY.search(text)
    if unknown:
        return ConfigError(f"{unknown['key']}: {_unknown(unknown['key'].split('.'))}")
    return ConfigError(" ".join(_PATHS.sub(lambda match: short_file(match[0]), text).split()))


def _no_launcher(name: str) -> str:
    """What to do about a launcher that is not there."""
    extra = next((extra for extra in _EXTRAS if name.startswith(extra)), None)
    if extra is None:
        return f"{_LAUNCHER}={name}: no such launcher; there are basic, joblib, ray, submitit_local, submitit_slurm"
    return f"{_LAUNCHER}={name}: not installed; run pip install 'notarius[{extra}]'"


def _unparsed(override: str) -> str:
    """What is wrong with an override that Hydra's grammar does not know; its value may be secret and is not shown."""
    key, equals, _ = override.partition("=")
    if not equals:
        return f"{override}: not an override; write key=value, such as pipeline=NAME or input.path=FILE"
    return f"{key}: Hydra's grammar does not know this value; put it in quotes: '{key}=\"...\"'"


def _yaml_problem(error: MarkedYAMLError) -> str:
    mark = error.problem_mark
    where = f"{short_file(mark.name)}, line {mark.line + 1}, column {mark.column + 1}" if mark else "a YAML file"
    return f"{where}: not YAML that notarius reads: {error.problem or error.context}"


def _system_error(error: BaseException) -> OSError | None:
    """The error of a file that an error comes from; what opens the log reports only that it could not."""
    current: BaseException | None = error
    while current is not None and (not isinstance(current, OSError) or isinstance(current, HydraException)):
        current = current.__cause__ or current.__context__
    return current


def _system_problem(error: OSError) -> str:
    what = "a file of the configuration, or of the folder for results,"
    if error.filename:
        path = Path(os.fsdecode(error.filename))
        what = f"{path.parent.name}/{path.name}" if path.parent.name else path.name
    return f"{what} cannot be read or written: {error.strerror or error}"


def _unknown(parts: list[str]) -> str:
    """What is wrong with a dotted key: the first part that nothing knows."""
    for depth, part in enumerate(parts):
        allowed = known_keys(parts[:depth])
        if allowed and part not in allowed:
            return f"unknown key{nearest(part, allowed)}"
    return "unknown key"


def _whole_text(error: BaseException) -> str:
    """The messages of an error and its causes, each once."""
    texts: list[str] = []
    current: BaseException | None = error
    while current is not None:
        text = str(getattr(current, "msg", None) or current)
        if text and text not in texts:
            texts.append(text)
        current = current.__cause__ or current.__context__
    return "\n".join(texts)


COMPOSITION_ERRORS: Final = (HydraException, OmegaConfBaseException, YAMLError, UnicodeDecodeError, OSError, ValueError)
