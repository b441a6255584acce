"""The run directory: which file holds what, in the order in which they are written."""

from collections import Counter
from pathlib import Path
from typing import Final

import attrs

from notarius.contracts.results import LaneResult, RunResult
from notarius.rundir import diagnostics
from notarius.rundir.files import json_document, remove, write_lines, write_text
from notarius.rundir.lines import failure_line, finding_lines, merge_line, record_line, rejection_line
from notarius.rundir.manifests import manifest_json
from notarius.rundir.tables import table

MANIFEST: Final = "manifest.json"


@attrs.frozen
class RunDirectory:
    """Where a run's results go.

    Attributes:
        path: the directory, which need not exist yet.
    """

    path: Path

    @property
    def occupied(self) -> bool:
        """Whether a run has ended here before; its files would mix with the next one's."""
        return (self.path / MANIFEST).exists()

    def write(self, result: RunResult) -> None:
        """Writes every file, each whole or not at all; the manifest comes last, so that it says all are there.

        Raises:
            OutputError: if a file cannot be written; those before it stand.
            ValueError: if two lanes have one name.
        """
        _check_lanes(result)
        remove(self.path / MANIFEST)
        for lane in result.lanes:
            self._write_lane(lane)
        findings = [line for lane in result.lanes for line in finding_lines(lane)]
        write_lines(self.path / "findings.jsonl", findings)
        self._write_diagnostics(result)
        write_text(self.path / MANIFEST, manifest_json(result.manifest))

    def _write_lane(self, lane: LaneResult) -> None:
        artifacts = self.path / "artifacts"
        write_lines(artifacts / f"{lane.lane}.jsonl", map(record_line, lane.records))
        write_text(artifacts / f"{lane.lane}.csv", table(lane))
        write_lines(self.path / "rejected" / f"{lane.lane}.jsonl", map(rejection_line, lane.rejections))

    def _write_diagnostics(self, result: RunResult) -> None:
        folder = self.path / "diagnostics"
        write_text(folder / "effective-config.yaml", result.effective_config)
        write_text(folder / "bindings.json", json_document(diagnostics.bindings(result.manifest)))
        write_text(folder / "tokens.json", json_document(diagnostics.tokens(result.manifest)))
        write_text(folder / "usage.json", json_document(diagnostics.usage(result.manifest)))
        merges = [merge_line(lane.lane, merge) for lane in result.lanes for merge in lane.merges]
        write_lines(folder / "merges.jsonl", merges)
        self._write_failures(folder / "failures", result)

    def _write_failures(self, folder: Path, result: RunResult) -> None:
        lines = []
        for lane in result.lanes:
            for answer in lane.failed_answers:
                name = f"{lane.lane}-{answer.chunk}-{answer.attempt}.txt"
                write_text(folder / name, answer.text)
                lines.append(failure_line(lane.lane, answer, name))
        write_lines(folder / "index.jsonl", lines)


def _check_lanes(result: RunResult) -> None:
    twice = [name for name, count in Counter(lane.lane for lane in result.lanes).items() if count > 1]
    if twice:
        raise ValueError(f"results of two lanes have one name: {', '.join(twice)}")
