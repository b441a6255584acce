"""`notarius compare` on run directories."""

import json
from pathlib import Path

import attrs
import pytest

from notarius.cli import main
from notarius.contracts.records import Finding
from notarius.layout import cells
from tests.compare.runs import moored, refused, write
from tests.rundir.samples import manifest, reference

DOUBT = Finding("unrelated_key", "warn", "'Heron' stands nowhere near u4")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two runs, `a` and `b`, with something of everything between them; they are in the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    before = [moored("Heron", 2, pilot="Ada"), moored("Curlew", 4), moored("Tern", 6), moored("Rail", 9)]
    after = [
        moored("Heron", 2, pilot="Bo", findings=[DOUBT]),
        moored("Curlew", 4),
        moored("Gull", 8),
        moored("Rail", 9, 10),
    ]
    write(tmp_path / "a", *before, run={"overrides": ("pipeline=day", "references.registry=a.md")})
    write(
        tmp_path / "b",
        *after,
        rejections=[refused("Tern", 6)],
        lane={"references": (reference(content=b"Gull", origin_uri="lists/b.md", source="cli", written_in=None),)},
        run={"overrides": ("pipeline=day", "references.registry=b.md")},
    )
    return tmp_path


EXPECTED = """\
baseline   a  references.registry=a.md
candidate  b  references.registry=b.md

what differs
  moorings: references.registry
    baseline   lists/registry.md (5 tokens, sha256:{a}, bound for the
      pipeline by conf/pipeline/day.yaml)
    candidate  lists/b.md (5 tokens, sha256:{b}, bound for the pipeline
      by the command line)

candidate, moorings: 2 kept, 1 changed, 1 lost, 1 added; fingerprints differ
  changed (1)
    Heron, Bo  u2 0:00:20
      pilot: Ada -> Bo
  added (1)
    Gull  u8 0:01:20
  lost (1)
    Tern  u6 0:01:00  (refused there: quote_not_found)
  kept, citing other turns (1)
    Rail  u9 0:01:30
      evidence: u9 -> u9, u10
  findings
    came: unrelated_key Heron, Bo  u2 0:00:20: 'Heron' stands nowhere near u4
    came: quote_not_found: Tern is not there
"""


def test_two_runs_are_told_with_cause_and_effect(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What differs, then what was changed, added, lost, and which findings came; then what it took."""
    assert main(["compare", "a", "b"]) == 0
    told = capsys.readouterr().out
    effect, _, cost = told.partition("\nwhat it took\n")
    digests = {
        name: reference(content=content).digest[7:15] for name, content in (("a", b"Heron, Curlew"), ("b", b"Gull"))
    }
    assert effect == EXPECTED.format(**digests)
    assert [line.split() for line in cost.splitlines()][:3] == [
        ["baseline", "candidate"],
        ["records", "4", "4"],
        ["rejected", "0", "1"],
    ]


def test_equal_runs_have_nothing_to_tell(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And that is said."""
    assert main(["compare", "a", "a"]) == 0
    told = capsys.readouterr().out
    assert "nothing differs in configuration, references or versions" in told
    assert "candidate, moorings: 4 kept, 0 changed, 0 lost, 0 added; fingerprints equal" in told


def test_more_than_two_runs_are_each_held_against_the_first(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order given."""
    assert main(["compare", "a", "b", "a"]) == 0
    told = capsys.readouterr().out
    assert "1, moorings: 2 kept, 1 changed" in told
    assert "2, moorings: 4 kept, 0 changed" in told


def test_json_is_for_programs(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object, ASCII on any terminal, paths as people see them."""
    assert main(["compare", "a", "b", "--json"]) == 0
    told = capsys.readouterr().out
    document = json.loads(told)
    assert told.isascii()
    assert str(runs) not in told
    assert document["matched_by"] == "unit"
    assert document["measures"]["records"] == [4, 4]
    assert [one["name"] for one in document["differences"]] == ["references.registry"]


def _sweep(path: Path) -> Path:
    for number, pilot in enumerate(("Ada", "Bo", "Ada")):
        records = [moored("Heron", 2, pilot=pilot), moored("Tern", 6), *([moored("Gull", 8)] if number == 1 else [])]
        overrides = ("pipeline=day", f"references.registry={number}.md")
        write(path / str(number), *records, run={"overrides": overrides})
    (path / "3").mkdir()
    return path


def test_a_sweep_makes_a_matrix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Titles by what differs, counts against job 0, a row for each record that not all jobs have alike."""
    monkeypatch.chdir(tmp_path)
    _sweep(tmp_path / "sweep")
    assert main(["compare", "sweep"]) == 0
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if line.startswith(("0 ", "1 ", "2 "))] == [
        f"{number}  sweep/{number}  references.registry={number}.md" for number in range(3)
    ]
    assert "sweep/3  unfinished" in told
    assert "moorings: 1 the same in all jobs, 2 not" in told
    rows = [line.split() for line in told.splitlines()]
    assert ["Heron", "u2", "0:00:20", "a", "b", "a"] in rows
    assert ["a:", "pilot", "Ada"] in rows
    assert ["Gull", "u8", "0:01:20", "-", "a", "-"] in rows
    assert ["changed", "1", "0"] in rows


def test_a_sweep_fits_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables go on below; only what people copy, the runs' own lines, may be wider."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "34")
    _sweep(tmp_path / "s")
    assert main(["compare", "s"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if cells(line) > 34 and "references.registry=" not in line] == []


def test_what_came_from_outside_moves_no_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escapes in names, findings and overrides are not printed."""
    monkeypatch.chdir(tmp_path)
    evil = "\x1b[2JHer\u202eon"
    write(tmp_path / "a", moored(evil, 2, pilot=evil), run={"overrides": (f"x={evil}",)})
    bad = Finding(f"odd{evil}", "warn", evil)
    write(tmp_path / "b", moored(evil, 2, findings=[bad]), lane={"extractor_version": evil})
    assert main(["compare", "a", "b"]) == 0
    told = capsys.readouterr().out
    assert "Heron" in told
    assert not {char for char in told if not char.isprintable() and char != "\n"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["a"], "a comparison needs two runs", id="one run"),
        pytest.param(["a", "gone"], "gone: no run directory", id="no such run"),
        pytest.param(["gone", "lost"], "2 errors", id="both missing"),
        pytest.param(["a", "other"], "--across-inputs", id="another input"),
        pytest.param([], "usage:", id="nothing"),
        pytest.param(["a", "b", "--jsn"], "unrecognized", id="unknown option"),
    ],
)
def test_wrong_usage_ends_with_2(
    runs: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """One message on standard error, nothing on standard output."""
    write(runs / "other", input=attrs.evolve(manifest().input, digest="sha256:" + "0" * 64))
    assert main(["compare", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_across_inputs_is_said(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who asks for it gets it, and is told how records were matched."""
    write(runs / "other", moored("Heron", 11, pilot="Ada"), input=attrs.evolve(manifest().input, digest="sha256:0"))
    assert main(["compare", "a", "other", "--across-inputs"]) == 0
    told = capsys.readouterr().out
    assert "matched by the words they quote" in " ".join(told.split())
    assert "candidate, moorings: 1 kept" in told
