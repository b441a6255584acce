"""The key of an answer: everything that shapes it, and nothing else."""

from collections.abc import Mapping
from typing import Any, Final

from notarius.contracts.generation import ModelRequest
from notarius.digests import digest_json

KEY_FORMAT: Final = 1


def answer_key(request: ModelRequest, model: Mapping[str, Any]) -> str:
    """`sha256:<hex>` over the question, the references behind it and the model's identity.

    Addresses, limits, prices and paths are no part of it: the same model behind another address answers the same.

    Args:
        request: messages, schema and parameters count, and the digests of its references; lane and chunk do not.
        model: what identifies the model, such as its client's kind and its name; a JSON value.
    """
    return digest_json(
        {
            "format": KEY_FORMAT,
            "asked": request.asked,
            "model": dict(model),
            "references": request.references.digests,
        }
    )
