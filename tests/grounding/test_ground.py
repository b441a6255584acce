"""Quotes in the unit they cite: found where they stand, in the original characters, or not at all."""

import pytest

from notarius.contracts.records import Citation
from notarius.contracts.sources import SourceRef, SourceUnit, Span
from notarius.grounding import ground


def grounded(quote: str, text: str, speaker: str | None = "MARA", *, fuzzy: bool = True) -> tuple[str, str] | None:
    """The unit's own words for the quote and how they were found, or None."""
    evidence = ground(Citation("u1", quote), SourceUnit("u1", text, speaker), fuzzy=fuzzy)
    return (evidence.quote, evidence.match) if evidence else None


WALL = "Okay, so we repaired the old wall, and then it fell."


def test_evidence_is_the_units_own_characters_and_times() -> None:
    """Quote, span, speaker and times come from the unit, not from the answer."""
    unit = SourceUnit("u7", WALL, "MARA", 12.5, 15.0)
    evidence = ground(Citation("u7", "the OLD wall"), unit)
    assert evidence is not None
    assert evidence.source == SourceRef("u7")
    assert evidence.span == Span(21, 33)
    assert evidence.quote == unit.text[21:33] == "the old wall"
    assert (evidence.speaker, evidence.start_seconds, evidence.end_seconds) == ("MARA", 12.5, 15.0)


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        pytest.param("repaired the old wall", WALL, "repaired the old wall", id="part of a sentence"),
        pytest.param("  repaired the old wall\n", WALL, "repaired the old wall", id="blanks around"),
        pytest.param(WALL, WALL, WALL, id="the whole unit"),
        pytest.param("wal", "the wal of the wall", "wal", id="a word before a part of one"),
        pytest.param("...", "Well... no.", "...", id="punctuation that is there"),
        pytest.param(
            "\u6211\u5011\u4fee\u7246",
            "\u7136\u5f8c\u6211\u5011\u4fee\u7246\u4e86",
            "\u6211\u5011\u4fee\u7246",
            id="no blanks between words",
        ),
    ],
)
def test_exact_quotes_are_exact(quote: str, text: str, found: str) -> None:
    """Character for character, wherever in the unit."""
    assert grounded(quote, text) == (found, "exact")


def test_a_whole_word_is_preferred_to_a_part_of_one() -> None:
    """Of two places, the one at word borders is meant."""
    evidence = ground(Citation("u1", "art"), SourceUnit("u1", "The party talked about art."))
    assert evidence is not None
    assert evidence.span == Span(23, 26)


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        pytest.param("REPAIRED the Old wall", WALL, "repaired the old wall", id="case"),
        pytest.param("okay so we repaired", WALL, "Okay, so we repaired", id="punctuation left out"),
        pytest.param("repaired, the old. wall!", WALL, "repaired the old wall", id="punctuation added"),
        pytest.param('"the old wall"', WALL, "the old wall", id="quotation marks around"),
        pytest.param(
            "it's Mara's", "Well, it\u2019s Mara\u2019s boat", "it\u2019s Mara\u2019s", id="typographic apostrophe"
        ),
        pytest.param(
            "\u201csaid so\u201d - naive",
            'He "said so" \u2014 na\u00efve!',
            'said so" \u2014 na\u00efve',
            id="typographic marks",
        ),
        pytest.param(
            "a cafe\u0301 there", "We saw a caf\u00e9 there", "a caf\u00e9 there", id="composed and decomposed"
        ),
        pytest.param(
            "We saw a caf\u00e9", "We saw a cafe\u0301 there", "We saw a cafe\u0301", id="decomposed and composed"
        ),
        pytest.param(
            "the \uff46\uff49\ufb01fth pier", "at the fififth pier", "the fififth pier", id="compatibility forms"
        ),
        pytest.param("old  \n wall", "the old\twall", "old\twall", id="blanks"),
        pytest.param("one two", "one\ntwo", "one\ntwo", id="line breaks, shown as blanks in the prompt"),
        pytest.param("well\u2026 no", "Well ... no.", "Well ... no", id="ellipsis"),
        pytest.param("break water", "The breakwater holds", "breakwater", id="one word there, two here"),
        pytest.param("breakwater holds", "The break-water holds", "break-water holds", id="two words there, one here"),
        pytest.param("Stra\u00dfe", "in the STRASSE", "STRASSE", id="sharp s"),
        pytest.param(
            "\u5730\u56fe\uff0c\u597d",
            "\u770b\u5730\u56fe \u597d\u5417",
            "\u5730\u56fe \u597d",
            id="no blanks between words",
        ),
    ],
)
def test_differences_that_are_none_are_normalised(quote: str, text: str, found: str) -> None:
    """Case, accents, punctuation, blanks and compatibility forms do not count; offsets are in the original."""
    assert grounded(quote, text) == (found, "normalized")
    assert grounded(quote, text, fuzzy=False) == (found, "normalized")


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        pytest.param(
            "so we repaired the old wall and it fell",
            WALL,
            "so we repaired the old wall, and then it fell",
            id="filler left out",
        ),
        pytest.param("We repaird the old wall", WALL, "we repaired the old wall", id="misspelled"),
        pytest.param(
            "I will ask the harbour master tomorrow",
            "I'll ask the harbor master tomorrow.",
            "I'll ask the harbor master tomorrow",
            id="spelled out",
        ),
        pytest.param(
            "I asked um the harbour master about the ferry",
            "And I asked, uh, the harbour master about the ferry, you know",
            "I asked, uh, the harbour master about the ferry",
            id="another filler",
        ),
        pytest.param(
            "the ferry leaves at 9 in the mornings",
            "So the ferry leaves at 9 in the morning.",
            "the ferry leaves at 9 in the morning",
            id="ending",
        ),
        pytest.param("breakwatter", "The breakwater holds", "breakwater", id="one word"),
    ],
)
def test_small_differences_are_fuzzy(quote: str, text: str, found: str) -> None:
    """A mishearing, a spelling or a filler; and only where fuzzy is on."""
    assert grounded(quote, text) == (found, "fuzzy")
    assert grounded(quote, text, fuzzy=False) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        pytest.param("I bought Wish at the moon", "I bought fish at the wall", id="real beginning, invented end"),
        pytest.param("we repaired the old wall and drank wine", WALL, id="real beginning, invented end of three words"),
        pytest.param("they sang and we repaired the old wall", WALL, id="invented beginning, real end"),
        pytest.param("we repaired the old roof", WALL, id="another last word"),
        pytest.param("we repaired the new wall", WALL, id="another word in the middle"),
        pytest.param("she asked for 15 boats", "Then she asked for 17 boats.", id="another number"),
        pytest.param("the wall we repaired old", WALL, id="other order"),
        pytest.param("we repaired old the wall", WALL, id="two words swapped"),
        pytest.param("we did not repair the old wall", WALL, id="negated"),
        pytest.param("okay ... zebra quantum piano", WALL, id="an invented part"),
        pytest.param("wall ... we repaired", WALL, id="parts in the wrong order"),
        pytest.param("so ... it", WALL, id="too little to mean a place"),
        pytest.param("", WALL, id="empty"),
        pytest.param(" \n", WALL, id="blank"),
        pytest.param("?!", WALL, id="punctuation that is not there"),
        pytest.param("anything", "", id="in an empty unit"),
        pytest.param("wall " * 2000, WALL, id="longer than the unit"),
        pytest.param("[u1] MARA:", WALL, id="nothing but the prefix"),
    ],
)
def test_what_was_not_said_is_not_found(quote: str, text: str) -> None:
    """However much of the quote is real."""
    assert grounded(quote, text) is None


