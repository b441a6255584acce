"""How an inspection looks on the terminal: labelled lines of at most 80 columns, and what is wrong at the end."""

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Final

import attrs

from notarius.contracts.inspection import InspectedLane, InspectedModel, Inspection, Problem
from notarius.display import printable

WIDTH: Final = 80
_LABEL: Final = 15
Telling = Callable[[Inspection], Iterator[str]]


def report(inspection: Inspection, telling: Telling, *, as_json: bool) -> int:
    """Print an inspection and give the exit code: 2 if something keeps the run from starting, else 0.

    Args:
        inspection: what was found.
        telling: its lines for people.
        as_json: print JSON for programs instead.
    """
    if as_json:
        # Only ASCII, so that no terminal's encoding can spoil it.
        text = json.dumps(attrs.asdict(inspection), indent=2, sort_keys=True)
    else:
        text = "\n".join([*_head(inspection), *telling(inspection), *_end(inspection)])
    sys.stdout.write(text + "\n")
    return 2 if inspection.problems else 0


def labelled(label: str, text: str, indent: int = 2) -> Iterator[str]:
    """A label and its text, wrapped under itself; text from outside is made safe to print."""
    first = f"{' ' * indent}{printable(label):<{_LABEL - indent}} "
    return iter(_wrapped(text, first, " " * (_LABEL + 1)))


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Such as `1 item` and `2,000 items`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def model_text(model: InspectedModel) -> str:
    """The option with the client and the name behind it, as far as they differ."""
    kind = f"kind {model.kind}" if model.kind != model.option else ""
    name = f"name {model.name}" if model.name not in ("", model.option) else ""
    more = ", ".join(filter(None, (kind, name)))
    return f"{model.option} ({more})" if more else model.option


def counter_text(model: InspectedModel) -> str:
    """Who counts the tokens, and whether the count is the model's own."""
    if model.counter is None:
        return "not counted"
    return f"counted by {model.counter}" + ("" if model.counter_exact else ", not exact")


def lane_title(lane: InspectedLane) -> str:
    """The line that begins a lane."""
    return f"lane {printable(lane.name)}" + ("" if lane.selected else " (deselected: it would not run)")


def problem_numbers(inspection: Inspection, lane: str, slot: str | None = None) -> str:
    """Where the end of the report says what is wrong with a lane or a slot, such as `1, 3`; empty if nothing is."""
    found = enumerate(inspection.problems, 1)
    return ", ".join(str(number) for number, problem in found if _concerns(problem, lane, slot))


def _concerns(problem: Problem, lane: str, slot: str | None) -> bool:
    return problem.lane == lane and slot in (None, problem.slot)


def _head(inspection: Inspection) -> Iterator[str]:
    folder = f", campaign folder {inspection.campaign}" if inspection.campaign else ""
    yield printable(f"pipeline {inspection.pipeline}{folder}")
    transcript = inspection.input
    if transcript is None:
        named = inspection.input_path
        yield from labelled("input", f"{named}: cannot be read" if named is not None else "none named", 0)
        return
    turns = count(transcript.units, "turn")
    if transcript.units_with_text != transcript.units:
        turns += f" ({transcript.units_with_text:,} with text)"
    size = count(transcript.size_bytes, "byte")
    yield from labelled("input", f"{transcript.name}: {transcript.format}, {turns}, {size}", 0)


def _end(inspection: Inspection) -> Iterator[str]:
    if inspection.warnings:
        yield from ("", f"{count(len(inspection.warnings), 'warning')}:")
        for warning in inspection.warnings:
            yield from _wrapped(warning, "  - ", "    ")
    yield ""
    if not inspection.problems:
        yield "Nothing is wrong."
        return
    yield f"{count(len(inspection.problems), 'problem')}; a run would end with exit code 2:"
    for number, problem in enumerate(inspection.problems, 1):
        yield from _wrapped(problem.text, f"{number:>3} ", "    ")
