"""What validators may look at beside a record."""

from notarius.contracts.extraction import ValidationContext
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import SourceUnit


def test_speakers_are_all_labels_found_once() -> None:
    """Units without a label have none; asking again gives the same object."""
    units = (SourceUnit("u1", "Ahoy.", "Ilsa"), SourceUnit("u2", "Aye.", None), SourceUnit("u3", "Ahoy.", "Ilsa"))
    context = ValidationContext(units, ReferenceSet())
    assert context.speakers == {"Ilsa"}
    assert context.speakers is context.speakers
