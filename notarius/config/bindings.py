"""Which binding of a slot wins in a lane, and whether the slots exist: the design's layering, as pure functions.

Strongest first: command line at lane level, command line at pipeline level, config at lane level, config at pipeline
level. At lane level null means unbound here; absence means inherit.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from notarius.config.arguments import listed
from notarius.config.settings import BindingValue, Settings
from notarius.config.stamps import WrittenPath, resolve_path
from notarius.contracts.references import Level, ReferenceBinding, ReferenceSlot
from notarius.errors import ReferenceBindingError

_STRENGTH: Final = {("cli", "lane"): 3, ("cli", "pipeline"): 2, ("config", "lane"): 1, ("config", "pipeline"): 0}
Slots = Mapping[str, tuple[ReferenceSlot, ...]]


def resolve_bindings(
    settings: Settings, pipeline: str, slots: Slots, selected: Sequence[str]
) -> tuple[dict[str, dict[str, ReferenceBinding]], list[ReferenceBindingError]]:
    """The winning binding of each slot of each selected lane, and everything that is wrong with the bindings.

    Args:
        settings: bindings at both levels.
        pipeline: its name, for messages.
        slots: what each lane's extractor declares, deselected lanes included; lanes whose extractor does not load are
            left out.
        selected: the lanes that run.
    """
    errors = [*_unknown_at_pipeline(settings, pipeline, slots, selected)]
    found: dict[str, dict[str, ReferenceBinding]] = {}
    for lane in selected:
        errors += _unknown_at_lane(settings, pipeline, lane, slots[lane])
        found[lane] = _winners(settings, lane, slots[lane])
    return found, [*errors, *_unfit(pipeline, slots, found)]


def _winners(settings: Settings, lane: str, slots: Iterable[ReferenceSlot]) -> dict[str, ReferenceBinding]:
    winners = {}
    for slot in slots:
        candidates = []
        if slot.name in settings.references:
            candidates.append(_binding(slot, settings.references[slot.name], "pipeline"))
        if slot.name in settings.lanes[lane].references:
            candidates.append(_binding(slot, settings.lanes[lane].references[slot.name], "lane"))
        if candidates:
            winners[slot.name] = max(candidates, key=lambda binding: _STRENGTH[binding.origin, binding.level])
    return winners


def _binding(slot: ReferenceSlot, value: BindingValue, level: Level) -> ReferenceBinding:
    written = _spread(value) if slot.multiple else (value if isinstance(value, tuple) else (value,))
    first = written[0] if written else None
    return ReferenceBinding(
        slot=slot.name,
        paths=tuple(path.path for path in written if path.path is not None),
        origin=first.origin if first else "config",
        level=level,
        written_in=first.source if first and first.origin == "config" else None,
    )


def _spread(value: BindingValue) -> tuple[WrittenPath, ...]:
    """The paths of a slot with `multiple`; a command line's `[a,b]` in one text is a list."""
    if isinstance(value, tuple):
        return value
    items = listed(value.text) if value.text is not None and value.origin == "cli" else None
    if items is None:
        return (value,)
    return tuple(WrittenPath(resolve_path("cli", value.source, item), "cli", value.source, item) for item in items)


def _origin(value: BindingValue) -> str:
    first = value[0] if isinstance(value, tuple) and value else value
    return first.origin if isinstance(first, WrittenPath) else "config"


def _unknown_at_pipeline(
    settings: Settings, pipeline: str, slots: Slots, selected: Sequence[str]
) -> Iterator[ReferenceBindingError]:
    declared = {slot.name for lane in slots for slot in slots[lane]}
    whole = slots.keys() >= settings.lanes.keys()  # an extractor that does not load may be the one that declares it
    active = {slot.name for lane in selected for slot in slots[lane]}
    for name, value in settings.references.items():
        if name not in declared and whole:
            yield ReferenceBindingError(
                f"pipeline {pipeline}: references.{name}: no extractor of this pipeline declares slot {name}"
                f"{_choices(name, slots, slots)}",
                slot=name,
            )
        elif name in declared and name not in active and _origin(value) == "cli":
            lanes = ", ".join(lane for lane in slots if any(slot.name == name for slot in slots[lane]))
            yield ReferenceBindingError(
                f"pipeline {pipeline}: references.{name}: only deselected lanes declare slot {name} ({lanes})"
                f"{_choices(name, slots, selected)}",
                slot=name,
            )


def _unknown_at_lane(
    settings: Settings, pipeline: str, lane: str, slots: Sequence[ReferenceSlot]
) -> Iterator[ReferenceBindingError]:
    declared = {slot.name for slot in slots}
    for name in settings.lanes[lane].references:
        if name not in declared:
            yield ReferenceBindingError(
                f"pipeline {pipeline}, lane {lane}: lanes.{lane}.references.{name}: extractor "
                f"{settings.lanes[lane].extract} declares no slot {name}{_choices(name, {lane: tuple(slots)}, [lane])}",
                lanes=(lane,),
                slot=name,
            )


def _choices(name: str, slots: Slots, lanes: Iterable[str]) -> str:
    """The slots there are, each once with its description, and the nearest name."""
    known = {slot.name: slot.description for lane in lanes for slot in slots[lane]}
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    listing = "; ".join(f"{slot} ({text})" for slot, text in known.items()) or "none"
    return f"{hint} Slots: {listing}" if hint else f". Slots: {listing}"


def _unfit(
    pipeline: str, slots: Slots, found: Mapping[str, Mapping[str, ReferenceBinding]]
) -> Iterator[ReferenceBindingError]:
    """Slots that lack what they require or have too much of it; lanes that say the same of a slot say it once."""
    lanes: dict[tuple[str, str], list[str]] = {}
    for lane, bindings in found.items():
        for slot in slots[lane]:
            if (problem := _unfit_slot(slot, bindings.get(slot.name))) is not None:
                lanes.setdefault((slot.name, f"slot {slot.name} ({slot.description}) {problem}"), []).append(lane)
    for (name, text), those in lanes.items():
        where = f"lane{'s' if len(those) > 1 else ''} {', '.join(those)}"
        yield ReferenceBindingError(f"pipeline {pipeline}, {where}: {text}", lanes=tuple(those), slot=name)


def _unfit_slot(slot: ReferenceSlot, bound: ReferenceBinding | None) -> str | None:
    """What is wrong with how much is bound to a slot, or None."""
    if slot.required and (bound is None or not bound.paths):
        return f"is required and nothing is bound to it; say references.{slot.name}=FILE"
    if bound is not None and len(bound.paths) > 1 and not slot.multiple:
        return f"takes one item, and {len(bound.paths)} are bound to it"
    return None
