"""Gold rows of a harbour's day, as lines of a file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def row(name: str, ship: str | None, *units: str, kind: str = "record", **more: Any) -> dict[str, Any]:
    """A gold row in notarius' own shape; fields beside the ship go into `fields`."""
    outside: dict[str, Any] = {key: more.pop(key) for key in ("lane", "note", "part") if key in more}
    return {"id": name, "kind": kind, "units": list(units), "fields": {"ship": ship, **more}, **outside}


def write_gold(path: Path, rows: Sequence[Any]) -> Path:
    """Writes rows, or texts as they are, a line each."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
