"""Hydra's own flags, read without its usage text: what does not fit gets our message."""

import argparse
from collections.abc import Sequence
from typing import Any, Final

from hydra._internal.utils import get_args_parser

from notarius.errors import ConfigError

# Flags of our verbs, and what says the same without one.
_SUGAR: Final = {
    "--input": ("FILE", "input.path=FILE"),
    "--reference": ("SLOT=FILE", "references.SLOT=FILE"),
    "--only": ("LANE", "'only=[LANE]'"),
    "--model": ("NAME", "model=NAME"),
}


def parsed_flags(arguments: Sequence[str]) -> Any:
    """Hydra's flags and the overrides among them.

    Raises:
        ConfigError: for flags that there are none of here, and flags whose values make no sense.
    """
    parser = get_args_parser()
    parser.exit_on_error = False
    try:
        parsed, left = parser.parse_known_intermixed_args(list(arguments))
    except argparse.ArgumentError as error:
        raise ConfigError(f"{error}; notarius --hydra-help explains Hydra's flags") from error
    flags = dict.fromkeys(word.partition("=")[0] for word in left if word.startswith("-"))
    problems = [_unfit(flag) for flag in flags]
    if parsed.experimental_rerun is not None:
        problems.append("--experimental-rerun: runs no pickled config; --config-path RUN/.hydra runs a saved one")
    if problems or left:
        raise ConfigError(*(problems or [f"{' '.join(left)}: not understood; see notarius --help"]))
    return parsed


def _unfit(flag: str) -> str:
    if flag == "--json":
        return "--json: belongs to the verbs describe, validate, compare and evaluate, which stand first"
    if flag in _SUGAR:
        value, override = _SUGAR[flag]
        return f"{flag}: belongs to a verb; write notarius run NAME {flag} {value}, or {override} without a verb"
    return f"{flag}: no such flag; see notarius --help, and notarius --hydra-help for Hydra's own"
