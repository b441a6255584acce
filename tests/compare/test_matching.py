"""Which records are the same thing."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.compare.assignment import best_assignment
from notarius.compare.matching import Item, key_text, matched

WEIGHTS = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 9), min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)
ITEMS = st.lists(
    st.builds(
        Item,
        st.sampled_from(["heron", "curlew"]),
        st.frozensets(st.sampled_from("abcde"), min_size=1, max_size=3),
        st.fixed_dictionaries({"pilot": st.sampled_from(["Ada", "Bo", None]), "depth": st.integers(0, 1)}),
    ),
    max_size=5,
)


def _best(weights: list[list[int]]) -> int:
    """The greatest sum, by trying everything."""
    short, long = sorted((len(weights), len(weights[0])))
    turned = weights if len(weights) == short else [list(column) for column in zip(*weights, strict=True)]
    return max(
        sum(turned[row][column] for row, column in enumerate(columns))
        for columns in itertools.permutations(range(long), short)
    )


@given(WEIGHTS)
def test_an_assignment_is_one_to_one_and_the_best(weights: list[list[int]]) -> None:
    """No row or column twice, no weight of 0, and no assignment has a greater sum."""
    pairs = best_assignment(weights)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)
    assert all(weights[row][column] for row, column in pairs)
    assert sum(weights[row][column] for row, column in pairs) == _best(weights)


@pytest.mark.parametrize("weights", [[], [[]], [[0, 0]]], ids=["no rows", "no columns", "nothing in common"])
def test_nothing_to_assign(weights: list[list[int]]) -> None:
    """No pairs, no error."""
    assert best_assignment(weights) == []


def _item(marks: str, pilot: str = "Ada", key: str = "heron") -> Item:
    return Item(key, frozenset(marks), {"ship": key, "pilot": pilot})


@pytest.mark.parametrize(
    ("baseline", "candidate", "pairs"),
    [
        pytest.param([_item("a")], [_item("a", "Bo")], [(0, 0)], id="another field"),
        pytest.param([_item("a")], [_item("b")], [], id="no common unit"),
        pytest.param([_item("a")], [_item("a", key="curlew")], [], id="another key"),
        pytest.param([_item("a")], [_item("ab"), _item("a")], [(0, 1)], id="the same before one that overlaps"),
        pytest.param([_item("abc")], [_item("c", "Bo"), _item("ab", "Bo")], [(0, 1)], id="most units in common"),
        pytest.param(
            [_item("ab"), _item("a")],
            [_item("a", "Bo"), _item("ab", "Cy"), _item("b", "Cy")],
            [(0, 1), (1, 0)],
            id="most units over all pairs",
        ),
        pytest.param([_item("ab")], [_item("a", "Bo"), _item("b")], [(0, 1)], id="then most equal fields"),
        pytest.param(
            [_item("a", "Ada"), _item("a", "Bo")],
            [_item("a", "Cy"), _item("a", "Dee")],
            [(0, 0), (1, 1)],
            id="then the order",
        ),
        pytest.param([_item("a", "Ada"), _item("a", "Bo")], [_item("a", "Bo")], [(1, 0)], id="the same one is lost"),
        pytest.param([_item("a"), _item("a")], [_item("a")], [(0, 0)], id="twice and once"),
    ],
)
def test_the_best_partner(baseline: list[Item], candidate: list[Item], pairs: list[tuple[int, int]]) -> None:
    """One to one; identical ones first, then by common evidence, equal fields, order."""
    assert matched(baseline, candidate) == pairs


@given(ITEMS)
def test_a_run_matches_itself(items: list[Item]) -> None:
    """Every record is its own partner, or one like it."""
    pairs = matched(items, items)
    assert [one for one, _ in pairs] == list(range(len(items)))
    assert all(items[one] == items[other] for one, other in pairs)


@given(ITEMS, ITEMS)
def test_pairs_share_key_and_evidence_and_are_one_to_one(baseline: list[Item], candidate: list[Item]) -> None:
    """Whatever the records are; and as much is in common the other way round."""
    pairs = matched(baseline, candidate)
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    for one, other in pairs:
        assert baseline[one].key == candidate[other].key
        assert baseline[one].marks & candidate[other].marks
    back = matched(candidate, baseline)
    assert _common(baseline, candidate, pairs) == _common(candidate, baseline, back)


def _common(some: list[Item], others: list[Item], pairs: list[tuple[int, int]]) -> int:
    return sum(len(some[one].marks & others[other].marks) for one, other in pairs)


def test_many_records_of_one_key_take_no_time() -> None:
    """Records that share no evidence are assigned apart: a thousand of one key are done at once."""
    some = [_item("", "Ada") for _ in range(1000)]
    baseline = [Item("heron", frozenset({f"u{at}", f"u{at + 1}"}), one.fields) for at, one in enumerate(some) if at % 2]
    candidate = [Item("heron", frozenset({f"u{at}"}), {"pilot": "Bo"}) for at in range(1000) if at % 2]
    assert matched(baseline, candidate) == [(at, at) for at in range(500)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Fair Wind", "fairwind", id="blanks and case"),
        pytest.param("Zoë's Pride", "zoes pride", id="accents and apostrophes"),
        pytest.param(["a", "b"], ["a", "b"], id="lists"),
    ],
)
def test_keys_are_compared_as_people_do(one: object, other: object) -> None:
    """Case, accents, punctuation and blanks do not make another key."""
    assert key_text({"ship": one}, "ship") == key_text({"ship": other}, "ship")


def test_keys_of_signs_alone_are_told_apart() -> None:
    """A key without a letter is compared as it stands."""
    assert key_text({"ship": "?"}, "ship") != key_text({"ship": "!"}, "ship")
    assert key_text({"ship": None}, "ship") == key_text({}, "ship") == ""
