"""When records are one: overlaps, doubles, a module's own rule; and that arrival order changes nothing."""

import random
from collections.abc import Iterable, Sequence

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.contracts.extraction import Extractor, MergeRule
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.records import Evidence, Finding, Record
from notarius.contracts.results import Merge, MergeSource
from notarius.contracts.sources import SourceRef, Span
from notarius.merging import Merged, merge_records, record_id


@attrs.frozen
class Mooring:
    """A boat that moored."""

    boat: str
    pier: str | None = None
    cargo: tuple[str, ...] = ()


def extractor(rule: MergeRule | None = None, identity: tuple[str, ...] = ()) -> Extractor:
    """Finds moorings."""
    template = PromptTemplate("", "moorings")
    return Extractor(
        "moorings", "1", Mooring, "boat", PromptTemplates(template, template), identity=identity, merge=rule
    )


def evidence(*units: str) -> tuple[Evidence, ...]:
    """One quote in each of the units."""
    return tuple(Evidence(SourceRef(unit), "moored", Span(0, 6), "exact") for unit in units)


def mooring(
    boat: str, units: str, chunk: str = "c1", pier: str | None = None, cargo: tuple[str, ...] = (), finding: str = ""
) -> Record:
    """A record that cites the units named, separated by blanks."""
    fields, proof = Mooring(boat, pier, cargo), evidence(*units.split())
    found = (Finding(finding, "warn", ""),) if finding else ()
    return Record(record_id("moorings", fields, proof, ("boat",)), "moorings", fields, proof, (chunk,), found)


def shown(merged: Merged) -> list[tuple[str, str]]:
    """Each record's boat and units."""
    return [(record.fields.boat, " ".join(item.source.unit for item in record.evidence)) for record in merged.records]


def test_records_of_one_id_are_one() -> None:
    """An answer that gives each item twice gives one record; the log has both."""
    record = mooring("Tern", "u3")
    merged = merge_records([record, record], extractor())
    assert merged.records == (record,)
    source = MergeSource("c1", ("u3",), record.fields)
    assert merged.merges == (Merge(record.id, "overlap", (source, source)),)


def test_what_two_overlapping_chunks_found_is_one() -> None:
    """Same key, a common evidence unit: evidence, chunks and findings are united, and the id follows."""
    first = mooring("Tern", "u3 u9", "c1", finding="late")
    second = mooring("tern", "u9 u10", "c2", finding="early")
    merged = merge_records([second, first], extractor())
    (record,) = merged.records
    assert shown(merged) == [("Tern", "u3 u9 u10")]
    assert record.chunks == ("c1", "c2")
    assert [finding.code for finding in record.findings] == ["late", "early"]
    assert record.id == mooring("TERN", "u10 u3 u9").id
    sources = (MergeSource("c1", ("u3", "u9"), first.fields), MergeSource("c2", ("u9", "u10"), second.fields))
    assert merged.merges == (Merge(record.id, "overlap", sources),)


def test_three_turns_that_say_the_same_are_three() -> None:
    """Without a common unit they are events of their own."""
    records = [mooring("Tern", unit, chunk) for unit, chunk in (("u3", "c1"), ("u4", "c1"), ("u5", "c2"))]
    merged = merge_records(records, extractor())
    assert merged.records == tuple(records)
    assert merged.merges == ()


def test_chains_join() -> None:
    """The first and the last share no unit, but both share one with the middle."""
    records = [mooring("Tern", "u8 u9", "c1"), mooring("Tern", "u9 u17", "c2"), mooring("Tern", "u17 u18", "c3")]
    assert shown(merge_records(records, extractor())) == [("Tern", "u8 u9 u17 u18")]


def test_one_answer_may_tell_two_events_with_a_common_unit_apart() -> None:
    """Each has evidence of its own, so that the model meant two."""
    records = [mooring("Tern", "u3 u9"), mooring("Tern", "u5 u9")]
    assert len(merge_records(records, extractor()).records) == 2


def test_one_answer_gives_nothing_new_with_less_evidence() -> None:
    """A second item whose evidence the first holds already proves no second event."""
    assert shown(merge_records([mooring("Tern", "u3"), mooring("Tern", "u3 u9")], extractor())) == [("Tern", "u3 u9")]


