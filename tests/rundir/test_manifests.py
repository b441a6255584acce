import json
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notarius.contracts.runs import (
    BoundReference,
    ChunkOutcome,
    ChunkRun,
    InputManifest,
    LaneManifest,
    LaneRun,
    ModelManifest,
    RunBlock,
    RunManifest,
)
from notarius.errors import RunDirectoryError
from notarius.rundir import manifest_json, package_versions, platform_name, read_manifest, stable_json
from tests.rundir.samples import chunk, lane_manifest, manifest, reference, run_block

FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SETTINGS = st.dictionaries(st.text(max_size=5), JSON, max_size=3)
SHORT: dict[Any, st.SearchStrategy[Any]] = {float: FINITE, str: st.text(max_size=5)}


def few(cls: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    """None to two instances of a class, all fields drawn."""
    drawn = {field.name: SHORT.get(field.type, st.from_type(field.type)) for field in attrs.fields(cls)}
    return st.lists(st.builds(cls, **drawn), max_size=2).map(tuple)


def manifests() -> st.SearchStrategy[RunManifest]:
    """Manifests of all shapes."""
    models = st.builds(ModelManifest, name=st.text(max_size=5), parameters=SETTINGS)
    lanes = st.builds(
        LaneManifest,
        name=st.from_regex(r"[a-z][a-z0-9_-]{5,9}", fullmatch=True),
        chunking=SETTINGS,
        reader=SETTINGS,
        checks=SETTINGS,
        references=few(BoundReference),
        unbound=st.lists(st.text(max_size=5), max_size=2).map(tuple),
        model=st.none() | models,
        fingerprint=st.none() | st.text(max_size=5),
        chunks=few(ChunkOutcome),
        records=st.integers(),
    )
    runs = st.dictionaries(st.text(max_size=5), st.builds(ChunkRun, seconds=FINITE), max_size=2)
    blocks = st.builds(
        RunBlock,
        seconds=FINITE,
        overrides=st.lists(st.text(max_size=5), max_size=2).map(tuple),
        lanes=st.dictionaries(st.text(max_size=5), st.builds(LaneRun, chunks=runs), max_size=2),
    )
    packages = st.dictionaries(st.text(max_size=5), st.none() | st.text(max_size=5), max_size=2)
    return st.builds(
        RunManifest,
        input=st.builds(InputManifest),
        lanes=st.lists(lanes, max_size=2).map(tuple),
        packages=packages,
        run=blocks,
        campaign=st.none() | st.text(max_size=5),
    )


@given(written=manifests())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_what_is_read_is_what_was_written(written: RunManifest, tmp_path: Path) -> None:
    """A manifest that was written and read again is equal."""
    path = tmp_path / "manifest.json"
    path.write_bytes(manifest_json(written).encode("utf-8", "backslashreplace"))
    assert read_manifest(path) == written


def test_settings_are_equal_whatever_sequences_they_were_made_of(tmp_path: Path) -> None:
    """Tuples in settings are lists in the manifest from the start, so that reading changes nothing."""
    path = tmp_path / "manifest.json"
    written = manifest(lane_manifest(chunking={"budget": 8, "breaks": ("scene", ("a", "b"))}))
    path.write_text(manifest_json(written), encoding="utf-8")
    assert read_manifest(path) == written


def test_the_layout_is_stable() -> None:
    """Keys are sorted whatever the order they came in, two blanks of indent, a line end at the end."""
    one = manifest(packages={"a": "1", "b": "2"}, warnings=("Zoë",))
    other = manifest(packages={"b": "2", "a": "1"}, warnings=("Zoë",))
    assert manifest_json(one) == manifest_json(other)
    assert (
        manifest_json(one)
        == json.dumps(json.loads(manifest_json(one)), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    )


def test_equal_runs_differ_in_the_run_block_only() -> None:
    """Times, paths, usage and retries stand in `run`; without it equal runs are byte-identical."""
    later = run_block(started="2032", finished="2033", seconds=1.0, directory="elsewhere", lanes={}, overrides=())
    assert manifest_json(manifest()) != manifest_json(manifest(run=later))
    assert stable_json(manifest()) == stable_json(manifest(run=later))
    assert set(json.loads(manifest_json(manifest()))) - set(json.loads(stable_json(manifest()))) == {"run"}


def test_runs_that_differ_in_a_reference_are_told_apart() -> None:
    """Two runs that differ only in reference content have manifests that differ in its digest and fingerprint."""
    one = json.loads(stable_json(manifest(lane_manifest())))
    other = json.loads(stable_json(manifest(lane_manifest(references=(reference(content=b"Heron, Egrets"),)))))
    assert one["lanes"][0]["references"][0].pop("digest") != other["lanes"][0]["references"][0].pop("digest")
    assert one["lanes"][0].pop("fingerprint") != other["lanes"][0].pop("fingerprint")
    assert one.pop("fingerprint") != other.pop("fingerprint")
    assert one == other


def changed(**keys: Any) -> str:
    """A manifest with some keys of the top level replaced."""
    return json.dumps({**json.loads(manifest_json(manifest())), **keys})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(None, "there is no manifest.json", id="missing"),
        pytest.param("{", "no JSON", id="no JSON"),
        pytest.param("\xff", "no JSON", id="no UTF-8"),
        pytest.param("[" * 100_000, "no JSON: nested too deeply", id="too deep"),
        pytest.param(
            '{"manifest_version": 1, "lanes": [], "lanes": []}', '"lanes" stands more than once', id="key twice"
        ),
        pytest.param("[]", "no manifest of a run", id="a list"),
        pytest.param("{}", "no manifest of a run", id="something else"),
        pytest.param(changed(manifest_version=2), "manifest version 2; this notarius reads 1", id="another version"),
        pytest.param(changed(colour="red"), "colour", id="unknown key"),
        pytest.param(
            changed(status="splendid"),
            "'splendid' is none of 'done', 'partial', 'failed', 'interrupted' @ $.status",
            id="unknown status",
        ),
        pytest.param(changed(pipeline=None), "expected str, found None @ $.pipeline", id="null for text"),
        pytest.param(changed(lanes=[{"name": "a"}]), "$.lanes[0].outcome", id="missing keys"),
        pytest.param(
            changed(input={"units": True}), "expected int, found True @ $.input.units", id="true for a number"
        ),
        pytest.param(
            changed(lanes=[{"name": "../a", "outcome": "done", "extractor": "x"}]),
            "lane '../a'",
            id="lane that is a path",
        ),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, content: str | None, said: str) -> None:
    """One clear message, with the directory as it was called and the key, and no absolute path."""
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(RunDirectoryError) as caught:
        read_manifest(tmp_path, shown="outputs/k3f9x2")
    message = str(caught.value)
    assert said in message
    assert all(problem.startswith("outputs/k3f9x2: ") for problem in caught.value.problems)
    assert str(tmp_path) not in message


def test_a_folder_for_a_manifest_is_refused(tmp_path: Path) -> None:
    """What cannot be read is said so."""
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(RunDirectoryError, match="cannot be read"):
        read_manifest(tmp_path)


def test_versions_are_of_installed_packages() -> None:
    """Versions come from what is installed, and what is not is null."""
    versions = package_versions(["attrs", "no-such-package-here"])
    assert versions == {"attrs": metadata.version("attrs"), "no-such-package-here": None}
    assert all(package_versions().values())


def test_the_machine_stays_nameless() -> None:
    """The platform is named, and the machine is not."""
    assert platform.system() in platform_name()
    assert not platform.node() or platform.node() not in platform_name()


def test_writing_needs_no_cattrs() -> None:
    """Writing a run directory does not wait for the imports of cattrs and rich, a tenth of a second."""
    code = "import notarius.rundir, notarius.summary, sys; print(sorted({'cattrs', 'rich'} & sys.modules.keys()))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_the_status_of_a_chunk_is_kept(tmp_path: Path) -> None:
    """A failed chunk keeps its kind, and what was said about it stands in the run block."""
    failed = chunk(1, "failed", failure="timeout")
    (tmp_path / "manifest.json").write_text(manifest_json(manifest(lane_manifest(chunks=(failed,)))), encoding="utf-8")
    assert read_manifest(tmp_path).lanes[0].chunks == (failed,)
