"""The run directory: which file holds what, in the order in which they are written."""

from collections import Counter
from pathlib import Path

import attrs

from notarius.contracts.results import LaneResult, RunResult
from notarius.rundir import diagnostics
from notarius.rundir.files import json_document, remove, write_lines, write_text
from notarius.rundir.leftovers import (
    FAILURES,
    JOURNAL,
    MANIFEST,
    begin,
    clear,
    failure_file,
    lane_files,
    own_files,
)
from notarius.rundir.lines import failure_line, finding_lines, merge_line, note_line, record_line, rejection_line
from notarius.rundir.manifests import manifest_json
from notarius.rundir.tables import table

__all__ = ["MANIFEST", "RunDirectory"]


@attrs.frozen
class RunDirectory:
    """Where a run's results go.

    Attributes:
        path: the directory, which need not exist yet.
    """

    path: Path

    def begin(self) -> None:
        """Says that a run begins here: from now until `write` has ended there is no manifest.

        Raises:
            OutputError: if nothing can be written here.
        """
        begin(self.path)

    def write(self, result: RunResult) -> None:
        """Writes every file, each whole or not at all; the manifest comes last, so that it says all are there.

        Of an earlier run here nothing is left but what this one replaces, and what neither wrote.

        Raises:
            OutputError: if a file cannot be written or removed; those before it stand, and no manifest.
            ValueError: if two lanes have one name.
        """
        _check_lanes(result)
        files = own_files(result)
        for name in sorted(begin(self.path, files) - files):
            remove(self.path / name)
        for lane in result.lanes:
            self._write_lane(lane)
        findings = [line for lane in result.lanes for line in finding_lines(lane)]
        write_lines(self.path / "findings.jsonl", findings)
        self._write_diagnostics(result)
        write_text(self.path / MANIFEST, manifest_json(result.manifest))
        remove(self.path / JOURNAL)

    def clear(self) -> None:
        """Takes away what a run has written here, and the folders if nothing else is in them.

        Raises:
            OutputError: if a file cannot be removed.
        """
        clear(self.path)

    def _write_lane(self, lane: LaneResult) -> None:
        records, cells, rejected = (self.path / name for name in lane_files(lane.lane))
        write_lines(records, map(record_line, lane.records))
        write_text(cells, table(lane))
        write_lines(rejected, map(rejection_line, lane.rejections))

    def _write_diagnostics(self, result: RunResult) -> None:
        folder = self.path / "diagnostics"
        write_text(folder / "effective-config.yaml", result.effective_config)
        write_text(folder / "bindings.json", json_document(diagnostics.bindings(result.manifest)))
        write_text(folder / "tokens.json", json_document(diagnostics.tokens(result.manifest)))
        write_text(folder / "usage.json", json_document(diagnostics.usage(result.manifest)))
        merges = [merge_line(lane.lane, merge) for lane in result.lanes for merge in lane.merges]
        write_lines(folder / "merges.jsonl", merges)
        notes = [note_line(lane.lane, note) for lane in result.lanes for note in lane.notes]
        write_lines(folder / "notes.jsonl", notes)
        self._write_failures(self.path / FAILURES, result)

    def _write_failures(self, folder: Path, result: RunResult) -> None:
        lines = []
        for lane in result.lanes:
            for answer in lane.failed_answers:
                name = failure_file(lane.lane, answer.chunk, answer.attempt)
                write_text(folder / name, answer.text)
                lines.append(failure_line(lane.lane, answer, name))
        write_lines(folder / "index.jsonl", lines)


def _check_lanes(result: RunResult) -> None:
    twice = [name for name, count in Counter(lane.lane for lane in result.lanes).items() if count > 1]
    if twice:
        raise ValueError(f"results of two lanes have one name: {', '.join(twice)}")
