"""Run directories that no two runs share: a short unique suffix, and an exclusive claim."""

import secrets
from pathlib import Path
from typing import Final

# Crockford's base 32: no i, l, o, u, so that a name read aloud or typed is the same name; safe on case-blind disks.
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH: Final = 6
_TRIES: Final = 100


def unique_suffix(entropy: bytes | None = None) -> str:
    """Six letters and digits, 30 bits: two runs of the same second share one once in a billion.

    Args:
        entropy: at least 4 bytes; drawn from the system if None.
    """
    number = int.from_bytes(secrets.token_bytes(4) if entropy is None else entropy)
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in range(_LENGTH))


def claim_directory(parent: Path, stem: str) -> Path:
    """Makes `parent/stem-<suffix>`, which nobody else has: certain, not likely.

    Making a directory is exclusive on every file system, so of many processes one gets it and the rest try again.

    Raises:
        OSError: if directories cannot be made there.
    """
    parent.mkdir(parents=True, exist_ok=True)
    for _ in range(_TRIES):
        path = parent / f"{stem}-{unique_suffix()}"
        try:
            path.mkdir()
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"no free name for a run directory like {stem!r} after {_TRIES} tries")
