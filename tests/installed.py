"""notarius and the example package as wheels, installed into a folder of their own, and the program run from there."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs
import pytest

REPOSITORY: Final = Path(__file__).parents[1]
EXAMPLES: Final = REPOSITORY / "examples"
PROJECTS: Final = (REPOSITORY, EXAMPLES / "meeting-minutes")
_BUILD: Final = "import sys, hatchling.build; hatchling.build.build_wheel(sys.argv[1])"


@attrs.frozen
class Installed:
    """A folder of installed distributions, to be put before everything else.

    Attributes:
        folder: the target of the installation.
    """

    folder: Path

    def environment(self, home: Path) -> dict[str, str]:
        """Variables under which Python finds these distributions first, and nothing of the user's own."""
        own = {
            "HOME": home,
            "USERPROFILE": home,
            "NOTARIUS_CONFIG_DIR": home / "config",
            "XDG_CACHE_HOME": home / "cache",
        }
        texts = {name: str(path) for name, path in own.items()}
        return {**os.environ, **texts, "PYTHONPATH": str(self.folder), "COLUMNS": "120", "PYTHONUTF8": "1"}

    def run(self, *arguments: str, cwd: Path, home: Path) -> "subprocess.CompletedProcess[str]":
        """Run `python ARGUMENTS`."""
        return _python(*arguments, cwd=cwd, env=self.environment(home))


def installed_once(factory: pytest.TempPathFactory) -> Installed:
    """Both wheels, built and installed once a test run, whichever worker comes first."""
    base = factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installed"
    if not shared.is_dir():
        scratch = Path(tempfile.mkdtemp(dir=base))
        _install(scratch)
        try:
            scratch.rename(shared)
        except OSError:  # another worker was faster
            shutil.rmtree(scratch)
    return Installed(shared)


def _install(target: Path) -> None:
    wheels = target.with_name(f"{target.name}-wheels")
    for project in PROJECTS:
        _checked("-c", _BUILD, str(wheels), cwd=project)
    files = [str(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    offline = ["--no-deps", "--no-index", "--compile", "--disable-pip-version-check"]
    _checked("-m", "pip", "install", "--quiet", *offline, "--target", str(target), *files, cwd=wheels)


def _checked(*arguments: str, cwd: Path) -> None:
    done = _python(*arguments, cwd=cwd, env={**os.environ, "PIP_CONFIG_FILE": os.devnull})
    assert done.returncode == 0, done.stdout + done.stderr


def _python(*arguments: str, cwd: Path, env: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
