"""From the JSON of an answer to candidates: which of its shapes hold items, and what is wrong with an item."""

from collections.abc import Mapping
from typing import Any, Final

import attrs

from notarius.contracts.records import Candidate
from notarius.decoding.citations import citations
from notarius.decoding.fields import EVIDENCE, RecordField, read_value, record_fields
from notarius.decoding.parse import Repeated, json_values
from notarius.errors import DecodingError

_RECORDS: Final = "records"
_NOTES: Final = "notes"


@attrs.frozen
class Malformed:
    """An item that does not fit the record class.

    Attributes:
        item: as it stood in the answer.
        reason: for people.
    """

    item: Any
    reason: str


@attrs.frozen
class Decoded:
    """An answer as read.

    Attributes:
        candidates: items that fit the record class, in the answer's order.
        malformed: items that do not.
        notes: what the answer says beside its records, and what was passed over.
    """

    candidates: tuple[Candidate, ...]
    malformed: tuple[Malformed, ...] = ()
    notes: tuple[str, ...] = ()


def decode_answer(text: str, record: type) -> Decoded:
    """Read a model's answer as candidates of a record class.

    Accepted beside `{"records": [...]}`: a fence, thinking or prose around it, a bare list of items, a single item,
    one more object around it (`{"result": {"records": [...]}}`), several of these one after the other. `{"records":
    []}` and a bare `[]` are an honest nothing. Keys that no field has are ignored, since models add comments of
    their own and the item is whole without them; a note says which. Texts under `notes`, beside the records, are
    notes as they stand.

    Raises:
        DecodingError: for empty text, broken or truncated JSON, and every other shape, above all one that holds
            items under a key nobody asked for: that is unparsed, never empty.
        ExtractorError: if the record class cannot be decoded to.
    """
    fields = record_fields(record)
    names = frozenset(field.name for field in fields)
    shapes = [_Shape(value, names | {EVIDENCE}) for value in json_values(text)]
    answers = [items for shape in shapes if (items := shape.items(text)) is not None]
    if not answers:
        raise DecodingError('the answer holds no {"records": [...]}', text=text)
    read = [_item(item, record, fields, names) for items in answers for item in items]
    return Decoded(
        candidates=tuple(item for item in read if isinstance(item, Candidate)),
        malformed=tuple(item for item in read if isinstance(item, Malformed)),
        notes=_notes(shapes, read, names),
    )


@attrs.frozen
class _Shape:
    """One JSON value of an answer, and the keys by which an item is known."""

    value: Any
    known: frozenset[str]

    def items(self, text: str) -> list[Any] | None:
        """The items it holds, or None if it is no answer and holds none."""
        value = self._unwrapped()
        if isinstance(value, Repeated) and _RECORDS in value.keys_repeated:
            raise DecodingError('the answer holds "records" twice', text=text)
        if isinstance(value, list):
            items = self._listed(value)
        elif isinstance(value, dict) and _RECORDS in value:
            items = self._enveloped(value)
        else:
            items = [value] if self._is_item(value) else None
        if items is None and self._holds_items(value):
            raise DecodingError(f"the answer holds items, but not under {_RECORDS!r}: {_keys(value)}", text=text)
        return items

    def beside(self) -> list[str]:
        """Keys that stand beside the records and hold neither items nor notes."""
        read = (_RECORDS, _NOTES) if self.own_notes() else (_RECORDS,)
        return [key for key in self._envelope() if key not in read]

    def own_notes(self) -> list[str]:
        """What the answer says beside its records, for whoever reads the results: a text, or a list of texts."""
        said = self._envelope().get(_NOTES)
        texts = said if isinstance(said, list) else [said]
        kept = [text.strip() for text in texts if isinstance(text, str) and text.strip()]
        return kept if len(kept) == len(texts) else []

    def _envelope(self) -> dict[str, Any]:
        value = self._unwrapped()
        return value if isinstance(value, dict) and _RECORDS in value else {}

    def _unwrapped(self) -> Any:
        if isinstance(self.value, dict) and _RECORDS not in self.value:
            inner = [value for value in self.value.values() if isinstance(value, dict) and _RECORDS in value]
            if len(inner) == 1 and not self._others_hold_items(self.value, inner[0]):
                return inner[0]
        return self.value

    def _listed(self, value: list[Any]) -> list[Any] | None:
        if value and all(isinstance(item, dict) and isinstance(item.get(_RECORDS), list) for item in value):
            return [item for envelope in value for item in envelope[_RECORDS]]
        return value if not value or any(map(self._is_item, value)) else None

    def _enveloped(self, value: dict[str, Any]) -> list[Any] | None:
        records = value[_RECORDS]
        if self._others_hold_items(value, records):
            return None
        if isinstance(records, list):
            return records
        return [records] if self._is_item(records) else None

    def _others_hold_items(self, value: dict[str, Any], but: Any) -> bool:
        return any(self._holds_items(other) for other in value.values() if other is not but)

    def _is_item(self, value: Any) -> bool:
        return isinstance(value, dict) and not self.known.isdisjoint(map(_spelled, value))

    def _holds_items(self, value: Any) -> bool:
        if isinstance(value, dict):
            return self._is_item(value) or any(map(self._holds_items, value.values()))
        return isinstance(value, list) and any(isinstance(item, dict) or self._holds_items(item) for item in value)


