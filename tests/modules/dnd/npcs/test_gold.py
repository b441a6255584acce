"""The offline routine on the example session, against the list written before it.

How records are matched with rows: a record is a row's person if its name, or one of its aliases, is the row's name or
one of the row's aliases, compared as `notarius.text.plain` does (no case, accents, punctuation). Rows whose note says
"count neither way" are neutral: a record of theirs counts for nothing. Recall is the share of `met` rows that some
record is; precision the share of records, neutral ones left out, that are the first to be some `met` row, so that a
person who comes out twice costs precision.
"""

import functools
import json
import sys
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from notarius.chunking import chunk_units
from notarius.contracts.records import Evidence, Record
from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.decoding import decode_answer
from notarius.digests import canonical_json, digest_bytes
from notarius.grounding import ground
from notarius.merging import Merged, merge_records, record_id
from notarius.modules.dnd.npcs import EXTRACTOR, Npc
from notarius.text import plain
from notarius.tokens import EstimateCounter
from notarius.transcripts import read_transcript
from notarius.validation import KeyChecks, SourceIndex

REPOSITORY: Final = Path(__file__).parents[4]
EXAMPLE: Final = REPOSITORY / "examples" / "dnd-session"
GOLD: Final = REPOSITORY / "tests" / "examples" / "gold_npcs.jsonl"
LANE: Final = "npcs"
PARTY: Final = (
    "Ingrid,GM,Priya,Tobias,Helen,Kofi,Anneke,Thessaly Wick,Thessaly,Tess,Odrun "
    "Kettleback,Odrun,Wrenna Tallow,Wrenna,Wren,"
    "Gethin Roake,Gethin,Sir Gethin,Pim Underreed,Pim,Maud Ironrow,Maud"
)

Row = dict[str, Any]


@attrs.frozen
class Score:
    """What a run is worth."""

    found: frozenset[str]
    recall: float
    precision: float


