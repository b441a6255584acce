import subprocess
import sys
from pathlib import Path

import pytest

from notarius.rundir import claim_directory, unique_suffix

CLAIM = """
import sys
from pathlib import Path
from notarius.rundir.names import claim_directory
sys.stdin.readline()
for _ in range(5):
    print(claim_directory(Path(sys.argv[1]), "10-00-00").name)
"""


@pytest.mark.parametrize(
    ("entropy", "suffix"),
    [
        pytest.param(b"\0\0\0\0", "000000", id="lowest"),
        pytest.param(b"\xff\xff\xff\xff", "zzzzzz", id="highest"),
        pytest.param(b"\0\0\0\x01", "100000", id="one"),
    ],
)
def test_a_suffix_follows_from_its_entropy(entropy: bytes, suffix: str) -> None:
    """Six letters and digits stand for 30 bits."""
    assert unique_suffix(entropy) == suffix


def test_suffixes_differ() -> None:
    """Suffixes drawn one after the other differ, and are safe file names on every system."""
    drawn = {unique_suffix() for _ in range(1000)}
    assert len(drawn) >= 999
    assert all(name.isascii() and name.isalnum() and name == name.lower() and len(name) == 6 for name in drawn)


def test_a_claimed_directory_is_new(tmp_path: Path) -> None:
    """Claiming makes the directory, and what is missing above it."""
    path = claim_directory(tmp_path / "outputs" / "2031-05-04", "10-00-00")
    assert path.is_dir()
    assert path.name.startswith("10-00-00-")


def test_a_claim_where_none_can_be_made(tmp_path: Path) -> None:
    """A file in the way is an error, not a loop."""
    (tmp_path / "outputs").write_bytes(b"")
    with pytest.raises(OSError, match="outputs"):
        claim_directory(tmp_path / "outputs", "10-00-00")


def test_twenty_processes_get_directories_of_their_own(tmp_path: Path) -> None:
    """Runs started at the same moment do not share a directory."""
    command = [sys.executable, "-c", CLAIM, str(tmp_path)]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(20)]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    names = [name for process in started for name in process.communicate()[0].split()]
    assert len(names) == 100
    assert sorted(names) == sorted(path.name for path in tmp_path.iterdir())
