"""Which campaign folders the user trusts to read the environment, files outside themselves, and foreign hosts.

The list lies in the user's own configuration folder, one folder a line, so that a campaign cannot trust itself.
"""

import os
from pathlib import Path
from typing import Final

from notarius.errors import ConfigError

_FILE: Final = "trusted-folders.txt"


def trust_file() -> Path:
    """The file that lists trusted folders; `NOTARIUS_CONFIG_DIR` replaces the platform's place."""
    named = os.environ.get("NOTARIUS_CONFIG_DIR")
    if named:
        return Path(named) / _FILE
    from platformdirs import user_config_path

    return user_config_path("notarius", appauthor=False) / _FILE


def trusted_folders() -> frozenset[Path]:
    """All folders that were trusted."""
    try:
        lines = trust_file().read_text(encoding="utf-8").splitlines()
    except OSError:
        return frozenset()
    return frozenset(Path(line) for line in lines if line.strip())


def is_trusted(folder: Path) -> bool:
    """Whether this very folder was trusted; a folder inside a trusted one is not."""
    return folder.resolve() in trusted_folders()


def trust(folder: Path) -> Path:
    """Trust a folder from now on.

    Returns:
        the folder as it was written down.

    Raises:
        ConfigError: if it is no folder.
    """
    resolved = folder.expanduser().resolve()
    if not resolved.is_dir():
        raise ConfigError(f"trust {folder}: no such folder")
    if str(resolved).splitlines() != [str(resolved)]:  # also at signs that are line ends to few but Python
        raise ConfigError(f"trust {folder}: a folder whose name holds a line break cannot be trusted")
    file = trust_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    known = trusted_folders() | {resolved}
    scratch = file.with_name(f"{_FILE}.{os.getpid()}")
    scratch.write_text("".join(f"{path}\n" for path in sorted(known)), encoding="utf-8")
    scratch.replace(file)
    return resolved
