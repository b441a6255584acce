"""`notarius validate`: everything that a run checks before it asks a model, and what it would ask."""

from collections.abc import Iterator
from typing import Final

from notarius.cli.reports import Page, count, counter_text, inspect, model_text, problem_numbers
from notarius.contracts.inspection import Forecast, InspectedLane, InspectedModel, Inspection, LaneForecast
from notarius.display import printable
from notarius.layout import Line, cells, padded

_ANSWERED: Final = {
    "offline": "; nothing is sent",
    "replay": "; answered from recordings, nothing is sent",
    "llamacpp": "; answered in this process, nothing is sent",
}
_COLUMN: Final = 12
_NAMES: Final = 30


def validate(arguments: list[str]) -> int:
    """`notarius validate NAME --input FILE ...`."""
    told = "Check everything that a run checks before it asks a model, and say what it would ask."
    return inspect("validate", told, arguments, validated, needs_input=True)


def validated(inspection: Inspection, page: Page) -> Iterator[Line]:
    """What each lane of an inspection would take, and all together, as lines for people."""
    for lane in inspection.lanes:
        yield Line("")
        yield from page.title(lane)
        if lane.selected:
            yield from _lane(lane, inspection, page)
    yield Line("")
    if inspection.forecast is None:
        yield from page.labelled("total", "not known while a lane is not measured", 0)
    else:
        yield from page.labelled("total", _total(inspection.forecast), 0, style="bold")


def _lane(lane: InspectedLane, inspection: Inspection, page: Page) -> Iterator[Line]:
    if lane.model is not None:
        yield from page.labelled("model", model_text(lane.model) + _ANSWERED.get(lane.model.kind, ""))
        yield from page.labelled("tokens", counter_text(lane.model))
    numbers = problem_numbers(inspection, lane.name)
    if numbers:
        yield from page.labelled("problems", f"{numbers} (below)", style="red")
    if lane.forecast is None or lane.model is None:
        yield from page.labelled("requests", "not measured" + ("" if numbers else ": the transcript is missing"))
        return
    yield from page.labelled("requests", f"{lane.forecast.requests:,} or more, one for each chunk")
    yield Line("")
    yield from _table(lane.forecast, page)
    yield Line("")
    yield from page.labelled("context", _context(lane.forecast, lane.model))


def _table(forecast: LaneForecast, page: Page) -> Iterator[Line]:
    """What a prompt takes and what all of them do; without room for columns, a sentence for each row."""
    rows, many = list(_rows(forecast)), f"times {forecast.requests:,}"
    names = max(_NAMES, *(cells(name) for name, *_ in rows))
    if page.narrow or names + 2 * (_COLUMN + 1) + 2 > page.width:
        for name, once, in_all in rows:
            figures = f"{once} in a prompt, {many}: {in_all}" if once else f"{in_all} in all"
            indent = " " * (2 + len(name) - len(name.lstrip()))
            yield from page.wrapped(f"{name}: {figures}", indent, f"{indent}    ")
        return
    for name, once, in_all in [("", "one prompt", many), *rows]:
        yield Line(f"  {padded(name, names)} {once:>{_COLUMN}} {in_all:>{_COLUMN}}".rstrip(), fit="whole")


def _rows(forecast: LaneForecast) -> Iterator[tuple[str, str, str]]:
    """Name, tokens in one prompt, tokens in all prompts."""
    many = forecast.requests
    yield "instructions", f"{forecast.instructions:,}", f"{forecast.instructions * many:,}"
    for slot in forecast.references:
        yield f"  of them {printable(slot.slot)}", f"{slot.tokens:,}", f"{slot.times_requests:,}"
    yield "schema of the answer", f"{forecast.schema:,}", f"{forecast.schema * many:,}"
    yield "chunks", "", f"{forecast.chunks:,}"
    yield "prompt tokens", "", f"{forecast.prompt_tokens:,}"
    yield "room for answers", _known(forecast.answer), _known(forecast.answer_tokens)


def _known(tokens: int | None) -> str:
    return "not limited" if tokens is None else f"{tokens:,}"


def _context(forecast: LaneForecast, model: InspectedModel) -> str:
    largest = f"the largest prompt needs {count(forecast.largest_prompt, 'token')}, room for its answer included"
    if model.context_tokens is None:
        return f"{largest}; not checked: model.context_tokens is null"
    return f"{largest}; model.context_tokens is {model.context_tokens:,}"


def _total(forecast: Forecast) -> str:
    room = "" if forecast.answer_tokens is None else f", room for {count(forecast.answer_tokens, 'token')} of answers"
    requests, tokens = count(forecast.requests, "request"), count(forecast.prompt_tokens, "prompt token")
    cost = f", cost up to {forecast.cost:,.4g}" if forecast.cost is not None else ""
    return f"{requests} or more, {tokens}{room}{cost}"