def test_a_long_real_beginning_does_not_carry_an_invented_end() -> None:
    """Ninety-five percent of it is real, and it is refused."""
    text = " ".join(f"word{number}" for number in range(200))
    quote = " ".join(f"word{number}" for number in range(50, 110))
    assert grounded(quote, text) == (quote, "exact")
    assert grounded(f"{quote} zebra quantum piano", text) is None


@pytest.mark.parametrize(
    ("quote", "found", "match"),
    [
        pytest.param(
            "so we repaired ... it fell", "so we repaired the old wall, and then it fell", "normalized", id="dots"
        ),
        pytest.param("Okay \u2026 the old wall \u2026 it fell.", WALL, "normalized", id="three parts"),
        pytest.param(
            "We repaired [...] it fell", "we repaired the old wall, and then it fell", "normalized", id="brackets"
        ),
        pytest.param(
            "we repaird the old ... then it fell", "we repaired the old wall, and then it fell", "fuzzy", id="fuzzy"
        ),
        pytest.param("... the old wall ...", "the old wall", "normalized", id="dots around"),
    ],
)
def test_left_out_words_may_be_dots(quote: str, found: str, match: str) -> None:
    """Each part stands in the unit, one after the other; the span holds what is between."""
    assert grounded(quote, WALL) == (found, match)


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("[u1] MARA: Okay, so we", id="id and label"),
        pytest.param("[u1] Okay, so we", id="id"),
        pytest.param("Mara: Okay, so we", id="label"),
        pytest.param("[u12] MARA: Okay, so we", id="another unit's id"),
    ],
)
def test_the_prompts_prefix_is_no_part_of_a_quote(quote: str) -> None:
    """A line copied whole from the prompt is its text."""
    assert grounded(quote, WALL) == ("Okay, so we", "exact")


def test_a_prefix_that_was_said_is_part_of_the_quote() -> None:
    """Where the text itself reads like a label, it is quoted like any text."""
    assert grounded("MARA: stop", "And I wrote MARA: stop.") == ("MARA: stop", "exact")


def test_the_cited_unit_decides_where_the_quote_stands() -> None:
    """Three turns that say the same give three citations."""
    units = [SourceUnit(f"u{number}", "I agree.", "MARA") for number in (1, 2, 3)]
    found = [ground(Citation(unit.id, "I agree"), unit) for unit in units]
    assert [evidence and evidence.source.unit for evidence in found] == ["u1", "u2", "u3"]


def test_similarity_is_a_knob() -> None:
    """A stricter limit refuses what a looser one finds."""
    citation, unit = Citation("u1", "we repaird teh old wall"), SourceUnit("u1", WALL)
    assert ground(citation, unit, min_similarity=0.8) is not None
    assert ground(citation, unit, min_similarity=0.99) is None
