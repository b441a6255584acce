"""Slots, bindings and a counter for tests of reference contents."""

from pathlib import Path

import attrs

from notarius.contracts.references import Origin, ReferenceBinding


@attrs.define
class WordCounter:
    """Counts words, and how often it was asked."""

    calls: int = 0
    name: str = "words"
    exact: bool = False

    def count(self, text: str) -> int:
        """Words of the text."""
        self.calls += 1
        return len(text.split())


def binding(slot: str, *paths: Path, written_in: Path | None = None) -> ReferenceBinding:
    """Bound on the command line, unless a YAML file is named."""
    origin: Origin = "cli" if written_in is None else "config"
    return ReferenceBinding(slot, tuple(map(str, paths)), origin, "pipeline", str(written_in) if written_in else None)


def name_of(path: Path) -> str:
    """A display path."""
    return f".../{path.name}"
