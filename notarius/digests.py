"""Canonical JSON and sha256: the only way anything in notarius is identified by its content.

Canonical JSON is UTF-8, keys sorted by code point, no blanks between tokens, no NaN or infinity.
"""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> bytes:
    """The one byte string of a JSON value, whatever the order of its keys.

    Raises:
        ValueError: for NaN and infinities.
        TypeError: for what JSON has no form for.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def digest_bytes(content: bytes) -> str:
    """`sha256:<hex>` over the raw bytes."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def digest_json(value: Any) -> str:
    """`sha256:<hex>` over the canonical JSON of a value."""
    return digest_bytes(canonical_json(value))
