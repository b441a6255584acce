"""What tokens cost by a model's prices: of answers that came, and the most that a request can come to."""

from typing import Final

from notarius.config.settings import ModelSettings, PriceSettings
from notarius.contracts.generation import ModelRequest, Usage
from notarius.contracts.tokens import TokenCounter

_MILLION: Final = 1_000_000
UNBOUNDED_ANSWER: Final = 4096  # tokens set aside for an answer whose length nobody limits


def has_prices(price: PriceSettings) -> bool:
    """Whether any price is stated."""
    return price.input is not None or price.output is not None


def cost(usage: Usage, price: PriceSettings) -> float | None:
    """What the tokens cost; None where no price is stated or no server counted."""
    prompt, cached, answer = usage.input_tokens, usage.cached_tokens or 0, usage.output_tokens
    if not has_prices(price) or (prompt is None and answer is None):
        return None
    full = price.input or 0.0
    reduced = full if price.cached is None else price.cached
    parts = ((prompt or 0) - cached) * full, cached * reduced, (answer or 0) * (price.output or 0.0)
    return round(sum(parts) / _MILLION, 9)


def worst_cost(request: ModelRequest, model: ModelSettings, counter: TokenCounter, fixed: int) -> float:
    """The most that a request can cost: nothing of the prompt cached, all the room for the answer used.

    Args:
        request: about to be sent.
        model: whose prices count.
        counter: of the chunk's message.
        fixed: tokens of instructions and schema, the same for all requests of a lane.
    """
    if not has_prices(model.price):
        return 0.0
    prompt = fixed + counter.count(request.messages[-1].content)
    room = request.max_output_tokens or UNBOUNDED_ANSWER
    return (prompt * (model.price.input or 0.0) + room * (model.price.output or 0.0)) / _MILLION
