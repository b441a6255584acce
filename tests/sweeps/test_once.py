"""No work twice: what one job has read, cut or asked for, the next one has."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from notarius import assembly
from notarius.assembly.preparation import prepare
from tests.campaigns import write
from tests.cli.running import Program, lines
from tests.config.composing import jobs
from tests.server import ModelServer
from tests.sweeps import plots

_LISTENERS: list[list[str]] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and arguments[1] is not None:  # None: the system call behind an opening that was told already
        for names in _LISTENERS:
            names.append(str(arguments[0]))


# A hook stays for good, and a worker may come to this module more than once.
sys.addaudithook(_note)


@contextmanager
def opened() -> Iterator[list[str]]:
    """The names of the files that Python opens meanwhile, as the interpreter itself tells."""
    names: list[str] = []
    _LISTENERS.append(names)
    try:
        yield names
    finally:
        _LISTENERS.remove(names)


def counted(names: list[str], folder: Path) -> Counter[str]:
    """How often each of the user's own files was opened."""
    own = (Path(name) for name in names if name.startswith(str(folder)))
    return Counter(
        path.name for path in own if "multirun" not in path.parts and path.suffix in (".txt", ".md", ".yaml")
    )


def test_every_file_is_read_once(garden: Path, notarius: Program) -> None:
    """Transcript, references and YAML, however many jobs use them."""
    seen = []
    for seeds in ("1", "1,2,3"):
        write(garden, {"talk.txt": f"Wren: I plant bed{seeds}\n", "north.md": f"Ilsa owns bed {seeds}.\n"})
        given = ["references=north,south,none", f"model.seed={seeds}"]
        with opened() as names:
            assert notarius("-m", "pipeline=both", "input.path=talk.txt", *given).code == 0
        seen.append(counted(names, garden))
    few, many = seen
    assert (few["talk.txt"], many["talk.txt"]) == (1, 1)
    assert (few["north.md"], many["north.md"]) == (1, 1)
    for name in ("both.yaml", "plots.yaml", "north.yaml", "south.yaml"):
        assert few[name] == many[name] > 0


def test_many_inputs_are_read_once_each(garden: Path, notarius: Program) -> None:
    """Also where the same inputs come around again with the next value."""
    talks = {f"talk-{number}.txt": f"Wren: I plant bed{number}\n" for number in range(12)}
    write(garden, talks)
    with opened() as names:
        ran = notarius("-m", "pipeline=plots", "references=north,south", f"input.path={','.join(talks)}")
    assert ran.code == 0
    assert {name: counted(names, garden)[name] for name in talks} == dict.fromkeys(talks, 1)


def test_chunks_are_cut_once(garden: Path) -> None:
    """Two jobs that differ in a reference have the same chunks, not only equal ones."""
    one, two = jobs("-m", "pipeline=plots", "input.path=talk.txt", "references=north,south")
    assert prepare(one).lanes[0].chunks is prepare(two).lanes[0].chunks
    assert prepare(one).lanes[0].references != prepare(two).lanes[0].references


def test_a_file_that_changed_is_read_again(garden: Path) -> None:
    """What a preflight prepared holds for the run that follows it, and for no later preflight."""
    (one,) = jobs("-m", "pipeline=plots", "input.path=talk.txt")
    assembly.check(one)
    write(garden, {"talk.txt": "Wren: I plant mint\n"})
    assembly.check(one)
    assert len(prepare(one).transcript.units) == 1


def test_a_lane_that_does_not_see_the_plan_asks_once(garden: Path, notarius: Program) -> None:
    """Its answers come from the cache in every job but the first; the other lane asks in each."""
    write(garden, {"conf/references/east.yaml": "plan: ../../east.md\n", "east.md": "Ada owns bed one.\n"})
    with ModelServer(plots.answer) as server:
        given = [*plots.server_overrides(server.base_url), "references=north,south,east"]
        ran = notarius("-m", "pipeline=both", "input.path=talk.txt", *given)
        planless = [seen for seen in server.seen if "owns" not in seen.system]
    assert ran.code == 0
    assert (len(planless), len(server.seen)) == (plots.CHUNKS, 4 * plots.CHUNKS)
    told = [(job["requests"], job["cache_hits"]) for job in plots.summary(garden)["jobs"]]
    assert told == [(6, 0), (3, 3), (3, 3)]
    blind = [lines(path) for path in sorted(garden.glob("multirun/*/*/*/artifacts/blind.jsonl"))]
    assert blind[0] == blind[1] == blind[2] != []


def test_lanes_that_ask_the_same_ask_once(garden: Path, notarius: Program) -> None:
    """Two lanes of one job, at the same time, with nothing bound in either."""
    with ModelServer(plots.answer) as server:
        given = [*plots.server_overrides(server.base_url), "references=none,north"]
        ran = notarius("-m", "pipeline=both", "input.path=talk.txt", *given)
    assert ran.code == 0
    assert len(server.seen) == 2 * plots.CHUNKS


def test_the_same_sweep_again_asks_nothing(garden: Path, notarius: Program) -> None:
    """Every answer is in the cache; the records are the same."""
    with ModelServer(plots.answer) as server:
        arguments = ["-m", "pipeline=both", "input.path=talk.txt", *plots.server_overrides(server.base_url)]
        first = notarius(*arguments, "references=north,south", "hydra.sweep.dir=first")
        asked = len(server.seen)
        again = notarius(*arguments, "references=north,south", "hydra.sweep.dir=again")
        assert (first.code, again.code) == (0, 0)
        assert len(server.seen) == asked == 3 * plots.CHUNKS
    for path in sorted((garden / "first").rglob("artifacts/*")):
        assert path.read_bytes() == (garden / "again" / path.relative_to(garden / "first")).read_bytes()


def test_tokens_of_kept_answers_cost_nothing(garden: Path, notarius: Program) -> None:
    """Tokens say what the answers took; cost says what was paid for this time."""
    with ModelServer(plots.answer) as server:
        arguments = ["-m", "pipeline=plots", "input.path=talk.txt", *plots.server_overrides(server.base_url)]
        notarius(*arguments, "references=north,north", "model.price.input=1000000", "model.price.output=0")
    jobs_ = plots.summary(garden)["jobs"]
    assert [job["input_tokens"] for job in jobs_] == [300, 300]
    assert [job["cost"] for job in jobs_] == [300.0, 0.0]
