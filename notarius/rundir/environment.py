"""What a run ran on: versions of notarius, of the packages that shape its results, and of the machine."""

import platform
from collections.abc import Iterable
from typing import Final

PACKAGES: Final = ("attrs", "bpe-openai", "cattrs", "hydra-core", "jinja2", "omegaconf", "rapidfuzz")


def package_versions(names: Iterable[str] = PACKAGES) -> dict[str, str | None]:
    """Installed versions by package name; None for one that is not installed."""
    return {name: _version(name) for name in names}


def _version(name: str) -> str | None:
    from importlib import metadata  # 30 ms that help texts and errors need not wait for

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def platform_name() -> str:
    """Operating system, its release and the machine type; never the machine's name."""
    return f"{platform.system()} {platform.release()} {platform.machine()}".strip()
