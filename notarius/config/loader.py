"""Our ConfigLoader: Hydra's, plus stamps, refusals, reference groups that win when chosen, and a check before the run.

A loader reads each YAML file once: all jobs of a sweep see the same state of it, and what they have in common is merged
once.

This subclasses private API of Hydra 1.3; `tests/config/test_canary.py` names what broke when it breaks.
"""

import copy
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs
from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.config_repository import CachingConfigRepository
from hydra.core.default_element import ResultDefault
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from hydra.plugins.config_source import ConfigResult
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf, flag_override

from notarius.config import nodes
from notarius.config.completion import complete
from notarius.config.keys import default_keys
from notarius.config.lanes import require_known_lanes
from notarius.config.location import Locations
from notarius.config.replayed import Replayed, SavedBy
from notarius.config.repository import PACKAGE, Repository, search_path, shown_file
from notarius.config.safety import Objection, objections, trust_advice
from notarius.config.stamps import register_resolvers, stamp
from notarius.config.trust import is_trusted
from notarius.errors import ConfigError, UntrustedConfigError

_MERGED_KEPT: Final = 16  # ways of choosing options; each is a config of some 0.4 MB
_SEARCH_PATH: Final = "hydra.searchpath"
Preflight = Callable[[DictConfig, "Composition"], None]


class Composition:
    """How a config came to be; travels beside it to the preflight.

    Attributes:
        locations: the folders searched.
        writers: the YAML file that wrote a key last, by dotted key, packaged files left out.
        choices: the option chosen in each group.
        overrides: the command line's overrides, as given.
        in_sweep: whether the config is one of a sweep's jobs.
        trusted: whether the campaign folder was trusted when the command began; another machine need not know.
        saved_by: whose config is replayed, or None.
    """

    def __init__(self, locations: Locations, *, trusted: bool | None = None, saved_by: SavedBy | None = None) -> None:
        self.locations = locations
        self.saved_by = saved_by
        self.writers: dict[str, str] = {}
        self.choices: Mapping[str, Any] = {}
        self.overrides: Sequence[str] = ()
        self.in_sweep = False
        if trusted is None:
            trusted = locations.campaign is not None and is_trusted(locations.campaign)
        self.trusted = trusted


@attrs.frozen
class _Merged:
    """The options of one defaults list, merged; no override applied yet.

    Attributes:
        config: to be copied.
        writers: as in `Composition`.
    """

    config: DictConfig
    writers: Mapping[str, str]


@attrs.define
class _Seen:
    """What a loader has read and merged; copies of it in one process share that.

    Attributes:
        files: YAML as read; None before the first.
        merged: the options of each defaults list.
    """

    files: CachingConfigRepository | None = None
    merged: dict[tuple[Any, ...], _Merged] = attrs.field(factory=dict)


# Of the sweep that this process works on: a launcher sends a worker another copy of the loader with each job.
_seen_of: dict[str, _Seen] = {}


