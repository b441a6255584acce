"""The feature's acceptance: with a roster bound, casts are told by character, and without one they cannot be."""

import json
from pathlib import Path

import attrs
import pytest

from tests.cli.running import Program
from tests.golden.example import EXAMPLE, GOLD, JOB, inside

REQUIRED_GAIN = 0.30
ROSTERS = {"none": "null", "right": "campaign/party_roster.md", "wrong": "campaign/alt_roster.md"}


@attrs.frozen
class Score:
    """How good a run's casts are by the gold list.

    Attributes:
        attribution: share of the casts found whose caster is the right character.
        recall: share of the casts that were found.
    """

    attribution: float
    recall: float


def score(notarius: Program, directory: Path, roster: str) -> Score:
    """Run the example offline with this roster, and evaluate it, by the command line."""
    run = (*JOB, "only=[spells]", "model=offline", f"references.roster={roster}", f"hydra.run.dir={directory}")
    with inside(EXAMPLE):
        assert notarius(*run).code == 0
        said = notarius("evaluate", str(directory), "--gold", str(GOLD["spells"]), "--resamples", "1", "--json")
    overall = json.loads(said.out)["runs"][0]["overall"]
    return Score(overall["attribution"], overall["recall"])


@pytest.fixture
def scores(notarius: Program, tmp_path: Path) -> dict[str, Score]:
    """A run for each roster."""
    return {name: score(notarius, tmp_path / name, path) for name, path in ROSTERS.items()}


def test_a_roster_improves_speaker_to_character_attribution(scores: dict[str, Score]) -> None:
    """By 0.30 at least, on the example session, with the offline model, by gold that was written beforehand."""
    assert scores["right"].attribution - scores["none"].attribution >= REQUIRED_GAIN


def test_it_is_the_roster_that_does_it(scores: dict[str, Score]) -> None:
    """The roster of later sessions, in which two players traded characters, attributes worse; and nothing is lost."""
    assert scores["wrong"].attribution < scores["right"].attribution
    assert scores["none"].recall <= scores["right"].recall
