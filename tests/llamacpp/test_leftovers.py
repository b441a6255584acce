import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads and sockets are read in /proc")


def ran(gguf: Path, what: str) -> Any:
    """What the program printed; it ended by itself and without a word of the engine's."""
    command = [sys.executable, "-m", "tests.llamacpp.program", str(gguf), what]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr in (b"", b"the first question took its time\n" * 2)
    return json.loads(done.stdout)


def test_closing_leaves_nothing(gguf: Path) -> None:
    """Threads and the port go, although a question was under way; one thread of the library's log stays, once."""
    first, second = ran(gguf, "close")
    for report in (first, second):
        assert report["during"]["sockets"] > report["after"]["sockets"] == 0
        assert report["during"]["threads"] > report["after"]["threads"] + 3
        assert report["after"]["python threads"] == 1
    assert second["after"]["threads"] <= first["after"]["threads"] <= 2


def test_the_interpreter_ends_without_closing_too(gguf: Path) -> None:
    """Whoever forgets to close, or is stopped before, has no process that hangs."""
    first, second = ran(gguf, "leave")
    assert first["during"]["sockets"] > 0
    assert second["during"]["sockets"] > 0
