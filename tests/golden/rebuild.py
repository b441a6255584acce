"""Everything golden anew after an edit of templates, schema or example: `python -m tests.golden.rebuild`.

Recordings are carried over first, by the program's own verb; then prompts and runs are written. Read the differences.
"""

import sys

from notarius.cli import main
from tests.golden import prompts, runs
from tests.golden.example import EXAMPLE, JOB, RECORDINGS, inside


def rekey() -> int:
    """Carry the recordings over to the questions that are asked now; the verb's exit code."""
    with inside(EXAMPLE):
        replay = ("model=replay", f"model.recordings={RECORDINGS}")
        return main(["recordings", "rekey", *JOB, *replay, "--prune"])


def rebuild() -> int:
    """Recordings, prompts and runs; 1 if answers are missing and have to be written first."""
    prompts.write()
    if rekey() != 0:
        return 1
    runs.write()
    return 0


if __name__ == "__main__":
    sys.exit(rebuild())