def _rows() -> list[Row]:
    return [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


def _references(**bound: str) -> ReferenceSet:
    slots = []
    for slot in EXTRACTOR.reference_slots:
        content = (EXAMPLE / "campaign" / bound[slot.name]).read_bytes() if slot.name in bound else b""
        origin = ReferenceOrigin("file", bound.get(slot.name, ""))
        item = ReferenceItem(slot.name, "text/markdown", content, digest_bytes(content), origin, len(content))
        slots.append(ResolvedReferenceSlot(slot.name, (item,) if content else ()))
    return ReferenceSet(tuple(slots))


@functools.lru_cache(maxsize=1)
def _units() -> tuple[SourceUnit, ...]:
    return read_transcript(EXAMPLE / "session-014.json").units


@functools.lru_cache(maxsize=64)
def _run(references: ReferenceSet, *, max_tokens: int = 2000, overlap_units: int = 0) -> Merged:
    """Chunks, answers, decoding, grounding and merging as in a run."""
    chunks = chunk_units(_units(), max_tokens=max_tokens, overlap_units=overlap_units, counter=EstimateCounter())
    return merge_records([record for chunk in chunks for record in _answered(chunk, references)], EXTRACTOR)


def _answered(chunk: Chunk, references: ReferenceSet) -> list[Record]:
    assert EXTRACTOR.offline is not None
    decoded = decode_answer(canonical_json(EXTRACTOR.offline(chunk, references)).decode(), Npc)
    units = {unit.id: unit for unit in chunk.units}
    records = []
    for candidate in decoded.candidates:
        evidence = [ground(citation, units[citation.unit]) for citation in candidate.citations]
        kept = tuple(item for item in evidence if item is not None)
        assert len(kept) == len(evidence) > 0
        records.append(_record(candidate.fields, kept, chunk))
    return records


def _record(fields: Npc, evidence: tuple[Evidence, ...], chunk: Chunk) -> Record:
    identity = record_id(LANE, fields, evidence, EXTRACTOR.identity_fields)
    return Record(identity, LANE, fields, evidence, (chunk.id,))


def _names_of(record: Record) -> set[str]:
    return {plain(name) for name in (record.fields.name, *record.fields.aliases)}


def _row_of(record: Record, rows: list[Row]) -> Row | None:
    said = _names_of(record)
    return next((row for row in rows if said & {plain(name) for name in (row["name"], *row["aliases"])}), None)


def score(records: tuple[Record, ...], rows: list[Row]) -> Score:
    """Recall and precision as the module's docstring has them."""
    matched = [_row_of(record, rows) for record in records]
    counted = [row for row in matched if row is None or "count neither way" not in row["note"]]
    found = frozenset(row["id"] for row in counted if row is not None and row["met"])
    met = [row for row in rows if row["met"]]
    return Score(found, len(found) / len(met), len(found) / len(counted) if counted else 1.0)


BOUND = {
    "roster and registry": {"roster": "party_roster.md", "npc_registry": "npcs.md"},
    "roster alone": {"roster": "party_roster.md"},
    "the other roster": {"roster": "alt_roster.md", "npc_registry": "npcs.md"},
    "registry alone": {"npc_registry": "npcs.md"},
    "nothing": {},
}


@pytest.mark.parametrize("bound", BOUND.values(), ids=BOUND)
def test_the_routine_finds_most_npcs_and_few_others(bound: dict[str, str]) -> None:
    """Recall of at least 0.6 at a precision of at least 0.7, whatever is bound."""
    scored = score(_run(_references(**bound)).records, _rows())
    assert scored.recall >= 0.6, scored
    assert scored.precision >= 0.7, scored


@pytest.mark.parametrize("bound", BOUND.values(), ids=BOUND)
@pytest.mark.parametrize("max_tokens", [600, 2000, 8000])
def test_nobody_of_the_table_is_taken_for_an_npc(bound: dict[str, str], max_tokens: int) -> None:
    """No player, no game master, no player character, by name or alias, in chunks of any size."""
    party = {plain(name) for name in PARTY.split(",")}
    records = _run(_references(**bound), max_tokens=max_tokens).records
    assert records
    assert [record.fields for record in records if _names_of(record) & party] == []


def test_nobody_who_is_only_in_the_registry_or_only_spoken_of_comes_out() -> None:
    """The registry proves nothing."""
    absent = {
        "hob tinnel",
        "isaura venn",
        "captain ludo ferrant",
        "bishop ottoline grice",
        "dunstan oakes",
        "baron lowick",
    }
    records = _run(_references(roster="party_roster.md", npc_registry="npcs.md")).records
    assert [record.fields.name for record in records if _names_of(record) & absent] == []


def test_chunks_that_show_one_person_give_one_record() -> None:
    """Merged over the session: first and later mentions in unit order, and each person once."""
    records = _run(_references(roster="party_roster.md", npc_registry="npcs.md"), max_tokens=600).records
    by_name = {record.fields.name: record for record in records}
    assert len(by_name) == len(records)
    hesper = by_name["Hesper Dunnock"]
    assert len(hesper.chunks) > 1
    numbers = [int(item.source.unit[1:]) for item in hesper.evidence]
    assert numbers == sorted(numbers)
    assert numbers[0] == 42


def test_overlapping_chunks_change_nobody() -> None:
    """Repeated units make no second person."""
    references = _references(roster="party_roster.md", npc_registry="npcs.md")
    apart, over = _run(references), _run(references, overlap_units=5)
    assert {record.fields.name for record in apart.records} <= {record.fields.name for record in over.records}
    names = [record.fields.name for record in over.records]
    assert len(names) == len(set(names))


def test_every_name_is_said_near_its_evidence() -> None:
    """The framework's checks of relatedness and leaks find nothing to warn of."""
    references = _references(roster="party_roster.md", npc_registry="npcs.md")
    checks = KeyChecks(EXTRACTOR, references, SourceIndex(_units()))
    found = {
        record.fields.name: checks.findings(record.fields, [item.source.unit for item in record.evidence])
        for record in _run(references).records
    }
    assert {name: findings for name, findings in found.items() if findings} == {}
    assert found


def test_the_score_counts_what_it_says() -> None:
    """A person twice, a stranger and a neutral row, by hand."""
    rows: list[Row] = [
        {"id": "a", "name": "Maro Pell", "aliases": ["Maro"], "met": True, "note": ""},
        {"id": "b", "name": "Joren", "aliases": [], "met": True, "note": ""},
        {"id": "c", "name": "Absent", "aliases": [], "met": False, "note": ""},
        {"id": "d", "name": "Snail", "aliases": [], "met": False, "note": "count neither way"},
    ]
    records = [
        Record(str(n), LANE, Npc(name), (), ()) for n, name in enumerate(["MARO", "Maro Pell", "Absent", "Snail"])
    ]
    scored = score(tuple(records), rows)
    assert scored == Score(frozenset({"a"}), 0.5, 1 / 3)


if __name__ == "__main__":
    for title, bound in BOUND.items():
        scored = score(_run(_references(**bound)).records, _rows())
        found = " ".join(sorted(scored.found))
        sys.stdout.write(f"{title}: recall {scored.recall:.2f}, precision {scored.precision:.2f}, found {found}\n")
