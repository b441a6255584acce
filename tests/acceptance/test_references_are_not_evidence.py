"""The regression that the founding document asks for: what only a reference names never comes out as a record.

The roster of the example lists three spells that nobody casts and nobody speaks of. A scripted model answers them all
the same, each time with other evidence, beside a cast that is true. All of it runs from the command line to the files.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from notarius.modules.dnd.npcs import EXTRACTOR as NPCS
from notarius.modules.dnd.spells import EXTRACTOR as SPELLS
from tests.cli.running import Program, lines
from tests.golden.example import EXAMPLE, JOB, inside, record

UNCAST = ("Phantom Steed", "Warding Bond", "Heroism")
ROSTER = (EXAMPLE / "campaign" / "party_roster.md").read_text(encoding="utf-8")
SESSION = (EXAMPLE / "session-014.json").read_text(encoding="utf-8")
CHUNK = "c3"  # turns u124 to u192
TRUE = {
    "spell": "Detect Magic",
    "caster": "Thessaly Wick",
    "evidence": [{"unit": "u147", "quote": "could I ritual cast Detect Magic?"}],
}
UNRELATED = {"unit": "u141", "quote": "I have bread."}

Evidence = list[dict[str, str]]


@attrs.frozen
class Way:
    """A way in which a model may claim something that never happened.

    Attributes:
        name: for people.
        evidence: what it cites, given what it claims.
        codes: findings that the claim ends with, without that of the leak.
    """

    name: str
    evidence: Callable[[str], Evidence]
    codes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


def roster_line(claim: str) -> str:
    """The roster's own line that has these words."""
    return next((line for line in ROSTER.splitlines() if claim in line), claim)


LOST = ("evidence-quote-not-found", "evidence-missing")
WAYS = (
    Way("an invented quote", lambda claim: [{"unit": "u141", "quote": f"And then I cast {claim} on all of us."}], LOST),
    Way("the reference's own line as quote", lambda claim: [{"unit": "u141", "quote": roster_line(claim)}], LOST),
    Way(
        "the reference itself as unit",
        lambda claim: [{"unit": "roster", "quote": roster_line(claim)}],
        ("evidence-unit-unknown", "evidence-missing"),
    ),
    Way("a real but unrelated turn", lambda claim: [UNRELATED]),
    Way("no evidence", lambda claim: [], ("evidence-missing",)),
)


@attrs.frozen
class Outcome:
    """What a run came to.

    Attributes:
        records: of the lane.
        rejected: of the lane.
        out: what was printed.
    """

    records: Sequence[Any]
    rejected: Sequence[Any]
    out: str

    @property
    def codes(self) -> list[tuple[str, ...]]:
        """The codes on each rejected item."""
        return [tuple(finding["code"] for finding in each["findings"]) for each in self.rejected]


def answered(
    notarius: Program, folder: Path, items: Sequence[Mapping[str, Any]], lane: str = "spells", *overrides: str
) -> Outcome:
    """Run the example with these items as the lane's answer to one chunk."""
    given = (f"only=[{lane}]", *overrides)
    recordings = record({f"{lane}/{CHUNK}": json.dumps({"records": items})}, folder / "recordings", given)
    with inside(EXAMPLE):
        ran = notarius(
            *JOB, *given, "model=replay", f"model.recordings={recordings}", f"hydra.run.dir={folder / 'run'}"
        )
    assert ran.code == 0, ran.err
    findings = lines(folder / "run" / "findings.jsonl")
    records, rejected = (lines(folder / "run" / name / f"{lane}.jsonl") for name in ("artifacts", "rejected"))
    outcome = Outcome(records, rejected, ran.out)
    listed = [(finding["code"], finding["message"]) for each in outcome.rejected for finding in each["findings"]]
    assert [(each["code"], each["message"]) for each in findings if each["record"] is None] == listed
    return outcome


def claims(way: Way, names: Sequence[str], key: str = "spell", **fields: str) -> list[dict[str, Any]]:
    """An item for each name, with evidence of this way."""
    return [{key: name, **fields, "evidence": way.evidence(name)} for name in names]


