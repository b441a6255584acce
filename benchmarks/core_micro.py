# ruff: noqa: S311 - a script that prints, and whose random numbers must repeat
"""What the pure core costs, piece by piece, and how good the token estimate is.

    python benchmarks/core_micro.py                 # CPU microseconds a call, medians of several repeats
    python benchmarks/core_micro.py ratio FILE...   # estimate against o200k, a line of the file a turn

The transcript is synthetic and the same every time. Times depend on the machine; ratios do not.
"""

import json
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from notarius.chunking import chunk_units
from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.records import Citation, Record
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.decoding import decode_answer
from notarius.grounding import ground
from notarius.merging import merge_records
from notarius.runner.answers import AnswerReader
from notarius.tokens import token_counter
from notarius.validation import SourceIndex

_WORDS: Final = re.findall(
    r"\w+",
    "so then maybe we should look at the budget again because the plan says there is a second milestone in june and "
    "honestly nobody checked the numbers for the new pier I think the harbour office was waiting for our letter",
)
_INVENTED: Final = [
    "quantum",
    "zebra",
    "violet",
    "umbrella",
    "kettle",
    "orchard",
    "bishop",
    "lantern",
    "pickle",
    "walrus",
]
_TOPICS: Final = ("Harbour Wall", "Night Ferry", "Fish Market", "Crane Permit", "Slipway")
_REPEATS: Final = 7


@attrs.frozen
class Decision:
    """A record of the benchmark's own domain."""

    topic: str
    decided_by: str | None = None
    amount: int | None = None


def main() -> None:
    """Print the costs, or the ratios of the files named."""
    if sys.argv[1:2] == ["ratio"]:
        for name in sys.argv[2:]:
            _print_ratio(Path(name))
        return
    units = _units(30_000)
    print(f"{'what':64}{'CPU microseconds':>18}")
    for what, calls, work in (*_pieces(units), *_groundings()):
        print(f"{what:64}{_microseconds(work) / calls:18.1f}")


def _pieces(units: list[SourceUnit]) -> list[tuple[str, int, Callable[[], object]]]:
    estimate, exact = token_counter("estimate"), token_counter("o200k_base")
    chunks = chunk_units(units, max_tokens=100_000, max_units=30, counter=estimate)
    answers = [_answer(chunk) for chunk in chunks]
    reader = AnswerReader(_extractor(), "decisions", SourceIndex(units), _references())
    records = _read(reader, chunks, answers)
    lines = [unit.line() for unit in units[:1000]]

    def read_all() -> list[Record]:
        return _read(AnswerReader(_extractor(), "decisions", SourceIndex(units), _references()), chunks, answers)

    return [
        ("estimate the tokens of a turn", 1000, lambda: [estimate.count(line) for line in lines]),
        ("count the o200k tokens of a turn", 1000, lambda: [exact.count(line) for line in lines]),
        ("chunk 30,000 turns, a turn", len(units), lambda: chunk_units(units, max_tokens=2000, counter=estimate)),
        ("decode an answer", len(chunks), lambda: [decode_answer(text, Decision) for text in answers]),
        ("read an answer: decode, ground, check (about 1.5 records)", len(chunks), read_all),
        ("merge a lane's records, a record", len(records), lambda: merge_records(records, _extractor())),
    ]


def _read(reader: AnswerReader, chunks: Sequence[Chunk], answers: Sequence[str]) -> list[Record]:
    return [record for chunk, text in zip(chunks, answers, strict=True) for record in reader.read(chunk, text).records]


def _groundings() -> list[tuple[str, int, Callable[[], object]]]:
    found: list[tuple[str, int, Callable[[], object]]] = []
    for characters, size in ((100, 40), (10_000, 60), (10_000, 500)):
        units = [SourceUnit(f"u{number}", _text(characters, _WORDS, number)) for number in range(1, 6)]
        real = [unit.text[unit.text.index(" ", len(unit.text) // 3) :][:size].rpartition(" ")[0] for unit in units]
        for kind, quotes in (
            ("exact", real),
            ("other case", [quote.upper() for quote in real]),
            ("invented", [_text(size, _INVENTED, number) for number in range(5)]),
            ("same words, other order", [_text(size, _WORDS, 100 + number) for number in range(5)]),
            ("real with an invented end", [f"{quote} zebra quantum piano" for quote in real]),
        ):
            work = [(Citation(unit.id, quote), unit) for unit, quote in zip(units, quotes, strict=True)]
            found.append((f"ground {size} characters in {characters}, {kind}", len(work), partial(_ground_all, work)))
    return found


def _ground_all(work: Sequence[tuple[Citation, SourceUnit]]) -> list[object]:
    return [ground(citation, unit) for citation, unit in work]


def _microseconds(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(_REPEATS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return statistics.median(times) * 1e6


def _print_ratio(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    estimate, exact = (sum(token_counter(name).count(line) for line in lines) for name in ("estimate", "o200k_base"))
    print(f"{estimate / exact:.3f}  {len(lines)} lines, {exact} tokens of o200k  {path.name}")


def _text(characters: int, words: list[str], seed: int) -> str:
    chosen, random_words = "", random.Random(seed)
    while len(chosen) < characters:
        chosen += random_words.choice(words) + " "
    return chosen[:characters].strip()


def _units(count: int) -> list[SourceUnit]:
    random_numbers, units = random.Random(20240917), []
    for number in range(1, count + 1):
        text = _text(random_numbers.randint(20, 110), _WORDS, number).capitalize() + "."
        if random_numbers.random() < 0.05:
            text += f" We decide on the {random_numbers.choice(_TOPICS)} today, agreed?"
        units.append(SourceUnit(f"u{number}", text, random_numbers.choice(("MARA", "TOBIN", "ZOË"))))
    return units


def _answer(chunk: Chunk) -> str:
    records = [
        {"topic": topic, "decided_by": unit.speaker, "amount": None, "evidence": [{"unit": unit.id, "quote": quote}]}
        for unit in chunk.units
        for topic in _TOPICS
        if (quote := f"We decide on the {topic} today") in unit.text
    ]
    return json.dumps({"records": records}, ensure_ascii=False)


def _extractor() -> Extractor:
    template = PromptTemplate("List the decisions of the meeting, such as the Town Fountain.", "decisions/instructions")
    return Extractor("decisions", "1", Decision, "topic", PromptTemplates(template, template))


def _references() -> ReferenceSet:
    content = b"# Members\n" + b"- Mara, chair\n- Tobin, treasurer\n" * 100
    item = ReferenceItem("members", "text/markdown", content, "sha256:0", ReferenceOrigin("file", "members.md"), 0)
    return ReferenceSet((ResolvedReferenceSlot("members", (item,)),))


if __name__ == "__main__":
    main()
