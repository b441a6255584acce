"""Records of one person become one, by the framework's merging and the module's rule."""

from itertools import permutations

import pytest

from notarius.contracts.records import Evidence, Record
from notarius.contracts.sources import SourceRef, Span
from notarius.merging import merge_records, record_id
from notarius.modules.dnd.npcs import EXTRACTOR, Npc
from notarius.modules.dnd.npcs.record import combine


def _record(npc: Npc, unit: int) -> Record:
    evidence = (Evidence(SourceRef(f"u{unit}"), "x", Span(0, 1), "exact"),)
    return Record(record_id("npcs", npc, evidence, ("name",)), "npcs", npc, evidence, (f"c{unit}",))


def test_combining_keeps_the_fullest_name_all_others_and_what_was_said_first() -> None:
    """Fields that are null are filled from later records."""
    merged = combine(
        [
            Npc("Hana", ("the landlady",), what=None, attitude="wary"),
            Npc("Hana Roquefort", ("Hana",), what="innkeeper", attitude="friendly", where="the Heron"),
            Npc("Hanna", dealings="sold them soup"),
        ]
    )
    assert merged == Npc(
        "Hana Roquefort", ("Hana", "the landlady", "Hanna"), "innkeeper", "the Heron", "wary", "sold them soup"
    )


PEOPLE = [
    Npc("Hana"),
    Npc("Hana Roquefort", ("Mother Hana",)),
    Npc("Joren"),
    Npc("Mother Hana"),
    Npc("the guard"),
    Npc("the guard"),
]


@pytest.mark.parametrize("order", [*permutations(range(4))][::5], ids=str)
def test_one_person_over_the_session_is_one_record(order: tuple[int, ...]) -> None:
    """Whatever the order of the answers; evidence is the union in unit order."""
    records = [_record(PEOPLE[index], index + 1) for index in order]
    merged = merge_records(records, EXTRACTOR).records
    assert [record.fields.name for record in merged] == ["Hana Roquefort", "Joren"]
    assert [item.source.unit for item in merged[0].evidence] == ["u1", "u2", "u4"]


def test_nameless_people_are_not_joined() -> None:
    """A guard here and a guard there are two guards."""
    merged = merge_records([_record(PEOPLE[4], 5), _record(PEOPLE[5], 60)], EXTRACTOR).records
    assert len(merged) == 2
