"""A campaign about garden plots: an extractor that finds what is planted, two lanes, of which one sees no plan."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import write
from tests.plugins.distribution import install
from tests.server import Reply, Script, Seen, completion, error

_NUMBERS = itertools.count(1)
_SAID = re.compile(r"\[(u\d+)\] (\w+): (I plant (\w+))")

# `merge` is code outside every chunk: what it raises is no chunk's failure.
EXTRACTOR = """
import os
import signal

def offline(chunk, references):
    plan = references.text("plan")
    if "RAISE" in plan:
        raise RuntimeError("the plan is upside down")
    if "EXIT" in plan:
        raise SystemExit(3)
    if "KILL" in plan:
        os.kill(os.getpid(), signal.SIGKILL)
    owner = plan.split(" owns")[0] if " owns" in plan else None
    return {"records": [
        {"plant": unit.text.split()[2], "gardener": owner or unit.speaker,
         "evidence": [{"unit": unit.id, "quote": unit.text}]}
        for unit in chunk.units if unit.text.startswith("I plant")
    ]}

EXTRACTOR = made(
    name="plots/plantings",
    reference_slots=(
        ReferenceSlot("plan", "who owns which bed"),
        ReferenceSlot("lists", "names of plants", multiple=True),
    ),
    templates=PromptTemplates(
        PromptTemplate('List what is planted. {{ reference("plan") }} {{ reference("lists") }}', "plots/i"),
        PromptTemplate("{{ chunk }}", "plots/c"),
    ),
    offline=offline,
)
"""
PIPELINE = """\
# @package _global_
lanes:
  plantings: {extract: plots/plantings}
chunking: {max_units: 2, overlap_units: 0}
limits: {max_attempts: 1, max_reasks: 0, give_up_after: 3}
"""
BLIND = """\
# @package _global_
defaults: [plots, _self_]
lanes:
  blind: {extract: plots/plantings, references: {plan: null}}
"""
FILES = {
    "conf/pipeline/plots.yaml": PIPELINE,
    "conf/pipeline/both.yaml": BLIND,
    "conf/references/north.yaml": "plan: ../../north.md\n",
    "conf/references/south.yaml": "plan: ../../south.md\n",
    "north.md": "Ilsa owns bed one.\n",
    "south.md": "Tomas owns bed one.\n",
    "raise.md": "RAISE\n",
    "exit.md": "EXIT\n",
    "herbs.txt": "sage, thyme\n",
    "roots.txt": "beet, leek\n",
    "talk.txt": "Wren: I plant sage\nBo: Good.\nWren: I plant beet\nBo: Fine.\nWren: I plant leek\nBo: Enough.\n",
    "walk.txt": "Bo: I plant thyme\nWren: Late.\n",
}
CHUNKS = 3  # of talk.txt


def make(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the extractor into this process, and write the campaign into the working directory."""
    site = here.parent / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    name = f"plots_{next(_NUMBERS)}"
    install(site, name, EXTRACTOR, {"plots/plantings": f"{name}:EXTRACTOR"})
    return write(here, FILES)


def answer(seen: Seen) -> Reply:
    """What a model would say: everything planted, by whoever the plan names."""
    owner = re.search(r"(\w+) owns", seen.system)
    records = [
        {
            "plant": found[4],
            "gardener": owner[1] if owner else found[2],
            "evidence": [{"unit": found[1], "quote": found[3]}],
        }
        for found in _SAID.finditer(seen.user)
    ]
    return completion(json.dumps({"records": records}))


def refusing(word: str) -> Script:
    """A server that refuses whoever shows it a plan with that word."""
    return lambda seen: error(401, "no such key") if word in seen.system else answer(seen)


def server_overrides(base_url: str, cache: str = "cache") -> list[str]:
    """The command line of somebody with that server and a cache folder."""
    return ["model=server", f"model.base_url={base_url}", "model.name=scripted", f"cache.dir={cache}"]


def summary(here: Path) -> Any:
    """The one `sweep.json` below a folder."""
    (found,) = here.rglob("sweep.json")
    return json.loads(found.read_text(encoding="utf-8"))
