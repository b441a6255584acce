"""From a survey to what `describe` and `validate` tell: nothing is asked of a model, nothing is written."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

import attrs

from notarius.assembly.clients import model_name
from notarius.assembly.manifests import input_manifest, model_option
from notarius.assembly.prices import UNBOUNDED_ANSWER, cost
from notarius.assembly.survey import PreparedLane, Survey, SurveyedLane, Trouble, survey
from notarius.config.settings import Job
from notarius.contracts.generation import Usage
from notarius.contracts.inspection import (
    Forecast,
    InspectedBinding,
    InspectedChunking,
    InspectedItem,
    InspectedLane,
    InspectedModel,
    InspectedSlot,
    Inspection,
    LaneForecast,
    Problem,
    SlotCost,
)
from notarius.contracts.references import ReferenceBinding, ReferenceItem, ReferenceSlot
from notarius.display import DisplayPaths
from notarius.references import DEFAULT_MAX_BYTES


def inspect_job(job: Job, *, needs_input: bool) -> Inspection:
    """What a job would run on and what that would take; with everything that is wrong with it.

    Args:
        job: what would run.
        needs_input: whether it is a problem that no transcript was named.
    """
    seen = survey(job, needs_input=needs_input)
    lanes = tuple(_lane(lane, seen) for lane in seen.lanes)
    path, forecast = job.settings.input.path, _together(lanes)
    return Inspection(
        pipeline=job.pipeline,
        campaign=seen.display.campaign_name,
        input_path=seen.display(path.path) if path is not None and path.path is not None else None,
        input=input_manifest(job, seen.transcript, seen.display) if seen.transcript is not None else None,
        lanes=lanes,
        problems=tuple(dict.fromkeys(problem for trouble in seen.troubles for problem in _problems(trouble))),
        warnings=(*seen.warnings, *_shortage(job, forecast)),
        forecast=forecast,
    )


def _shortage(job: Job, forecast: Forecast | None) -> Iterable[str]:
    most = job.settings.budget.max_cost
    if most is not None and forecast is not None and forecast.cost is not None and forecast.cost > most:
        yield f"budget.max_cost is {most:g} and the run may cost up to {forecast.cost:.4g}: it could end in part"
    allowed = job.settings.budget.max_requests
    if allowed is not None and forecast is not None and forecast.requests > allowed:
        yield f"budget.max_requests is {allowed} and {forecast.requests} are needed: the run would end in part"


def _problems(trouble: Trouble) -> Iterable[Problem]:
    return (Problem(text, trouble.lanes, trouble.slot) for text in trouble.error.problems)


def _lane(lane: SurveyedLane, seen: Survey) -> InspectedLane:
    extractor = lane.extractor
    return InspectedLane(
        name=lane.name,
        selected=lane.selected,
        extractor=seen.job.settings.lanes[lane.name].extract,
        extractor_version=extractor.version if extractor is not None else None,
        model=_model(lane, seen.job),
        chunking=InspectedChunking(**attrs.asdict(lane.chunking)) if lane.chunking is not None else None,
        slots=tuple(_slots(lane, extractor.reference_slots, seen.display)) if extractor is not None else (),
        forecast=lane_forecast(lane.ready) if lane.ready is not None else None,
    )


def _model(lane: SurveyedLane, job: Job) -> InspectedModel | None:
    model, counter = lane.model, lane.counter
    if model is None:
        return None
    return InspectedModel(
        option=model_option(job, lane.name, model),
        kind=model.kind,
        name=model_name(model),
        context_tokens=model.context_tokens,
        max_output_tokens=model.max_output_tokens,
        counter=counter.name if counter is not None else None,
        counter_exact=counter is not None and counter.exact,
    )


def _slots(lane: SurveyedLane, slots: Sequence[ReferenceSlot], display: DisplayPaths) -> Iterable[InspectedSlot]:
    read = {reading.name: reading.items for reading in lane.readings}
    for slot in slots:
        binding = lane.bindings.get(slot.name)
        bound = _binding(binding, read.get(slot.name, ()), display) if binding is not None else None
        items = bound.items if bound is not None else ()
        yield InspectedSlot(
            name=slot.name,
            description=" ".join(slot.description.split()),
            required=slot.required,
            multiple=slot.multiple,
            accepted_media_types=slot.accepted_media_types,
            max_bytes=DEFAULT_MAX_BYTES if slot.max_bytes is None else slot.max_bytes,
            binding=bound,
            size_bytes=_sum(item.size_bytes for item in items),
            tokens=_sum(item.tokens for item in items),
        )


def _binding(
    binding: ReferenceBinding, read: Sequence[ReferenceItem | None], display: DisplayPaths
) -> InspectedBinding:
    return InspectedBinding(
        source=binding.origin,
        level=binding.level,
        written_in=display(binding.written_in) if binding.written_in is not None else None,
        items=tuple(_item(display(path), item) for path, item in zip_longest(binding.paths, read)),
    )


def _item(path: str, item: ReferenceItem | None) -> InspectedItem:
    if item is None:
        return InspectedItem(path)
    return InspectedItem(path, item.media_type, item.size_bytes, item.token_estimate, item.digest)


def lane_forecast(lane: PreparedLane) -> LaneForecast:
    """What asking a prepared lane would take; every chunk is rendered and counted as it would be sent."""
    size, requests = lane.size, len(lane.chunks)
    chunks = sum(lane.counter.count(lane.rendered.messages(chunk)[1].content) for chunk in lane.chunks)
    answer = lane.model.max_output_tokens
    return LaneForecast(
        requests=requests,
        instructions=size.instructions,
        references=tuple(SlotCost(slot, tokens, tokens * requests) for slot, tokens in size.slots.items()),
        schema=size.schema,
        chunks=chunks,
        prompt_tokens=requests * (size.instructions + size.schema) + chunks,
        answer=answer,
        answer_tokens=None if answer is None else answer * requests,
        largest_prompt=size.total,
        cost=_estimate(requests * (size.instructions + size.schema) + chunks, answer, requests, lane),
    )


def _estimate(prompt: int, answer: int | None, requests: int, lane: PreparedLane) -> float | None:
    """Cost if every answer used all its room and nothing came from a cache."""
    room = (answer or UNBOUNDED_ANSWER) * requests
    return cost(Usage(input_tokens=prompt, output_tokens=room), lane.model.price)


def _together(lanes: Sequence[InspectedLane]) -> Forecast | None:
    """The forecasts of all selected lanes as one; None if one of them is missing."""
    selected = [lane.forecast for lane in lanes if lane.selected]
    known = [forecast for forecast in selected if forecast is not None]
    if not known or len(known) < len(selected):
        return None
    return Forecast(
        requests=sum(forecast.requests for forecast in known),
        prompt_tokens=sum(forecast.prompt_tokens for forecast in known),
        answer_tokens=_sum(forecast.answer_tokens for forecast in known),
        cost=_costs(forecast.cost for forecast in known),
    )


def _costs(values: Iterable[float | None]) -> float | None:
    """The sum, or None where one value is not known."""
    given = list(values)
    known = [value for value in given if value is not None]
    return sum(known) if len(known) == len(given) else None


def _sum(values: Iterable[int | None]) -> int | None:
    """The sum, or None where one value is not known."""
    given = list(values)
    known = [value for value in given if value is not None]
    return sum(known) if len(known) == len(given) else None
