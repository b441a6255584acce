"""Reading gold files, and the mappings that read other shapes."""

from pathlib import Path
from typing import Any

import pytest

from notarius.errors import GoldError
from notarius.evaluate import GoldMapping, read_aliases, read_gold, read_mapping
from tests.evaluate.gold import row, write_gold

LOG = """\
columns: {id: nr, kind: type, units: turns, part: watch, note: remark}
counted_from: 0
kinds: {entry: record, rumour: near_miss, drill: neutral}
neutral:
  - {column: certain, equals: "no"}
  - {column: remark, contains: skip this}
fields:
  ship: {column: [vessel, also], compare: similar, similarity: 0.9}
  pilot: {column: by, compare: name}
  depth: {compare: number, values: {shallow: 0}}
letters: ascii
aliases: {Harry: Heron}
"""


@pytest.fixture
def log(tmp_path: Path) -> GoldMapping:
    """A mapping for a harbour log."""
    path = tmp_path / "log.yaml"
    path.write_text(LOG, encoding="utf-8")
    return read_mapping(path)


def test_rows_of_the_own_shape(tmp_path: Path) -> None:
    """Kinds, units as numbers, fields, lane and note; blank lines and a byte order mark do not matter."""
    path = tmp_path / "gold.jsonl"
    rows = [row("g1", "Heron", "u2", "u4", pilot="Ada", note="twice", lane="moorings"), row("g2", None, kind="neutral")]
    write_gold(path, [rows[0], "", rows[1]])
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    gold = read_gold(path)
    first, second = gold.rows
    assert (first.id, first.kind, sorted(first.units)) == ("g1", "record", [2, 4])
    assert (first.fields, first.lane, first.note) == ({"ship": "Heron", "pilot": "Ada"}, "moorings", "twice")
    assert (second.kind, second.units, second.lane) == ("neutral", frozenset(), None)
    assert second.where == "gold.jsonl, line 3"


def test_an_offset_counts_the_turns_before_the_run(tmp_path: Path) -> None:
    """Gold counts from the episode's start, the run from its window's."""
    gold = read_gold(write_gold(tmp_path / "gold.jsonl", [row("g1", "Heron", "u1021", "u1024")]), offset=1020)
    assert gold.rows[0].units == {1, 4}


def test_a_part_leaves_out_the_others(tmp_path: Path) -> None:
    """And an unknown part is an error that names those there are."""
    path = write_gold(tmp_path / "gold.jsonl", [row("g1", "Heron", "u1", part="A"), row("g2", "Tern", "u2", part="B")])
    assert [one.id for one in read_gold(path, part="B").rows] == ["g2"]
    with pytest.raises(GoldError, match=r"no row of part 'C'; parts are A, B"):
        read_gold(path, part="C")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("{", ("line 2", "no JSON"), id="cut"),
        pytest.param("[" * 100_000, ("line 2", "nested too deeply"), id="too deep"),
        pytest.param('{"id": "a", "id": "b"}', ("line 2", 'the key "id" stands more than once'), id="key twice"),
        pytest.param("[1]", ("line 2", "a JSON object was expected"), id="no object"),
        pytest.param(
            row("g", "Heron", "u1", kind="cast"), ("line 2", "'cast'", "record, near_miss, neutral"), id="kind"
        ),
        pytest.param(row("g", "Heron"), ("line 2", "`units`", "one at least"), id="no units"),
        pytest.param(row("g", "Heron", "12"), ("line 2", "'12'", "units such as u12"), id="no unit"),
        pytest.param(row("g", "Heron", "u0"), ("line 2", "'u0'"), id="unit 0"),
        pytest.param({"kind": "record", "units": ["u1"]}, ("line 2", "`fields`"), id="no fields"),
        pytest.param({**row("g", "Heron", "u1"), "unit": "u1"}, ("line 2", "`unit`", "id, lane, kind"), id="extra key"),
        pytest.param({**row("g", "Heron", "u1"), "note": ["a"]}, ("line 2", "`note`"), id="note"),
    ],
)
def test_a_wrong_row_is_named_with_its_line(tmp_path: Path, line: Any, said: tuple[str, ...]) -> None:
    """And with what was allowed."""
    path = write_gold(tmp_path / "gold.jsonl", [row("g1", "Heron", "u1"), line])
    with pytest.raises(GoldError) as error:
        read_gold(path, shown="data/gold.jsonl")
    assert [word for word in ("data/gold.jsonl", *said) if word not in str(error.value)] == []


