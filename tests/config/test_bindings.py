"""The layering of bindings, in all its combinations."""

from pathlib import Path
from typing import ClassVar

import attrs
import pytest

from notarius.config.bindings import resolve_bindings
from notarius.config.settings import Job
from notarius.contracts.references import ReferenceBinding, ReferenceSlot
from notarius.errors import ReferenceBindingError
from tests.campaigns import write
from tests.config.composing import job, jobs, names

MAP = ReferenceSlot("map", "Names of the piers")
NOTES = ReferenceSlot("notes", "Earlier logs", multiple=True)
CREW = ReferenceSlot("crew", "Who works there")
SLOTS = {"ships": (MAP, NOTES), "cargo": (MAP, CREW)}

BASE = """\
# @package _global_
lanes:
  ships: {extract: harbour/ships}
  cargo: {extract: harbour/cargo}
"""


def campaign(here: Path, *, pipeline: str = "", lane: str = "", more: dict[str, str] | None = None) -> None:
    """A pipeline `p` with bindings written at pipeline level and, for lane ships, at lane level."""
    text = "# @package _global_\ndefaults: [base, _self_]\n"
    text += f"references: {{{pipeline}}}\n" if pipeline else ""
    text += f"lanes: {{ships: {{references: {{{lane}}}}}}}\n" if lane else ""
    write(here, {"conf/pipeline/base.yaml": BASE, "conf/pipeline/p.yaml": text, **(more or {})})


def bound(one: Job, selected: tuple[str, ...] = ("ships", "cargo")) -> dict[str, dict[str, ReferenceBinding]]:
    """The winning bindings of a job."""
    found, errors = resolve_bindings(one.settings, one.pipeline, SLOTS, selected)
    assert errors == []
    return found


# What is written where for slot map: config pipeline, config lane, command line; what lane ships then sees.
LAYERS = {
    "nothing": ("", "", [], None),
    "config, pipeline": ("map: a.md", "", [], "a.md"),
    "config, lane": ("", "map: b.md", [], "b.md"),
    "lane beats pipeline": ("map: a.md", "map: b.md", [], "b.md"),
    "lane null unbinds": ("map: a.md", "map: null", [], ""),
    "pipeline null": ("map: null", "", [], ""),
    "lane binds what pipeline unbinds": ("map: null", "map: b.md", [], "b.md"),
    "command line beats pipeline": ("map: a.md", "", ["references.map=c.md"], "c.md"),
    "command line at pipeline level beats lane": ("map: a.md", "map: b.md", ["references.map=c.md"], "c.md"),
    "command line at pipeline level beats lane null": ("", "map: null", ["references.map=c.md"], "c.md"),
    "command line at lane level beats all": (
        "map: a.md",
        "map: b.md",
        ["references.map=c.md", "lanes.ships.references.map=d.md"],
        "d.md",
    ),
    "command line null unbinds both": ("map: a.md", "map: b.md", ["references.map=null"], ""),
    "command line empty unbinds": ("map: a.md", "", ["references.map="], ""),
    "command line null at lane level": ("map: a.md", "", ["lanes.ships.references.map=null"], ""),
    "command line null at lane level beats the command line": (
        "",
        "",
        ["references.map=c.md", "lanes.ships.references.map=null"],
        "",
    ),
    "command line binds the unbound": ("", "", ["references.map=c.md"], "c.md"),
    "plus sign": ("", "", ["+references.map=c.md"], "c.md"),
    "two plus signs": ("map: a.md", "", ["++references.map=c.md"], "c.md"),
    "tilde takes config's away": ("map: a.md", "", ["~references.map"], None),
    "tilde at lane level inherits": ("map: a.md", "map: b.md", ["~lanes.ships.references.map"], "a.md"),
    "mapping form": ("map: {path: a.md}", "", [], "a.md"),
    "mapping on the command line": ("map: a.md", "", ["references={map: c.md}"], "c.md"),
}


@pytest.mark.parametrize("case", LAYERS, ids=LAYERS.keys())
def test_layers_of_a_slot_with_one_item(case: str, here: Path) -> None:
    """Command line at lane, at pipeline level; config at lane, at pipeline level."""
    pipeline, lane, overrides, expected = LAYERS[case]
    campaign(here, pipeline=pipeline, lane=lane)
    binding = bound(job("pipeline=p", *overrides))["ships"].get("map")
    if expected is None:
        assert binding is None
    else:
        assert binding is not None
        assert names(binding.paths) == ([expected] if expected else [])