@pytest.mark.parametrize("spell", UNCAST)
def test_the_fixture_is_what_it_says(spell: str) -> None:
    """The roster has the spell, the session has not."""
    assert spell in ROSTER
    assert spell.casefold() not in SESSION.casefold()


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_an_uncast_spell_of_the_roster_is_no_record(way: Way, notarius: Program, tmp_path: Path) -> None:
    """Each claim stands in `rejected/`, whole and with its findings; the true cast of the same answer is the record."""
    invented = claims(way, UNCAST, caster="Wrenna Tallow")
    outcome = answered(notarius, tmp_path, [invented[0], TRUE, *invented[1:]])
    assert [each["fields"]["spell"] for each in outcome.records] == ["Detect Magic"]
    assert outcome.records[0]["findings"] == []
    assert [each["item"] for each in outcome.rejected] == invented
    assert outcome.codes == [(*way.codes, "reference-leak")] * len(UNCAST)
    assert "reference-leak" in outcome.out or "evidence-missing" in outcome.out


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_so_it_is_for_what_only_the_prompt_names(way: Way, notarius: Program, tmp_path: Path) -> None:
    """Words of the prompt's own text that come back as a spell."""
    words = "The spell's name"
    assert words.casefold() in SPELLS.templates.instructions.source.casefold()
    invented = claims(way, [words], caster="Wrenna Tallow")
    outcome = answered(notarius, tmp_path, [*invented, TRUE])
    assert [each["fields"]["spell"] for each in outcome.records] == ["Detect Magic"]
    assert [each["item"] for each in outcome.rejected] == invented
    assert outcome.codes == [(*way.codes, "template-leak")]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_module_decides_what_a_leak_costs(way: Way, notarius: Program, tmp_path: Path) -> None:
    """`dnd/npcs` flags it: its example of somebody without a name comes out only with evidence that is there."""
    words = "a kid with what they wear"
    assert words in NPCS.templates.instructions.source
    outcome = answered(notarius, tmp_path, claims(way, [words], key="name"), "npcs")
    codes = [tuple(finding["code"] for finding in each["findings"]) for each in outcome.records]
    assert codes + outcome.codes == [(*way.codes, "template-leak")]
    assert bool(outcome.records) == (way.codes == ())


@pytest.mark.parametrize(("lane", "key"), [("spells", "spell"), ("npcs", "name")])
def test_the_prompts_example_shape_is_no_record(lane: str, key: str, notarius: Program, tmp_path: Path) -> None:
    """A model that echoes `...` for every value, and cites a turn that has those dots: they name nothing."""
    echo = {key: "...", "evidence": [{"unit": "u162", "quote": "..."}]}
    assert '"quote": "..."' in (SPELLS if lane == "spells" else NPCS).templates.instructions.source
    outcome = answered(notarius, tmp_path, [echo], lane)
    assert outcome.records == []
    assert outcome.codes == [("item-malformed",)]


@pytest.mark.parametrize(
    ("item", "findings"),
    [
        pytest.param(
            {
                "spell": "Light",
                "caster": "Thessaly Wick",
                "evidence": [{"unit": "u187", "quote": "Does anyone have Light?"}],
            },
            [],
            id="a spell that was spoken of and not cast",
        ),
        pytest.param(
            {"spell": "Suggestion", "caster": "Gethin Roake", "evidence": [{"unit": "u129", "quote": "just kindness"}]},
            [],
            id="the right spell, cited beside the turn, by the wrong caster",
        ),
        pytest.param(
            {"spell": "Wish", "caster": "Thessaly Wick", "evidence": [UNRELATED]},
            ["key-not-near-evidence"],
            id="an invented spell that no reference lists",
        ),
    ],
)
def test_what_passes_nonetheless(item: dict[str, Any], findings: list[str], notarius: Program, tmp_path: Path) -> None:
    """As docs/explanation/evidence.md admits: no check knows whether something happened."""
    outcome = answered(notarius, tmp_path, [item])
    assert [each["fields"]["spell"] for each in outcome.records] == [item["spell"]]
    assert [finding["code"] for finding in outcome.records[0]["findings"]] == findings


def test_without_the_roster_the_same_claim_is_flagged(notarius: Program, tmp_path: Path) -> None:
    """Nothing was leaked then: the record stays, with the warning of the weaker check."""
    item = {"spell": "Heroism", "caster": "Wrenna Tallow", "evidence": [UNRELATED]}
    outcome = answered(notarius, tmp_path, [item], "spells", "references.roster=null")
    (kept,) = outcome.records
    assert [finding["code"] for finding in kept["findings"]] == ["key-not-near-evidence"]
    assert "key-not-near-evidence" in outcome.out
