"""What an answer says beside its records, and what is passed over in it, reaches whoever reads the results."""

from pathlib import Path

import pytest

from tests.campaigns import write
from tests.cli.running import Program, lines, only_run
from tests.plugins.distribution import install

EXTRACTOR = """
EXTRACTOR = made(
    name="garden/noted",
    offline=lambda chunk, references: {
        "records": [], "notes": ["the plan could not be read", f"chunk {chunk.id}"], "mood": "calm"
    },
)
"""
PIPELINE = """\
# @package _global_
lanes: {beds: {extract: garden/noted}}
chunking: {max_units: 2, overlap_units: 0}
"""


@pytest.fixture
def campaign(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign whose extractor's answers hold notes."""
    site = here.parent / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    install(site, "noted_garden", EXTRACTOR, {"garden/noted": "noted_garden:EXTRACTOR"})
    return write(here, {"conf/pipeline/noted.yaml": PIPELINE, "talk.txt": "A: One.\nB: Two.\nA: Three.\n"})


def test_notes_stand_in_diagnostics_and_in_the_summary(campaign: Path, notarius: Program) -> None:
    """By chunk in the file; on the screen each text once, with the number of chunks."""
    ran = notarius("run", "noted", "--input", "talk.txt")
    assert ran.code == 0
    assert lines(only_run(campaign) / "diagnostics" / "notes.jsonl") == [
        {"lane": "beds", "chunk": "c1", "text": "the plan could not be read"},
        {"lane": "beds", "chunk": "c1", "text": "chunk c1"},
        {"lane": "beds", "chunk": "c1", "text": "keys beside 'records': 'mood'"},
        {"lane": "beds", "chunk": "c2", "text": "the plan could not be read"},
        {"lane": "beds", "chunk": "c2", "text": "chunk c2"},
        {"lane": "beds", "chunk": "c2", "text": "keys beside 'records': 'mood'"},
    ]
    assert "  noted x2: the plan could not be read\n  noted x2: keys beside 'records': 'mood'\n" in ran.out
