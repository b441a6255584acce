"""Is the key of a record said near its evidence, or does it come from what the model was given to read?"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from notarius.contracts.codes import KEY_NOT_NEAR, REFERENCE_LEAK, TEMPLATE_LEAK, VALIDATOR_ERROR
from notarius.contracts.extraction import Extractor
from notarius.contracts.records import Finding
from notarius.contracts.references import ReferenceSet
from notarius.text import plain
from notarius.validation.evidence import shown
from notarius.validation.source import SourceIndex, framed, nearly_says, says


@attrs.frozen
class _Given:
    """A text the model was given beside the chunk."""

    code: str
    name: str
    words: str


@attrs.frozen(eq=False)
class KeyChecks:
    """Relatedness and leaks of one lane's records.

    A leak says more than that the key is not near its evidence, so it stands in that finding's place.

    Attributes:
        extractor: its `key`, `variants` and `leak_severity` are used.
        references: the lane's references.
        source: the transcript.
        near: how many units either side of a citation count as near.
    """

    extractor: Extractor
    references: ReferenceSet
    source: SourceIndex
    near: int = 3
    _given: tuple[_Given, ...] = attrs.field(init=False)
    _variants: dict[str, tuple[str, ...] | str] = attrs.field(init=False, factory=dict)

    @_given.default
    def _read_given(self) -> tuple[_Given, ...]:
        items = [
            _Given(REFERENCE_LEAK, f"reference {item.slot_name} ({item.origin.uri})", framed(plain(item.text)))
            for slot in self.references.slots
            for item in slot.items
        ]
        templates = (self.extractor.templates.instructions, self.extractor.templates.chunk)
        return (
            *items,
            *(_Given(TEMPLATE_LEAK, f"template {each.name}", framed(plain(each.source))) for each in templates),
        )

    def findings(self, fields: Any, cited: Sequence[str]) -> list[Finding]:
        """What is doubtful about a record's key.

        Args:
            fields: an instance of the extractor's record class.
            cited: ids of the units that prove it, or of all the chunk's units if none does.
        """
        said = self.source.near(cited, self.near)
        found = []
        for value in _values(getattr(fields, self.extractor.key)):
            variants, error = self._ways_to_say(value)
            found += [error] if error else []
            if not _is_said(said, value, variants):
                found += self._unsaid(value)
        return found

    def _unsaid(self, value: str) -> list[Finding]:
        leaks = [given for given in self._given if says(given.words, plain(value))]
        key = f"{self.extractor.key} {shown(value)}"
        if not leaks:
            return [Finding(KEY_NOT_NEAR, "warn", f"{key} is not said within {self.near} units of the evidence")]
        return [
            Finding(leak.code, self.extractor.leak_severity, f"{key} stands in {leak.name}, not near the evidence")
            for leak in leaks
        ]

    def _ways_to_say(self, value: str) -> tuple[tuple[str, ...], Finding | None]:
        if self.extractor.variants is None:
            return (), None
        if value not in self._variants:
            self._variants[value] = _variants(self.extractor.variants, value, self.references)
        known = self._variants[value]
        if isinstance(known, tuple):
            return known, None
        return (), Finding(VALIDATOR_ERROR, "warn", f"variants of {self.extractor.name} raised {known}")


def _values(key: Any) -> list[str]:
    values = key if isinstance(key, tuple) else (key,)
    return [str(value) for value in values if value is not None and plain(str(value))]


def _variants(
    variants: Callable[[str, ReferenceSet], Iterable[str]], value: str, references: ReferenceSet
) -> tuple[str, ...] | str:
    try:
        return tuple(words for variant in variants(value, references) if (words := plain(variant)))
    except Exception as error:  # noqa: BLE001 - a module's code raises what it likes, and must not cost the record
        return f"{type(error).__name__}: {error}"


def _is_said(said: str, value: str, variants: Sequence[str]) -> bool:
    words = plain(value)
    return says(said, words) or any(says(said, variant) for variant in variants) or nearly_says(said, words)