class Loader(ConfigLoaderImpl):
    """Composes configs for notarius.

    Args:
        locations: where YAML lies.
        preflight: called with each config that a job will run with; raises UsageError to stop it. Left out where
            a config is only shown.
        replayed: an earlier run's config, taken in place of a pipeline.
    """

    def __init__(
        self, locations: Locations, preflight: Preflight | None = None, replayed: Replayed | None = None
    ) -> None:
        super().__init__(search_path(locations))
        self.repository = Repository(locations)
        self.replayed = replayed
        self.locations = locations
        self.preflight = preflight
        self._composition = Composition(locations, saved_by=self.saved_by)
        self._objections: list[tuple[str, Objection]] = []
        self._overrides: tuple[str, ...] = ()
        self._chosen: frozenset[str] = frozenset()
        self._seen = _Seen()
        self._name = secrets.token_hex(8)

    @property
    def composition(self) -> Composition:
        """How the config that was composed last came to be."""
        return self._composition

    @property
    def trusted(self) -> bool:
        """Whether the campaign folder is trusted."""
        return self._composition.trusted

    @property
    def saved_by(self) -> SavedBy | None:
        """Whose config is replayed, or None."""
        return None if self.replayed is None else self.replayed.saved_by

    def __getstate__(self) -> dict[str, Any]:
        """What goes along to another process: everything but what this one has read and merged."""
        return {name: value for name, value in self.__dict__.items() if name != "_seen"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for other in _seen_of.keys() - {self._name}:
            del _seen_of[other]
        self._seen = _seen_of.setdefault(self._name, _Seen())

    def load_configuration(
        self,
        config_name: str | None,
        overrides: list[str],
        run_mode: RunMode,
        from_shell: bool = True,  # noqa: FBT001, FBT002  (Hydra's signature)
        validate_sweep_overrides: bool = True,  # noqa: FBT001, FBT002
    ) -> DictConfig:
        """Compose, stamp the command line's paths, and check what a job will run with.

        Raises:
            UsageError: for everything that ends in exit 2.
        """
        register_resolvers()
        self._composition = Composition(self.locations, trusted=self.trusted, saved_by=self.saved_by)
        self._objections = []
        self._overrides = tuple(overrides)
        self._chosen = _chosen_reference_options(overrides)
        config = super().load_configuration(config_name, overrides, run_mode, from_shell, validate_sweep_overrides)
        if self.replayed is not None:
            for group, option in self.replayed.choices.items():
                nodes.assign(config.hydra.runtime.choices, group, option)
        self._composition.choices = OmegaConf.to_container(config.hydra.runtime.choices)  # type: ignore[assignment]
        self._composition.overrides = nodes.texts(config.hydra.overrides.task)
        self._composition.in_sweep = config.hydra.mode == RunMode.MULTIRUN
        if run_mode == RunMode.RUN:
            if self.replayed is not None:
                self.replayed.require_secrets(config)
            stamp(config, "cli", str(config.hydra.runtime.cwd))
            self._check(config)
        return config

    def _check(self, config: DictConfig) -> None:
        if self.preflight is not None:
            self.preflight(config, self._composition)

    def _parse_overrides_and_create_caching_repo(
        self, config_name: str | None, overrides: list[str]
    ) -> tuple[list[Override], CachingConfigRepository]:
        if any(_SEARCH_PATH in override for override in overrides):
            return super()._parse_overrides_and_create_caching_repo(config_name, overrides)
        if self._seen.files is None:
            parsed, self._seen.files = super()._parse_overrides_and_create_caching_repo(config_name, overrides)
            return parsed, self._seen.files
        return OverridesParser.create().parse_overrides(overrides), self._seen.files

    def _load_single_config(self, default: ResultDefault, repo: Any) -> ConfigResult:
        result = copy.copy(super()._load_single_config(default, repo))
        result.config = copy.deepcopy(result.config)  # merging moves nodes out of it, and the file is read once
        source = str(result.provider)
        if source in ("hydra", "schema") or result.path is None or not str(result.path).startswith("file://"):
            return result
        file = f"{str(result.path).removeprefix('file://')}/{default.config_path}.yaml"
        if source != "main":
            self._examine(default, result, file)
        if isinstance(result.config, DictConfig):
            stamp(result.config, "config", file)
        return result

    def _examine(self, default: ResultDefault, result: ConfigResult, file: str) -> None:
        group = str(default.config_path).rpartition("/")[0]
        found = objections(result.config, group=group, defaults=result.defaults_list or ())
        found += _misshapen(result.config)
        trusted = self._composition.trusted or str(result.provider).startswith(PACKAGE)
        self._objections += [(file, objection) for objection in found if not (objection.trust and trusted)]
        self._composition.writers |= dict.fromkeys(_keys(result.config), file)

    def _compose_config_from_defaults_list(self, defaults: list[ResultDefault], repo: Any) -> DictConfig:
        ordered = sorted(defaults, key=lambda default: default.config_path in self._chosen)
        key = tuple((one.config_path, one.package, one.parent, one.is_self, one.primary) for one in ordered)
        kept = self._seen.merged if repo is self._seen.files else {}
        merged = kept.get(key)
        if merged is None:
            merged = _Merged(self._merge(ordered, repo), dict(self._composition.writers))
            while len(kept) >= _MERGED_KEPT:
                kept.pop(next(iter(kept)))
            kept[key] = merged
        self._composition.writers = dict(merged.writers)
        require_known_lanes(merged.config, self._overrides)
        return copy.deepcopy(merged.config)

    def _merge(self, defaults: list[ResultDefault], repo: Any) -> DictConfig:
        try:
            config = super()._compose_config_from_defaults_list(defaults, repo)
        except HydraException:
            self._refuse()  # says more than the failed merge does
            raise
        if self.replayed is not None:
            found = objections(self.replayed.config, group="", stamped=True)
            own = self.replayed.saved_by.own
            self._objections += [(self.replayed.file, one) for one in found if not (one.trust and own)]
            with flag_override(config, ["struct", "readonly"], [False, False]):
                config.merge_with(self.replayed.config)
        self._refuse()
        complete(config)
        return config

    def _refuse(self) -> None:
        if not self._objections:
            return
        campaign = self.locations.campaign
        texts = [f"{shown_file(file, campaign)}: {found.key}: {found.reason}" for file, found in self._objections]
        if not all(found.trust for _, found in self._objections):
            raise ConfigError(*texts)
        replayed = self.replayed
        files = {file for file, _ in self._objections}
        if replayed is not None and replayed.file in files:
            texts.append(trust_advice(replayed.saved_by.run, "run"))
        if campaign is not None and files - {replayed.file if replayed is not None else ""}:
            texts.append(trust_advice(campaign, "campaign"))
        raise UntrustedConfigError(*texts)


def _misshapen(config: Any) -> list[Objection]:
    """Lists where settings have mappings: merging them would fail without naming the key."""
    mappings = [name for name, value in default_keys().items() if isinstance(value, Mapping)]
    lists = [name for name in mappings if nodes.is_sequence(nodes.child(config, name))]
    return [Objection(name, "must be a mapping, got a list") for name in lists]


def _keys(node: Any, at: str = "") -> Iterator[str]:
    """Every dotted key of a config."""
    for name, child in nodes.items(node) if nodes.is_mapping(node) else ():
        key = f"{at}.{name}" if at else str(name)
        yield key
        yield from _keys(child, key)


def _chosen_reference_options(overrides: Sequence[str]) -> frozenset[str]:
    """Config paths of the reference options that the command line chose, such as `references/evening-b`."""
    chosen: set[str] = set()
    about = [override for override in overrides if override.lstrip("+~").startswith("references")]
    for override in OverridesParser.create().parse_overrides(about):
        if override.key_or_group == "references" and not override.is_delete():
            value = override.value()
            names = value if isinstance(value, list) else [value]
            chosen |= {f"references/{name}" for name in names if isinstance(name, str)}
    return frozenset(chosen)
