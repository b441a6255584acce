"""What `run`, `describe` and `validate` take alike: a pipeline's name, sugar flags, overrides."""

import argparse
from collections.abc import Sequence

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
    from notarius.config.arguments import MULTIRUN, as_path, prepare, require_one_run

    inputs = _inputs(given.input)
    flags = [MULTIRUN[1]] if sweeps or len(inputs) > 1 else []
    named = [f"pipeline={word}" for word in given.words[:1] if is_name(word)]
    several = [f"input.path={','.join(map(as_path, inputs))}"] if len(inputs) > 1 else []
    paths = [f"input.path={path}" for path in inputs if not several] + _single_references(given.reference)
    words = given.words[len(named) :]
    if not flags:
        require_one_run([*paths, *words])
    prepared = prepare([*paths, *words, *flags]) if sweeps else [*prepare(paths), *prepare([*words, *flags])]
    folder = ["--config-dir", given.config_dir] if given.config_dir is not None else []
    return [*named, *several, *_sugar(given), *prepared, *folder]


def one_job(given: argparse.Namespace) -> list[str]:
    """`overrides` for a verb that looks at one job.

    Raises:
        ConfigError: if several transcripts were named.
    """
    inputs = _inputs(given.input)
    if len(inputs) > 1:
        raise ConfigError(f"--input {given.input}: matches {len(inputs)} files, and this verb takes one transcript")
    return overrides(given)


def is_name(word: str) -> bool:
    """Whether a word is a name: overrides have an equals sign, or delete with ~, and flags begin with -."""
    return "=" not in word and not word.startswith(("~", "-"))


def _inputs(given: str | None) -> list[str]:
    """The files an --input names: itself, or what the pattern matches, sorted."""
    from notarius.config.patterns import matching

    return [] if given is None else matching(given, f"--input {given}")


def _sugar(given: argparse.Namespace) -> list[str]:
    """Overrides for the flags, as Hydra may have them."""
    from notarius.config.arguments import as_list

    bound = _bound(given.reference)
    given_as = [f"references.{slot}={as_list(paths)}" for slot, paths in bound.items() if len(paths) > 1]
    if given.only:
        given_as.append(f"only=[{','.join(_word('--only', name) for name in given.only)}]")
    if given.model:
        given_as.append(f"model={_word('--model', given.model)}")
    return given_as


def _single_references(given: Sequence[str]) -> list[str]:
    """Overrides for a --reference SLOT=FILE that was not repeated, as a user would write them."""
    return [f"references.{slot}={paths[0]}" for slot, paths in _bound(given).items() if len(paths) == 1]


def _bound(given: Sequence[str]) -> dict[str, list[str]]:
    """The files of each slot, in the order given."""
    bound: dict[str, list[str]] = {}
    for text in given:
        slot, equals, path = text.partition("=")
        if not equals:
            raise ConfigError(f"--reference {text}: write SLOT=FILE, or SLOT= to unbind")
        bound.setdefault(_word("--reference", slot), []).append(path)
    return bound


def _word(flag: str, text: str) -> str:
    """A name as it may stand in an override, unquoted."""
    if not text or not all(char.isalnum() or char in "_-/" for char in text):
        raise ConfigError(f"{flag} {text}: a name of letters, digits, - and _ was expected")
    return text
