"""`notarius validate`: everything that a run checks before it asks a model, and what it would ask."""

from collections.abc import Iterator, Sequence
from typing import Final

from notarius.cli import jobs
from notarius.cli.reports import (
    count,
    counter_text,
    labelled,
    lane_title,
    model_text,
    problem_numbers,
    report,
)
from notarius.contracts.inspection import Forecast, InspectedLane, InspectedModel, Inspection, LaneForecast
from notarius.display import printable

_ANSWERED: Final = {
    "offline": "; nothing is sent",
    "replay": "; answered from recordings, nothing is sent",
    "llamacpp": "; answered in this process, nothing is sent",
}
_COLUMN: Final = 12
_NAMES: Final = 30


def validate(arguments: list[str]) -> int:
    """`notarius validate NAME --input FILE ...`."""
    parser = jobs.parser(
        "validate", "Check everything that a run checks before it asks a model, and say what it would ask."
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    given = parser.parse_intermixed_args(arguments)
    from notarius.assembly.inspection import inspect_job
    from notarius.config.driver import compose

    job = compose(jobs.one_job(given))
    return report(inspect_job(job, needs_input=True), validated, as_json=given.json)


def validated(inspection: Inspection) -> Iterator[str]:
    """What each lane of an inspection would take, and all together, as lines for people."""
    for lane in inspection.lanes:
        yield ""
        yield lane_title(lane)
        if lane.selected:
            yield from _lane(lane, inspection)
    yield ""
    if inspection.forecast is None:
        yield from labelled("total", "not known while a lane is not measured", 0)
    else:
        yield from labelled("total", _total(inspection.forecast), 0)


def _lane(lane: InspectedLane, inspection: Inspection) -> Iterator[str]:
    if lane.model is not None:
        yield from labelled("model", model_text(lane.model) + _ANSWERED.get(lane.model.kind, ""))
        yield from labelled("tokens", counter_text(lane.model))
    numbers = problem_numbers(inspection, lane.name)
    if numbers:
        yield from labelled("problems", f"{numbers} (below)")
    if lane.forecast is None or lane.model is None:
        yield from labelled("requests", "not measured" + ("" if numbers else ": the transcript is missing"))
        return
    yield from labelled("requests", f"{lane.forecast.requests:,} or more, one for each chunk")
    yield ""
    yield from _table(lane.forecast)
    yield ""
    yield from labelled("context", _context(lane.forecast, lane.model))


def _table(forecast: LaneForecast) -> Iterator[str]:
    many = forecast.requests
    yield _row("", "one prompt", f"times {many:,}")
    yield _row("instructions", forecast.instructions, forecast.instructions * many)
    for slot in forecast.references:
        yield _row(f"  of them {slot.slot}", slot.tokens, slot.times_requests)
    yield _row("schema of the answer", forecast.schema, forecast.schema * many)
    yield _row("chunks", "", forecast.chunks)
    yield _row("prompt tokens", "", forecast.prompt_tokens)
    yield _row("room for answers", _known(forecast.answer), _known(forecast.answer_tokens))


def _row(name: str, *cells: int | str) -> str:
    shown: Sequence[str] = [f"{cell:,}" if isinstance(cell, int) else cell for cell in cells]
    return (f"  {printable(name):<{_NAMES}}" + "".join(f" {cell:>{_COLUMN}}" for cell in shown)).rstrip()


def _known(tokens: int | None) -> int | str:
    return "not limited" if tokens is None else tokens


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
