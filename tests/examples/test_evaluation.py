"""Evaluation on the example's gold list, and against the scorer that such lists came with."""

import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.cli import main
from notarius.contracts.records import Evidence, Record
from notarius.contracts.results import LaneResult, RunResult
from notarius.contracts.runs import InputManifest
from notarius.contracts.sources import SourceRef, Span
from notarius.modules.dnd.spells import EXTRACTOR, SpellCast
from notarius.rundir import RunDirectory
from tests.rundir.samples import lane_manifest, manifest

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
GOLD = HERE / "gold_spells.jsonl"
PEOPLE = HERE / "gold_npcs.jsonl"
SHARED = REPOSITORY.parent / "shared"
SCORER = SHARED / "eval" / "score.py"
SESSION = SHARED / "data" / "crd3" / "dev"
SAME_NAMES = ("found", "attributed", "records", "wrong", "duplicates", "near_misses_taken")
FIGURES = ("recall", "precision", "f1", "attribution")
AGREEING = {"casts": "gold", **{name: name for name in (*SAME_NAMES, *FIGURES)}}  # the scorer's names, and ours


def _cast(spell: str, caster: str | None, *units: int, **fields: Any) -> Record:
    proof = tuple(Evidence(SourceRef(f"u{unit}"), spell, Span(0, len(spell)), "exact") for unit in sorted(units))
    return Record(f"{spell}-{caster}-{units}", "spells", SpellCast(spell, caster, **fields), proof, ("c1",))


def _write(path: Path, records: Sequence[Record], units: int = 644) -> Path:
    """A run directory of the lane `spells`."""
    fields = tuple(field.name for field in attrs.fields(SpellCast))
    lane = lane_manifest("spells", extractor=EXTRACTOR.name, key="spell", actor="caster", records=len(records))
    read = InputManifest("session.json", "seriatim", "sha256:0", 1, units, units)
    RunDirectory(path).write(
        RunResult(manifest(lane, input=read), (LaneResult("spells", fields, "spell", "caster", tuple(records)),))
    )
    return path