def test_what_is_wrong_in_every_row_is_said_once(tmp_path: Path) -> None:
    """With the first line and how many more."""
    path = write_gold(tmp_path / "gold.jsonl", [row("g", "Heron", "u1", kind="cast") for _ in range(50)])
    with pytest.raises(GoldError) as error:
        read_gold(path)
    assert len(error.value.problems) == 1
    assert "line 1 (and 49 more like it): `kind` is 'cast'" in str(error.value)


@pytest.mark.parametrize("content", [None, b"\n\n", b"\xff\xfe"], ids=["missing", "empty", "no UTF-8"])
def test_a_file_that_is_none(tmp_path: Path, content: bytes | None) -> None:
    """Named, with the reason."""
    path = tmp_path / "gold.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(GoldError, match=r"gold\.jsonl"):
        read_gold(path)


ENTRY = {"nr": 7, "type": "entry", "turns": [1, 3], "watch": "A", "vessel": "Heron", "also": ["Harry"], "by": "Ada"}


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        pytest.param({}, "record", id="as its kind says"),
        pytest.param({"type": "rumour"}, "near_miss", id="near miss"),
        pytest.param({"type": "drill"}, "neutral", id="neutral"),
        pytest.param({"certain": "no"}, "neutral", id="a condition on a value"),
        pytest.param({"remark": "odd; skip this one"}, "neutral", id="a condition on words"),
        pytest.param({"remark": None, "certain": "yes"}, "record", id="no condition holds"),
        pytest.param({"type": "rumour", "certain": "no"}, "neutral", id="a condition beats the kind"),
    ],
)
def test_kinds_of_mapped_rows(tmp_path: Path, log: GoldMapping, changes: dict[str, Any], kind: str) -> None:
    """The kind's meaning, unless some condition makes the row neutral."""
    gold = read_gold(write_gold(tmp_path / "g.jsonl", [{**ENTRY, **changes}]), [log])
    assert [one.kind for one in gold.rows] == [kind]


def test_a_mapped_row(tmp_path: Path, log: GoldMapping) -> None:
    """Turns become units, columns become fields, several columns values that are all right."""
    gold = read_gold(write_gold(tmp_path / "g.jsonl", [{**ENTRY, "depth": "shallow"}]), [log], part="A")
    (found,) = gold.rows
    assert gold.mapping.name == "log"
    assert (found.id, sorted(found.units)) == ("7", [2, 4])
    assert found.fields == {"ship": ["Heron", "Harry"], "pilot": "Ada", "depth": "shallow"}
    assert found.rules.fields["depth"].meant("shallow") == 0


def test_a_mapped_row_may_cite_nothing(tmp_path: Path, log: GoldMapping) -> None:
    """Logs hold what nobody said; such a row can only be missed."""
    gold = read_gold(write_gold(tmp_path / "g.jsonl", [{**ENTRY, "turns": []}]), [log])
    assert gold.rows[0].units == frozenset()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"type": "boast"}, ("`type` is 'boast'", "entry, rumour, drill"), id="kind"),
        pytest.param({"turns": 3}, ("`turns` must be a list",), id="turns"),
        pytest.param({"turns": [True]}, ("True", "counted from 0"), id="turn"),
        pytest.param({"nr": {}}, ("`nr` must be a text",), id="id"),
    ],
)
def test_a_wrong_mapped_row(tmp_path: Path, log: GoldMapping, changes: dict[str, Any], said: tuple[str, ...]) -> None:
    """Errors speak of the file's own columns."""
    with pytest.raises(GoldError) as error:
        read_gold(write_gold(tmp_path / "g.jsonl", [{**ENTRY, **changes}]), [log])
    assert [word for word in ("g.jsonl, line 1", *said) if word not in str(error.value)] == []


