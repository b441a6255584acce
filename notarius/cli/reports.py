"""How an inspection looks on the terminal: labelled lines as wide as it is, and what is wrong at the end."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Final

import attrs

from notarius.cli import jobs
from notarius.contracts.inspection import InspectedLane, InspectedModel, Inspection, Problem
from notarius.display import printable
from notarius.layout import Line, cells, columns_of, padded, print_lines

_WIDEST: Final = 100  # columns; longer lines are hard to read
_NARROW: Final = 60  # below it labels have no column of their own
_LABEL: Final = 15
_FURTHER: Final = 2


@attrs.frozen
class Page:
    """Lays text out in so many columns.

    Attributes:
        width: columns.
    """

    width: int = 80

    @property
    def narrow(self) -> bool:
        """Whether there is no room for a column of labels, nor for one of figures."""
        return self.width < _NARROW

    def labelled(self, label: str, text: str, indent: int = 2, *, style: str = "") -> Iterator[Line]:
        """A label and its text, wrapped under itself; text from outside is made safe to print."""
        if self.narrow:
            first = f"{' ' * indent}{printable(label)}: " if label else " " * (indent + _FURTHER)
            yield from self.wrapped(text, first, " " * (indent + 2 * _FURTHER), style)
            return
        first = f"{' ' * indent}{padded(printable(label), _LABEL - indent)} "
        yield from self.wrapped(text, first, " " * (_LABEL + 1), style)

    def detail(self, text: str, indent: int = 2) -> Iterator[Line]:
        """More about the text of the label before, a little further in."""
        start = indent + 2 * _FURTHER if self.narrow else _LABEL + 1 + _FURTHER
        yield from self.wrapped(text, " " * start, " " * start)

    def wrapped(self, text: str, first: str, rest: str, style: str = "") -> Iterator[Line]:
        """The words of a text in as few lines as hold them. A longer word stays whole, so that it can be copied.

        Args:
            text: made safe to print.
            first: what the first line begins with.
            rest: what the others begin with.
            style: rich's name of a style, or nothing.
        """
        begin, line, width = first, "", cells(first)
        for word in printable(text).split():
            if line and width + 1 + cells(word) > self.width:
                yield Line(begin + line, style=style, fit="whole")
                begin, line, width = rest, "", cells(rest)
            line, width = (f"{line} {word}", width + 1 + cells(word)) if line else (word, width + cells(word))
        yield Line((begin + line).rstrip(), style=style, fit="whole")

    def title(self, lane: InspectedLane) -> Iterator[Line]:
        """The line that begins a lane."""
        text = f"lane {lane.name}" + ("" if lane.selected else " (deselected: it would not run)")
        yield from self.wrapped(text, "", "  ", "bold" if lane.selected else "dim")


Telling = Callable[[Inspection, Page], Iterator[Line]]


def inspect(verb: str, description: str, arguments: list[str], telling: Telling, *, needs_input: bool) -> int:
    """Look at a job without running it: print what was found, and give the exit code.

    Args:
        verb: its name.
        description: of the verb, for its help.
        arguments: what stands behind it.
        telling: the verb's lines for people.
        needs_input: whether it is a problem that no transcript was named.

    Returns:
        2 if something keeps the run from starting, else 0.

    Raises:
        UsageError: if what was given composes to no job.
    """
    parser = jobs.parser(verb, description)
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    given = parser.parse_intermixed_args(arguments)
    from notarius.assembly.inspection import inspect_job
    from notarius.config.driver import compose

    inspection = inspect_job(compose(jobs.one_job(given), writes=needs_input), needs_input=needs_input)
    if given.json:
        # Only ASCII, so that no terminal's encoding can spoil it.
        sys.stdout.write(json.dumps(attrs.asdict(inspection), indent=2, sort_keys=True) + "\n")
    else:
        _print(inspection, telling)
    return 2 if inspection.problems else 0


def _print(inspection: Inspection, telling: Telling) -> None:
    from rich.console import Console

    console = Console(file=sys.stdout)
    page = Page(min(columns_of(console), _WIDEST))
    print_lines([*_head(inspection, page), *telling(inspection, page), *_end(inspection, page)], console)


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


def problem_numbers(inspection: Inspection, lane: str, slot: str | None = None) -> str:
    """Where the end of the report says what is wrong with a lane or a slot, such as `1, 3`; empty if nothing is."""
    found = enumerate(inspection.problems, 1)
    return ", ".join(str(number) for number, problem in found if _concerns(problem, lane, slot))


def _concerns(problem: Problem, lane: str, slot: str | None) -> bool:
    return lane in problem.lanes and slot in (None, problem.slot)


def _head(inspection: Inspection, page: Page) -> Iterator[Line]:
    folder = f", campaign folder {inspection.campaign}" if inspection.campaign else ""
    yield from page.wrapped(f"pipeline {inspection.pipeline}{folder}", "", "  ")
    transcript = inspection.input
    if transcript is None:
        named = inspection.input_path
        yield from page.labelled("input", f"{named}: cannot be read" if named is not None else "none named", 0)
        return
    turns = count(transcript.units, "turn")
    if transcript.units_with_text != transcript.units:
        turns += f" ({transcript.units_with_text:,} with text)"
    size = count(transcript.size_bytes, "byte")
    yield from page.labelled("input", f"{transcript.name}: {transcript.format}, {turns}, {size}", 0)


def _end(inspection: Inspection, page: Page) -> Iterator[Line]:
    if inspection.warnings:
        yield from (Line(""), Line(f"{count(len(inspection.warnings), 'warning')}:", style="yellow"))
        for warning in inspection.warnings:
            yield from page.wrapped(warning, "  - ", "    ")
    yield Line("")
    if not inspection.problems:
        yield Line("Nothing is wrong.", style="green")
        return
    head = f"{count(len(inspection.problems), 'problem')}; a run would end with exit code 2:"
    yield from page.wrapped(head, "", "  ", "bold red")
    for number, problem in enumerate(inspection.problems, 1):
        yield from page.wrapped(problem.text, f"{number:>3} ", "    ")
