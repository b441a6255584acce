"""An answer's way to records and rejections: what holds, what does not, and why."""

import json
import statistics
import time
from typing import Any

import attrs
import pytest

from notarius.contracts.records import Finding
from notarius.contracts.sources import Chunk, SourceUnit, Span
from notarius.errors import DecodingError
from notarius.merging import merge_records
from notarius.runner.answers import AnswerOptions
from tests.answers.harbour import CHUNK, DOOR, STAR, UNITS, Mooring, answer, cites, reader


def codes(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    """Codes and severities."""
    return [(finding.code, finding.severity) for finding in findings]


def test_an_item_with_evidence_is_a_record() -> None:
    """Lane, id, chunk, and the evidence as the unit has it."""
    (record,) = reader().read(CHUNK, answer(STAR)).records
    (evidence,) = record.evidence
    assert (record.lane, record.fields, record.chunks, record.findings) == (
        "moorings",
        Mooring("Northern Star", 3),
        ("c1",),
        (),
    )
    assert len(record.id) == 12
    assert (evidence.source.unit, evidence.quote, evidence.span, evidence.match) == (
        "u1",
        "the Northern Star moored at pier 3",
        Span(10, 44),
        "exact",
    )
    assert (evidence.speaker, evidence.start_seconds, evidence.end_seconds) == ("ILSA", 1.0, 1.5)


def test_an_honest_nothing_is_neither() -> None:
    """No records, no rejections."""
    read = reader().read(CHUNK, '{"records": []}')
    assert (read.records, read.rejections, read.notes) == ((), (), ())


def test_what_is_no_answer_is_an_error() -> None:
    """The runner asks again."""
    with pytest.raises(DecodingError, match="no"):
        reader().read(CHUNK, "I'm sorry.")


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(
            cites(STAR, ("u99", "the Northern Star moored at pier 3")),
            [("evidence-unit-unknown", "warn"), ("evidence-missing", "fail")],
            id="invented unit",
        ),
        pytest.param(
            cites(STAR, ("u1", "the Northern Star sank at the moon")),
            [("evidence-quote-not-found", "warn"), ("evidence-missing", "fail")],
            id="invented end of the quote",
        ),
        pytest.param(
            cites(STAR, ("u3", "the Northern Star moored at pier 3")),
            [("evidence-quote-not-found", "warn"), ("evidence-missing", "fail")],
            id="another unit said it",
        ),
        pytest.param(
            cites(STAR, ("u1", " ")),
            [("evidence-quote-empty", "warn"), ("evidence-missing", "fail")],
            id="empty quote",
        ),
        pytest.param({"boat": "Northern Star"}, [("evidence-missing", "fail")], id="no evidence"),
        pytest.param(
            cites(STAR, ("register", "- Silver Tern")),
            [("evidence-unit-unknown", "warn"), ("evidence-missing", "fail")],
            id="a reference as evidence",
        ),
        pytest.param(
            cites(STAR, ("u4", "")),
            [("evidence-unit-unknown", "warn"), ("evidence-missing", "fail")],
            id="an empty unit",
        ),
        pytest.param({**STAR, "pier": 12}, [("pier-unknown", "fail")], id="a validator's fail"),
        pytest.param({"pier": 3}, [("item-malformed", "fail")], id="malformed"),
        pytest.param({**STAR, "boat": " "}, [("item-malformed", "fail")], id="about nothing"),
        pytest.param({**STAR, "boat": "..."}, [("item-malformed", "fail")], id="the example shape came back"),
    ],
)
def test_what_does_not_hold_is_refused_whole_with_reasons(
    item: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    """The rejection keeps the item as it stood, and every finding on it."""
    read = reader().read(CHUNK, answer(item))
    assert read.records == ()
    (rejection,) = read.rejections
    assert (rejection.lane, rejection.chunk, rejection.item) == ("moorings", "c1", item)
    assert codes(rejection.findings) == expected


def test_a_bad_citation_costs_itself_alone() -> None:
    """The record stands on the good one, with a finding on the other."""
    item = cites(STAR, ("u99", "x"), ("u3", "nobody said this here"), ("u1", "the northern star moored"))
    (record,) = reader().read(CHUNK, answer(item)).records
    assert [(evidence.source.unit, evidence.match) for evidence in record.evidence] == [("u1", "normalized")]
    assert codes(record.findings) == [("evidence-unit-unknown", "warn"), ("evidence-quote-not-found", "warn")]


def test_evidence_is_in_unit_order_and_each_place_once() -> None:
    """Whatever the order in which the model cites."""
    item = cites(DOOR, ("u3", "moored too"), ("u2", "Blue Door"), ("u3", "The Blue Door"), ("u3", "moored too"))
    (record,) = reader().read(CHUNK, answer(item)).records
    assert [(evidence.source.unit, evidence.quote) for evidence in record.evidence] == [
        ("u2", "Blue Door"),
        ("u3", "The Blue Door"),
        ("u3", "moored too"),
    ]


def test_good_items_survive_bad_ones() -> None:
    """One malformed, one invented, two good."""
    read = reader().read(CHUNK, answer(STAR, "nonsense", cites(STAR, ("u9", "x")), DOOR))
    assert [record.fields.boat for record in read.records] == ["Northern Star", "Blue Door"]
    assert [codes(rejection.findings)[0][0] for rejection in read.rejections] == [
        "item-malformed",
        "evidence-unit-unknown",
    ]


def test_a_key_not_said_near_is_a_warning() -> None:
    """The record stays, to be looked at."""
    (record,) = reader().read(CHUNK, answer(cites({"boat": "Old Rose"}, ("u3", "moored too")))).records
    assert codes(record.findings) == [("key-not-near-evidence", "warn")]


@pytest.mark.parametrize(
    ("boat", "code"),
    [
        pytest.param("Silver Tern", "reference-leak", id="from a reference"),
        pytest.param("Grey Heron", "template-leak", id="from a template's example"),
    ],
)
def test_a_leak_costs_what_the_module_says(boat: str, code: str) -> None:
    """With real evidence about something else: kept with a warning, or refused."""
    text = answer(cites({"boat": boat}, ("u3", "moored too")))
    (record,) = reader().read(CHUNK, text).records
    assert codes(record.findings) == [(code, "warn")]
    (rejection,) = reader(leak_severity="fail").read(CHUNK, text).rejections
    assert codes(rejection.findings) == [(code, "fail")]


def test_a_leak_without_evidence_is_named_too() -> None:
    """The example of the prompt, cited with its own invented unit."""
    text = answer(cites({"boat": "Grey Heron"}, ("x00001", "the Grey Heron moored at dawn")))
    (rejection,) = reader().read(CHUNK, text).rejections
    assert codes(rejection.findings) == [
        ("evidence-unit-unknown", "warn"),
        ("evidence-missing", "fail"),
        ("template-leak", "warn"),
    ]


def test_a_broken_validator_costs_no_record() -> None:
    """Its error is a finding."""

    def broken(record: object, context: object) -> list[Finding]:
        raise RuntimeError("register lost")

    (record,) = reader(validators=(broken,)).read(CHUNK, answer(STAR)).records
    assert codes(record.findings) == [("validator-error", "warn")]
    assert "broken raised RuntimeError: register lost" in record.findings[0].message


@pytest.mark.parametrize(
    ("options", "matches"),
    [
        pytest.param(AnswerOptions(), ["fuzzy"], id="default"),
        pytest.param(AnswerOptions(fuzzy=False), [], id="no fuzzy"),
        pytest.param(AnswerOptions(min_similarity=0.999), [], id="stricter"),
    ],
)
def test_grounding_obeys_its_options(options: AnswerOptions, matches: list[str]) -> None:
    """Each option shows in what is accepted."""
    read = reader(options).read(CHUNK, answer(cites(STAR, ("u1", "the Northern Star mored at pier 3"))))
    assert [evidence.match for record in read.records for evidence in record.evidence] == matches


def test_nearness_obeys_its_option() -> None:
    """Four units away is near with a reach of four."""
    text = answer(cites(DOOR, ("u7", "nothing else")))
    (far,) = reader(AnswerOptions(near=3)).read(CHUNK, text).records
    (near,) = reader(AnswerOptions(near=4)).read(CHUNK, text).records
    assert (codes(far.findings), codes(near.findings)) == ([("reference-leak", "warn")], [])


def test_three_turns_that_say_the_same_are_three_records() -> None:
    """Identical words, each cited where they were said."""
    item = {"boat": "I agree"}
    text = answer(*(cites(item, (unit, "I agree")) for unit in ("u5", "u6")))
    read = reader().read(CHUNK, text)
    merged = merge_records(read.records, reader().extractor)
    assert [record.evidence[0].source.unit for record in merged.records] == ["u5", "u6"]


def test_an_item_given_twice_is_one_record() -> None:
    """The same id both times; merging makes them one."""
    read = reader().read(CHUNK, answer(STAR, DOOR, STAR, DOOR))
    merged = merge_records(read.records, reader().extractor)
    assert [record.fields.boat for record in merged.records] == ["Northern Star", "Blue Door"]


def test_units_of_other_chunks_are_no_evidence() -> None:
    """Though the transcript has them."""
    (rejection,) = reader().read(Chunk(1, UNITS[4:]), answer(STAR)).rejections
    assert codes(rejection.findings)[0] == ("evidence-unit-unknown", "warn")


def test_a_part_of_a_clipped_unit_is_grounded_in_the_unit() -> None:
    """Offsets are those of the whole unit."""
    chunk = Chunk(3, (UNITS[0],), clip=Span(10, 44))
    (record,) = reader().read(chunk, answer(STAR)).records
    assert record.evidence[0].span == Span(10, 44)
    assert record.chunks == ("c4",)


def test_what_decoding_passed_over_is_passed_on() -> None:
    """For diagnostics."""
    assert reader().read(CHUNK, answer({**STAR, "mood": "calm"})).notes == ("keys of items that no field has: 'mood'",)


def test_reading_again_reads_the_same() -> None:
    """A kept answer comes to the same records, also with another reader."""
    text = answer(STAR, DOOR, {"boat": "Silver Tern"}, cites(STAR, ("u1", "moored at pier 3")))
    first = reader()
    assert first.read(CHUNK, text) == first.read(CHUNK, text) == reader().read(CHUNK, text)


def test_reading_an_answer_is_quick() -> None:
    """Half a millisecond for two records; ten times that is allowed, since test machines are busy."""
    prepared, text = reader(), answer(STAR, DOOR)
    times = []
    for _ in range(200):
        begin = time.process_time()
        prepared.read(CHUNK, text)
        times.append(time.process_time() - begin)
    assert statistics.median(times) < 0.005


def test_hostile_names_stay_in_messages_as_text() -> None:
    """What an answer holds is quoted, cut, and can be written as JSON."""
    unit = "u1\x1b[31m" + "x" * 500
    (rejection,) = reader().read(CHUNK, answer(cites(STAR, (unit, "y")))).rejections
    message = rejection.findings[0].message
    assert "\x1b" not in message
    assert len(message) < 200
    assert json.dumps(rejection.item)


def test_a_speakers_label_counts_as_said() -> None:
    """Whoever speaks is near."""
    units = (SourceUnit("u1", "I moored at noon.", "OLD ROSE"),)
    prepared = attrs.evolve(reader(), source=type(reader().source)(units))
    (record,) = prepared.read(Chunk(0, units), answer(cites({"boat": "Old Rose"}, ("u1", "moored at noon")))).records
    assert record.findings == ()
