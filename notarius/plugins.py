"""Finding extractors by name: the built-in ones, and those of the entry-point group `notarius.extractors`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs

from notarius.contracts.extraction import Extractor, MergeRule
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.references import ReferenceSlot
from notarius.errors import ExtractorError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "notarius.extractors"
BUILT_IN: Final = ("notarius.modules.dnd.npcs", "notarius.modules.dnd.spells")
ATTRIBUTE: Final = "EXTRACTOR"

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*(/[a-z][a-z0-9_-]*)*")
_SLOT_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_MEDIA_TYPE: Final = re.compile(r"[a-z]+/([a-z0-9][a-z0-9.+-]*|\*)|\*/\*")


def load_extractor(name: str) -> Extractor:
    """The extractor of that name, imported and checked.

    Entry points are looked through only when no built-in extractor has the name: the scan reads the metadata of every
    installed distribution.

    Raises:
        ExtractorError: if there is none, if its module does not import, or if what it declares is wrong.
    """
    built_in = _built_in()
    if name in built_in:
        return _checked(_imported(built_in[name], name), name, "notarius itself")
    plugins = _plugins()
    if name not in plugins:
        raise ExtractorError(_unknown(name, tuple(sorted({*built_in, *plugins}))))
    entry_point = plugins[name]
    return _checked(_loaded(entry_point), name, _giver(entry_point))


def available_extractors() -> tuple[str, ...]:
    """Names of all extractors that are installed, sorted; nothing is imported for it.

    Raises:
        ExtractorError: if two distributions, or one and notarius itself, give an extractor of the same name.
    """
    return tuple(sorted({*_built_in(), *_plugins()}))


def _built_in() -> dict[str, str]:
    prefix = "notarius.modules."
    return {module.removeprefix(prefix).replace(".", "/"): module for module in BUILT_IN}


def _plugins() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # costs tens of milliseconds, which built-in extractors need not pay

    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for entry_point in entry_points(group=GROUP):
        found[entry_point.name].append(entry_point)
    clashes = list(_clashes({name: [_giver(point) for point in points] for name, points in found.items()}))
    if clashes:
        raise ExtractorError(*clashes)
    return {name: points[0] for name, points in found.items()}


def _clashes(givers: Mapping[str, Sequence[str]]) -> Iterator[str]:
    built_in = _built_in()
    for name in sorted(givers):
        all_givers = " and ".join(sorted(givers[name]))
        if name in built_in:
            yield f"extractor {name!r} of {all_givers} has the name of a built-in extractor; uninstall or rename it"
        elif len(givers[name]) > 1:
            yield f"extractor {name!r} is given by {all_givers}; uninstall all but one"


def _giver(entry_point: "EntryPoint") -> str:
    where = f"entry point {entry_point.name} = {entry_point.value}"
    if entry_point.dist is None:
        return f"an unknown distribution ({where})"
    return f"distribution {entry_point.dist.metadata['Name']} {entry_point.dist.version} ({where})"


def _imported(module: str, name: str) -> object:
    try:
        return getattr(import_module(module), ATTRIBUTE)
    except (Exception, SystemExit) as error:
        raise ExtractorError(_broken(name, "notarius itself", error)) from error


def _loaded(entry_point: "EntryPoint") -> object:
    try:
        return entry_point.load()
    except (Exception, SystemExit) as error:
        raise ExtractorError(_broken(entry_point.name, _giver(entry_point), error)) from error


def _broken(name: str, giver: str, error: BaseException) -> str:
    return f"extractor {name!r} of {giver} does not import: {type(error).__name__}: {error}"


def _unknown(name: str, names: tuple[str, ...]) -> str:
    close = get_close_matches(name, names, n=1)
    suggestion = f"; did you mean {close[0]!r}?" if close else ""
    return f"no extractor {name!r}; installed are {', '.join(names)}{suggestion}"


def _checked(given: object, name: str, giver: str) -> Extractor:
    if not isinstance(given, Extractor):
        raise ExtractorError(
            f"extractor {name!r} of {giver} is of type {type(given).__name__}, not a notarius Extractor; "
            "an entry point names one as package.module:ATTRIBUTE"
        )
    problems = [
        *_identity_problems(given, name),
        *_slot_problems(given),
        *_record_problems(given),
        *_part_problems(given),
    ]
    if problems:
        raise ExtractorError(*(f"extractor {name!r} of {giver}: {problem}" for problem in problems))
    return given


def _identity_problems(extractor: Extractor, name: str) -> Iterator[str]:
    if extractor.name != name:
        yield f"the extractor calls itself {extractor.name!r}; both names have to be the same"
    elif not _NAME.fullmatch(name):
        yield f"a name is lower-case words with slashes between, such as garden/plants, not {name!r}"
    if not isinstance(extractor.version, str) or not extractor.version:
        yield f"version has to be a text that is not empty, not {extractor.version!r}"


def _slot_problems(extractor: Extractor) -> Iterator[str]:
    slots = extractor.reference_slots
    if not _is_tuple_of(slots, ReferenceSlot):
        yield "reference_slots has to be a tuple of ReferenceSlot"
        return
    names = [slot.name for slot in slots]
    for index, slot in enumerate(slots):
        if slot.name in names[:index]:
            yield f"slot {slot.name!r} is declared more than once"
        if not isinstance(slot.name, str) or not _SLOT_NAME.fullmatch(slot.name):
            yield f"slot name {slot.name!r} has to match [a-z][a-z0-9_]*"
        yield from _one_slots_problems(slot)


def _one_slots_problems(slot: ReferenceSlot) -> Iterator[str]:
    if not isinstance(slot.description, str) or not slot.description.strip():
        yield f"slot {slot.name!r} needs a description for the people who bind it"
    if not _is_tuple_of(slot.accepted_media_types, str):
        yield f"slot {slot.name!r}: accepted_media_types has to be a tuple of texts"
    else:
        for media_type in slot.accepted_media_types:
            if not _MEDIA_TYPE.fullmatch(media_type):
                yield f"slot {slot.name!r}: {media_type!r} is no media type such as text/markdown or text/*"
    if slot.max_bytes is not None and (not isinstance(slot.max_bytes, int) or slot.max_bytes < 1):
        yield f"slot {slot.name!r}: max_bytes has to be a positive number or None, not {slot.max_bytes!r}"


def _record_problems(extractor: Extractor) -> Iterator[str]:
    record = extractor.record
    if not isinstance(record, type) or not attrs.has(record) or not _is_frozen(record):
        yield f"record has to be a frozen attrs class, not {getattr(record, '__name__', record)!r}"
        return
    fields = [field.name for field in attrs.fields(record)]
    if "evidence" in fields:
        yield "record has a field 'evidence', the name under which every answer cites its source units"
    if not _is_tuple_of(extractor.identity, str):
        yield f"identity has to be a tuple of field names, not {extractor.identity!r}"
        return
    roles = [("key", extractor.key), *(("identity", name) for name in extractor.identity)]
    if extractor.actor is not None:
        roles.append(("actor", extractor.actor))
    for role, name in roles:
        if name not in fields:
            yield f"{role} {name!r} is no field of {record.__name__}; its fields are {', '.join(fields)}"


def _is_frozen(record: type) -> bool:
    """Whether an instance refuses assignment; attrs says so publicly only from 25.4 on, so it is tried."""
    try:
        for field in attrs.fields(record):
            setattr(object.__new__(record), field.name, None)
            return False
    except attrs.exceptions.FrozenError:
        return True
    except Exception:  # noqa: BLE001 (a hook or validator ran on assignment, whatever it raises: it is not frozen)
        return False
    return True


def _part_problems(extractor: Any) -> Iterator[str]:
    templates = extractor.templates
    if not isinstance(templates, PromptTemplates) or not _is_tuple_of(
        (templates.instructions, templates.chunk), PromptTemplate
    ):
        yield "templates has to be PromptTemplates of two PromptTemplate"
    if not isinstance(extractor.validators, tuple) or not all(map(callable, extractor.validators)):
        yield "validators has to be a tuple of callables"
    if extractor.merge is not None and not isinstance(extractor.merge, MergeRule):
        yield "merge has to be a MergeRule or None"
    if extractor.leak_severity not in ("fail", "warn"):
        yield f"leak_severity has to be 'fail' or 'warn', not {extractor.leak_severity!r}"
    for part in ("variants", "offline"):
        value = getattr(extractor, part)
        if value is not None and not callable(value):
            yield f"{part} has to be callable or None"


def _is_tuple_of(value: Any, kind: type) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, kind) for item in value)
