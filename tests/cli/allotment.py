"""A campaign of another domain for `describe` and `validate`: an extractor of gardens, its pipeline, its files."""

import itertools
from pathlib import Path

import pytest

from tests.campaigns import write
from tests.plugins.distribution import install

_NUMBERS = itertools.count(1)
EXTRACTOR = """
SLOTS = (
    ReferenceSlot("plan", "which bed is where; \\x1b[31mred\\x07 lines are paths", required=True),
    ReferenceSlot("catalogue", "names of plants", accepted_media_types=("text/*",), multiple=True, max_bytes=200),
    ReferenceSlot("diary", "what was done last year"),
)
INSTRUCTIONS = '''List what is planted.
{{ reference("plan") }}
{{ reference("catalogue") }}
{{ reference("diary") }}
'''
EXTRACTOR = made(
    version="7",
    reference_slots=SLOTS,
    templates=PromptTemplates(
        PromptTemplate(INSTRUCTIONS, "garden/i"), PromptTemplate("Talk:\\n{{ chunk }}", "garden/c")
    ),
    offline=lambda chunk, references: {"records": []},
)
"""
PIPELINE = """\
# @package _global_
lanes:
  plantings:
    extract: garden/plantings
    references:
      diary: null
  harvest:
    extract: garden/plantings
    chunking: {max_units: 2, overlap_units: 0}
references:
  plan: ../../plan.md
  catalogue: [../../herbs.txt, ../../roots.txt]
"""
FILES = {
    "conf/pipeline/allotment.yaml": PIPELINE,
    "plan.md": "Bed one lies at the gate.\n",
    "herbs.txt": "sage, thyme\n",
    "roots.txt": "beet\n",
    "talk.txt": "Ilsa: I put sage into bed one.\nTomas: Good.\nIlsa: And beet?\nTomas: Later.\nIlsa: Fine.\n",
}


def make(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the extractor into this process, and write the campaign into the working directory."""
    site = here.parent / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    name = f"allotment_{next(_NUMBERS)}"
    install(site, name, EXTRACTOR, {"garden/plantings": f"{name}:EXTRACTOR"})
    return write(here, FILES)
