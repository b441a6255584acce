"""The names that module authors may use: what they are, where they are documented, who keeps to them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import notarius

REPOSITORY = Path(__file__).parents[1]
PAGE = REPOSITORY / "docs" / "reference" / "api.md"
OUTSIDER = REPOSITORY / "examples" / "meeting-minutes"
MODULES = REPOSITORY / "notarius" / "modules"
# Where public names are defined; built-in modules import them from there.
HOMES = ("notarius.contracts", "notarius.digests", "notarius.text", "notarius.errors")
HEAVY = ("hydra", "omegaconf", "cattrs", "jinja2", "rich", "rapidfuzz", "httpx", "aiohttp", "asyncio")


def imports(folder: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that the Python files below a folder import."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield from ((node.module or "", alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from ((alias.name, "") for alias in node.names)


def test_every_public_name_is_documented_and_no_other() -> None:
    """The tables of docs/reference/api.md name what `__all__` names."""
    documented = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(documented) == sorted(notarius.__all__)


@pytest.mark.parametrize("name", notarius.__all__)
def test_a_public_name_exists(name: str) -> None:
    """It can be imported, and is the thing of that name."""
    assert getattr(notarius, name) is not None


def test_importing_notarius_is_cheap() -> None:
    """Neither Hydra nor anything else that costs time comes with the public names."""
    code = f"import sys, notarius; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_outsider_uses_nothing_else() -> None:
    """The example package imports from `notarius` itself, and public names only."""
    used = {(module, name) for module, name in imports(OUTSIDER) if module.split(".")[0] == "notarius"}
    assert len(used) > 10
    assert used - {("notarius", name) for name in notarius.__all__} == set()


def test_built_in_modules_use_nothing_else() -> None:
    """They import public names where these are defined, so that they could be outsiders too."""
    used = {
        (module, name)
        for module, name in imports(MODULES)
        if module.split(".")[0] == "notarius" and not module.startswith("notarius.modules")
    }
    assert {module for module, _ in used if not module.startswith(HOMES)} == set()
    assert {name for _, name in used} - set(notarius.__all__) == set()