LISTS = {
    "config list": ("notes: [a.md, b.md]", "", [], ["a.md", "b.md"]),
    "one path": ("notes: a.md", "", [], ["a.md"]),
    "lane list replaces": ("notes: [a.md, b.md]", "notes: [c.md]", [], ["c.md"]),
    "command line list replaces": ("notes: [a.md, b.md]", "", ["references.notes=[c.md,d.md]"], ["c.md", "d.md"]),
    "command line path replaces a list": ("notes: [a.md, b.md]", "", ["references.notes=c.md"], ["c.md"]),
    "command line list replaces a path": ("notes: a.md", "", ["references.notes=[c.md,d.md]"], ["c.md", "d.md"]),
    "empty list": ("notes: [a.md]", "", ["references.notes=[]"], []),
    "quoted comma": ("", "", ["references.notes=['c,1.md',d.md]"], ["c,1.md", "d.md"]),
    "mapping form in a list": ("notes: [{path: a.md}, b.md]", "", [], ["a.md", "b.md"]),
}


@pytest.mark.parametrize("case", LISTS, ids=LISTS.keys())
def test_layers_of_a_slot_with_several_items(case: str, here: Path) -> None:
    """A stronger layer replaces a list; binding order is kept."""
    pipeline, lane, overrides, expected = LISTS[case]
    campaign(here, pipeline=pipeline, lane=lane)
    assert names(bound(job("pipeline=p", *overrides))["ships"]["notes"].paths) == expected


def test_a_bracketed_name_is_one_path_for_a_slot_that_takes_one(here: Path) -> None:
    """In run mode the whole value is one path, brackets too."""
    campaign(here)
    binding = bound(job("pipeline=p", "references.map=[x].md"))["ships"]["map"]
    assert binding.paths == (str(here / "[x].md"),)


def test_a_sweep_over_values(here: Path) -> None:
    """Each job has its own binding; null is one of them."""
    campaign(here, pipeline="map: z.md")
    found = [bound(one)["ships"]["map"] for one in jobs("-m", "pipeline=p", "references.map=a.md,b.md,null")]
    assert [names(binding.paths) for binding in found] == [["a.md"], ["b.md"], []]
    assert {binding.origin for binding in found} == {"cli"}


class TestGroups:
    """A references group chosen on the command line is still config."""

    OPTIONS: ClassVar = {
        "conf/references/east.yaml": "map: ../../files/east.md\n",
        "conf/references/west.yaml": "map: ../../files/west.md\n",
    }

    def test_the_choice_beats_inline_values_slot_by_slot(self, here: Path) -> None:
        """What the group does not name stays."""
        campaign(here, pipeline="map: a.md, notes: n.md", more=self.OPTIONS)
        found = bound(job("pipeline=p", "references=east"))["ships"]
        assert names(found["map"].paths) == ["east.md"]
        assert names(found["notes"].paths) == ["n.md"]

    def test_its_paths_are_relative_to_its_own_file(self, here: Path) -> None:
        """And its origin is config, with the YAML that wrote it."""
        campaign(here, more=self.OPTIONS)
        binding = bound(job("pipeline=p", "references=west"))["ships"]["map"]
        assert binding.paths == (str(here / "files" / "west.md"),)
        assert binding.origin == "config"
        assert binding.written_in == str(here / "conf" / "references" / "west.yaml")

    def test_it_stays_below_lane_level(self, here: Path) -> None:
        """Config at lane level is stronger."""
        campaign(here, lane="map: b.md", more=self.OPTIONS)
        found = bound(job("pipeline=p", "references=east"))
        assert names(found["ships"]["map"].paths) == ["b.md"]
        assert names(found["cargo"]["map"].paths) == ["east.md"]

    def test_none_unbinds_nothing(self, here: Path) -> None:
        """An option without bindings has none that could beat the pipeline's own."""
        campaign(here, pipeline="map: a.md")
        assert names(bound(job("pipeline=p", "references=none"))["ships"]["map"].paths) == ["a.md"]

    def test_none_takes_the_place_of_a_pipelines_choice(self, here: Path) -> None:
        """One option at a time: what the other would have bound is not bound."""
        campaign(here, more=self.OPTIONS)
        text = "# @package _global_\ndefaults: [base, {override /references: east}, _self_]\n"
        write(here, {"conf/pipeline/p.yaml": text})
        assert names(bound(job("pipeline=p"))["ships"]["map"].paths) == ["east.md"]
        assert "map" not in bound(job("pipeline=p", "references=none"))["ships"]

    def test_a_value_on_the_command_line_beats_it(self, here: Path) -> None:
        """Both at once work."""
        campaign(here, more=self.OPTIONS)
        found = bound(job("pipeline=p", "references=east", "references.map=c.md"))["ships"]["map"]
        assert (names(found.paths), found.origin) == (["c.md"], "cli")

    def test_a_pipelines_own_choice_stays_below_its_inline_values(self, here: Path) -> None:
        """`override /references` in a pipeline's defaults list comes before what the pipeline writes itself."""
        campaign(here, more=self.OPTIONS)
        text = "# @package _global_\ndefaults: [base, {override /references: east}, _self_]\nreferences: {map: a.md}\n"
        write(here, {"conf/pipeline/p.yaml": text})
        assert names(bound(job("pipeline=p"))["ships"]["map"].paths) == ["a.md"]

    def test_a_group_at_lane_level(self, here: Path) -> None:
        """`+references@lanes.ships.references=east`."""
        campaign(here, pipeline="map: a.md", more=self.OPTIONS)
        found = bound(job("pipeline=p", "+references@lanes.ships.references=east"))
        assert names(found["ships"]["map"].paths) == ["east.md"]
        assert names(found["cargo"]["map"].paths) == ["a.md"]

    def test_a_sweep_over_groups(self, here: Path) -> None:
        """`-m references=east,west`."""
        campaign(here, more=self.OPTIONS)
        found = [bound(one)["ships"]["map"] for one in jobs("-m", "pipeline=p", "references=east,west")]
        assert [names(binding.paths) for binding in found] == [["east.md"], ["west.md"]]