def _evaluated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["evaluate", *arguments, "--resamples", "5", "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_example_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten records, each of which stands for a rule; counted by hand against the list's 32 casts that count."""
    records = [
        _cast("Guidance", "Odrun", 85),  # found; the first name is enough
        _cast("suggestion", "Wrenna Tallow", 126, level=2),  # found; case does not matter
        _cast("Fire Bolts", "Priya", 215),  # similar, but by a player: one more of what the next one is
        _cast("Fire Bolt", "Thessaly Wick", 215, 216),  # found; of two, the right caster's counts
        _cast("Scorching Ray", "Thessaly Wick", 248, 489),  # found once, in the first of two fights
        _cast("Revivify", "Odrun Kettleback", 29),  # near miss: the last session's
        _cast("Bane", "Wrenna Tallow", 5),  # nowhere
        _cast("Detect Magic", None, 600),  # the right spell in the wrong place
        _cast("Detect Magic", None, 147),  # found, nobody named
        _cast("Shield", "a bandit", 527),  # an enemy's: see below
    ]
    document = _evaluated(capsys, str(_write(tmp_path / "run", records)), "--gold", str(GOLD))
    score = document["runs"][0]["overall"]
    assert {name: score[name] for name in ("gold", "neutral", *SAME_NAMES)} == {
        "gold": 32,
        "neutral": 1,
        "found": 5,
        "attributed": 4,
        "records": 10,
        "wrong": 4,
        "duplicates": 1,
        "near_misses_taken": 1,
    }
    assert [score[name] for name in FIGURES] == pytest.approx([5 / 32, 5 / 9, 10 / 41, 4 / 5])


def test_both_lists_are_read_by_packaged_mappings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is recognised by its columns; every row of either is taken."""
    run = _write(tmp_path / "run", [])
    monkeypatch.chdir(REPOSITORY)
    gold = _evaluated(capsys, str(run), "--gold", str(GOLD))["gold"]
    assert gold == [{"file": "tests/examples/gold_spells.jsonl", "mapping": "spell-gold", "rows": 114}]
    assert main(["evaluate", str(run), "--gold", str(PEOPLE)]) == 2
    assert "line 1 (and 21 more like it): the key field `spell`" in capsys.readouterr().err


def _score(run: Path, gold: Path, *arguments: str) -> dict[str, Any]:
    """What the scorer prints."""
    command = [sys.executable, str(SCORER), str(run / "artifacts" / "spells.jsonl"), str(gold), *arguments]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return found


def _aliases(path: Path) -> Path:
    """The scorer's own aliases, as a file for --aliases."""
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    assert spec is not None
    assert spec.loader is not None
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    path.write_text(json.dumps(scorer.ALIASES), encoding="utf-8")
    return path


def _agree(capsys: pytest.CaptureFixture[str], run: Path, gold: Path, aliases: Path, *arguments: str) -> None:
    theirs = _score(run, gold, *arguments)
    ours = _evaluated(capsys, str(run), "--gold", str(gold), "--aliases", str(aliases), *arguments)["runs"][0][
        "overall"
    ]
    found = {name: ours[own] for name, own in AGREEING.items()}
    assert {name: round(one, 3) if isinstance(one, float) else one for name, one in found.items()} == theirs


def _mangled(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return chance.choice([text, text, text.upper(), text[:at] + text[at + 1 :], text + "e", f"{text} 2", text[:4]])


def _drawn(rows: Sequence[dict[str, Any]], aliases: Path, offset: int, chance: random.Random) -> list[Record]:
    """Records around gold rows: right, twice, in other turns, mangled, by somebody else or under an alias."""
    people = [*sorted({str(row["character"]) for row in rows}), *json.loads(aliases.read_text(encoding="utf-8")), ""]
    records = []
    for row in chance.choices(rows, k=len(rows)):
        turns = row["accept_turns"] or [offset]
        units = {turn + 1 - offset for turn in chance.sample(turns, chance.randint(1, len(turns)))}
        units |= {chance.randint(1, 200)} if chance.random() < 0.3 else set()
        caster = chance.choice([row["character"], row["character"], row["speaker"], None, chance.choice(people)])
        spell = _mangled(row["spell"], chance) or "x"
        inside = [unit for unit in units if unit > 0]
        records.append(_cast(spell, caster, *(inside or [1])))
    return records


needs_shared = pytest.mark.skipif(not SCORER.exists(), reason="the scorer and its data are not part of the repository")


@needs_shared
@pytest.mark.parametrize(
    ("gold", "part", "offset"),
    [
        pytest.param(GOLD, None, 0, id="the example"),
        pytest.param(SESSION / "gold.jsonl", "A", 1020, id="a window"),
        pytest.param(SESSION / "gold.jsonl", "A2", 1280, id="another window"),
        pytest.param(SESSION / "gold_episode.jsonl", None, 0, id="an episode"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_figures_agree_with_the_scorer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], gold: Path, part: str | None, offset: int, seed: int
) -> None:
    """Whatever the records are: the same counts, the same figures."""
    lines = gold.read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if part is None or row["part"] == part]
    aliases = _aliases(tmp_path / "aliases.json")
    records = _drawn(rows, aliases, offset, random.Random(seed))  # noqa: S311 - reproducible draws, no secrets
    run = _write(tmp_path / "run", records, 3137)
    chosen = [*(["--part", part] if part else []), "--offset", str(offset)]
    _agree(capsys, run, gold, aliases, *chosen)


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize(
    ("session", "gold", "more"),
    [
        pytest.param("C2E007_part_A.json", "gold.jsonl", ["--part", "A", "--offset", "1020"], id="a window"),
        pytest.param("C2E007_part_A2.json", "gold.jsonl", ["--part", "A2", "--offset", "1280"], id="another window"),
        pytest.param("C2E007.crd3.json", "gold_episode.jsonl", [], id="the whole session"),
    ],
)
@pytest.mark.parametrize("roster", ["roster.md", ""], ids=["with its roster", "without one"])
def test_figures_agree_on_a_real_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], session: str, gold: str, more: list[str], roster: str
) -> None:
    """The offline routine on a real session."""
    command = [sys.executable, "-m", "notarius", "run", "dnd-session", "--input", str(SESSION / session)]
    command += ["--reference", f"roster={SESSION / roster if roster else ''}", "--only", "spells"]
    command += [f"hydra.run.dir={tmp_path / 'run'}"]
    subprocess.run(command, check=True, capture_output=True, cwd=REPOSITORY)
    _agree(capsys, tmp_path / "run", SESSION / gold, _aliases(tmp_path / "aliases.json"), *more)


def _ablation(*arguments: str) -> str:
    """What the benchmark prints for the example session."""
    example = REPOSITORY / "examples" / "dnd-session"
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "ablation.py")]
    command += ["--input", str(example / "session-014.json"), "--gold", str(GOLD), "only=[spells]"]
    command += ["--reference", f"roster={example / 'campaign' / 'party_roster.md'}", *arguments]
    return subprocess.run(command, capture_output=True, check=True, cwd=REPOSITORY, text=True).stdout


@pytest.mark.slow
def test_the_ablation_is_one_command(tmp_path: Path) -> None:
    """With the roster, with a wrong one made from it, and without: a table of three jobs, by the example's gold."""
    done = _ablation("--sweep", str(tmp_path / "sweep"), "--", "--json", "--resamples", "50")
    runs = json.loads(done)["runs"]
    attribution = [run["overall"]["attribution"] for run in runs]
    tokens = [run["usage"]["reference_tokens"] for run in runs]
    assert [run["name"] for run in runs] == ["0", "1", "2"]
    assert attribution[0] > 0.5 > attribution[2]
    assert attribution[0] > attribution[1]
    assert tokens[0] > 0 == tokens[2]


@pytest.mark.slow
def test_the_ablation_writes_its_table_into_a_page(tmp_path: Path) -> None:
    """Between the comments of that name, and again over itself; all else stays."""
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- ablation: a -->\nA\n<!-- end -->\n\n<!-- ablation: b -->\nB\n<!-- end -->\n", encoding="utf-8"
    )
    for _ in range(2):
        assert _ablation("--update", str(page), "--table", "b", "--keep", "1", "--", "--resamples", "50") == ""
        text = page.read_text(encoding="utf-8")
        assert text.startswith("<!-- ablation: a -->\nA\n<!-- end -->\n\n<!-- ablation: b -->\n|  | with it |")
        assert text.endswith("|\n<!-- end -->\n")
        assert [row.count("|") for row in text.splitlines() if row.startswith("| found")] == [5]
