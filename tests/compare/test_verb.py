"""`notarius compare` on run directories."""

import json
from pathlib import Path

import attrs
import pytest

from notarius.cli import main
from notarius.contracts.records import Finding
from notarius.contracts.results import RunResult
from notarius.layout import cells
from notarius.rundir import RunDirectory
from tests.compare.runs import moored, refused, write
from tests.rundir.samples import lane_manifest, lane_result, manifest, reference

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
    Heron  u2 0:00:20  pilot: Ada -> Bo
  added (1)
    Gull  u8 0:01:20
  lost (1)
    Tern  u6 0:01:00  (refused there: quote_not_found)
  kept, citing other turns (1)
    Rail  u9 0:01:30  evidence: u9 -> u9, u10
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
    assert ["references.registry", "0.md", "1.md", "2.md"] in rows
    assert ["Heron", "u2", "0:00:20", "Ada", "Bo", "Ada"] in rows
    assert ["Gull", "u8", "0:01:20", "-", "(nothing)", "-"] in rows
    assert ["changed", "1", "0"] in rows


def test_where_values_do_not_fit_letters_stand_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What they mean is said below the row; no cut value may pass for another."""
    monkeypatch.chdir(tmp_path)
    for number, pilot in enumerate(("Ada of the Upper Mill", "Ada of the Upper Mile")):
        write(tmp_path / "sweep" / str(number), moored("Heron", 2, pilot=pilot))
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["compare", "sweep"]) == 0
    rows = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "Heron  u2 0:00:20  a  b" in rows
    assert "a pilot Ada of the Upper Mill | b" in rows


def test_a_cell_says_the_fields_that_vary_in_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With their names, since it is not the same ones in each row."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    first = [moored("Heron", 2, pilot="Ada"), moored("Tern", 6, berth=1), moored("Rail", 9)]
    second = [moored("Heron", 2, pilot="Bo"), moored("Tern", 6, berth=2)]
    for number, records in enumerate((first, second)):
        write(tmp_path / "sweep" / str(number), *records)
    assert main(["compare", "sweep"]) == 0
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    told = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert ["Heron", "u2 0:00:20", "pilot Ada", "pilot Bo"] in told
    assert ["Tern", "u6 0:01:00", "berth 1", "berth 2"] in told
    assert ["Rail", "u9 0:01:30", "yes", "-"] in told


def test_changes_that_repeat_themselves_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the records, the most frequent first; what occurs once stands with its record only."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    pilots = [("Ada", "Bo"), ("Ada", "Bo"), ("Cy", "Bo"), ("Cy", "Di"), ("Cy", "Di"), ("Cy", "Di")]
    for name, which in (("a", 0), ("b", 1)):
        write(tmp_path / name, *(moored("Heron", at, pilot=pair[which]) for at, pair in enumerate(pilots, 1)))
    assert main(["compare", "a", "b"]) == 0
    assert "    pilot in 6: Cy -> Di x3, Ada -> Bo x2, …\n" in capsys.readouterr().out


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


def _two_inputs(path: Path) -> Path:
    """A sweep over two pilots and two inputs, and a third input that one job alone ran on."""
    for number, (name, pilot) in enumerate(
        (("day", "Ada"), ("day", "Bo"), ("eve", "Ada"), ("eve", "Cy"), ("xi", "Ada"))
    ):
        read = attrs.evolve(manifest().input, name=f"{name}.txt", digest="sha256:" + name.encode().hex().zfill(64))
        write(path / str(number), moored("Heron", 2, pilot=pilot), input=read)
    return path


def test_a_sweep_over_inputs_is_compared_input_by_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A matrix for each; a job that has no other beside it is named and left out."""
    monkeypatch.chdir(tmp_path)
    _two_inputs(tmp_path / "s")
    assert main(["compare", "s"]) == 0
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if line.startswith(("input ", "left out"))] == [
        "input day.txt",
        "input eve.txt",
        "left out, since no other job ran on the same input: s/4",
    ]
    rows = [line.split() for line in told.splitlines()]
    assert [row for row in rows if row[:1] == ["Heron"]] == [
        ["Heron", "u2", "0:00:20", "Ada", "Bo"],
        ["Heron", "u2", "0:00:20", "Ada", "Cy"],
    ]
    assert main(["compare", "s", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [[run["name"] for run in one["runs"]] for one in document["inputs"]] == [["0", "1"], ["2", "3"]]
    assert document["alone"] == ["s/4"]


def test_a_sweep_of_which_no_two_jobs_have_one_input_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the first few of its inputs."""
    monkeypatch.chdir(tmp_path)
    for number in range(9):
        read = attrs.evolve(manifest().input, name=f"{number}.txt", digest=f"sha256:{number:064}")
        write(tmp_path / "s" / str(number), input=read)
    assert main(["compare", "s"]) == 2
    said = capsys.readouterr().err
    assert "s/0 ran on 0.txt" in said
    assert "s/2 ran on 2.txt" in said
    assert "; and 6 more; --across-inputs" in said
    assert "s/3" not in said


def test_lanes_in_which_the_same_differs_are_named_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What differs is said once; who bound a reference only where it was not always the same."""
    monkeypatch.chdir(tmp_path)
    for name, content in (("a", b"Heron"), ("b", b"Gull")):
        bound = {"references": (reference(content=content, origin_uri=f"lists/{name}.md"),)}
        lanes = tuple(lane_manifest(lane, **bound) for lane in ("moorings", "calls"))
        results = tuple(lane_result(lane=lane) for lane in ("moorings", "calls"))
        RunDirectory(tmp_path / name).write(RunResult(manifest(*lanes), results))
    assert main(["compare", "a", "b"]) == 0
    told = capsys.readouterr().out
    assert told.count("references.registry") == 1
    assert "  moorings, calls: references.registry\n    baseline   lists/a.md (5 tokens, sha256:" in told
    assert "bound for" not in told


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
