"""Where YAML is looked for."""

from pathlib import Path

import pytest

from notarius.config.location import find_locations, packaged_conf
from notarius.config.stamps import WrittenPath
from notarius.errors import ConfigError
from tests.campaigns import PIPELINE, write
from tests.config.composing import job


def test_the_nearest_ancestor_with_pipelines_is_the_campaign(here: Path) -> None:
    """Found from the working directory upwards."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "deep/er/x": ""})
    assert find_locations(here / "deep" / "er").campaign == here


def test_the_search_stops_at_home(home: Path, here: Path) -> None:
    """What lies above home is somebody else's; home itself may be a campaign."""
    write(home.parent, {"conf/pipeline/p.yaml": PIPELINE})
    assert find_locations(here).campaign is None
    write(home, {"conf/pipeline/p.yaml": PIPELINE})
    assert find_locations(here).campaign == home


def test_the_packaged_folder_is_no_campaign() -> None:
    """Started inside a checkout, there is no campaign."""
    assert find_locations(packaged_conf()).campaign is None


@pytest.mark.parametrize("named", ["camp", "camp/conf", "./camp/../camp"])
def test_config_dir_names_the_campaign_or_its_conf(named: str, here: Path) -> None:
    """Both are what people try."""
    write(here, {"camp/conf/pipeline/p.yaml": PIPELINE})
    assert find_locations(here, named).campaign == here / "camp"


def test_config_dir_replaces_the_search(here: Path) -> None:
    """Not both."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "other/conf/lane/x.yaml": ""})
    assert find_locations(here, "other").campaign == here / "other"


@pytest.mark.parametrize(
    ("named", "message"),
    [("nowhere", "no such folder"), ("empty", "holds no conf/ with one of pipeline/, lane/")],
)
def test_a_wrong_config_dir_is_an_error(named: str, message: str, here: Path) -> None:
    """What was looked for is said."""
    (here / "empty").mkdir()
    with pytest.raises(ConfigError, match=message):
        find_locations(here, named)


def test_the_primary_configs_name_is_reserved(here: Path) -> None:
    """A campaign cannot take the primary config's place."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "conf/notarius.yaml": "hydra: {}\n"})
    with pytest.raises(ConfigError, match="reserved"):
        find_locations(here)


def test_a_campaign_adds_and_shadows(here: Path) -> None:
    """An option of the campaign comes before the packaged one of that name."""
    write(
        here,
        {
            "conf/pipeline/mine.yaml": PIPELINE + "chunking: {max_tokens: 7}\n",
            "conf/lane/spells.yaml": "extract: dnd/spells\nchunking: {max_units: 3}\n",
        },
    )
    one = job("pipeline=mine")
    assert one.settings.chunking.max_tokens == 7
    assert one.settings.lanes["spells"].chunking == {"max_units": 3}
    assert one.campaign == here


def test_input_paths_in_yaml_are_relative_to_their_file(here: Path) -> None:
    """The same rule serves `input.path`."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE + "input: {path: ../../session.json}\n"})
    path = job("pipeline=p").settings.input.path
    assert path is not None
    assert path.path == str(here / "session.json")


WRITERS = {
    "a pipeline": ({"conf/pipeline/p.yaml": PIPELINE + "references: {roster: r.md}\n"}, [], "conf/pipeline/r.md"),
    "a pipeline below": (
        {"conf/pipeline/deep/p.yaml": PIPELINE.replace("dnd-", "/pipeline/dnd-") + "references: {roster: r.md}\n"},
        ["pipeline=deep/p"],
        "conf/pipeline/deep/r.md",
    ),
    "lane level of a pipeline": (
        {"conf/pipeline/p.yaml": PIPELINE + "lanes: {spells: {references: {roster: ../r.md}}}\n"},
        [],
        "conf/r.md",
    ),
    "a references group": ({"conf/references/g.yaml": "roster: ../../r.md\n"}, ["references=g"], "r.md"),
    "a references group at lane level": (
        {"conf/references/g.yaml": "roster: r.md\n"},
        ["+references@lanes.spells.references=g"],
        "conf/references/r.md",
    ),
    "a lane": (
        {"conf/lane/spells.yaml": "extract: dnd/spells\nreferences: {roster: ../lists/r.md}\n"},
        [],
        "conf/lists/r.md",
    ),
}


@pytest.mark.parametrize("case", WRITERS, ids=WRITERS.keys())
def test_a_path_is_relative_to_the_file_that_wrote_it(case: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever in the campaign that is, and wherever the program was started."""
    files, arguments, expected = WRITERS[case]
    write(here, {"conf/pipeline/p.yaml": PIPELINE, **files, "inner/x": ""})
    monkeypatch.chdir(here / "inner")
    chosen = [] if any(argument.startswith("pipeline=") for argument in arguments) else ["pipeline=p"]
    settings = job(*chosen, *arguments).settings
    bound = settings.lanes["spells"].references.get("roster", settings.references.get("roster"))
    assert isinstance(bound, WrittenPath)
    assert (bound.path, bound.origin) == (str(here / expected), "config")
    assert Path(bound.source) == here / next(reversed(files))


def test_home_and_absolute_paths(home: Path, here: Path) -> None:
    """`~` is the home folder; an absolute path stays."""
    one = job("pipeline=dnd-session", "references.roster=~/r.md", f"input.path={here / 'x y.json'}")
    roster, path = one.settings.references["roster"], one.settings.input.path
    assert not isinstance(roster, tuple)
    assert roster.path == str(home / "r.md")
    assert path is not None
    assert path.path == str(here / "x y.json")


def test_a_replayed_config_finds_the_same_files(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`.hydra/config.yaml` keeps paths and origins, from whatever directory it is used."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE + "references: {roster: ../../r.md}\n"})
    first = job("pipeline=p", "references.glossary=g.md", "input.path=s.json")
    (saved,) = here.glob("outputs/*/*/.hydra")
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    again = job("--config-path", str(saved), "--config-name", "config")
    assert again.settings.references == first.settings.references
    assert again.settings.input == first.settings.input
