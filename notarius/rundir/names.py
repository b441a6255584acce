"""Names that no two runs share: a short unique suffix."""

import secrets
from typing import Final

# Crockford's base 32: no i, l, o, u, so that a name read aloud or typed is the same name; safe on case-blind disks.
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH: Final = 6


def unique_suffix(entropy: bytes | None = None) -> str:
    """Six letters and digits, 30 bits: two runs of the same second share one once in a billion.

    Args:
        entropy: at least 4 bytes; drawn from the system if None.
    """
    number = int.from_bytes(secrets.token_bytes(4) if entropy is None else entropy)
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in range(_LENGTH))
