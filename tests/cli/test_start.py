"""What a process of ours does first, and what a caller's process is spared."""

import subprocess
import sys

import pytest

PROGRAM = """
import gc, sys
from notarius.cli import main
before = gc.get_threshold()
sys.argv = ["notarius", "--version"]
main(*eval({arguments!r}))
print("changed" if gc.get_threshold() != before else "as before")
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [("()", "changed"), ("(['--version'],)", "as before")],
    ids=["the command itself", "called by another program"],
)
def test_garbage_is_collected_less_often_in_our_own_process_only(arguments: str, expected: str) -> None:
    """The command sets how often cycles are looked for; whoever calls `main` with arguments keeps their setting."""
    program = PROGRAM.format(arguments=arguments)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == expected
