"""A small domain for tests of the framework: decisions in a meeting, a model that finds them, a lane that asks."""

import json
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from notarius.cache import answer_key
from notarius.contracts.generation import ModelClient, ModelRequest, Parameters
from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.errors import DecodingError
from notarius.runner import LaneJob
from tests.server import Reply, Script, Seen, completion, error

INSTRUCTIONS = "Write down what was decided, by whom, and the words that say so."
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"records": {"type": "array"}}}
_LINE = re.compile(r"\[(u\d+)\] (\w+): (.*)")
_DECISION = re.compile(r"we decide to [a-z ]+")
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_THINGS = ("paint the boathouse", "move the buoy", "buy a longer rope", "close the north gate")


def chunks_of(count: int, *, units: int = 4) -> tuple[Chunk, ...]:
    """Chunks in each of which exactly one thing is decided."""
    speakers = ("Ilsa", "Tomas", "Wren")
    made = []
    for index in range(count):
        first = index * units + 1
        said = [
            SourceUnit(
                f"u{number}",
                f"so we decide to {_THINGS[index % len(_THINGS)]}, yes?"
                if number == first + 1
                else "And the weather, well.",
                speakers[number % len(speakers)],
            )
            for number in range(first, first + units)
        ]
        made.append(Chunk(index, tuple(said)))
    return tuple(made)


def ask(chunk: Chunk) -> ModelRequest:
    """The request about a chunk."""
    messages = (Message("system", INSTRUCTIONS), Message("user", chunk.text))
    return ModelRequest(messages, SCHEMA, Parameters(max_output_tokens=500), "decisions", chunk, ReferenceSet())


@attrs.frozen
class Minutes:
    """What a test's lane makes of an answer.

    Attributes:
        decisions: what was decided, with evidence that holds; each once.
        rejected: items whose evidence does not hold.
    """

    decisions: tuple[str, ...]
    rejected: int = 0


def decode(text: str) -> list[dict[str, Any]]:
    """The items of an answer: a small stand-in for decoding."""
    start = (bare := _THOUGHT.sub("", text)).find("{")
    try:
        value, _ = json.JSONDecoder().raw_decode(bare, start)
        return list(value["records"])
    except (ValueError, KeyError, TypeError):
        raise DecodingError("no JSON object with records", text=text) from None


def read(chunk: Chunk, records: list[dict[str, Any]]) -> Minutes:
    """The decisions among the items: a small stand-in for grounding and validation."""
    said = {unit.id: unit.text for unit in chunk.units}
    good = [item for item in records if all(e["quote"] in said.get(e["unit"], "") for e in item["evidence"])]
    return Minutes(tuple(dict.fromkeys(item["decision"] for item in good)), len(records) - len(good))


def key_of(request: ModelRequest) -> str:
    """Under which key an answer is kept."""
    return answer_key(request, {"kind": "test"})


def lane(client: ModelClient, chunks: Sequence[Chunk], **changes: Any) -> LaneJob[Minutes]:
    """A lane that asks about decisions."""
    job = LaneJob("decisions", tuple(chunks), ask, read, client, decode=decode)
    return attrs.evolve(job, **changes)


def found_in(text: str) -> list[dict[str, Any]]:
    """The records that a model which makes no mistake answers with."""
    return [
        {
            "decision": said[0].removeprefix("we decide to "),
            "by": speaker,
            "evidence": [{"unit": unit, "quote": said[0]}],
        }
        for unit, speaker, words in _LINE.findall(text)
        if (said := _DECISION.search(words))
    ]


def truth(seen: Seen) -> str:
    """The right answer's text."""
    return json.dumps({"records": found_in(seen.user)})


def answer(seen: Seen) -> Reply:
    """A script without faults."""
    return completion(truth(seen))


Fault = Callable[[Seen], Reply]
_INVENTED = {"decision": "sink the ferry", "by": "Wren", "evidence": [{"unit": "u99999", "quote": "we sink it"}]}
_EXAMPLE = {"decision": "rename the pier", "by": "Example", "evidence": [{"unit": "x1", "quote": "we rename it"}]}


def _records(seen: Seen, *more: dict[str, Any]) -> Reply:
    return completion(json.dumps({"records": [*found_in(seen.user), *more]}))


def _cut(seen: Seen, finish: str) -> Reply:
    whole = truth(seen)
    return completion(whole[: len(whole) * 7 // 10], finish=finish)


# The kinds of ../shared/bench/mock_server.py, in this domain.
FAULTS: dict[str, Fault] = {
    "fence": lambda seen: completion(f"```json\n{truth(seen)}\n```"),
    "think": lambda seen: completion(f'<think>Is {{"records": []}} right?</think>\n{truth(seen)}'),
    "trailing": lambda seen: completion(f"{truth(seen)}\n\nAsk me for {{more}}!"),
    "truncated": lambda seen: _cut(seen, "stop"),
    "length": lambda seen: _cut(seen, "length"),
    "empty": lambda _seen: completion(""),
    "badjson": lambda seen: completion(truth(seen).replace('"', "'")),
    "refusal": lambda _seen: completion("I'm sorry, but I can't help with that."),
    "http429": lambda _seen: error(429, "Rate limit reached", Retry_After="0.05"),
    "http500": lambda _seen: error(500, "The server had an error"),
    "drop": lambda _seen: Reply(b"", ending="drop"),
    "leak": lambda seen: _records(seen, _EXAMPLE),
    "badunit": lambda seen: completion(json.dumps({"records": [_INVENTED for _ in found_in(seen.user)]})),
    "dup": lambda seen: _records(seen, *found_in(seen.user)),
    "hang": lambda _seen: Reply(b"", ending="hang"),
}


def is_hit(key: str, every: int = 10) -> bool:
    """Whether a fault hits the chunk that begins with that unit."""
    return zlib.crc32(key.encode()) % every == 0


def with_fault(fault: Fault, *, transient: bool, every: int = 10) -> Script:
    """A script that answers some chunks badly, each time or only the first."""

    def script(seen: Seen) -> Reply:
        hit = is_hit(seen.key, every) and (seen.number == 1 or not transient)
        return fault(seen) if hit else answer(seen)

    return script
