"""What holds of every quote: spans, real parts, shuffles and inventions; and what grounding costs."""

import random
import subprocess
import sys
import time

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from notarius.contracts.records import Citation, Evidence
from notarius.contracts.sources import SourceUnit
from notarius.grounding import ground
from notarius.text import plain


def _words(text: str) -> list[str]:
    return text.split()


SAID = _words(
    "so then maybe we should look at the budget again because the plan says there is a second milestone in june and "
    "honestly nobody checked the numbers for the new pier I think the harbour office was waiting for our letter "
    "you know what a mess that is okay let us vote on it now all in favour say so right away please"
)
INVENTED = _words(
    "quantum zebra violet umbrella kettle orchard bishop marble lantern pickle walrus candle tractor exploded "
    "moon pyramid gallop velvet xylophone igloo jungle"
)

_SAID = st.lists(st.sampled_from(SAID), min_size=1, max_size=60)
_INVENTED = st.lists(st.sampled_from(INVENTED), min_size=3, max_size=12)
_ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=80)


def find(quote: str, text: str) -> Evidence | None:
    """The quote in a unit of this text."""
    return ground(Citation("u1", quote), SourceUnit("u1", text, "MARA"))


@settings(deadline=None)
@given(_ANY_TEXT, _ANY_TEXT)
def test_a_spans_slice_is_the_quote(quote: str, text: str) -> None:
    """Whatever is grounded, its characters are those of the unit, and there is at least one."""
    evidence = find(quote, text)
    if evidence is not None:
        assert text[evidence.span.start : evidence.span.end] == evidence.quote != ""


@settings(deadline=None)
@given(_ANY_TEXT, st.integers(0, 80), st.integers(1, 80))
def test_every_part_of_a_unit_is_exact(text: str, start: int, size: int) -> None:
    """Surrounding blanks aside."""
    part = text[start : start + size]
    assume(part.strip())
    evidence = find(part, text)
    assert evidence is not None
    assert (evidence.quote, evidence.match) == (part.strip(), "exact")


@settings(deadline=None)
@given(_SAID, st.integers(0, 60), st.integers(1, 60), st.sampled_from([str.upper, str.title, " , ".join]))
def test_every_run_of_words_is_found_whatever_its_dress(words: list[str], start: int, size: int, dress: object) -> None:
    """Case and punctuation change nothing about the words found."""
    run = words[start : start + size]
    assume(run)
    quote = " , ".join(run) if dress == " , ".join else dress(" ".join(run))  # type: ignore[operator]
    evidence = find(quote, " ".join(words))
    assert evidence is not None
    assert plain(evidence.quote) == plain(" ".join(run))


@settings(deadline=None)
@given(_SAID, st.integers(0, 60), st.integers(0, 60), _INVENTED)
def test_an_invented_tail_never_grounds(words: list[str], start: int, size: int, tail: list[str]) -> None:
    """However long the real beginning."""
    assert find(" ".join([*words[start : start + size], *tail]), " ".join(words)) is None


@settings(deadline=None)
@given(_SAID, st.integers(0, 60), st.integers(0, 60), _INVENTED)
def test_an_invented_head_never_grounds(words: list[str], start: int, size: int, head: list[str]) -> None:
    """However long the real end."""
    assert find(" ".join([*head, *words[start : start + size]]), " ".join(words)) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from(SAID), min_size=3, max_size=40, unique=True), st.randoms(use_true_random=False))
def test_shuffled_words_never_ground(words: list[str], random_order: random.Random) -> None:
    """The same words in another order say something else."""
    shuffled = list(words)
    random_order.shuffle(shuffled)
    assume(shuffled != words)
    assert find(" ".join(shuffled), " ".join(words)) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from([word for word in SAID if len(word) > 3]), min_size=8, max_size=40), st.data())
def test_a_dropped_filler_grounds(words: list[str], data: st.DataObject) -> None:
    """A quote without the filler that was said finds the words with it."""
    at = data.draw(st.integers(1, len(words) - 1))
    evidence = find(" ".join(words), " ".join([*words[:at], "uh,", *words[at:]]))
    assert evidence is not None
    assert plain(evidence.quote).replace(" uh", "", 1).split() == plain(" ".join(words)).split()


def _bad_quote(chance: random.Random, text: str, size: int, kind: str) -> str:
    if kind == "invented":
        return " ".join(chance.choices(INVENTED, k=size // 7))
    if kind == "other order":
        return " ".join(chance.choices(SAID, k=size // 5))
    start = chance.randrange(max(1, len(text) - size))
    return f"{text[start : start + size]} zebra quantum piano"


def _cost(size: int, quote_size: int, kind: str) -> float:
    """Mean seconds of processor time for a bad quote, twenty in each of ten units."""
    chance = random.Random(7)  # noqa: S311 - must repeat
    spent = 0.0
    for number in range(10):
        unit = SourceUnit(f"u{number + 1}", " ".join(chance.choices(SAID, k=size // 5))[:size].strip())
        bad = [_bad_quote(chance, unit.text, quote_size, kind) for _ in range(20)]
        begin = time.process_time()
        found = [ground(Citation(unit.id, quote), unit) for quote in bad]
        spent += time.process_time() - begin
        assert found == [None] * 20
    return spent / 200


def test_a_bad_quote_costs_under_a_millisecond() -> None:
    """On average, in units of 100 and of 10,000 characters, with quotes of 40 and of 500."""
    kinds = ("invented", "other order", "invented end")
    costs = [_cost(*sizes, kind) for sizes in ((100, 40), (10_000, 40), (10_000, 500)) for kind in kinds]
    assert sum(costs) / len(costs) < 0.001


def test_the_cost_is_linear_in_the_unit() -> None:
    """Ten times the unit costs no more than about ten times as much."""
    small, large = (min(_cost(size, 200, "invented end") for _ in range(3)) for size in (3_000, 30_000))
    assert large < 20 * small


def test_exact_quotes_load_no_matcher() -> None:
    """A run whose quotes are exact does not pay for importing rapidfuzz."""
    program = (
        "import sys; from notarius.grounding import ground; from notarius.contracts.records import Citation;"
        "from notarius.contracts.sources import SourceUnit; ground(Citation('u1', 'b'), SourceUnit('u1', 'a b'));"
        "sys.exit('rapidfuzz' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
