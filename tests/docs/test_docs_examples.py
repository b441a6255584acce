"""The examples of the documentation: commands run and print what is shown, YAML composes, code is the real code."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from omegaconf import OmegaConf

from notarius.config.trust import trust
from tests.config.composing import job
from tests.docs.pages import REPOSITORY, Block, Section, documentation, sections
from tests.docs.shell import Shell, commands, missing
from tests.installed import EXAMPLES, Installed

SECTIONS = [section for page in documentation() for section in sections(page)]
SHELLS = ("console", "sh", "bash", "shell")
# Proved elsewhere: the README's two commands install everything anew, and `.ci/run` runs them; a page with whole
# outputs has a test of its own.
ELSEWHERE = ("README.md", "docs/reference/describe-and-validate.md")


def blocks(section: Section, *languages: str) -> list[Block]:
    """A section's blocks in one of the languages."""
    return [block for block in section.blocks if block.language in languages]


def runnable(section: Section) -> list[Block]:
    """A section's blocks that are to be run."""
    return [block for block in blocks(section, *SHELLS) if "run" in block.marks]


def example(section: Section) -> str:
    """The example that a section's commands run in."""
    (name,) = {block.marks["run"] for block in runnable(section)} or {"dnd-session"}
    return name


@pytest.mark.slow
@pytest.mark.parametrize("section", [section for section in SECTIONS if runnable(section)], ids=str)
def test_commands_run_and_print_what_is_shown(
    section: Section, installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a fresh copy of the example, with the files that the section shows; the exit code is the one it says."""
    shell = Shell.opened(installed, example(section), tmp_path, monkeypatch)
    for block in section.blocks:
        if "file" in block.marks:
            shell.write(block.marks["file"], block.text)
        if block not in runnable(section):
            continue
        for command in (given := commands(block)):
            done = shell.run(command.text)
            expected = int(block.marks.get("exit", 0)) if command is given[-1] else 0
            assert done.code == expected, f"{section.page}:{block.line}: {command.text}\n{done.output}"
            assert not list(missing(command.output, done.output)), f"{section.page}:{block.line}\n{done.output}"


@pytest.mark.parametrize(
    "section", [section for section in SECTIONS if any("file" in b.marks for b in blocks(section, "yaml"))], ids=str
)
def test_yaml_composes(section: Section, installed: Installed, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option that a section writes can be chosen, and holds no unknown key and no wrong type.

    The folder is trusted: what needs trust is the commands' business.
    """
    monkeypatch.syspath_prepend(str(installed.folder))
    shutil.copytree(EXAMPLES / example(section), here, dirs_exist_ok=True)
    trust(here)
    shown = [block for block in blocks(section, "yaml") if block.marks.get("example") != "wrong"]
    files = [(block.marks["file"], block.text) for block in shown]
    for name, text in files:
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pipeline = next((Path(name).stem for name, _ in files if _group(name) == "pipeline"), _a_pipeline(here))
    for name, _ in files:
        option = Path(name).stem
        choice = {"pipeline": [], "lane": [f"+lane@lanes.shown={option}"]}.get(
            _group(name), [f"{_group(name)}={option}"]
        )
        job(f"pipeline={option if _group(name) == 'pipeline' else pipeline}", *choice)


def _group(name: str) -> str:
    return Path(name).parent.name


def _a_pipeline(folder: Path) -> str:
    return next(iter(sorted((folder / "conf" / "pipeline").glob("*.yaml")))).stem


def _excerpts() -> Iterator[tuple[str, Block]]:
    for section in SECTIONS:
        for block in section.blocks:
            if "source" in block.marks:
                yield section.page, block


@pytest.mark.parametrize(("page", "block"), list(_excerpts()), ids=lambda item: str(getattr(item, "line", item)))
def test_code_is_the_real_code(page: str, block: Block) -> None:
    """An excerpt stands in its file, word for word."""
    text = (REPOSITORY / block.marks["source"]).read_text(encoding="utf-8")
    assert block.text in text, f"{page}:{block.line} is not in {block.marks['source']}"


def test_no_example_is_forgotten() -> None:
    """Every block of commands, YAML or Python says what proves it, or that it is only shown."""
    proofs = {"run", "file", "source", "example"}
    unproved = [
        f"{section.page}:{block.line}"
        for section in SECTIONS
        if section.page not in ELSEWHERE
        for block in blocks(section, *SHELLS, "yaml", "python", "toml", "jinja")
        if not proofs & set(block.marks)
    ]
    assert unproved == []


def test_the_harness_sees_what_is_wrong() -> None:
    """A line that was not printed is missed; blanks and dots are forgiven."""
    printed = "decisions: 3 records\n  Dov   (1)\nresults: outputs/x\n"
    assert list(missing(("Dov (1)", "results: ..."), printed)) == []
    assert list(missing(("results: ...", "Dov (1)"), printed)) == ["Dov (1)"]
    assert list(missing(("4 records",), printed)) == ["4 records"]


def test_yaml_blocks_are_yaml() -> None:
    """Also those that are only shown."""
    for section in SECTIONS:
        for block in blocks(section, "yaml"):
            assert OmegaConf.create(block.text) is not None, f"{section.page}:{block.line}"


def test_examples_are_numerous() -> None:
    """The marks are found at all."""
    assert len(SECTIONS) > 5
    assert any(re.match("docs/cli.md", section.page) and runnable(section) for section in SECTIONS)
