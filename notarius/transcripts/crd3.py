"""Reader of CRD3 JSON: turns with NAMES and UTTERANCES under TURNS, as the data set of that name has them."""

from typing import Any, Final

from notarius.transcripts.json_shapes import has_key, keyed_list
from notarius.transcripts.json_values import join_speakers
from notarius.transcripts.reading import Document, Reader, Reading, Turn, kind


def _read(source: Document) -> Reading:
    values = keyed_list(source, "TURNS", "crd3")
    return Reading(tuple(_turn(source, value, f"TURNS[{index}]") for index, value in enumerate(values)))


def _turn(source: Document, value: Any, place: str) -> Turn:
    if not isinstance(value, dict):
        raise source.error(f"{place} is {kind(value)}, not an object with NAMES and UTTERANCES")
    if "UTTERANCES" not in value:
        raise source.error(f'{place} has no "UTTERANCES"')
    number = value.get("NUMBER")
    return Turn(
        text=" ".join(_strings(source, value["UTTERANCES"], f"{place}.UTTERANCES")),
        speaker=join_speakers(_strings(source, value.get("NAMES") or [], f"{place}.NAMES")),
        source_id=None if number is None else str(number),
    )


def _strings(source: Document, value: Any, place: str) -> list[str]:
    """The strings of a list; the lines of an utterance are caption lines and not sentences."""
    if not isinstance(value, list):
        raise source.error(f"{place} is {kind(value)}, not an array of strings")
    for index, entry in enumerate(value):
        if not isinstance(entry, str):
            raise source.error(f"{place}[{index}] is {kind(entry)}, not a string")
    return value


CRD3: Final = Reader(
    name="crd3",
    summary='CRD3 JSON: {"TURNS": [{"NAMES", "UTTERANCES", "NUMBER"}, ...]}',
    looked_for='an object with "TURNS"',
    matches=lambda source: has_key(source, "TURNS"),
    read=_read,
)