ERRORS = {
    "unknown slot": ("mapp: a.md", "", [], ["pipeline p: references.mapp", "did you mean map?", "Names of the piers"]),
    "unknown on the command line": ("", "", ["references.x=a"], ["references.x", "notes (Earlier logs)"]),
    "unknown at lane level": ("", "crew: a.md", [], ["lane ships", "harbour/ships declares no slot crew", "map"]),
    "two items where one fits": ("map: [a.md, b.md]", "", [], ["takes one item", "2 are bound", "Names of the piers"]),
}


@pytest.mark.parametrize("case", ERRORS, ids=ERRORS.keys())
def test_errors_say_what_there_is(case: str, here: Path) -> None:
    """Pipeline, lane, slot and description, what exists, the nearest name."""
    pipeline, lane, overrides, expected = ERRORS[case]
    campaign(here, pipeline=pipeline, lane=lane)
    one = job("pipeline=p", *overrides)
    _, errors = resolve_bindings(one.settings, one.pipeline, SLOTS, ("ships", "cargo"))
    text = str(ReferenceBindingError.together(errors))
    assert [part for part in expected if part not in text] == []


def test_a_required_slot_must_be_bound(here: Path) -> None:
    """Unbinding it is the same error as never binding it."""
    campaign(here, pipeline="crew: c.md")
    slots = {**SLOTS, "cargo": (ReferenceSlot("crew", "Who works there", required=True),)}
    for overrides in (["references.crew=null"], ["~references.crew"]):
        one = job("pipeline=p", *overrides)
        _, errors = resolve_bindings(one.settings, one.pipeline, slots, ("ships", "cargo"))
        assert ["lane cargo: slot crew (Who works there) is required" in str(error) for error in errors] == [True]


def test_what_several_lanes_lack_is_said_once(here: Path) -> None:
    """Of one slot that two lanes declare alike; another description is another slot."""
    campaign(here)
    alike = ReferenceSlot("crew", "Who works there", required=True)
    slots = {"ships": (alike,), "cargo": (alike,), "quay": (ReferenceSlot("crew", "Who loads", required=True),)}
    one = job("pipeline=p")
    settings = attrs.evolve(one.settings, lanes={**one.settings.lanes, "quay": one.settings.lanes["cargo"]})
    _, errors = resolve_bindings(settings, one.pipeline, slots, ("ships", "cargo", "quay"))
    assert [str(error).partition(" is required")[0] for error in errors] == [
        "pipeline p, lanes ships, cargo: slot crew (Who works there)",
        "pipeline p, lane quay: slot crew (Who loads)",
    ]
    assert [error.lanes for error in errors] == [("ships", "cargo"), ("quay",)]


def test_a_slot_of_a_deselected_lane_is_no_error_from_config(here: Path) -> None:
    """The campaign binds for all its lanes, whatever runs today."""
    campaign(here, pipeline="crew: c.md")
    assert bound(job("pipeline=p"), ("ships",)) == {"ships": {}}


def test_a_slot_of_a_deselected_lane_is_an_error_on_the_command_line(here: Path) -> None:
    """Whoever types it means it for this run."""
    campaign(here)
    one = job("pipeline=p", "references.crew=c.md")
    _, errors = resolve_bindings(one.settings, one.pipeline, SLOTS, ("ships",))
    assert "only deselected lanes declare slot crew (cargo)" in str(errors[0])
