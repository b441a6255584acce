"""Golden runs: what recorded answers come to, file by file. `python -m tests.golden.runs`."""

import json
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

from notarius.cli import main
from tests.golden.example import EXAMPLE, GOLD, JOB, RECORDINGS, inside

FOLDER: Final = Path(__file__).with_name("runs") / "quillwater"
COMMAND: Final = "python -m tests.golden.runs"
README: Final = RECORDINGS / "README.md"
#: What is the same for the same answers; see docs/reference/run-directory.md.
FILES: Final = (
    *(f"{folder}/{lane}.jsonl" for folder in ("artifacts", "rejected") for lane in ("spells", "npcs")),
    "artifacts/spells.csv",
    "artifacts/npcs.csv",
    "findings.jsonl",
    "diagnostics/merges.jsonl",
    "diagnostics/notes.jsonl",
)
_FIGURES: Final = ("recall", "precision", "f1", "attribution")


def run(directory: Path, *overrides: str) -> str:
    """Replay the recordings into a run directory, and return what was printed.

    Raises:
        RuntimeError: if the run did not end well; recordings miss a question after its template was edited.
    """
    replay = ("model=replay", f"model.recordings={RECORDINGS}", f"hydra.run.dir={directory}", "progress=off")
    return _said([*JOB, *replay, *overrides])


def _said(arguments: list[str]) -> str:
    printed = StringIO()
    with inside(EXAMPLE), redirect_stdout(printed):
        code = main(arguments)
    if code != 0:
        raise RuntimeError(f"{' '.join(arguments)} ended with {code}; try: python -m tests.golden.rebuild")
    return printed.getvalue()


def files(directory: Path) -> dict[str, bytes]:
    """The golden files as they stand in a directory."""
    return {name: (directory / name).read_bytes() for name in FILES}


def figures(directory: Path) -> Mapping[str, Mapping[str, Any]]:
    """How good a run is by the gold lists: figures by lane."""
    found = {}
    for lane, gold in GOLD.items():
        said = _said(["evaluate", str(directory), "--gold", str(gold), "--lane", lane, "--resamples", "1", "--json"])
        score = json.loads(said)["runs"][0]["overall"]
        found[lane] = {name: score[name] for name in ("gold", "found", "records", "wrong", *_FIGURES)}
    return found


def table(directory: Path) -> str:
    """The figures as the fixture's README has them."""
    rows = [
        f"| {lane} | {score['found']} of {score['gold']} | {score['wrong']} of {score['records']} | "
        + " | ".join("-" if score[name] is None else f"{score[name]:.3f}" for name in _FIGURES)
        + " |"
        for lane, score in figures(directory).items()
    ]
    head = f"| lane | found | false | {' | '.join(_FIGURES)} |\n| --- | --- | --- |{' --- |' * len(_FIGURES)}"
    return "\n".join([head, *rows]) + "\n"


def write(folder: Path = FOLDER, readme: Path = README) -> None:
    """Write the golden files, and the figures into the fixture's README, anew."""
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch) / "run"
        run(directory)
        for name, content in files(directory).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        before, _, rest = readme.read_text(encoding="utf-8").partition("| lane |")
        after = rest.partition("\n\n")[2]
        readme.write_text(f"{before}{table(directory)}\n{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