def _keys(value: Any) -> str:
    return ", ".join(map(repr, list(value)[:8])) if isinstance(value, dict) else "a list"


def _spelled(key: str) -> str:
    """A key as fields are spelled: `Due Date` means `due_date`."""
    return key if key.isidentifier() and key.islower() else key.strip().lower().replace(" ", "_").replace("-", "_")


def _item(item: Any, record: type, fields: tuple[RecordField, ...], names: frozenset[str]) -> Candidate | Malformed:
    if not isinstance(item, dict):
        return Malformed(item, f"an item is an object with {', '.join(sorted(names))}, not {type(item).__name__}")
    if isinstance(item, Repeated):
        return Malformed(item, f"stands twice with different values: {', '.join(map(repr, item.keys_repeated))}")
    values = {_spelled(key): value for key, value in item.items()}
    if len(values) < len(item):
        return Malformed(item, "two of its keys differ in case or separators only")
    try:
        arguments = dict(_arguments(values, fields))
        return Candidate(record(**arguments), citations(values, names), item)
    except Exception as error:  # noqa: BLE001 - a record class may check its values and raise what it likes
        return Malformed(item, str(error) or type(error).__name__)


def _arguments(values: Mapping[str, Any], fields: tuple[RecordField, ...]) -> list[tuple[str, Any]]:
    missing = [field.name for field in fields if field.required and values.get(field.name) is None]
    if missing:
        raise ValueError(f"lacks {', '.join(map(repr, missing))}; it has {', '.join(map(repr, values)) or 'no keys'}")
    return [
        (field.argument, _argument(field, values.get(field.name)))
        for field in fields
        if not (field.has_default and not field.nullable and values.get(field.name) is None)
    ]


def _argument(field: RecordField, value: Any) -> Any:
    return () if value is None and not field.nullable else read_value(field, value)


def _notes(shapes: list[_Shape], read: list[Candidate | Malformed], names: frozenset[str]) -> tuple[str, ...]:
    unknown = dict.fromkeys(
        key
        for candidate in read
        if isinstance(candidate, Candidate)
        for key in candidate.raw
        if _spelled(key) not in names and key != EVIDENCE
    )
    notes = []
    if unknown:
        notes.append(f"keys of items that no field has: {', '.join(map(repr, unknown))}")
    notes += dict.fromkeys(text for shape in shapes for text in shape.own_notes())
    beside = dict.fromkeys(key for shape in shapes for key in shape.beside())
    if beside:
        notes.append(f"keys beside {_RECORDS!r}: {', '.join(map(repr, beside))}")
    if len(shapes) > 1:
        notes.append(f"the answer holds {len(shapes)} JSON values; all items were taken")
    return tuple(notes)
