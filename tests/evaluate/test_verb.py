"""`notarius evaluate` on run directories."""

import json
from pathlib import Path

import pytest

from notarius.cli import main
from notarius.layout import cells
from tests.compare.runs import moored, write
from tests.evaluate.gold import row, write_gold

GOLD = [
    row("g1", "Heron", "u2", "u3", pilot="Adalind", depth=3),
    row("g2", "Curlew", "u4", pilot="Bo", note="said twice"),
    row("g3", "Tern", "u6", pilot="Bo"),
    row("n1", "Gull", "u8", kind="near_miss", note="a rumour"),
    row("n2", "Rail", "u9", kind="neutral"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs `a` and `b`, a sweep of both, and gold, in the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    before = [moored("Heron", 2, pilot="Adalind", depth=3), moored("Curlew", 4, pilot="Ada"), moored("Gull", 8)]
    after = [moored("Heron", 2, pilot="Cy"), moored("Tern", 6, pilot="Bo"), moored("Rail", 9)]
    for folder in (tmp_path, tmp_path / "sweep"):
        names = ("a", "b") if folder == tmp_path else ("0", "1")
        write(folder / names[0], *before, run={"overrides": ("pipeline=day", "references.registry=a.md")})
        write(folder / names[1], *after, run={"overrides": ("pipeline=day", "references.registry=b.md")})
    (tmp_path / "sweep" / "2").mkdir()
    write_gold(tmp_path / "gold.jsonl", GOLD)
    return tmp_path


EXPECTED = """\
gold: gold.jsonl, read as own: 3 records, 1 near misses, 1 neutral
run:  a

moorings: 3 records, 0 of them count neither way
  recall       0.667  {recall}  2 of 3 found
  precision    0.667  {precision}  2 of 3 true
  f1           0.667  {f1}
  attribution  0.500  {attribution}  1 of 2 found ones
  near misses taken: 1 of 1; duplicates: 0
  fields of the found ones, where gold has a value
    depth  1 of 1 right  0 empty
  missed (1)
    g3  Tern, Bo  u6
  false (1)
    Gull  u8 0:01:20: near miss n1: a rumour
  found, with another pilot (1)
    g2  Curlew  u4: Ada; gold says Bo
"""


def test_one_run_is_told_with_its_misses(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Figures with intervals, fields, then everything that is not right, by name."""
    assert main(["evaluate", "a", "--gold", "gold.jsonl", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["runs"][0]["overall"]["intervals"]
    ranges = {name: f"{low:.3f} to {high:.3f}" for name, (low, high) in found.items()}
    assert main(["evaluate", "a", "--gold", "gold.jsonl"]) == 0
    assert capsys.readouterr().out == EXPECTED.format(**ranges)


def test_several_runs_make_a_table(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs in columns with what was given for each, differences in pairs, rows that not all treat alike."""
    assert main(["evaluate", "a", "b", "--gold", "gold.jsonl"]) == 0
    told = capsys.readouterr().out
    words = [line.split() for line in told.splitlines()]
    assert ["0", "a", "references.registry=a.md"] in words
    assert ["found", "2", "of", "3", "2", "of", "3"] in words
    assert ["attribution", "0.500", "0.500"] in words
    assert ["precision", "+0.333"] in words
    assert ["reference", "tokens", "10", "10"] in words
    assert ["rows", "gained", "1"] in words
    assert [line for line in words if line[:1] in (["g1"], ["g2"], ["g3"])] == [
        ["g1", "Heron,", "Adalind", "+", "?"],
        ["g2", "Curlew,", "Bo", "?", "-"],
        ["g3", "Tern,", "Bo", "-", "+"],
    ]


def test_a_sweep_stands_for_its_jobs(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A job that did not end is named on standard error."""
    assert main(["evaluate", "sweep", "--gold", "gold.jsonl", "--json"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert [run["name"] for run in document["runs"]] == ["0", "1"]
    assert "sweep/2 has no manifest.json" in captured.err
    (difference,) = document["differences"]
    assert (difference["against"], difference["gained"], difference["lost"]) == ("0", ["g3"], ["g2"])
    assert [one["outcomes"] for one in document["rows"]] == [
        ["attributed", "found"],
        ["found", "missed"],
        ["missed", "attributed"],
    ]


def test_no_line_is_wider_than_the_terminal(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables go on below; only the runs' own lines may be wider."""
    monkeypatch.setenv("COLUMNS", "30")
    for runs in (["a"], ["a", "b"]):
        assert main(["evaluate", *runs, "--gold", "gold.jsonl"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if cells(line) > 30 and "references.registry=" not in line] == []


def test_mappings_files_and_aliases(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gold of another shape with a mapping of one's own; names that mean another from a file; gold in two files."""
    mapping = "columns: {kind: type, units: at}\nkinds: {entry: record}\nfields: {ship: {column: boat}}\n"
    (place / "log.yaml").write_text(mapping, encoding="utf-8")
    write_gold(place / "log.jsonl", [{"type": "entry", "at": ["u2"], "boat": "Old Harry"}])
    (place / "names.json").write_text('{"Old Harry": "Heron"}', encoding="utf-8")
    more = ["--gold", "log.jsonl", "--map", "log.yaml", "--aliases", "names.json", "--resamples", "10", "--json"]
    assert main(["evaluate", "a", *more]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["gold"] == [{"file": "log.jsonl", "mapping": "log", "rows": 1}]
    assert document["runs"][0]["overall"]["found"] == 1
    assert main(["evaluate", "a", *more, "--gold", "gold.jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["overall"]["gold"] == 4


def test_a_campaign_brings_mappings(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One in its conf/gold is found by its columns, or by name."""
    (place / "conf" / "pipeline").mkdir(parents=True)
    (place / "conf" / "gold").mkdir()
    mapping = "columns: {kind: type, units: at}\nkinds: {entry: record}\nfields: {ship: {column: boat}}\n"
    (place / "conf" / "gold" / "log.yaml").write_text(mapping, encoding="utf-8")
    write_gold(place / "log.jsonl", [{"type": "entry", "at": ["u2"], "boat": "Heron"}])
    for more in ([], ["--map", "log"]):
        assert main(["evaluate", "a", "--gold", "log.jsonl", *more, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["gold"][0]["mapping"] == "log"


def test_what_came_from_outside_moves_no_cursor(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Escapes in gold and records are not printed."""
    evil = "\x1b[2JHer\u202eon"
    write_gold(place / "evil.jsonl", [row(evil, evil, "u2", pilot=evil, note=evil), row("x", evil, "u9", pilot=evil)])
    write(place / "c", moored(evil, 2, pilot="Ada"), moored("Gull" + evil, 8))
    for runs in (["c"], ["a", "c"]):
        assert main(["evaluate", *runs, "--gold", "evil.jsonl"]) == 0
        told = capsys.readouterr().out
        assert "Heron" in told
        assert not {char for char in told if not char.isprintable() and char != "\n"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["a"], "--gold", id="no gold"),
        pytest.param(["gone", "--gold", "gold.jsonl"], "gone: no run directory", id="no run"),
        pytest.param(["a", "--gold", "gone.jsonl"], "gone.jsonl: cannot be read", id="no gold file"),
        pytest.param(["a", "--gold", "bad.jsonl"], "bad.jsonl, line 2", id="bad row"),
        pytest.param(["a", "--gold", "gold.jsonl", "--map", "gone"], "mappings are", id="no mapping"),
        pytest.param(["a", "--gold", "gold.jsonl", "--aliases", "gone"], "gone: cannot be read", id="no aliases"),
        pytest.param(["a", "--gold", "gold.jsonl", "--lane", "weather"], "weather did not run", id="no lane"),
        pytest.param(["a", "--gold", "gold.jsonl", "--part", "B"], "no row of part 'B'", id="no part"),
        pytest.param(["a", "--gold", "gold.jsonl", "--offset", "x"], "invalid int", id="offset"),
        pytest.param(["a", "--gold", "gold.jsonl", "--resamples", "0"], "from 1", id="resamples"),
    ],
)
def test_wrong_usage_ends_with_2(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """One message on standard error, nothing on standard output."""
    write_gold(place / "bad.jsonl", [GOLD[0], "{"])
    assert main(["evaluate", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
