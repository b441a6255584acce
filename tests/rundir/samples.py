"""A run of an invented domain: a harbour master's day, who moored what, heard over the radio."""

import enum
from typing import Any

import attrs

from notarius.contracts.records import Evidence, Finding, Record, Rejection
from notarius.contracts.results import FailedAnswer, LaneResult, Merge, MergeSource, RunResult
from notarius.contracts.runs import (
    BoundReference,
    ChunkOutcome,
    ChunkRun,
    InputManifest,
    LaneManifest,
    LaneRun,
    ModelManifest,
    RunBlock,
    RunManifest,
    TemplateDigests,
)
from notarius.contracts.sources import SourceRef, Span
from notarius.digests import digest_bytes
from notarius.rundir import fingerprinted, run_fingerprint

INPUT_DIGEST = digest_bytes(b"the day's transcript")


class Berth(enum.Enum):
    """Where a ship lies."""

    NORTH = "north quay"


@attrs.frozen
class Mooring:
    """A ship that was moored."""

    ship: str
    pilot: str | None = None
    depth: int | None = None
    berth: Berth | None = None
    cargo: tuple[str, ...] = ()
    tug: bool | None = None


def evidence(unit: int, quote: str = "made fast", *, start: float | None = None) -> Evidence:
    """Evidence in the unit of that number."""
    span = Span(3, 3 + len(quote))
    return Evidence(SourceRef(f"u{unit}"), quote, span, "exact", "RADIO", start, None)


def record(
    number: int, ship: str, *, start: float | None = None, findings: tuple[Finding, ...] = (), **fields: Any
) -> Record:
    """A mooring in the unit of that number."""
    proof = (evidence(number, start=start),)
    return Record(f"sha256:{number:064x}", "moorings", Mooring(ship, **fields), proof, ("c1",), findings)


def lane_result(*records: Record, **changes: Any) -> LaneResult:
    """The lane `moorings` with these records."""
    fields = tuple(field.name for field in attrs.fields(Mooring))
    return attrs.evolve(LaneResult("moorings", fields, "ship", "pilot", records), **changes)


def chunk(number: int, status: Any = "records", **changes: Any) -> ChunkOutcome:
    """A chunk of ten units."""
    whole = ChunkOutcome(f"c{number}", f"u{number * 10 - 9}", f"u{number * 10}", 100, status)
    return attrs.evolve(whole, **changes)


def reference(slot: str = "registry", content: bytes = b"Heron, Curlew", **changes: Any) -> BoundReference:
    """An item bound by the pipeline's file."""
    item = BoundReference(
        slot, "file", f"lists/{slot}.md", digest_bytes(content), "text/markdown", len(content), 5, "config", "pipeline"
    )
    return attrs.evolve(item, **{"written_in": "conf/pipeline/day.yaml", **changes})


def lane_manifest(name: str = "moorings", **changes: Any) -> LaneManifest:
    """A lane with everything that a manifest records."""
    whole = LaneManifest(
        name=name,
        outcome="done",
        extractor="harbour/moorings",
        extractor_version="2",
        schema_digest=digest_bytes(b"schema"),
        templates=TemplateDigests(digest_bytes(b"instructions"), digest_bytes(b"chunk"), "1"),
        chunking={"budget": 800, "overlap": 2},
        reader={"encoding": "utf-8"},
        checks={"near": 3, "fuzzy": True},
        references=(reference(),),
        unbound=("glossary",),
        model=ModelManifest("local", "openai", "small", {"temperature": 0.0, "extra_body": {}}, 8192, "o200k_base"),
        chunks=(chunk(1), chunk(2, "nothing")),
        records=1,
        rejected=1,
        key="ship",
        actor="pilot",
    )
    return fingerprinted(attrs.evolve(whole, **changes), input_digest=INPUT_DIGEST, input_format="plain")


def run_block(**changes: Any) -> RunBlock:
    """What differs between equal runs."""
    chunks = {"c1": ChunkRun(attempts=1, seconds=1.5), "c2": ChunkRun(cached=True)}
    whole = RunBlock(
        started="2031-05-04T09:00:00+02:00",
        finished="2031-05-04T09:00:12+02:00",
        seconds=12.25,
        directory="outputs/2031-05-04/09-00-00-k3f9x2",
        paths={"input": "day.txt"},
        overrides=("pipeline=day", "model.api_key=env:SECRET_1"),
        lanes={"moorings": LaneRun(900, 40, 600, 1, 12.0, chunks)},
        python="3.11.9",
        platform="Linux 6.1 x86_64",
    )
    return attrs.evolve(whole, **changes)


def manifest(*lanes: LaneManifest, **changes: Any) -> RunManifest:
    """A run of one lane, with another deselected, unless lanes are given."""
    ran = lanes or (lane_manifest(), LaneManifest("weather", "deselected", "harbour/weather"))
    whole = RunManifest(
        pipeline="day",
        status="done",
        input=InputManifest("day.txt", "plain", INPUT_DIGEST, 4000, 20, 19),
        lanes=ran,
        fingerprint=run_fingerprint(ran),
        notarius="0.1.0",
        packages={"attrs": "26.1.0", "absent": None},
        run=run_block(),
        campaign="harbour",
        warnings=("registry: the file is empty",),
    )
    return attrs.evolve(whole, **changes)


def run_result(*lanes: LaneResult, **changes: Any) -> RunResult:
    """A run with something in every file."""
    return RunResult(manifest(**changes), lanes or (full_lane(),), "pipeline: day\n")


def full_lane() -> LaneResult:
    """A lane with a record, a rejection, a merge, a finding of its own and an unusable answer."""
    doubt = Finding("unrelated_key", "warn", "'Heron' stands nowhere near u4")
    ground = Finding("quote_not_found", "fail", "'cast off' is not in u5")
    heron = record(4, "Heron", start=3725.9, pilot="Ada", berth=Berth.NORTH, cargo=("salt", "tar"), findings=(doubt,))
    item = {"ship": "Curlew", "evidence": [{"unit": "u5", "quote": "cast off"}]}
    sources = tuple(MergeSource(name, ("u4",), Mooring("Heron")) for name in ("c1", "c2"))
    return lane_result(
        heron,
        rejections=(Rejection("moorings", "c1", item, (ground,)),),
        merges=(Merge(heron.id, "overlap", sources),),
        findings=(Finding("empty_reference", "warn", "registry is empty"),),
        failed_answers=(FailedAnswer("c2", 1, "unparsable", "no JSON", "Sorry,\r\nI cannot — 'ü'"),),
    )
