"""How large and how deep a YAML file may be that is not packaged.

Aliases make a few lines stand for more than any memory holds, and nesting exhausts the stack of whoever reads it. The
events of YAML's parser show both before anything is built of them.
"""

from pathlib import Path
from typing import Final

import attrs
import yaml

MAX_BYTES: Final = 1_000_000
MAX_NODES: Final = 100_000  # aliases counted with all that they stand for
MAX_DEPTH: Final = 50
_Loader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@attrs.define
class _Size:
    """What a node holds.

    Attributes:
        nodes: itself and everything below.
        depth: levels, itself included.
        is_open: whether its end is still to come.
    """

    nodes: int = 1
    depth: int = 1
    is_open: bool = False

    def add(self, below: "_Size") -> None:
        """Count a child."""
        self.nodes += below.nodes
        self.depth = max(self.depth, below.depth + 1)


class _Measure:
    """Sizes of the nodes that are open, the whole file first, and of those with an anchor."""

    def __init__(self) -> None:
        self.above = [_Size()]
        self.anchored: dict[str, _Size] = {}

    def take(self, event: yaml.Event) -> str | None:
        """Count an event; says what is too much."""
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if isinstance(event, yaml.CollectionStartEvent):
            self.above.append(self._named(event, _Size(is_open=True)))
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self.above.pop()
            closed.is_open = False
            self.above[-1].add(closed)
        elif isinstance(event, yaml.ScalarEvent):
            self.above[-1].add(self._named(event, _Size()))
        return self._excess()

    def _named(self, event: yaml.NodeEvent, size: _Size) -> _Size:
        if event.anchor is not None:
            self.anchored[event.anchor] = size
        return size

    def _alias(self, event: yaml.AliasEvent) -> str | None:
        size = self.anchored.get(event.anchor or "", _Size())
        if size.is_open:
            return f"what is anchored as {event.anchor} holds itself"
        self.above[-1].add(size)
        return self._excess()

    def _excess(self) -> str | None:
        if max(len(self.above), self.above[-1].depth) > MAX_DEPTH:
            return f"nested deeper than {MAX_DEPTH} levels"
        if self.above[-1].nodes > MAX_NODES:
            return f"more than {MAX_NODES:,} values, counted with all that its aliases stand for"
        return None


def excess(file: Path) -> str | None:
    """Why a YAML file is too much to read, or None. What is no YAML at all is left to whoever reads it."""
    size = file.stat().st_size
    if size > MAX_BYTES:
        return f"{size:,} bytes, and a file of configuration may have {MAX_BYTES:,}"
    measure = _Measure()
    try:
        events = yaml.parse(file.read_text(encoding="utf-8"), Loader=_Loader)
        return next((problem for event in events if (problem := measure.take(event)) is not None), None)
    except (yaml.YAMLError, UnicodeDecodeError):
        return None
