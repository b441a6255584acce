"""The JSON schema of an answer, derived from a record class."""

from collections.abc import Mapping
from typing import Any, Final

from notarius.decoding.fields import EVIDENCE, Kind, RecordField, record_fields

_TYPES: Final[Mapping[Kind, str]] = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def answer_schema(record: type) -> dict[str, Any]:
    """The schema of `{"records": [{...fields, "evidence": [{"unit", "quote"}]}]}` for a record class.

    It keeps to the strict subset that servers accept for constrained answers: no additional properties, every
    property required (an optional field is nullable instead), no `minItems` or patterns.
    Source: "Structured model outputs", OpenAI API documentation, section on supported schemas.

    Args:
        record: an attrs class; a field's `metadata["description"]` becomes its description.

    Raises:
        ExtractorError: for a class or a field that no schema can be made for, named in the message.
    """
    properties = {field.name: _field_schema(field) for field in record_fields(record)}
    properties[EVIDENCE] = {"type": "array", "items": _citation_schema()}
    return _object({"records": {"type": "array", "items": _object(properties)}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _citation_schema() -> dict[str, Any]:
    return _object(
        {
            "unit": {"type": "string", "description": "id of the line that proves it, such as u12"},
            "quote": {"type": "string", "description": "words copied exactly from that line"},
        }
    )


def _field_schema(field: RecordField) -> dict[str, Any]:
    schema = _value_schema(field)
    if field.description:
        schema["description"] = field.description
    return schema


def _value_schema(field: RecordField) -> dict[str, Any]:
    if field.kind in _TYPES:
        name = _TYPES[field.kind]
        return {"type": [name, "null"] if field.nullable else name}
    if field.kind == "choice":
        schema: dict[str, Any] = {"type": "string", "enum": list(field.choices)}
    else:
        schema = {"type": "array", "items": {"type": "string"}}
    return {"anyOf": [schema, {"type": "null"}]} if field.nullable else schema
