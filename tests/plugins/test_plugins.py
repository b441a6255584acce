import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from notarius.errors import ExtractorError
from notarius.plugins import BUILT_IN, available_extractors, load_extractor
from tests.plugins.distribution import install

NUMBERS = itertools.count(1)
BUILT_IN_NAMES = [module.removeprefix("notarius.modules.").replace(".", "/") for module in BUILT_IN]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on this process's path, into which distributions can be put."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def installed(site: Path, code: str, name: str = "garden/plantings", attribute: str = "EXTRACTOR") -> str:
    """Install a distribution of a new name whose module has this code; gives the distribution's name."""
    distribution = f"garden_{next(NUMBERS)}"
    install(site, distribution, code, {name: f"{distribution}:{attribute}" if attribute else distribution})
    return distribution


def run(site: Path, code: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a process of its own that has the folder on its path."""
    paths = os.pathsep.join([str(site), os.getcwd()])  # noqa: PTH109 (a text is what the environment takes)
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)


def test_an_installed_extractor_is_found_by_its_entry_point(site: Path) -> None:
    """Installing a distribution is all it takes; its extractor is listed beside the built-in ones."""
    install(site, "garden", "EXTRACTOR = made(actor='gardener')", {"garden/plantings": "garden:EXTRACTOR"})

    done = run(
        site,
        "from notarius.plugins import *\nprint(load_extractor('garden/plantings').actor, *available_extractors())",
    )

    assert done.stderr == ""
    assert done.stdout.split()[0] == "gardener"
    assert {*BUILT_IN_NAMES, "garden/plantings"} <= set(done.stdout.split()[1:])


def test_listing_imports_no_plugin(site: Path) -> None:
    """A broken plugin does not stop anyone from seeing what is installed."""
    installed(site, "raise RuntimeError('on import')")

    assert "garden/plantings" in available_extractors()


def test_an_unknown_name_lists_what_exists_and_suggests_the_nearest(site: Path) -> None:
    """The message says what would have been right."""
    installed(site, "EXTRACTOR = made()")

    with pytest.raises(ExtractorError) as caught:
        load_extractor("garden/planting")

    assert "no extractor 'garden/planting'; installed are " in str(caught.value)
    assert "garden/plantings" in str(caught.value)
    assert str(caught.value).endswith("did you mean 'garden/plantings'?")


DOES_NOT_IMPORT = {
    "raises": ("raise RuntimeError('no seeds')", "EXTRACTOR", "RuntimeError: no seeds"),
    "exits": ("raise SystemExit(3)", "EXTRACTOR", "SystemExit: 3"),
    "lacks a dependency": ("import no_such_module", "EXTRACTOR", "ModuleNotFoundError"),
    "syntax error": ("def", "EXTRACTOR", "SyntaxError"),
    "no such attribute": ("", "PLANTINGS", "AttributeError"),
}


@pytest.mark.parametrize(("code", "attribute", "reason"), DOES_NOT_IMPORT.values(), ids=DOES_NOT_IMPORT)
def test_a_plugin_that_does_not_import_is_an_error(site: Path, code: str, attribute: str, reason: str) -> None:
    """It is never swallowed: the error names the distribution, the entry point and the reason."""
    distribution = installed(site, code, attribute=attribute)

    with pytest.raises(ExtractorError) as caught:
        load_extractor("garden/plantings")

    assert f"distribution {distribution} 2.5 (entry point garden/plantings = {distribution}:" in str(caught.value)
    assert f"does not import: {reason}" in str(caught.value)


WRONG = {
    "no extractor": ("EXTRACTOR = 'garden'", "is of type str, not a notarius Extractor"),
    "other name": ("EXTRACTOR = made(name='garden/plants')", "the extractor calls itself 'garden/plants'"),
    "no version": ("EXTRACTOR = made(version='')", "version has to be a text that is not empty"),
    "slot twice": (
        "EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', 'x'), ReferenceSlot('beds', 'y')))",
        "slot 'beds' is declared more than once",
    ),
    "slot name": (
        "EXTRACTOR = made(reference_slots=(ReferenceSlot('Flower-Beds', 'x'),))",
        "slot name 'Flower-Beds' has to match [a-z][a-z0-9_]*",
    ),
    "slot without description": ("EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', ' '),))", "a description"),
    "slots in a list": ("EXTRACTOR = made(reference_slots=[])", "reference_slots has to be a tuple of ReferenceSlot"),
    "one slot, no tuple": ("EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', 'x')))", "has to be a tuple"),
    "media types, no tuple": (
        "EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', 'x', accepted_media_types=('text/csv')),))",
        "slot 'beds': accepted_media_types has to be a tuple of texts",
    ),
    "media type": (
        "EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', 'x', accepted_media_types=('.md',)),))",
        "slot 'beds': '.md' is no media type such as text/markdown or text/*",
    ),
    "max_bytes": (
        "EXTRACTOR = made(reference_slots=(ReferenceSlot('beds', 'x', max_bytes=0),))",
        "slot 'beds': max_bytes has to be a positive number or None, not 0",
    ),
    "key": ("EXTRACTOR = made(key='tree')", "key 'tree' is no field of Planting; its fields are plant, gardener"),
    "identity": ("EXTRACTOR = made(identity=('plant', 'bed'))", "identity 'bed' is no field of Planting"),
    "identity, no tuple": ("EXTRACTOR = made(identity=('plant'))", "identity has to be a tuple of field names"),
    "actor": ("EXTRACTOR = made(actor='owner')", "actor 'owner' is no field of Planting"),
    "plain class": (
        "class Plain:\n    plant = ''\nEXTRACTOR = made(record=Plain)",
        "a frozen attrs class, not 'Plain'",
    ),
    "dataclass": (
        "from dataclasses import *\n@dataclass(frozen=True)\nclass Data:\n  plant: str\nEXTRACTOR = made(record=Data)",
        "a frozen attrs class, not 'Data'",
    ),
    "mutable": ("@attrs.define\nclass Loose:\n    plant: str\nEXTRACTOR = made(record=Loose)", "not 'Loose'"),
    "validated on assignment": (
        "@attrs.define\nclass L:\n  plant = attrs.field(converter=str, on_setattr=int)\nEXTRACTOR = made(record=L)",
        "not 'L'",
    ),
    "instance": ("EXTRACTOR = made(record=Planting('rose'))", "record has to be a frozen attrs class"),
    "field named evidence": (
        "@attrs.frozen\nclass Proof:\n    plant: str\n    evidence: str\nEXTRACTOR = made(record=Proof)",
        "record has a field 'evidence'",
    ),
    "templates": ("EXTRACTOR = made(templates={'instructions': 'List.'})", "templates has to be PromptTemplates"),
    "sources for templates": (
        "EXTRACTOR = made(templates=PromptTemplates('List.', '{{ chunk }}'))",
        "templates has to",
    ),
    "validators": ("EXTRACTOR = made(validators=('check',))", "validators has to be a tuple of callables"),
    "merge": ("EXTRACTOR = made(merge='plant')", "merge has to be a MergeRule or None"),
    "severity": ("EXTRACTOR = made(leak_severity='error')", "leak_severity has to be 'fail' or 'warn', not 'error'"),
    "offline": ("EXTRACTOR = made(offline='routine')", "offline has to be callable or None"),
    "variants": ("EXTRACTOR = made(variants=('rose',))", "variants has to be callable or None"),
}


@pytest.mark.parametrize(("code", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_declarations_are_an_error(site: Path, code: str, reason: str) -> None:
    """What a module declares is checked when it is loaded, and the blame goes to its distribution."""
    distribution = installed(site, code)

    with pytest.raises(ExtractorError) as caught:
        load_extractor("garden/plantings")

    assert reason in str(caught.value)
    assert all(f"of distribution {distribution} 2.5" in problem for problem in caught.value.problems)


def test_all_wrong_declarations_are_told_together(site: Path) -> None:
    """A module author mends everything in one go."""
    installed(site, "EXTRACTOR = made(key='tree', actor='owner', version='')")

    with pytest.raises(ExtractorError) as caught:
        load_extractor("garden/plantings")

    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("name", ["Garden", "garden plants", "garden//plants", "../garden", "garden/"])
def test_a_name_is_words_with_slashes(site: Path, name: str) -> None:
    """A name stands in configurations and in paths of reports, so it holds nothing that they would trip over."""
    installed(site, f"EXTRACTOR = made(name={name!r})", name=name)

    with pytest.raises(ExtractorError, match="a name is lower-case words with slashes between"):
        load_extractor(name)


RIGHT = {
    "frozen by define": "@attrs.define(frozen=True)\nclass Bed:\n    plant: str\nEXTRACTOR = made(record=Bed)",
    "frozen without slots": "@attrs.frozen(slots=False)\nclass Bed:\n    plant: str\nEXTRACTOR = made(record=Bed)",
    "frozen base class": "@attrs.frozen\nclass Tree(Planting):\n    age: int = 0\nEXTRACTOR = made(record=Tree)",
    "everything": (
        "EXTRACTOR = made(identity=('plant', 'gardener'), actor='gardener', offline=lambda chunk, references: {},"
        " variants=lambda value, references: (), validators=(lambda record, context: (),), leak_severity='fail',"
        " merge=MergeRule(lambda r: (), lambda r: r[0]),"
        " reference_slots=(ReferenceSlot('beds', 'x', accepted_media_types=('text/*', 'application/json')),))"
    ),
}


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_right_declarations_load(site: Path, code: str) -> None:
    """Whatever the contracts allow passes the checks."""
    installed(site, code)

    assert load_extractor("garden/plantings").name == "garden/plantings"


def test_a_plugin_cannot_take_a_built_in_name(site: Path) -> None:
    """Listing tells of it, so does looking for another plugin; the built-in extractor itself stays what it is."""
    distribution = installed(site, f"EXTRACTOR = made(name={BUILT_IN_NAMES[0]!r})", name=BUILT_IN_NAMES[0])

    with pytest.raises(ExtractorError, match=f"of distribution {distribution} 2.5 .* has the name of a built-in"):
        available_extractors()
    with pytest.raises(ExtractorError, match="has the name of a built-in"):
        load_extractor("garden/plantings")


def test_two_distributions_cannot_give_the_same_name(site: Path) -> None:
    """Which of them would be used must not depend on the order of a path."""
    first, second = installed(site, "EXTRACTOR = made()"), installed(site, "EXTRACTOR = made()")

    with pytest.raises(ExtractorError) as caught:
        load_extractor("garden/plantings")

    assert f"distribution {first} 2.5" in str(caught.value)
    assert f"distribution {second} 2.5" in str(caught.value)
    assert "uninstall all but one" in str(caught.value)


@pytest.mark.parametrize("name", BUILT_IN_NAMES)
def test_built_in_extractors_load(name: str) -> None:
    """Each one that is listed is there and passes the checks that plugins have to pass."""
    assert load_extractor(name).name == name


def test_built_in_extractors_need_no_scan(site: Path) -> None:
    """Reading the metadata of all that is installed takes time, so it waits until a name is not built in."""
    done = run(
        site,
        "import sys\nfrom notarius.plugins import load_extractor\n"
        f"load_extractor({BUILT_IN_NAMES[0]!r})\nprint('importlib.metadata' in sys.modules)",
    )

    assert done.stdout.strip() == "False", done.stderr
