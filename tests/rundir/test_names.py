import pytest

from notarius.rundir import unique_suffix


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
