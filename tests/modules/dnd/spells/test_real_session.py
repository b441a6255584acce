"""The routine on a real session that ships beside the project, scored as its README says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.modules.dnd.rosters.party import read_party
from notarius.modules.dnd.spells.offline import find_casts
from tests.modules.dnd.spells.tables import bound

SHARED = Path(__file__).parents[5] / "shared"
DEV = SHARED / "data" / "crd3" / "dev"
HALF = 1569
SIZE, OVERLAP = 90, 8

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DEV.is_dir(), reason="the session lies in ../shared, beside the project, and is not there"),
]


def _units() -> list[SourceUnit]:
    turns = json.loads((DEV / "C2E007.plain.json").read_text(encoding="utf-8"))["turns"]
    return [
        SourceUnit(f"u{number}", turn["text"].strip(), "/".join(turn["speakers"]))
        for number, turn in enumerate(turns, start=1)
    ]


def _chunks(units: list[SourceUnit]) -> list[Chunk]:
    starts = range(0, len(units) - OVERLAP, SIZE - OVERLAP)
    return [
        Chunk(
            index,
            tuple(unit for unit in units[start : start + SIZE] if unit.text),
            overlap=OVERLAP if index else 0,
            ahead=OVERLAP if start + SIZE < len(units) else 0,
        )
        for index, start in enumerate(starts)
    ]


def _references(*, roster: bool, spells: bool) -> ReferenceSet:
    text = (DEV / "roster.md").read_text(encoding="utf-8")
    glossary = (DEV / "glossary.md").read_text(encoding="utf-8")
    return bound((text if spells else text.split("## Spells")[0]) if roster else "", glossary)


def _score(references: ReferenceSet, folder: Path, *, second: bool) -> dict[str, float]:
    found = [record for chunk in _chunks(_units()) for record in find_casts(chunk, references)["records"]]
    artifacts, gold = folder / "spells.jsonl", folder / "gold.jsonl"
    part = [one for one in found if (int(one["evidence"][0]["unit"][1:]) > HALF) is second]
    artifacts.write_text("".join(json.dumps({"fields": one, "evidence": one["evidence"]}) + "\n" for one in part))
    rows = [json.loads(line) for line in (DEV / "gold_episode.jsonl").read_text(encoding="utf-8").splitlines()]
    kept = [row for row in rows if row.get("turn") is not None and (row["turn"] >= HALF) is second]
    gold.write_text("".join(json.dumps(row) + "\n" for row in kept))
    command = [sys.executable, str(SHARED / "eval" / "score.py"), str(artifacts), str(gold)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    scores: dict[str, float] = json.loads(answer)
    return scores


def test_the_half_that_was_not_developed_on_is_found_with_a_roster(tmp_path: Path) -> None:
    """F1 of at least 0.70 and attribution of at least 0.90 on turns nobody tuned on."""
    scores = _score(_references(roster=True, spells=True), tmp_path, second=True)
    assert scores["f1"] >= 0.70
    assert scores["attribution"] >= 0.90


def test_the_halves_are_not_far_apart(tmp_path: Path) -> None:
    """F1 on the second half is at most 0.10 below that on the first."""
    references = _references(roster=True, spells=True)
    first, second = (_score(references, tmp_path, second=second)["f1"] for second in (False, True))
    assert second >= first - 0.10


def _forms() -> dict[str, str]:
    """The session's roster, its table's first row (the game master) left to words, in other forms."""
    text = (DEV / "roster.md").read_text(encoding="utf-8")
    members = [member for member in read_party(text).members if member.character and member.player]
    kinds = [(member, str(member.player).split()[0].title()) for member in members]
    known = {member.character: ", ".join(member.spells) for member in members}
    tree = [{"name": m.character, "player": who, "spells": list(m.spells)} for m, who in kinds]
    plays = (f"{who} plays {m.character}, who knows {known[m.character] or 'no spells'}." for m, who in kinds)
    sheet = (f'{who},{m.character},"{known[m.character]}"\n' for m, who in kinds)
    return {
        "list": "DM: Matt\n\n"
        + "".join(f"- **{m.character}** ({who}). Spells: {known[m.character]}\n" for m, who in kinds),
        "prose": "Matt runs the game. " + " ".join(plays) + "\n",
        "YAML": yaml.safe_dump({"dm": "Matt", "party": tree}, sort_keys=False, allow_unicode=True),
        "CSV": "player,character,spells\nMatt,DM,\n" + "".join(sheet),
    }


def test_the_form_of_the_roster_changes_nothing() -> None:
    """A table, a list, prose, YAML and CSV that tell the same lead to the same records."""
    glossary = (DEV / "glossary.md").read_text(encoding="utf-8")
    chunks = _chunks(_units()[1020:1500])

    def found(roster: str) -> list[tuple[str, str, str]]:
        references = bound(roster, glossary)
        records = [record for chunk in chunks for record in find_casts(chunk, references)["records"]]
        return [(one["spell"], one["caster"], one["evidence"][0]["unit"]) for one in records]

    table = found((DEV / "roster.md").read_text(encoding="utf-8"))
    assert len(table) >= 10
    assert {name: found(text) for name, text in _forms().items()} == dict.fromkeys(_forms(), table)


def test_a_roster_without_spells_still_does(tmp_path: Path) -> None:
    """F1 of at least 0.60 where the roster lists no spells."""
    assert _score(_references(roster=True, spells=False), tmp_path, second=True)["f1"] >= 0.60


def test_without_a_roster_attribution_falls(tmp_path: Path) -> None:
    """Nothing tells characters then, and the labels are players' names."""
    assert _score(_references(roster=False, spells=False), tmp_path, second=True)["attribution"] <= 0.10
