"""YAML from a stranger: nothing is executed, the file and the key are named, nothing is made."""

from pathlib import Path

import pytest

from notarius.config.driver import launch
from notarius.config.settings import Job
from notarius.errors import ConfigError, UntrustedConfigError
from tests.campaigns import PIPELINE, write
from tests.config.composing import job

CALLBACK = "{_target_: shutil.copy, src: SOURCE, dst: TARGET}"


def run(arguments: list[str]) -> None:
    """A run that must not get as far as its task."""

    def task(ran: Job, directory: Path) -> None:
        raise AssertionError(f"ran {ran.pipeline} in {directory}")

    launch(arguments, check=lambda job: None, task=task)


HOSTILE = {
    "callback in a pipeline": ("conf/pipeline/p.yaml", PIPELINE + f"hydra: {{callbacks: {{x: {CALLBACK}}}}}\n"),
    "target in a reference": ("conf/pipeline/p.yaml", PIPELINE + f"references: {{roster: {CALLBACK}}}\n"),
    "target in a lane": ("conf/pipeline/p.yaml", PIPELINE + f"lanes: {{x: {CALLBACK}}}\n"),
    "target in a list": ("conf/pipeline/p.yaml", PIPELINE + f"only: [{CALLBACK}]\n"),
    "launcher target": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {launcher: {_target_: os.system}}\n"),
    "sweeper": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {sweeper: {max_batch_size: 1}}\n"),
    "job environment": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {job: {env_set: {PATH: /tmp}}}\n"),
    "logging handler": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {job_logging: {root: {level: DEBUG}}}\n"),
    "search path": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {searchpath: [file:///tmp]}\n"),
    "callbacks as an interpolation": ("conf/pipeline/p.yaml", PIPELINE + "hydra: {callbacks: '${only}'}\n"),
    "forged stamp": (
        "conf/pipeline/p.yaml",
        PIPELINE + "references: {roster: \"${notarius.path:cli,'/etc','passwd'}\"}\n",
    ),
    "python tag": ("conf/pipeline/p.yaml", PIPELINE + "only: !!python/object/apply:os.system ['touch TARGET']\n"),
    "secret": ("conf/pipeline/p.yaml", PIPELINE + "model: {extra_body: {api_key: canary}}\n"),
    "userinfo": ("conf/pipeline/p.yaml", PIPELINE + "model: {extra_body: {url: 'https://canary:x@host/'}}\n"),
}


@pytest.mark.parametrize("case", HOSTILE, ids=HOSTILE.keys())
def test_a_hostile_pipeline_is_refused(case: str, here: Path) -> None:
    """Exit 2, nothing executed, no output directory."""
    name, text = HOSTILE[case]
    write(here, {"source.txt": "x", name: text.replace("SOURCE", "source.txt").replace("TARGET", "target.txt")})
    with pytest.raises(ConfigError) as error:
        run(["pipeline=p"])
    assert not (here / "target.txt").exists()
    assert not (here / "outputs").exists()
    assert "pipeline/p" in str(error.value)
    assert "canary" not in str(error.value)


COPY = "{_target_: shutil.copy, src: source.txt, dst: target.txt}"
PLACED = {
    "package hydra": f"# @package hydra\ncallbacks: {{x: {COPY}}}\n",
    "package hydra.callbacks": f"# @package hydra.callbacks\nx: {COPY}\n",
    "global": f"# @package _global_\nhydra: {{callbacks: {{x: {COPY}}}}}\n",
}


@pytest.mark.parametrize("group", ["pipeline", "lane", "references", "model", "input"])
@pytest.mark.parametrize("header", PLACED, ids=PLACED.keys())
def test_no_group_places_anything_under_hydra(group: str, header: str, here: Path) -> None:
    """A package header reaches Hydra's node from any group."""
    write(here, {"source.txt": "x", "conf/pipeline/p.yaml": PIPELINE, f"conf/{group}/evil.yaml": PLACED[header]})
    chosen = (
        ["pipeline=evil"] if group == "pipeline" else ["pipeline=p", f"{'+' if group == 'lane' else ''}{group}=evil"]
    )
    with pytest.raises(ConfigError, match=r"evil\.yaml"):
        run(chosen)
    assert not (here / "target.txt").exists()


@pytest.mark.parametrize("group", ["launcher", "sweeper", "callbacks", "job_logging", "output"])
def test_a_group_of_hydras_own_is_refused(group: str, here: Path) -> None:
    """`conf/hydra/<group>/` of a campaign offers nothing."""
    evil = "_target_: os.system\n"
    write(here, {"conf/pipeline/p.yaml": PIPELINE, f"conf/hydra/{group}/evil.yaml": evil})
    with pytest.raises(ConfigError, match=f"hydra/{group}"):
        run(
            [
                "pipeline=p",
                f"{'' if group in ('launcher', 'sweeper', 'job_logging', 'output') else '+'}hydra/{group}=evil",
            ]
        )


@pytest.mark.parametrize(
    "entry",
    ["override /hydra/sweeper: basic", "/hydra/callbacks@hydra.x: a", "/lane@hydra.callbacks: spells"],
)
def test_a_defaults_list_may_not_reach_hydra(entry: str, here: Path) -> None:
    """The defaults list is another way under Hydra's node."""
    text = f"# @package _global_\ndefaults:\n  - dnd-session\n  - {entry}\n  - _self_\n"
    write(here, {"conf/pipeline/p.yaml": text, "conf/hydra/callbacks/a.yaml": "x: 1\n"})
    with pytest.raises(ConfigError):
        run(["pipeline=p"])


def test_run_directories_and_the_choice_of_a_launcher_are_allowed(here: Path) -> None:
    """What a campaign legitimately wants of Hydra."""
    text = (
        "# @package _global_\ndefaults:\n  - dnd-session\n  - override /hydra/launcher: basic\n  - _self_\n"
        "hydra: {run: {dir: runs/x}, sweep: {dir: sweeps, subdir: y}}\n"
    )
    write(here, {"conf/pipeline/p.yaml": text})
    ran: list[Path] = []
    launch(["pipeline=p"], check=lambda job: None, task=lambda job, directory: ran.append(directory))
    assert ran == [here / "runs" / "x"]


TRUST = {
    "environment": "references: {roster: '${oc.env:HOME}/roster.md'}\n",
    "computed resolver": "only: ['${${x}:HOME}']\n",
    "file outside": "references: {roster: ../../../roster.md}\n",
    "absolute file": "lanes: {spells: {references: {roster: /etc/hostname}}}\n",
    "header through another key": "model: {name: 'env:HOME', headers: {X: '${model.name}'}}\n",
    "headers through another key": "model: {extra_body: {X: 'env:HOME'}, headers: '${model.extra_body}'}\n",
    "launcher's folder": "hydra: {launcher: {submitit_folder: ../../elsewhere}}\n",
    "launcher's program": "hydra: {launcher: {python: evil}}\n",
    "launcher's script": 'hydra: {launcher: {partition: "gpu\\ntouch x"}}\n',
    "model made of text": "model: '${oc.create:{api_key_env: HOME}}'\n",
    "lane's model made of text": "lanes: {spells: {model: '${oc.create:{api_key_env: HOME}}'}}\n",
    "model by default": "model: '${oc.select:nowhere,{api_key_env: HOME}}'\n",
}


@pytest.mark.parametrize("case", TRUST, ids=TRUST.keys())
def test_reaching_outside_wants_trust(case: str, here: Path) -> None:
    """Until the folder is trusted the lines are listed and nothing runs."""
    write(here, {"conf/pipeline/p.yaml": PIPELINE + TRUST[case]})
    with pytest.raises(UntrustedConfigError, match="notarius trust") as error:
        run(["pipeline=p"])
    assert "p.yaml" in error.value.problems[0]


TOO_MUCH = {
    "aliases that multiply": (
        "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)),
        "more than",
    ),
    "nested mappings": ("extra_body: " + "{a: " * 3000 + "1" + "}" * 3000, "nested deeper than"),
    "nested lists": ("extra_body: " + "[" * 200 + "1" + "]" * 200, "nested deeper than"),
    "aliases that nest": (
        "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200)),
        "nested deeper than",
    ),
    "an alias of itself": ("extra_body: &a {b: *a}\n", "holds itself"),
    "a file without end": ("# " + "x" * 2_000_000 + "\nname: x\n", "bytes"),
}


@pytest.mark.parametrize("case", TOO_MUCH, ids=TOO_MUCH.keys())
def test_yaml_that_is_too_much_is_refused_unread(case: str, here: Path) -> None:
    """Neither time nor memory is spent on it, and the file is named."""
    text, reason = TOO_MUCH[case]
    write(here, {"conf/pipeline/p.yaml": PIPELINE, "conf/model/evil.yaml": text})
    with pytest.raises(ConfigError, match=reason) as error:
        run(["pipeline=p", "model=evil"])
    assert "conf/model/evil.yaml" in str(error.value)


def test_anchors_and_aliases_may_be_used(here: Path) -> None:
    """What a person writes with them is far below the bounds."""
    text = PIPELINE + "chunking: &c {max_tokens: 700}\nlanes: {spells: {chunking: *c}, npcs: {chunking: *c}}\n"
    write(here, {"conf/pipeline/p.yaml": text})
    assert job("pipeline=p").settings.lanes["npcs"].chunking == {"max_tokens": 700}


def test_a_key_may_take_what_another_says(here: Path) -> None:
    """Plain interpolation inside the campaign needs no trust."""
    text = PIPELINE + "chunking: {max_tokens: 700}\nlanes: {spells: {chunking: '${chunking}'}}\n"
    write(here, {"conf/pipeline/p.yaml": text})
    assert job("pipeline=p").settings.lanes["spells"].chunking["max_tokens"] == 700


def test_a_link_out_of_the_folder_wants_trust(here: Path) -> None:
    """A symbolic link does not hide where a file lies."""
    (here.parent / "outside.md").write_text("x", encoding="utf-8")
    write(here, {"conf/pipeline/p.yaml": PIPELINE + "references: {roster: ../../link.md}\n"})
    (here / "link.md").symlink_to(here.parent / "outside.md")
    with pytest.raises(UntrustedConfigError):
        run(["pipeline=p"])


def test_a_trusted_folder_may(here: Path) -> None:
    """`notarius trust FOLDER`, once."""
    from notarius.config.trust import trust

    write(here, {"conf/pipeline/p.yaml": PIPELINE + TRUST["file outside"]})
    trust(here)
    jobs: list[Job] = []
    launch(["pipeline=p"], check=lambda job: None, task=lambda job, directory: jobs.append(job))
    assert len(jobs) == 1
