"""The citations of one item, in the forms in which models give them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from notarius.contracts.records import Citation
from notarius.decoding.fields import EVIDENCE

# A unit's id as the prompt shows it, with what models put around it: "u12", "[u12]", "U12:", "12", "unit 12",
# "[u12] MARA", "u00012".
_UNIT: Final = re.compile(r"\W*(?:unit\s+)?u?0*([1-9]\d{0,8})(?:\W*|\]\s.*)", re.IGNORECASE | re.DOTALL)
_SEVERAL: Final = re.compile(r"\W*u[1-9]\d*(?:(?:\W|and)+u[1-9]\d*)+\W*", re.IGNORECASE)
_ONE_OF_SEVERAL: Final = re.compile(r"u[1-9]\d*", re.IGNORECASE)
_UNIT_KEYS: Final = ("unit", "units", "unit_id", "id")
_QUOTE_KEYS: Final = ("quote", "text")
_SHOWN: Final = 80


def citations(item: Mapping[str, Any], taken: frozenset[str]) -> tuple[Citation, ...]:
    """The citations an item claims, each with the unit's id where it is unambiguous, else the text that was given.

    An entry may be `{"unit", "quote"}`, a unit alone (the quote is empty then), or name several units with one
    quote; it may stand without a list around it, or right in the item. Whatever an entry is, it becomes a citation,
    so that a bad one is reported and not lost.

    Args:
        item: the item as it stood in the answer.
        taken: names of the record's own fields, which are no citation.
    """
    if EVIDENCE in item:
        entries = item[EVIDENCE]
        return tuple(found for entry in _listed(entries) for found in _entry(entry))
    loose = {key: item[key] for key in (*_UNIT_KEYS, *_QUOTE_KEYS) if key in item and key not in taken}
    return tuple(_entry(loose)) if any(key in loose for key in _UNIT_KEYS) else ()


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _entry(entry: Any) -> Iterator[Citation]:
    if not isinstance(entry, dict):
        for unit in _units(entry):
            yield Citation(unit, "")
        return
    unit = next((entry[key] for key in _UNIT_KEYS if key in entry), "")
    quote = next((entry[key] for key in _QUOTE_KEYS if key in entry), "")
    for named in _listed(unit) or [""]:
        for one in _units(named):
            for words in _listed(quote) or [""]:
                yield Citation(one, words if isinstance(words, str) else str(words))


def _units(value: Any) -> list[str]:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return [str(value)[:_SHOWN]]
    text = str(value)
    if match := _UNIT.fullmatch(text):
        return [f"u{match[1]}"]
    if _SEVERAL.fullmatch(text):
        return [unit.lower() for unit in _ONE_OF_SEVERAL.findall(text)]
    return [text[:_SHOWN]]
