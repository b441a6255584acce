"""The context budget: whether the largest prompt of a lane fits its model, told before anything is asked."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from notarius.config.settings import ModelSettings
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.contracts.tokens import TokenCounter
from notarius.errors import ContextBudgetError
from notarius.prompts import LanePrompts


@attrs.frozen
class PromptSize:
    """The largest prompt of a lane, in tokens of its counter.

    Attributes:
        slots: tokens of each bound slot.
        instructions: the rendered system message, references included.
        schema: the answer's schema, which is sent beside or inside the prompt.
        chunk: the largest rendered chunk.
        answer: room for the answer.
    """

    slots: Mapping[str, int]
    instructions: int
    schema: int
    chunk: int
    answer: int

    @property
    def total(self) -> int:
        """What the model's context must hold."""
        return self.instructions + self.schema + self.chunk + self.answer


def prompt_size(
    rendered: LanePrompts,
    chunks: Sequence[Chunk],
    references: ReferenceSet,
    schema: Mapping[str, Any],
    model: ModelSettings,
    counter: TokenCounter,
) -> PromptSize:
    """Measure the largest prompt of a lane."""
    largest = max(chunks, key=lambda chunk: chunk.tokens, default=None)
    chunk = counter.count(rendered.messages(largest)[1].content) if largest is not None else 0
    return PromptSize(
        slots={slot.name: counter.count(slot.text) for slot in references.slots if slot.items},
        instructions=counter.count(rendered.instructions.content),
        schema=counter.count(json.dumps(schema, ensure_ascii=False)),
        chunk=chunk,
        answer=model.max_output_tokens or 0,
    )


def check_budget(lane: str, size: PromptSize, model: ModelSettings, counter: TokenCounter) -> None:
    """Fail where the largest prompt does not fit; nothing is checked where the model's context is unknown.

    Raises:
        ContextBudgetError: naming the slots with their tokens, largest first, and what would fit.
    """
    if model.context_tokens is None or size.total <= model.context_tokens:
        return
    over = size.total - model.context_tokens
    slots = sorted(size.slots.items(), key=lambda item: (-item[1], item[0]))
    bound = sum(size.slots.values())
    parts = [f"slot {name} {tokens}" for name, tokens in slots]
    parts += [f"rest of the instructions {max(0, size.instructions - bound)}", f"schema {size.schema}"]
    parts += [f"largest chunk {size.chunk}", f"room for the answer {size.answer}"]
    counted = counter.name if counter.exact else f"{counter.name}, not exact"
    raise ContextBudgetError(
        f"lane {lane}: the largest prompt needs {size.total} tokens ({counted}) and model.context_tokens is "
        f"{model.context_tokens}: {', '.join(parts)}. {_fits(size, bound, over)}"
    )


def _fits(size: PromptSize, bound: int, over: int) -> str:
    ways = []
    if bound > over:
        ways.append(f"references of at most {bound - over} tokens in all")
    if size.chunk > over:
        ways.append(f"chunking.max_tokens of about {size.chunk - over}")
    if size.answer > over:
        ways.append(f"model.max_output_tokens of at most {size.answer - over}")
    ways.append(f"a model with a context of {size.total} tokens")
    return f"What would fit: {', or '.join(ways)}"
