"""Where Hydra finds YAML: our folders, strongest first, and no file that is too much.

This subclasses private API of Hydra 1.3; `tests/config/test_canary.py` names what broke when it breaks.
"""

from pathlib import Path
from typing import Final

from hydra._internal.config_repository import ConfigRepository
from hydra._internal.config_search_path_impl import ConfigSearchPathImpl
from hydra.core.object_type import ObjectType
from hydra.core.plugins import Plugins
from hydra.plugins.config_source import ConfigResult

from notarius.config.bounds import excess
from notarius.config.location import Locations
from notarius.errors import ConfigError

PACKAGE: Final = "package:"
_CAMPAIGN: Final = "campaign"


def search_path(locations: Locations) -> ConfigSearchPathImpl:
    """Hydra's search path over our folders, strongest first."""
    Plugins.instance()  # discovers Hydra's plugins, config sources among them
    path = ConfigSearchPathImpl()
    path.append("hydra", "pkg://hydra.conf")
    if locations.campaign_conf is not None:
        path.append(_CAMPAIGN, f"file://{locations.campaign_conf}")
    for name, folder in locations.packages:
        path.append(f"{PACKAGE}{name}", f"file://{folder}")
    path.append("main", f"file://{locations.packaged}")
    path.append("schema", "structured://")
    return path


class Repository(ConfigRepository):
    """Hydra's, which reads no file that is too much."""

    def __init__(self, locations: Locations) -> None:
        super().__init__(search_path(locations))
        self.campaign = locations.campaign

    def load_config(self, config_path: str) -> ConfigResult | None:
        """Read an option.

        Raises:
            ConfigError: if its file is too large or too deep.
        """
        source = self._find_object_source(config_path, ObjectType.CONFIG)
        if source is not None and source.scheme() == "file":
            file = Path(source.path.removeprefix("file://")) / f"{config_path.removesuffix('.yaml')}.yaml"
            if problem := excess(file):
                raise ConfigError(f"{shown_file(str(file), self.campaign)}: {problem}")
        return super().load_config(config_path)


def shown_file(file: str, campaign: Path | None) -> str:
    """How messages name a YAML file: from the campaign folder on, or by its own name."""
    if campaign is not None and Path(file).is_relative_to(campaign):
        return Path(file).relative_to(campaign).as_posix()
    return Path(file).name
