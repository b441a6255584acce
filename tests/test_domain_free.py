"""The framework knows no domain: no word of the built-in module's world stands in it."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "notarius"
MODULES = PACKAGE / "modules"
# Not among them: `campaign` (the framework's word for a folder with configuration), `session` (a transcript's
# occasion), `character` (of a text), `cast` (`typing.cast`).
WORDS = (
    "spell",
    "spells",
    "spellcast",
    "caster",
    "casters",
    "dungeon",
    "dungeons",
    "dragon",
    "dragons",
    "d&d",
    "dnd",
    "npc",
    "npcs",
    "roster",
    "rosters",
    "glossary",
    "srd",
    "wizard",
    "wizards",
    "game master",
    "gm",
    "party",
    "player",
    "players",
    "monster",
    "monsters",
    "rulebook",
    "homebrew",
    "tabletop",
)
_WORD = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, WORDS))})(?![a-z])", re.IGNORECASE)
# The list of built-in extractors has to name them, and help shows what the program was made for.
ALLOWED = {
    "plugins.py": {"dnd", "spells", "npcs"},
    "cli/verbs.py": {"dnd", "spells", "roster"},
}
FILES = sorted(
    path
    for path in PACKAGE.rglob("*")
    if path.is_file()
    and "__pycache__" not in path.parts
    and not path.is_relative_to(MODULES / "dnd")
    and "_conf" not in path.relative_to(PACKAGE).parts
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_framework_knows_no_domain(path: Path) -> None:
    """Neither code nor docstrings nor comments; what is allowed is listed with its reason."""
    name = path.relative_to(PACKAGE).as_posix()
    found = {
        f"line {number}: {word.lower()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for word in _WORD.findall(line)
        if word.lower() not in ALLOWED.get(name, ())
    }
    assert found == set()


def test_the_scan_finds_words() -> None:
    """In identifiers too; and no allowance outlives its use."""
    assert _WORD.findall("spell_name, NPCs; spelled, misspells, Party-b") == ["spell", "NPCs", "Party"]
    for name, words in ALLOWED.items():
        text = (PACKAGE / name).read_text(encoding="utf-8").lower()
        assert words - {word.lower() for word in _WORD.findall(text)} <= {"npcs"}
