"""What the packaged lanes ask, byte for byte, and how their prompts speak of references."""

import re
from pathlib import Path

import pytest

from notarius.contracts.generation import ModelRequest
from notarius.plugins import load_extractor
from tests.golden import prompts
from tests.golden.example import EXAMPLE, REPOSITORY
from tests.golden.prompts import COMMAND, FOLDER, SLOTS, Case, cases, request, text

pytestmark = pytest.mark.usefixtures("home")

CASES = list(cases())
BOUND = [(case.lane, slot) for case in CASES if len(case.bound) == 1 for slot in case.bound]
CONTENTS = {"roster": "party_roster.md", "glossary": "glossary.md", "npc_registry": "npcs.md"}
# A section: what introduces it, and its content between tags that bear the slot's name.
SECTION = r"\n\n(?P<framing>[^\n]+)\n\n<{slot}>\n(?P<content>.*?)\n</{slot}>\n"


def instructions(asked: ModelRequest) -> str:
    """The system message."""
    return asked.messages[0].content + "\n"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_prompts_are_the_golden_ones(case: Case) -> None:
    """None, one and both references bound. After a change on purpose, write the files anew and read them."""
    assert (FOLDER / case.file).read_bytes() == text(case).encode(), f"run: {COMMAND}"


def test_no_golden_file_is_left_over() -> None:
    """Every file is of a case, and every slot of the packaged extractors has one."""
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(case.file for case in CASES)
    for lane, slots in SLOTS.items():
        assert tuple(slot.name for slot in load_extractor(f"dnd/{lane}").reference_slots) == slots


@pytest.mark.parametrize(("lane", "slot"), BOUND)
def test_a_reference_is_framed_as_help_and_never_as_evidence(lane: str, slot: str) -> None:
    """Each section says what it may be used for, names and terms, and that nothing in it proves anything."""
    section = re.search(SECTION.format(slot=slot), instructions(request(Case(lane, (slot,)))), flags=re.DOTALL)
    assert section is not None
    assert re.search(r"\bUse it only to\b[^.]*\b(understand|spell|spelled)\b", section["framing"])
    assert "It is never evidence" in section["framing"]
    assert section["content"] + "\n" == (EXAMPLE / "campaign" / CONTENTS[slot]).read_text(encoding="utf-8") + "\n"


@pytest.mark.parametrize("lane", SLOTS)
def test_sections_stand_in_declaration_order(lane: str) -> None:
    """In the order in which the extractor declares its slots, whatever the order of the bindings."""
    declared = [slot.name for slot in load_extractor(f"dnd/{lane}").reference_slots]
    tags = re.findall(r"^<(\w+)>$", instructions(request(Case(lane, SLOTS[lane]))), flags=re.MULTILINE)
    assert tags == declared


@pytest.mark.parametrize(("lane", "slot"), BOUND)
def test_an_unbound_slot_leaves_no_header(lane: str, slot: str) -> None:
    """With the other slot bound and this one not, no tag, no sentence and no blank line of its section is there."""
    (other,) = set(SLOTS[lane]) - {slot}
    both, without = (instructions(request(Case(lane, bound))) for bound in (SLOTS[lane], (other,)))
    section = re.search(SECTION.format(slot=slot), both, flags=re.DOTALL)
    assert section is not None
    assert without == both.replace(section.group(), "\n", 1).replace("\n\n\n", "\n\n")
    assert f"<{slot}>" not in without
    assert section["framing"] not in without


@pytest.mark.parametrize("lane", SLOTS)
def test_without_references_nothing_speaks_of_them(lane: str) -> None:
    """No slot's name and no "follows" with nothing following."""
    bare = instructions(request(Case(lane, ())))
    assert not re.search(rf"\b({'|'.join(SLOTS[lane])})\b|follows", bare)


@pytest.mark.parametrize("lane", SLOTS)
def test_the_chunk_message_is_the_same_whatever_is_bound(lane: str) -> None:
    """References stand in the instructions alone, which are the same for every chunk."""
    asked = [request(case) for case in CASES if case.lane == lane]
    assert len({each.messages[1] for each in asked}) == 1
    assert len({each.messages[0] for each in asked}) == len(asked)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_path_stands_in_a_prompt(case: Case) -> None:
    """Neither where this checkout lies, nor where a reference was read from: a prompt is the same on every machine."""
    shown = text(case)
    assert not re.search(r"(?<![\w<])/\w+/|[A-Za-z]:\\|\.(md|json|ya?ml|jinja)\b", shown)
    for place in (REPOSITORY, Path.home(), Path("campaign")):
        assert str(place) not in shown.replace("campaign's", "")


def test_a_prompt_gives_no_reference_an_id() -> None:
    """The only ids are those of the chunk's turns, and one in the example of the answer's shape."""
    for case in CASES:
        asked = request(case)
        assert set(re.findall(r"\bu\d+\b", asked.messages[0].content)) <= {"u12"}
        assert re.findall(r"^\[(u\d+)\]", asked.messages[1].content, flags=re.MULTILINE) == [
            unit.id for unit in asked.chunk.units
        ]


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    """The command writes the files that the test reads."""
    prompts.write(tmp_path / "prompts")
    written = {file.name: file.read_bytes() for file in (tmp_path / "prompts").iterdir()}
    assert written == {file.name: file.read_bytes() for file in FOLDER.iterdir()}
