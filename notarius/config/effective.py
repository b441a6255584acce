"""The whole composed config as text for `diagnostics/`: paths for display, secrets redacted."""

import re
from collections.abc import Mapping
from typing import Any, Final

import yaml

from notarius.config.stamps import WrittenPath
from notarius.display import DisplayPaths

REDACTED: Final = "[redacted]"
SECRET_KEY: Final = re.compile(r"(api[_-]?key|token|secret|password|authorization|cookie)$", re.IGNORECASE)
USERINFO: Final = re.compile(r"(?<=://)[^/\s@]*@")


def effective_yaml(plain: Mapping[str, Any], display: DisplayPaths) -> str:
    """The config as YAML, keys in composition order.

    Args:
        plain: as `plain_config` gives it.
        display: how paths are shown.
    """
    return yaml.safe_dump(_shown(dict(plain), display), sort_keys=False, allow_unicode=True, width=120)


def _shown(value: Any, display: DisplayPaths) -> Any:
    if isinstance(value, dict):
        return {
            name: REDACTED if SECRET_KEY.search(str(name)) and isinstance(item, str) else _shown(item, display)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_shown(item, display) for item in value]
    if isinstance(value, WrittenPath):
        return None if value.path is None else display(value.path)
    return USERINFO.sub(f"{REDACTED}@", value) if isinstance(value, str) else value
