"""The registry in the forms in which game masters keep one."""

import pytest

from notarius.modules.dnd.npcs.registry import Known, read_registry, registry_of
from tests.modules.dnd.npcs.tables import REGISTRY, bound

HANA = Known("Hana Roquefort", ("Mother Hana",))
OSRIC = Known("Captain Osric Vane")
FORMS = {
    "table": "# Who\n\n| Name | Also called | Who |\n| --- | --- | --- |\n| Hana Roquefort | Mother "
    "Hana | cook |\n| Captain Osric Vane | - | guard |\n",
    "table, other order": "| Who they are | NPC | aka |\n|-|-|-|\n| cook | **Hana Roquefort** | Mother Hana |\n| "
    "guard | Captain Osric Vane | |\n",
    "list": "People:\n\n- **Hana Roquefort** (aka Mother Hana) - cook at the Heron\n- Captain Osric "
    "Vane: guards the harbour, hates rain\n",
    "list with quotes": '* Hana Roquefort, "Mother Hana", cook\n* Captain Osric Vane, harbour guard\n',
    "headings": "# NPCs\n\n## Hana Roquefort (Mother Hana)\nRole: cook. She likes Joren.\n\n## Captain "
    "Osric Vane\n- Role: guard\n- Status: alive\n",
    "sections with lists": "## The Heron\n- Hana Roquefort (Mother Hana), cook\n\n## Harbour\n- Captain Osric Vane, "
    "guard\n",
    "prose lines": "Hana Roquefort, also known as Mother Hana, is the cook.\nCaptain Osric Vane is a "
    "guard.\nnobody else matters.\n",
    "yaml": "- name: Hana Roquefort\n  aliases: [Mother Hana]\n  role: cook\n- name: Captain Osric "
    "Vane\n  role: guard\n",
    "json": '[{"name": "Hana Roquefort", "aliases": ["Mother Hana"]}, {"name": "Captain Osric Vane", "aliases": []}]',
    "json mapping": '{"npcs": {"Hana Roquefort": {"aliases": ["Mother Hana"]}, "Captain Osric Vane": '
    '{"role": "guard"}}}',
    "artifacts of a run": '{"id": "1", "fields": {"name": "Hana Roquefort", "aliases": ["Mother Hana"]}, '
    '"evidence": []}\n'
    '{"id": "2", "lane": "npcs", "fields": {"name": "Captain Osric Vane", "aliases": []}, "evidence": []}\n',
    "csv": "name,aliases,what\nHana Roquefort,Mother Hana,cook\nCaptain Osric Vane,,guard\n",
    "csv of a run": '\ufeff"id","name","aliases"\r\n"1","Hana Roquefort","Mother Hana"\r\n"2","Captain Osric '
    'Vane",""\r\n',
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_registry_is_read_in_any_form(text: str) -> None:
    """Names and aliases come out the same."""
    assert read_registry(text.removeprefix("\ufeff")) == (HANA, OSRIC)


@pytest.mark.parametrize("text", ["", "\n\n", "nothing here", "| a |", "{", "[1, 2]", "{}\n{}", "---", "|||\n|||"])
def test_what_is_no_registry_names_nobody(text: str) -> None:
    """And raises nothing."""
    assert read_registry(text) == ()


def test_forms_leave_out_what_many_are_called() -> None:
    """A title alone is no form of anybody's name."""
    (known,) = read_registry("| Name | Also called |\n| - | - |\n| Captain Osric Vane | the Captain, Ozzy |\n")
    assert known.aliases == ("the Captain", "Ozzy")
    assert known.forms == {
        "captain osric vane", "osric vane", "osric", "vane", "captain vane", "captain osric", "ozzy"
    }  # fmt: skip


def test_several_registries_are_read_in_binding_order() -> None:
    """The slot takes several items."""
    both = bound(registry=[REGISTRY, "- Joren Pell, smith\n"])
    assert [known.name for known in registry_of(both)] == [
        "Hana Roquefort",
        "Captain Osric Vane",
        "Bishop Wilma Tarn",
        "Joren Pell",
    ]
