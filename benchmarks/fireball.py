"""The offline routine of `dnd/spells` on a play-by-post combat whose casts a bot has proven.

    python benchmarks/fireball.py ../shared/data/fireball

The folder has the chat with the bot's commands and without them (`chat_*.jsonl`), `roster.md`, and `gold_casts.jsonl`,
which names events. A record finds a cast of its spell if it cites a turn at most four events from the command or from
where it is told. Without the commands only casts that the chat names can be found.
"""

import json
import sys
import tempfile
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent))
from unseen import notarius

_NEAR: Final = 4
_ALIKE: Final = 0.85


def main() -> None:
    """Prints a line for each chat, with the roster and without."""
    folder = Path(sys.argv[1]).resolve()
    gold = [row for row in rows(folder / "gold_casts.jsonl") if row["kind"] == "cast"]
    print("| chat | casts | roster | found | with the right character | wrong |\n| --- | --- | --- | --- | --- | --- |")
    for chat, wanted in (
        ("chat_with_commands", gold),
        ("chat_no_commands", [row for row in gold if row["named_in_narrative"]]),
    ):
        for bound in (True, False):
            records = read(folder, chat, folder / "roster.md" if bound else None)
            pairs = matched(wanted, records, [row["event_index"] for row in rows(folder / f"{chat}.jsonl")])
            right = sum(alike(record["fields"]["caster"], cast["character"]) for cast, record in pairs)
            counts = (len(pairs), right, len(records) - len(pairs))
            print(f"| {chat} | {len(wanted)} | {'yes' if bound else 'no'} | {' | '.join(map(str, counts))} |")


def rows(file: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def read(folder: Path, chat: str, roster: Path | None) -> list[dict[str, Any]]:
    """The records of a run."""
    with tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        overrides = [f"input.path={folder / chat}.jsonl", f"references.roster={roster or 'null'}"]
        notarius("pipeline=dnd-session", "only=[spells]", *overrides, f"hydra.run.dir={run}")
        return rows(run / "artifacts" / "spells.jsonl")


def matched(
    gold: list[dict[str, Any]], records: list[dict[str, Any]], events: list[int]
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Casts with the record that finds each; a record finds one."""
    left, pairs = list(records), []
    for cast in gold:
        places = [place for name in ("event_index", "narrative_event_index") if (place := cast.get(name)) is not None]
        hit = next((record for record in left if finds(record, cast["spell"], places, events)), None)
        if hit is not None:
            left.remove(hit)
            pairs.append((cast, hit))
    return pairs


def finds(record: dict[str, Any], spell: str, places: list[int], events: list[int]) -> bool:
    """Whether a record is of that spell and cites a turn near one of those events."""
    cited = [events[int(evidence["unit"][1:]) - 1] for evidence in record["evidence"]]
    return alike(record["fields"]["spell"], spell) and any(abs(one - at) <= _NEAR for one in cited for at in places)


def alike(one: str | None, other: str) -> bool:
    """Whether two names are the same, letters alone."""
    first, second = ("".join(filter(str.isalpha, name.casefold())) for name in (one or "", other))
    return SequenceMatcher(None, first, second).ratio() >= _ALIKE


if __name__ == "__main__":
    main()