def test_other_keys_are_other_records() -> None:
    """A common unit alone joins nothing."""
    records = [mooring("Heron", "u3", "c1"), mooring("Tern", "u3", "c2")]
    assert sorted(shown(merge_records(records, extractor()))) == [("Heron", "u3"), ("Tern", "u3")]


def test_identity_may_need_more_than_the_key() -> None:
    """Two piers are two moorings where the pier belongs to the identity."""
    records = [mooring("Tern", "u3", "c1", "north"), mooring("Tern", "u3", "c2", "south")]
    assert len(merge_records(records, extractor()).records) == 1
    apart = [
        attrs.evolve(record, id=record_id("moorings", record.fields, record.evidence, ("boat", "pier")))
        for record in records
    ]
    assert len(merge_records(apart, extractor(identity=("boat", "pier"))).records) == 2


def test_the_first_ones_fields_stay_and_gaps_are_filled() -> None:
    """What the first leaves open, the next may say."""
    records = [
        mooring("Tern", "u3 u9", "c1"),
        mooring("TERN", "u9", "c2", "north", ("salt",)),
        mooring("TERN", "u9 u10", "c3", "south", ("rope",)),
    ]
    (record,) = merge_records(records, extractor()).records
    assert record.fields == Mooring("Tern", "north", ("salt",))


def test_evidence_is_united_in_unit_order_each_place_once() -> None:
    """By number, not by spelling; two quotes in one unit by their places."""
    second = Evidence(SourceRef("u9"), "again", Span(9, 14), "exact")
    first = attrs.evolve(mooring("Tern", "u9 u10", "c1"), evidence=(second, *evidence("u9", "u10")))
    (record,) = merge_records([first, mooring("Tern", "u9", "c2")], extractor()).records
    assert [(item.source.unit, item.span.start) for item in record.evidence] == [("u9", 0), ("u9", 9), ("u10", 0)]


def test_records_are_sorted_by_first_unit() -> None:
    """By number: u9 comes before u10."""
    records = [mooring("Tern", "u10"), mooring("Heron", "u9"), mooring("Gull", "u100 u1")]
    assert [boat for boat, _ in shown(merge_records(records, extractor()))] == ["Gull", "Heron", "Tern"]


def test_no_records_merge_to_none() -> None:
    """An empty lane is empty."""
    assert merge_records([], extractor()) == Merged(())


def _names(fields: Mooring) -> Iterable[str]:
    return [fields.boat, *fields.cargo]


def _combine(moorings: Sequence[Mooring]) -> Mooring:
    return Mooring(max((each.boat for each in moorings), key=len), " + ".join(each.pier or "?" for each in moorings))


def test_a_modules_rule_joins_by_key_over_the_whole_session() -> None:
    """Aliases chain; the module combines the fields in unit order; all sources are logged."""
    records = [
        mooring("Old Tern", "u40", "c3", "south", ("Tern",)),
        mooring("The Tern", "u90", "c9", "west", ("tern",)),
        mooring("Heron", "u50", "c4"),
        mooring("old  tern!", "u3", "c1", "north"),
    ]
    merged = merge_records(records, extractor(MergeRule(_names, _combine)))
    assert shown(merged) == [("old  tern!", "u3 u40 u90"), ("Heron", "u50")]
    assert merged.records[0].fields.pier == "north + south + west"
    (merge,) = merged.merges
    assert merge.rule == "session"
    assert [(source.chunk, source.units) for source in merge.sources] == [
        ("c1", ("u3",)),
        ("c3", ("u40",)),
        ("c9", ("u90",)),
    ]


def test_a_modules_rule_decides_alone() -> None:
    """Without a common key, even a common unit joins nothing."""
    records = [mooring("Tern", "u3", "c1"), mooring("Tern", "u3 u4", "c2")]
    rule = MergeRule(lambda fields: [], _combine)
    assert len(merge_records(records, extractor(rule)).records) == 2


