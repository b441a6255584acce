"""The whole composed config as text for `diagnostics/`: paths for display, secrets redacted."""

import re
from typing import Any, Final

from omegaconf import DictConfig, OmegaConf

from notarius.config import nodes
from notarius.config.stamps import WrittenPath, to_plain
from notarius.display import DisplayPaths

REDACTED: Final = "[redacted]"
SECRET_KEY: Final = re.compile(r"(api_?key|token|secret|password|authorization|cookie)$", re.IGNORECASE)
USERINFO: Final = re.compile(r"(?<=://)[^/\s@]*@")


def effective_yaml(config: DictConfig, display: DisplayPaths) -> str:
    """The config without Hydra's node as YAML, keys in composition order.

    Args:
        config: as composed, stamps included.
        display: how paths are shown.
    """
    own = OmegaConf.masked_copy(config, [str(key) for key, _ in nodes.items(config) if key != "hydra"])
    return OmegaConf.to_yaml(OmegaConf.create(_shown(to_plain(own), display)))


def _shown(value: Any, display: DisplayPaths) -> Any:
    if isinstance(value, dict):
        return {
            name: REDACTED if SECRET_KEY.search(str(name)) and isinstance(item, str) else _shown(item, display)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_shown(item, display) for item in value]
    if isinstance(value, WrittenPath):
        return None if value.path is None else _literal(display(value.path))
    return _literal(USERINFO.sub(f"{REDACTED}@", value)) if isinstance(value, str) else value


def _literal(text: str) -> str:
    """Text that OmegaConf does not read as an interpolation."""
    return text.replace("${", "\\${")
