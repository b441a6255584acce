"""What an offline routine says beside its records: that a reference which is bound told it nothing."""

from collections.abc import Iterable

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk


def notes_on(chunk: Chunk, references: ReferenceSet, read: Iterable[tuple[str, str, object]]) -> dict[str, list[str]]:
    """The answer's `notes`, once a lane: with the first chunk.

    Args:
        chunk: the chunk that is answered.
        references: the lane's.
        read: slots, each with what is looked for in it and with what was found; nothing found is noted.
    """
    told = [
        f"{slot}: no {wanted} could be read from it"
        for slot, wanted, found in read
        if chunk.index == 0 and not found and references.text(slot).strip()
    ]
    return {"notes": told} if told else {}
