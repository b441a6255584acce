"""Reading takes time in proportion to the file, and importing takes little."""

import json
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from notarius.transcripts import parse_transcript

NAMES = ["MARA", "BRAM", "Noor (Chair)", "Dr. Moss"]
SAID = "I said: no, not at 10:30, the harbour closes then (laughs) and nobody rows"


def _measured(text: str) -> float:
    content = text.encode()
    begin = time.process_time()
    parse_transcript(content)
    return time.process_time() - begin


def _segments(count: int) -> str:
    turns = [{"id": n, "start": n, "end": n + 1, "speaker": NAMES[n % 4], "text": SAID} for n in range(count)]
    return json.dumps({"segments": turns})


def _lines(count: int) -> str:
    return "\n".join(f"[{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}] {NAMES[n % 4]}: {SAID}" for n in range(count))


@pytest.mark.parametrize("written", [_segments, _lines], ids=["whisper", "text"])
def test_thirty_thousand_turns(written: Callable[[int], str]) -> None:
    """A long session is read in about half a second; the bound leaves room for slow machines."""
    assert _measured(written(30_000)) < 3


HOSTILE: dict[str, Callable[[int], str]] = {
    "one endless line": lambda size: "a: " + "b " * (size // 2),
    "blanks": lambda size: "[00:12" + " " * size + "x",
    "open brackets": lambda size: "[" + "(" * size,
    "names and no colon": lambda size: "Mara " * (size // 5),
    "stars": lambda size: "**" + "*a" * (size // 2),
    "every label once": lambda size: "\n".join(f"Name{number}: x" for number in range(size // 30)),
    "digits": lambda size: "\n".join(["A" * 40 + " 1:1" * 10] * (size // 80)),
    "dashes": lambda size: "00:01" + "-" * size,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_no_text_takes_more_than_its_length(case: str) -> None:
    """A megabyte of anything, in time that a quadratic step would exceed a thousandfold."""
    assert _measured(HOSTILE[case](1_000_000)) < 4


def test_import_needs_nothing_but_the_standard_library_and_attrs() -> None:
    """The program's cold start is counted in tenths of a second."""
    code = "import sys, notarius.transcripts; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    clean = subprocess.run(
        [sys.executable, "-c", "import sys; print(*{name.split('.')[0] for name in sys.modules})"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert set(loaded) - set(clean) - sys.stdlib_module_names == {"attr", "attrs", "notarius"}
