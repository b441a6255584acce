"""Real distributions: a folder with a module and its metadata, as an installer would leave it."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

MODULE = """
import attrs
from notarius.contracts.extraction import Extractor, MergeRule
from notarius.contracts.prompts import PromptTemplate, PromptTemplates
from notarius.contracts.references import ReferenceSlot

@attrs.frozen
class Planting:
    plant: str
    gardener: str | None = None

def made(**changes):
    given = dict(
        name="garden/plantings", version="1", record=Planting, key="plant",
        templates=PromptTemplates(PromptTemplate("List.", "garden/i"), PromptTemplate("{{ chunk }}", "garden/c")),
    )
    return Extractor(**{**given, **changes})
"""


def install(folder: Path, name: str, code: str, entry_points: Mapping[str, str]) -> None:
    """Put a distribution of one module, named as the distribution, and its entry points into a folder."""
    folder.joinpath(f"{name}.py").write_text(MODULE + dedent(code), encoding="utf-8")
    metadata = folder / f"{name}-2.5.dist-info"
    metadata.mkdir()
    metadata.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n", encoding="utf-8")
    lines = "".join(f"{extractor} = {value}\n" for extractor, value in entry_points.items())
    metadata.joinpath("entry_points.txt").write_text(f"[notarius.extractors]\n{lines}", encoding="utf-8")
