"""What `run`, `describe` and `validate` take alike: a pipeline's name, sugar flags, overrides."""

import argparse
import glob
import os
from collections.abc import Sequence
from pathlib import Path

from notarius.errors import ConfigError


def parser(verb: str, description: str) -> argparse.ArgumentParser:
    """The parser of a verb; parse with `parse_intermixed_args`, since overrides may stand anywhere."""
    made = argparse.ArgumentParser(prog=f"notarius {verb}", description=description)
    made.add_argument(
        "--input", metavar="FILE", help="the transcript; to `run`, a pattern such as 'sessions/*.json' is a sweep"
    )
    made.add_argument(
        "--reference", metavar="SLOT=FILE", action="append", default=[], help="bind a slot (nothing after = unbinds it)"
    )
    made.add_argument("--only", metavar="LANE", action="append", help="select this lane; may be repeated")
    made.add_argument("--model", metavar="NAME", help="option of the config group model")
    made.add_argument("--config-dir", metavar="DIR", help="campaign folder, instead of the nearest one upwards")
    made.add_argument(
        "words", nargs="*", metavar="NAME key=value", help="name of the pipeline, overrides of the configuration"
    )
    return made


def overrides(given: argparse.Namespace, *, sweeps: bool = False) -> list[str]:
    """What a verb was given as bare overrides and Hydra's flags, prepared for composing.

    Args:
        given: as the parser read it.
        sweeps: whether comma-separated values are a sweep; several inputs are one anyway.

    Raises:
        ConfigError: for flags whose values make no sense.
    """
    from notarius.config.arguments import MULTIRUN, prepare

    inputs = _inputs(given.input)
    flags = [MULTIRUN[1]] if sweeps or len(inputs) > 1 else []
    if given.config_dir is not None:
        flags += ["--config-dir", given.config_dir]
    named = [f"pipeline={word}" for word in given.words[:1] if _is_name(word)]
    return [*named, *_sugar(given, inputs), *prepare([*given.words[len(named) :], *flags])]


def one_job(given: argparse.Namespace) -> list[str]:
    """`overrides` for a verb that looks at one job.

    Raises:
        ConfigError: if several transcripts were named.
    """
    inputs = _inputs(given.input)
    if len(inputs) > 1:
        raise ConfigError(f"--input {given.input}: matches {len(inputs)} files, and this verb takes one transcript")
    return overrides(given)


def _is_name(word: str) -> bool:
    """Whether a word names a pipeline: overrides have an equals sign, or delete with ~."""
    return "=" not in word and not word.startswith("~")


def _inputs(given: str | None) -> list[str]:
    """The files an --input names: itself, or what the pattern matches, sorted."""
    if given is None:
        return []
    if not glob.has_magic(given) or Path(given).expanduser().exists():
        return [given]
    found = sorted(glob.glob(os.path.expanduser(given), recursive=True))  # noqa: PTH111, PTH207  (relative stays so)
    if not found:
        raise ConfigError(f"--input {given}: no file matches this pattern")
    return found


def _sugar(given: argparse.Namespace, inputs: Sequence[str]) -> list[str]:
    from notarius.config.arguments import as_path

    given_as = [f"input.path={','.join(as_path(path) for path in inputs)}"] if inputs else []
    given_as += _references(given.reference)
    if given.only:
        given_as.append(f"only=[{','.join(_word('--only', name) for name in given.only)}]")
    if given.model:
        given_as.append(f"model={_word('--model', given.model)}")
    return given_as


def _references(given: Sequence[str]) -> list[str]:
    """Overrides for --reference SLOT=FILE; repeated ones build a list."""
    from notarius.config.arguments import as_list, as_path

    bound: dict[str, list[str]] = {}
    for text in given:
        slot, equals, path = text.partition("=")
        if not equals:
            raise ConfigError(f"--reference {text}: write SLOT=FILE, or SLOT= to unbind")
        bound.setdefault(_word("--reference", slot), []).append(path)
    values = {slot: as_path(paths[0]) if len(paths) == 1 else as_list(paths) for slot, paths in bound.items()}
    return [f"references.{slot}={value}" for slot, value in values.items()]


def _word(flag: str, text: str) -> str:
    """A name as it may stand in an override, unquoted."""
    if not text or not all(char.isalnum() or char in "_-/" for char in text):
        raise ConfigError(f"{flag} {text}: a name of letters, digits, - and _ was expected")
    return text
