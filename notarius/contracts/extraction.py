"""What a module gives the framework: an extractor, with everything that only its domain knows."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import attrs

from notarius.contracts.prompts import PromptTemplates
from notarius.contracts.records import Finding, Record, Severity
from notarius.contracts.references import ReferenceSet, ReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit


class OfflineRoutine(Protocol):
    """Answers without a model, deterministically, in the same schema as a model would."""

    def __call__(self, chunk: Chunk, references: ReferenceSet) -> Mapping[str, Any]:
        """`{"records": [{...fields, "evidence": [{"unit": "u12", "quote": "..."}]}]}`."""
        ...


@attrs.frozen
class ValidationContext:
    """What a validator may look at beside the record.

    Attributes:
        units: all units of the transcript, in file order.
        references: the lane's references.
        near: how many units either side of a citation count as near.
    """

    units: Sequence[SourceUnit]
    references: ReferenceSet
    near: int = 3

    @functools.cached_property
    def speakers(self) -> frozenset[str]:
        """All speaker labels of the transcript; found once for all records of a lane."""
        return frozenset(unit.speaker for unit in self.units if unit.speaker is not None)


class Validator(Protocol):
    """Looks at one record; deterministic, no input or output."""

    def __call__(self, record: Record, context: ValidationContext) -> Iterable[Finding]:
        """What is wrong or doubtful with the record."""
        ...


@attrs.frozen
class MergeRule:
    """When records of different chunks, or turns, are one.

    Attributes:
        keys: names under which a record goes; two records that share one are the same thing, session-wide.
        combine: one instance of the record class from those of all records merged, in unit order.
    """

    keys: Callable[[Any], Iterable[str]]
    combine: Callable[[Sequence[Any]], Any]


@attrs.frozen
class Extractor:
    """The code that extracts one kind of record.

    Attributes:
        name: such as `meetings/decisions`; what a lane's `extract` says.
        version: changes whenever answers or records may change.
        record: frozen attrs class; JSON schema and artifact fields derive from it. A field's
            `metadata["description"]` tells the model what belongs there.
        key: the field that says what the record is about; checked for relatedness and leaks.
        templates: the prompt.
        identity: fields that together with the evidence make a record what it is; defaults to the key alone.
        reference_slots: what it accepts, in the order in which it renders; empty if it needs none.
        validators: the module's own checks.
        merge: session-wide rule; None merges only what overlapping chunks found twice.
        variants: other ways in which a key value may be said, given the references; for relatedness and leaks.
        leak_severity: what a leaked key value costs.
        offline: answers without a model; None if the module has no such routine.
        actor: the field a summary groups by, or None.
    """

    name: str
    version: str
    record: type
    key: str
    templates: PromptTemplates
    identity: tuple[str, ...] = ()
    reference_slots: tuple[ReferenceSlot, ...] = ()
    validators: tuple[Validator, ...] = ()
    merge: MergeRule | None = None
    variants: Callable[[str, ReferenceSet], Iterable[str]] | None = None
    leak_severity: Severity = "warn"
    offline: OfflineRoutine | None = None
    actor: str | None = None

    @property
    def identity_fields(self) -> tuple[str, ...]:
        """The fields whose equality makes two overlapping records one."""
        return self.identity or (self.key,)
