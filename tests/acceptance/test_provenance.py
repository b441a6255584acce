"""What a run's manifest and fingerprints say of references, and that prompts are the same bytes in any process."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Program, manifest
from tests.golden.example import JOB, REPOSITORY

BOUND = {"roster": "party_roster.md", "glossary": "glossary.md", "npc_registry": "npcs.md"}
DECLARED = {"spells": {"roster", "glossary"}, "npcs": {"roster", "npc_registry"}}


def run(notarius: Program, directory: Path) -> dict[str, Any]:
    """The manifest of a run of the campaign in the working directory, without what differs between equal runs."""
    assert notarius(*JOB, f"hydra.run.dir={directory}").code == 0
    return {**manifest(directory), "run": None}


def lanes(told: dict[str, Any], key: str) -> dict[str, Any]:
    """What a manifest says of each lane under a key."""
    return {lane["name"]: lane[key] for lane in told["lanes"]}


def swap_a_byte(path: Path) -> None:
    """Change the last line break to a blank: no word differs, and the length does not."""
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b" ")


def test_equal_runs_have_equal_manifests(campaign: Path, notarius: Program, tmp_path: Path) -> None:
    """All but the run block."""
    assert run(notarius, tmp_path / "a") == run(notarius, tmp_path / "b")


@pytest.mark.parametrize("slot", BOUND)
def test_one_byte_of_a_reference_tells_runs_apart(slot: str, campaign: Path, notarius: Program, tmp_path: Path) -> None:
    """By manifest and by fingerprint; a lane that does not declare the slot keeps its own."""
    before = run(notarius, tmp_path / "before")
    swap_a_byte(campaign / "campaign" / BOUND[slot])
    after = run(notarius, tmp_path / "after")
    assert before["fingerprint"] != after["fingerprint"]
    was, now = lanes(before, "fingerprint"), lanes(after, "fingerprint")
    assert {lane for lane in was if was[lane] != now[lane]} == {lane for lane in DECLARED if slot in DECLARED[lane]}
    for lane, references in lanes(after, "references").items():
        earlier = {bound["slot"]: bound for bound in lanes(before, "references")[lane]}
        changed = {bound["slot"] for bound in references if bound["digest"] != earlier[bound["slot"]]["digest"]}
        assert changed == {slot} & DECLARED[lane]
    assert lanes(before, "templates") == lanes(after, "templates")


def test_the_manifest_says_who_bound_what(campaign: Path, notarius: Program, tmp_path: Path) -> None:
    """Slot, origin, digest, media type, and whether it came from config (and which file) or the command line."""
    directory = tmp_path / "run"
    assert notarius(*JOB, "references.roster=campaign/alt_roster.md", f"hydra.run.dir={directory}").code == 0
    told = {bound["slot"]: bound for bound in lanes(manifest(directory), "references")["npcs"]}
    assert (told["roster"]["source"], told["roster"]["written_in"]) == ("cli", None)
    assert told["roster"]["origin_uri"] == "campaign/alt_roster.md"
    registry = told["npc_registry"]
    assert (registry["source"], registry["level"]) == ("config", "lane")
    assert registry["written_in"] == "conf/pipeline/quillwater.yaml"
    assert registry["media_type"] == "text/markdown"
    assert registry["digest"].startswith("sha256:")


def recorded(folder: Path, seed: str) -> dict[str, bytes]:
    """What the example asks in a process of its own under a hash seed: recordings by name."""
    record, directory = f"model.record={folder / 'recordings'}", f"hydra.run.dir={folder / 'run'}"
    subprocess.run(
        [sys.executable, "-m", "notarius", *JOB, record, directory],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)},
        check=True,
        capture_output=True,
    )
    return {file.name: file.read_bytes() for file in (folder / "recordings").iterdir()}


@pytest.mark.slow
def test_prompts_are_the_same_bytes_in_any_process(campaign: Path, tmp_path: Path) -> None:
    """Two processes, two hash seeds: the same questions under the same digests, and the same offline answers."""
    first, second = recorded(tmp_path / "1", "1"), recorded(tmp_path / "2", "2")
    assert len(first) == 22
    assert first == second