def _raise(_: object) -> list[str]:
    raise KeyError("pier")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        pytest.param(MergeRule(_names, _raise), "the merge rule's combine raised KeyError: 'pier'", id="combine"),
        pytest.param(MergeRule(_raise, _combine), "the merge rule's keys raised KeyError: 'pier'", id="keys"),
    ],
)
def test_a_rule_that_raises_costs_no_record(rule: MergeRule, message: str) -> None:
    """The records stay apart, each with a finding."""
    records = [mooring("Tern", "u3", "c1"), mooring("Tern", "u9", "c2")]
    merged = merge_records(records, extractor(rule))
    assert shown(merged) == [("Tern", "u3"), ("Tern", "u9")]
    assert merged.merges == ()
    assert [record.findings for record in merged.records] == [(Finding("merge-error", "warn", message),)] * 2


@attrs.frozen
class _Checked:
    boat: str
    arrives: int | None = None
    leaves: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.arrives is not None and self.leaves is not None and self.leaves < self.arrives:
            raise ValueError("it leaves before it arrives")


def test_a_class_that_refuses_the_filled_in_record_keeps_the_first() -> None:
    """Two answers that do not fit together: the first one's fields stand, with a finding."""
    base = mooring("Tern", "u3", "c1")
    records = [
        attrs.evolve(base, fields=_Checked("Tern", arrives=9)),
        attrs.evolve(base, fields=_Checked("Tern", leaves=7), chunks=("c2",)),
    ]
    (record,) = merge_records(records, extractor()).records
    assert record.fields == _Checked("Tern", arrives=9)
    assert record.findings == (
        Finding("merge-error", "warn", "the record class raised ValueError: it leaves before it arrives"),
    )


def test_an_id_is_lane_identity_and_units() -> None:
    """Twelve hexadecimal digits; dress, order and number of quotes do not count, lane, key and units do."""
    tern = Mooring("Tern", "north")
    name = record_id("moorings", tern, evidence("u3", "u10"), ("boat",))
    assert len(name) == 12
    assert int(name, 16) >= 0
    assert record_id("moorings", Mooring("  TERN!"), evidence("u10", "u3", "u3"), ("boat",)) == name
    others = {
        record_id("arrivals", tern, evidence("u3", "u10"), ("boat",)),
        record_id("moorings", Mooring("Heron"), evidence("u3", "u10"), ("boat",)),
        record_id("moorings", tern, evidence("u3"), ("boat",)),
        record_id("moorings", tern, evidence("u3", "u10"), ("boat", "pier")),
    }
    assert len(others - {name}) == 4


_RECORDS = st.lists(
    st.builds(
        mooring,
        boat=st.sampled_from(["Tern", "tern", "Heron"]),
        units=st.lists(st.sampled_from(["u1", "u2", "u3", "u10"]), min_size=1, max_size=3).map(" ".join),
        chunk=st.sampled_from(["c1", "c2", "c10"]),
        pier=st.sampled_from([None, "north", "south"]),
        cargo=st.sampled_from([(), ("salt",)]),
        finding=st.sampled_from(["", "late"]),
    ),
    max_size=8,
)
_RULES = st.sampled_from([None, MergeRule(_names, _combine), MergeRule(_names, _raise), MergeRule(_raise, _combine)])


@settings(deadline=None)
@given(_RECORDS, _RULES, st.randoms(use_true_random=False))
def test_arrival_order_changes_nothing(records: list[Record], rule: MergeRule | None, order: random.Random) -> None:
    """Chunks are answered in any order, the outcome is one."""
    arrived = list(records)
    order.shuffle(arrived)
    assert merge_records(arrived, extractor(rule)) == merge_records(records, extractor(rule))


@settings(deadline=None)
@given(_RECORDS, _RULES)
def test_nothing_is_lost_and_ids_are_unique(records: list[Record], rule: MergeRule | None) -> None:
    """Every unit, chunk and source of what came in is in what goes out; no two records have one id."""
    merged = merge_records(records, extractor(rule))
    assert len({record.id for record in merged.records}) == len(merged.records)
    for wanted in ("u1", "u2", "u3", "u10"):
        had = any(item.source.unit == wanted for record in records for item in record.evidence)
        assert had == any(item.source.unit == wanted for record in merged.records for item in record.evidence)
    assert {chunk for record in records for chunk in record.chunks} == {
        chunk for record in merged.records for chunk in record.chunks
    }
    sources = sum(len(merge.sources) for merge in merged.merges)
    assert sources + len(merged.records) - len(merged.merges) == len(records)
    assert {merge.record for merge in merged.merges} <= {record.id for record in merged.records}
