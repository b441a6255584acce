"""`compose`: the job of a command line, without running it."""

from pathlib import Path

import pytest

from notarius.config.arguments import prepare
from notarius.config.driver import compose
from notarius.errors import ConfigError
from tests.campaigns import PIPELINE, write
from tests.config.composing import job

LINES = {
    "packaged": ["pipeline=dnd-session"],
    "campaign": ["pipeline=mine", "input.path=a b.txt", "references.roster=r,1.md"],
    "another folder": ["pipeline=mine", "only=[spells]", "--config-dir", "../away"],
}


@pytest.mark.parametrize("case", LINES, ids=LINES.keys())
def test_it_is_the_job_that_a_run_gets(case: str, here: Path) -> None:
    """Settings, choices, campaign folder and effective config are the same; no folder is made."""
    for folder in (here, here.parent / "away"):
        write(folder, {"conf/pipeline/mine.yaml": PIPELINE})
    composed = compose(prepare(LINES[case], {}))
    assert not (here / "outputs").exists()
    assert composed == job(*LINES[case])


def test_a_saved_config_composes_as_it_runs(here: Path) -> None:
    """`--config-path RUN/.hydra` is understood as `launch` does."""
    job("pipeline=dnd-session", "references.roster=r.md")
    (saved,) = here.glob("outputs/*/*/.hydra")
    replay = ["--config-path", str(saved)]
    assert compose(replay) == job(*replay)
    assert compose(replay).pipeline == "dnd-session"


def test_what_does_not_compose(here: Path) -> None:
    """A ConfigError, as `launch` raises it."""
    with pytest.raises(ConfigError, match="did you mean dnd-session"):
        compose(["pipeline=dnd-sesion"])


def test_a_lane_may_be_made_on_the_command_line(here: Path) -> None:
    """Whole, key by key, or of an option."""
    made = (
        ["+lanes.extra={extract: dnd/spells}"],
        ["+lanes.extra.extract=dnd/spells", "+lanes.extra.chunking.max_tokens=500"],
        ["+lane@lanes.extra=spells", "lanes.extra.references.roster=r.md"],
    )
    for overrides in made:
        assert "extra" in job("pipeline=dnd-session", *overrides).settings.lanes
