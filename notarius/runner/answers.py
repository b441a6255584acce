"""From the text of an answer to records that hold and items that do not: decode, ground, check."""

from collections.abc import Mapping
from typing import Any

import attrs

from notarius.contracts.codes import ITEM_MALFORMED
from notarius.contracts.extraction import Extractor, ValidationContext
from notarius.contracts.records import Candidate, Citation, Evidence, Finding, Record, Rejection
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.decoding import Decoded, Malformed, decode_answer
from notarius.grounding import DEFAULT_MIN_SIMILARITY, ground
from notarius.merging import record_id
from notarius.text import plain
from notarius.validation import (
    KeyChecks,
    SourceIndex,
    evidence_missing,
    module_findings,
    quote_not_found,
    refused_citation,
)


@attrs.frozen
class AnswerOptions:
    """What a user may set about grounding and validation.

    Attributes:
        fuzzy: whether quotes may differ a little from what was said.
        min_similarity: how much of them must agree then, 0 to 1.
        near: how many units either side of a citation count as near.
    """

    fuzzy: bool = True
    min_similarity: float = DEFAULT_MIN_SIMILARITY
    near: int = 3


@attrs.frozen
class ChunkAnswer:
    """What a chunk's answer came to.

    Attributes:
        records: items that hold, in the answer's order; an item given twice stands here twice, until merging.
        rejections: items that do not, in the answer's order but malformed ones first, with all findings on them.
        notes: what the answer says beside its records, and what decoding passed over.
    """

    records: tuple[Record, ...]
    rejections: tuple[Rejection, ...] = ()
    notes: tuple[str, ...] = ()


@attrs.frozen(eq=False)
class AnswerReader:
    """Reads the answers of one lane; holds what is computed once for all of them.

    Attributes:
        extractor: the lane's.
        lane: the lane's name.
        source: the transcript.
        references: the lane's.
        options: for grounding and validation.
    """

    extractor: Extractor
    lane: str
    source: SourceIndex
    references: ReferenceSet
    options: AnswerOptions = AnswerOptions()
    _keys: KeyChecks = attrs.field(init=False)
    _context: ValidationContext = attrs.field(init=False)

    @_keys.default
    def _key_checks(self) -> KeyChecks:
        return KeyChecks(self.extractor, self.references, self.source, self.options.near)

    @_context.default
    def _validation_context(self) -> ValidationContext:
        return ValidationContext(self.source.units, self.references, self.options.near)

    def read(self, chunk: Chunk, text: str) -> ChunkAnswer:
        """Decode, ground and check the answer to one chunk; pure, so that a kept answer reads the same again.

        Raises:
            DecodingError: if the text is no answer.
        """
        return self.check(chunk, self.decode(text))

    def decode(self, text: str) -> Decoded:
        """The items of an answer.

        Raises:
            DecodingError: if the text is no answer.
        """
        return decode_answer(text, self.extractor.record)

    def check(self, chunk: Chunk, decoded: Decoded) -> ChunkAnswer:
        """Ground and check the items of an answer to one chunk."""
        units = {unit.id: unit for unit in chunk.units}
        read = [self._read(candidate, chunk, units) for candidate in decoded.candidates]
        return ChunkAnswer(
            records=tuple(item for item in read if isinstance(item, Record)),
            rejections=(
                *(self._malformed(item, chunk) for item in decoded.malformed),
                *(item for item in read if isinstance(item, Rejection)),
            ),
            notes=decoded.notes,
        )

    def _malformed(self, malformed: Malformed, chunk: Chunk) -> Rejection:
        return Rejection(self.lane, chunk.id, malformed.item, (Finding(ITEM_MALFORMED, "fail", malformed.reason),))

    def _read(self, candidate: Candidate, chunk: Chunk, units: Mapping[str, SourceUnit]) -> Record | Rejection:
        if not _has_key(getattr(candidate.fields, self.extractor.key)):
            reason = f"{self.extractor.key!r} is empty, or holds no letter and no digit"
            return self._malformed(Malformed(candidate.raw, reason), chunk)
        evidence, findings = self._evidence(candidate, chunk, units)
        findings += self._keys.findings(candidate.fields, [item.source.unit for item in evidence] or list(units))
        if not evidence:
            return Rejection(self.lane, chunk.id, candidate.raw, tuple(findings))
        record = self._record(candidate.fields, evidence, chunk, findings)
        found = module_findings(record, self.extractor.validators, self._context)
        if any(finding.severity == "fail" for finding in (*findings, *found)):
            return Rejection(self.lane, chunk.id, candidate.raw, (*findings, *found))
        return attrs.evolve(record, findings=(*findings, *found)) if found else record

    def _record(self, fields: Any, evidence: list[Evidence], chunk: Chunk, findings: list[Finding]) -> Record:
        return Record(
            id=record_id(self.lane, fields, evidence, self.extractor.identity_fields),
            lane=self.lane,
            fields=fields,
            evidence=tuple(evidence),
            chunks=(chunk.id,),
            findings=tuple(findings),
        )

    def _evidence(
        self, candidate: Candidate, chunk: Chunk, units: Mapping[str, SourceUnit]
    ) -> tuple[list[Evidence], list[Finding]]:
        """The citations that hold, in unit order, each place once; and findings on those that do not."""
        places: dict[tuple[int, int, int], Evidence] = {}
        findings = []
        for citation in candidate.citations:
            refusal = refused_citation(citation, units, chunk.id)
            found = None if refusal else self._ground(citation, units[citation.unit])
            if found is None:
                findings.append(refusal or quote_not_found(citation))
            else:
                places.setdefault((units[found.source.unit].number, found.span.start, found.span.end), found)
        if not places:
            findings.append(evidence_missing(len(candidate.citations)))
        return [places[place] for place in sorted(places)], findings

    def _ground(self, citation: Citation, unit: SourceUnit) -> Evidence | None:
        return ground(citation, unit, fuzzy=self.options.fuzzy, min_similarity=self.options.min_similarity)


def _has_key(key: Any) -> bool:
    """Whether a record is about anything: `...`, which a prompt's example shape has, is no name of anything."""
    values = key if isinstance(key, tuple) else (key,)
    return any(value is not None and plain(str(value)) for value in values)
