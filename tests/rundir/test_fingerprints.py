from typing import Any

import attrs
import pytest

from notarius.contracts.runs import LaneManifest, TemplateDigests
from notarius.rundir import fingerprinted, lane_fingerprint, run_fingerprint
from tests.rundir.samples import INPUT_DIGEST, lane_manifest, reference

ASKED: dict[str, Any] = {
    "input_digest": "sha256:input",
    "input_format": "plain",
    "reader": {"encoding": "utf-8"},
    "chunking": {"budget": 800, "overlap": 2},
    "counter": "o200k_base",
    "templates": TemplateDigests("sha256:instructions", "sha256:chunk", "1"),
    "schema_digest": "sha256:schema",
    "extractor": "harbour/moorings",
    "extractor_version": "2",
    "references": {"registry": ["sha256:a", "sha256:b"], "glossary": []},
    "model_kind": "openai",
    "model_name": "small",
    "parameters": {"temperature": 0.0, "seed": None},
}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"input_digest": "sha256:other"}, id="input"),
        pytest.param({"input_format": "srt"}, id="reader"),
        pytest.param({"reader": {"encoding": "latin-1"}}, id="reader options"),
        pytest.param({"chunking": {"budget": 801, "overlap": 2}}, id="chunking"),
        pytest.param({"counter": "estimate"}, id="counter"),
        pytest.param({"templates": TemplateDigests("sha256:x", "sha256:chunk", "1")}, id="instructions"),
        pytest.param({"templates": TemplateDigests("sha256:instructions", "sha256:x", "1")}, id="chunk template"),
        pytest.param({"schema_digest": "sha256:x"}, id="schema"),
        pytest.param({"extractor": "harbour/cargo"}, id="extractor"),
        pytest.param({"extractor_version": "3"}, id="extractor version"),
        pytest.param({"references": {"registry": ["sha256:a", "sha256:c"]}}, id="reference content"),
        pytest.param({"references": {"registry": ["sha256:b", "sha256:a"]}}, id="binding order"),
        pytest.param({"references": {"glossary": ["sha256:a", "sha256:b"]}}, id="slot"),
        pytest.param({"references": {}}, id="unbound"),
        pytest.param({"model_kind": "llamacpp"}, id="model kind"),
        pytest.param({"model_name": "large"}, id="model"),
        pytest.param({"parameters": {"temperature": 0.1, "seed": None}}, id="sampling"),
    ],
)
def test_what_is_asked_changes_the_fingerprint(change: dict[str, Any]) -> None:
    """Whatever changes the questions changes the fingerprint."""
    assert lane_fingerprint(**{**ASKED, **change}) != lane_fingerprint(**ASKED)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"references": {"registry": ["sha256:a", "sha256:b"]}}, id="unbound slot left out"),
        pytest.param({"references": {"glossary": [], "registry": ("sha256:a", "sha256:b")}}, id="order of slots"),
        pytest.param({"parameters": {"seed": None, "temperature": 0.0}}, id="order of keys"),
        pytest.param(
            {"templates": TemplateDigests("sha256:instructions", "sha256:chunk", "9")}, id="version for people"
        ),
    ],
)
def test_what_is_not_asked_does_not(change: dict[str, Any]) -> None:
    """The same questions have the same fingerprint, however they are written down."""
    assert lane_fingerprint(**{**ASKED, **change}) == lane_fingerprint(**ASKED)


def test_the_fingerprint_is_pinned() -> None:
    """A fingerprint means the same in the next release; a change here makes old runs incomparable."""
    pinned = "sha256:cd1889568a03856caa2ee98d4fb870925600ff4315cce64530db998944ce1743"
    assert lane_fingerprint(**ASKED) == pinned


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"checks": {"near": 9}}, id="checks"),
        pytest.param({"outcome": "partial", "chunks": (), "records": 0}, id="what came of it"),
        pytest.param({"references": (reference(origin_uri="other.md", source="cli", written_in=None),)}, id="origin"),
    ],
)
def test_paths_and_outcomes_do_not_enter(change: dict[str, Any]) -> None:
    """The same content from another file is the same question."""
    assert lane_manifest(**change).fingerprint == lane_manifest().fingerprint


def test_a_manifest_is_enough_to_check_its_fingerprint() -> None:
    """A lane's fingerprint can be computed again from what its manifest records, in binding order."""
    two = (reference(), reference(content=b"Egret"))
    lane = lane_manifest(references=two)
    assert lane.model is not None
    assert lane.templates is not None
    assert lane.fingerprint == lane_fingerprint(
        input_digest=INPUT_DIGEST,
        input_format="plain",
        reader=lane.reader,
        chunking=lane.chunking,
        counter="o200k_base",
        templates=lane.templates,
        schema_digest=lane.schema_digest or "",
        extractor=lane.extractor,
        extractor_version="2",
        references={"registry": [item.digest for item in two]},
        model_kind="openai",
        model_name="small",
        parameters=lane.model.parameters,
    )


def test_a_lane_that_says_too_little_has_none() -> None:
    """A deselected lane asks nothing, so it has no fingerprint."""
    lane = LaneManifest("weather", "deselected", "harbour/weather")
    assert fingerprinted(lane, input_digest=INPUT_DIGEST, input_format="plain").fingerprint is None


def test_the_run_hashes_its_lanes() -> None:
    """A run's fingerprint changes with each lane's and its name, and not with order or deselected lanes."""
    one, other = lane_manifest("one"), lane_manifest("other", extractor_version="3")
    off = LaneManifest("off", "deselected", "harbour/off")
    assert run_fingerprint([one, other]) == run_fingerprint([other, off, one])
    changed = [[one], [one, attrs.evolve(other, name="third")], [one, lane_manifest("other", extractor_version="4")]]
    assert len({run_fingerprint(lanes) for lanes in [[one, other], *changed]}) == 4
