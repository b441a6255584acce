"""The command line before Hydra sees it."""

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser
from hypothesis import given
from hypothesis import strategies as st
from omegaconf import OmegaConf

from notarius.config import arguments, stamps

PATHS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


def parsed(override: str) -> object:
    """The value Hydra's grammar reads."""
    (one,) = OverridesParser.create().parse_overrides([override])
    return one.value()


@given(PATHS.filter(lambda text: text not in ("null", "???")))
def test_any_file_name_survives_to_its_stamp(name: str) -> None:
    """In run mode the whole value is one path, whatever it holds."""
    stamps.register_resolvers()
    (prepared,) = arguments.prepare([f"references.roster={name}"], {})
    config = OmegaConf.create({"references": {"roster": parsed(prepared)}})
    stamps.stamp(config, "cli", "/where")
    plain = stamps.to_plain(config)
    assert plain["references"]["roster"].text == name


@pytest.mark.parametrize("value", ["", "null"])
def test_nothing_and_null_unbind(value: str) -> None:
    """`references.roster=` and `references.roster=null` both mean none."""
    assert arguments.prepare([f"references.roster={value}"], {}) == ["references.roster=null"]


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        pytest.param("a.md,b.md,null", "'a.md','b.md',null", id="three values"),
        pytest.param("'a,1.md',b.md", "'a,1.md','b.md'", id="comma in quotes"),
        pytest.param("[a,b],[c]", "['a','b'],['c']", id="lists"),
        pytest.param("[],x", "[],'x'", id="empty list"),
        pytest.param("[x].md,y", "'[x].md','y'", id="brackets in a name"),
        pytest.param("it's.md,b", r"'it\'s.md','b'", id="apostrophe inside a name"),
    ],
)
def test_with_multirun_values_are_split(given_value: str, expected: str) -> None:
    """With -m the value is first split at commas outside quotes."""
    prepared = arguments.prepare(["-m", f"references.roster={given_value}"], {})
    assert prepared == ["-m", f"references.roster={expected}"]


@pytest.mark.parametrize(
    "argument",
    ["pipeline=dnd-session", "references=party-a", "model.name=a,b", "-m", "~lane@lanes.npcs", "+lane@lanes.x=spells"],
)
def test_what_is_no_path_is_left_alone(argument: str) -> None:
    """Only keys that hold paths are rewritten."""
    assert arguments.prepare([argument], {}) == [argument]


@pytest.mark.parametrize("key", ["input.path", "lanes.spells.references.roster", "model.recordings", "+model.path"])
def test_every_path_key_is_quoted(key: str) -> None:
    """Lane-level bindings, model files and added keys are paths too."""
    assert arguments.prepare([f"{key}=a b(c)"], {}) == [f"{key}='a b(c)'"]


@pytest.mark.parametrize("value", ["sk-canary", "'sk-canary'"])
def test_a_key_on_the_command_line_goes_into_the_environment(value: str) -> None:
    """The secret is in no argument that Hydra could write down."""
    environment: dict[str, str] = {}
    prepared = arguments.prepare([f"model.api_key={value}"], environment)
    assert "sk-canary" not in prepared[0]
    assert list(environment.values()) == ["sk-canary"]


@given(PATHS.filter(lambda text: text != "null"))
def test_what_people_see_is_what_they_gave(name: str) -> None:
    """Quotes and escapes are Hydra's business; titles and manifests show the name."""
    (prepared,) = arguments.prepare([f"references.roster={name}"], {})
    assert arguments.shown_override(prepared, lambda path: path) == f"references.roster={name}"


@pytest.mark.parametrize(
    ("prepared", "expected"),
    [
        pytest.param("references.roster='/far/a.md'", "references.roster=.../a.md", id="absolute path"),
        pytest.param("references.lists=['/far/a.md','b c.md']", "references.lists=[.../a.md,b c.md]", id="list"),
        pytest.param("references.lists=[]", "references.lists=[]", id="empty list"),
        pytest.param("references.roster=null", "references.roster=null", id="null"),
        pytest.param("model.name='/not/a/path'", "model.name=/not/a/path", id="no path key"),
        pytest.param("model.api_key='env:NOTARIUS_SECRET_1'", "model.api_key=env:NOTARIUS_SECRET_1", id="lifted"),
        pytest.param("+lane@lanes.more=notes", "+lane@lanes.more=notes", id="group"),
        pytest.param("~lanes.more", "~lanes.more", id="deletion"),
        pytest.param("only=[one,two]", "only=[one,two]", id="names"),
    ],
)
def test_overrides_as_people_read_them(prepared: str, expected: str) -> None:
    """Without quotes, absolute paths as they are displayed."""
    assert arguments.shown_override(prepared, lambda path: f".../{path.rsplit('/', 1)[-1]}") == expected
