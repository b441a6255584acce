import pytest

from notarius.contracts.lanes import lane_name_problem
from notarius.contracts.results import LaneResult
from notarius.contracts.runs import (
    EXIT_CODES,
    LaneManifest,
    LaneOutcome,
    RunStatus,
    lane_outcome,
    run_status,
)
from tests.rundir.samples import chunk


@pytest.mark.parametrize(
    ("statuses", "interrupted", "outcome"),
    [
        pytest.param([], False, "done", id="no chunks"),
        pytest.param(["records", "nothing"], False, "done", id="all answered"),
        pytest.param(["nothing", "nothing"], False, "done", id="honestly nothing"),
        pytest.param(["records", "failed"], False, "partial", id="one failed"),
        pytest.param(["nothing", "not_asked"], False, "partial", id="budget ran out"),
        pytest.param(["failed", "failed"], False, "failed", id="all failed"),
        pytest.param(["failed", "not_asked"], False, "failed", id="gave up"),
        pytest.param(["records", "not_asked"], True, "interrupted", id="interrupted"),
        pytest.param(["not_asked"], True, "interrupted", id="interrupted at once"),
        pytest.param(["records", "records"], True, "done", id="interrupted after its last chunk"),
        pytest.param(["records", "failed"], True, "partial", id="interrupted after its last failure"),
    ],
)
def test_lane_outcome(statuses: list[str], interrupted: bool, outcome: LaneOutcome) -> None:
    """A lane's outcome follows from its chunks."""
    chunks = [chunk(number, status) for number, status in enumerate(statuses, 1)]
    assert lane_outcome(chunks, interrupted=interrupted) == outcome


@pytest.mark.parametrize(
    ("lanes", "status", "code"),
    [
        pytest.param(["done", "done"], "done", 0, id="done"),
        pytest.param(["done", "deselected"], "done", 0, id="deselected does not count"),
        pytest.param(["failed", "deselected"], "failed", 1, id="all that ran failed"),
        pytest.param(["done", "failed"], "partial", 1, id="one lane failed"),
        pytest.param(["partial"], "partial", 1, id="in part"),
        pytest.param(["done", "failed", "interrupted"], "interrupted", 130, id="interrupted"),
    ],
)
def test_run_status(lanes: list[LaneOutcome], status: RunStatus, code: int) -> None:
    """A run's status and exit code follow from its lanes."""
    assert run_status(lanes) == status
    assert EXIT_CODES[status] == code


@pytest.mark.parametrize("name", ["moorings", "a", "0", "ship-2_b", "console", "a" * 64])
def test_lane_names(name: str) -> None:
    """A name of safe characters is a lane's name."""
    assert lane_name_problem(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "../x", "a/b", "a\\b", "A", "-a", "_a", "a.b", "a b", "ä", "a\n", "a" * 65, "con", "nul", "com1", "lpt9"],
)
def test_lane_names_that_are_no_file_names(name: str) -> None:
    """A name that is no safe file name on every system is refused, in the manifest and in the results."""
    assert repr(name) in (lane_name_problem(name) or "")
    with pytest.raises(ValueError, match="lane "):
        LaneManifest(name, "done", "harbour/moorings")
    with pytest.raises(ValueError, match="lane "):
        LaneResult(name, ("ship",), "ship")
