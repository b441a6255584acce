"""Where configuration lies: the packaged folder, folders of installed packages, a campaign folder."""

import importlib.metadata
import importlib.util
from pathlib import Path
from typing import Final

import attrs

from notarius.errors import ConfigError

PRIMARY: Final = "notarius"
CONF_ENTRY_POINTS: Final = "notarius.conf"
GROUPS: Final = ("pipeline", "lane", "references", "model", "input")


@attrs.frozen
class Locations:
    """The folders that are searched for YAML, strongest first: campaign, packages, packaged.

    Attributes:
        packaged: notarius' own `conf/`.
        packages: `conf` folders of installed packages, by entry point name.
        campaign: the campaign folder, or None.
        campaign_conf: the campaign's folder of YAML, or None.
    """

    packaged: Path
    packages: tuple[tuple[str, Path], ...] = ()
    campaign: Path | None = None
    campaign_conf: Path | None = None

    @property
    def searched(self) -> tuple[Path, ...]:
        """All folders, strongest first."""
        own = () if self.campaign_conf is None else (self.campaign_conf,)
        return (*own, *(path for _, path in self.packages), self.packaged)

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of config groups: notarius' own, then those that a campaign or an installed package adds."""
        ours = {path.name for path in self.packaged.iterdir()}
        added = {path.parent.name for folder in self.searched for path in folder.glob("*/*.yaml")}
        return (*GROUPS, *sorted(added - ours - set(GROUPS)))

    def options(self, group: str) -> tuple[str, ...]:
        """The names one may choose in a group, sorted."""
        found = {path.stem for folder in self.searched for path in (folder / group).glob("*.yaml")}
        return tuple(sorted(found))


def packaged_conf() -> Path:
    """The packaged `conf/`: inside the package in a wheel, beside it in a checkout.

    Raises:
        ConfigError: if neither is there (a broken installation).
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_conf", package.parent / "conf"):
        if (folder / f"{PRIMARY}.yaml").is_file():
            return folder
    raise ConfigError("the packaged conf/ is missing; install notarius again")


def package_confs() -> tuple[tuple[str, Path], ...]:
    """Folders that installed packages offer under the entry-point group `notarius.conf`.

    An entry point's value is an importable package whose folder holds the groups, such as `notarius_meetings.conf`.

    Raises:
        ConfigError: if an entry point names no folder.
    """
    points = sorted(importlib.metadata.entry_points(group=CONF_ENTRY_POINTS), key=lambda point: point.name)
    return tuple((point.name, _package_folder(point)) for point in points)


def _package_folder(point: importlib.metadata.EntryPoint) -> Path:
    try:
        spec = importlib.util.find_spec(point.value)
    except ImportError:
        spec = None
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    if not places:
        distribution = point.dist.name if point.dist else "an installed package"
        raise ConfigError(
            f"{distribution}: entry point {CONF_ENTRY_POINTS}/{point.name} names no package: {point.value}"
        )
    return Path(places[0]).resolve()


def find_locations(cwd: Path, config_dir: str | None = None) -> Locations:
    """All folders for a program started in `cwd`.

    Args:
        cwd: the working directory.
        config_dir: what `--config-dir` says: a campaign folder or its folder of YAML; replaces the search.

    Raises:
        ConfigError: if `config_dir` is neither, or a campaign claims the primary config's name.
    """
    packaged = packaged_conf()
    conf = _named_conf(Path(config_dir), cwd) if config_dir is not None else _nearest_conf(cwd, packaged)
    if conf is not None and (conf / f"{PRIMARY}.yaml").exists():
        raise ConfigError(
            f"{conf / PRIMARY}.yaml: this name is reserved for the packaged primary config; rename the file"
        )
    campaign = None if conf is None else _campaign_of(conf)
    return Locations(packaged=packaged, packages=package_confs(), campaign=campaign, campaign_conf=conf)


def _campaign_of(conf: Path) -> Path:
    return conf.parent if conf.name == "conf" else conf


def _holds_groups(folder: Path) -> bool:
    return any((folder / group).is_dir() for group in GROUPS)


def _named_conf(given: Path, cwd: Path) -> Path:
    folder = (cwd / given.expanduser()).resolve()
    for conf in (folder / "conf", folder):
        if _holds_groups(conf):
            return conf
    if not folder.is_dir():
        raise ConfigError(f"--config-dir {given}: no such folder")
    allowed = ", ".join(f"{group}/" for group in GROUPS)
    raise ConfigError(f"--config-dir {given}: holds no conf/ with one of {allowed}, and none of them itself")


def _nearest_conf(cwd: Path, packaged: Path) -> Path | None:
    home = Path.home().resolve()
    start = cwd.resolve()
    for folder in (start, *start.parents):
        conf = folder / "conf"
        if (conf / "pipeline").is_dir() and conf.resolve() != packaged:
            return conf
        if folder == home:
            return None
    return None
