"""Seals on saved configs: which runs this user's notarius made, so that they can be run again without asking for trust.

A run's config passed the rules of trust when it ran. What was saved of it is sealed with a key that lies in the user's
own configuration folder; whoever changes the config, or makes up a run directory, cannot make the seal.
"""

import contextlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from notarius.config.trust import trust_file
from notarius.digests import canonical_json, digest_bytes

SEALED: Final = ("config.yaml", "hydra.yaml")
_SEAL: Final = "seal.txt"
_KEY: Final = "seal-key.txt"
_KEY_BYTES: Final = 32
_WHOLE: Final = re.compile(rf"[0-9a-f]{{{2 * _KEY_BYTES}}}")
_PATIENCE_SECONDS: Final = 1.0  # for another process that is about to write the key


def seal(folder: Path) -> None:
    """Seal what a run saved.

    Args:
        folder: the run's `.hydra` folder.

    Raises:
        OSError: if something cannot be read or written.
    """
    mark = _mark(read_sealed(folder), _key(make=True))
    (folder / _SEAL).write_text(f"{mark}\n", encoding="ascii")


def read_sealed(folder: Path) -> dict[str, bytes]:
    """The files that a seal is about, by name; those that are not there are left out."""
    return {name: (folder / name).read_bytes() for name in SEALED if (folder / name).is_file()}


def is_sealed(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Whether this user's notarius wrote the contents, and nobody changed them.

    Args:
        folder: where they lie, with their seal.
        contents: as `read_sealed` gave them; what was read is judged, not what may lie there by now.
    """
    try:
        claimed = (folder / _SEAL).read_text(encoding="ascii").strip()
        return hmac.compare_digest(claimed, _mark(contents, _key(make=False)))
    except (OSError, ValueError):
        return False


def _mark(contents: Mapping[str, bytes], key: str) -> str:
    digests = {name: digest_bytes(content) for name, content in contents.items()}
    return "hmac-sha256:" + hmac.new(key.encode("ascii"), canonical_json(digests), "sha256").hexdigest()


def _key(*, make: bool) -> str:
    """The user's key, which nothing else is made with.

    Raises:
        OSError: if there is none and none can be made.
    """
    file = trust_file().with_name(_KEY)
    if make:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            _create(file)
    until = time.monotonic() + _PATIENCE_SECONDS
    while not _WHOLE.fullmatch(key := file.read_text(encoding="ascii", errors="replace").strip()):
        if time.monotonic() > until:
            raise OSError(f"{_KEY} in the user's configuration folder is broken; delete it to have a new one made")
        time.sleep(0.01)
    return key


def _create(file: Path) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(secrets.token_hex(_KEY_BYTES))