def test_no_mapping_fits(tmp_path: Path, log: GoldMapping) -> None:
    """The message says what was tried and what the row has."""
    path = write_gold(tmp_path / "g.jsonl", [{"boat": "Heron"}])
    with pytest.raises(GoldError, match=r"fits no mapping \(log\); it has boat"):
        read_gold(path, [log])


def test_the_own_shape_takes_rules_from_a_mapping_without_columns(tmp_path: Path, log: GoldMapping) -> None:
    """Such a mapping sets how fields are compared; one for another shape does not."""
    rules = tmp_path / "rules.yaml"
    rules.write_text("fields: {ship: {compare: same}}", encoding="utf-8")
    path = write_gold(tmp_path / "g.jsonl", [row("g1", "Heron", "u1")])
    assert read_gold(path, [log]).rows[0].rules.fields == {}
    assert read_gold(path, [log, read_mapping(rules)]).rows[0].rules.fields["ship"].compare == "same"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("kind: x", ("kind: unknown key", "columns"), id="unknown key"),
        pytest.param("columns: {kind: k}", ("columns.units is missing",), id="no units"),
        pytest.param("columns: {kind: k, units: u, unit: u}", ("columns.unit: unknown key",), id="unknown column"),
        pytest.param("columns: [a]", ("columns: ['a'] is not a mapping",), id="columns a list"),
        pytest.param("columns: {kind: [k], units: u}", ("columns.kind: ['k'] is not a text",), id="column a list"),
        pytest.param("columns: {id: no, kind: k, units: u}", ("columns.id: False is not a text (quote it)",), id="no"),
        pytest.param("kinds: {a: gold}", ("kinds.a: 'gold'", "record, near_miss, neutral"), id="kind"),
        pytest.param("fields: {ship: {compare: exact}}", ("fields.ship.compare: 'exact'", "similar"), id="compare"),
        pytest.param("fields: {ship: {compare: similar, similarity: 2}}", ("0 to 1",), id="similarity"),
        pytest.param("fields: {ship: {like: same}}", ("fields.ship.like: unknown key",), id="field key"),
        pytest.param("counted_from: one", ("counted_from: 'one'", "whole number"), id="counted from"),
        pytest.param("letters: latin", ("letters: 'latin'", "plain, ascii"), id="letters"),
        pytest.param("neutral: {column: a}", ("neutral", "a list"), id="neutral no list"),
        pytest.param("neutral: [{column: a}]", ("neutral[0]", "either equals or contains"), id="condition"),
        pytest.param("neutral: [{equals: a}]", ("neutral[0].column is missing",), id="condition without column"),
        pytest.param("aliases: {a: [b]}", ("aliases.a",), id="alias"),
        pytest.param("- a", ("a mapping was expected",), id="no mapping"),
        pytest.param("a: [", ("no YAML",), id="no YAML"),
        pytest.param("[" * 100_000, ("no YAML", "nested too deeply"), id="too deep"),
        pytest.param(
            "aliases: {a: b}\nletters: plain\naliases: {c: d}",
            ("no YAML", "'aliases' stands more than once", "line 3"),
            id="key twice",
        ),
        pytest.param(None, ("cannot be read",), id="missing"),
    ],
)
def test_a_wrong_mapping_is_named_with_its_key(tmp_path: Path, content: str | None, said: tuple[str, ...]) -> None:
    """And with what was allowed."""
    path = tmp_path / "odd.yaml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(GoldError) as error:
        read_mapping(path)
    assert [word for word in ("odd.yaml", *said) if word not in str(error.value)] == []


def test_aliases_are_a_flat_mapping(tmp_path: Path) -> None:
    """JSON is YAML too; a list is no name."""
    path = tmp_path / "aliases.json"
    path.write_text('{"Harry": "Heron"}', encoding="utf-8")
    assert read_aliases(path, "aliases.json") == {"Harry": "Heron"}
    path.write_text('{"Harry": ["Heron"]}', encoding="utf-8")
    with pytest.raises(GoldError, match=r"aliases\.json: Harry: \['Heron'\] is not a text"):
        read_aliases(path, "aliases.json")
