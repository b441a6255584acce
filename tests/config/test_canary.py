"""The private parts of Hydra that notarius leans on: when one of these fails, Hydra changed it."""

import inspect

from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.config_repository import CachingConfigRepository
from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra._internal.hydra import Hydra
from hydra.core.override_parser.types import Quote, QuotedString
from hydra.core.plugins import Plugins
from hydra.plugins.config_source import ConfigResult


def parameters(function: object) -> list[str]:
    """Names of a function's parameters."""
    return list(inspect.signature(function).parameters)  # type: ignore[arg-type]


def test_every_yaml_passes_one_method() -> None:
    """`Loader._load_single_config` stamps and examines there."""
    assert parameters(ConfigLoaderImpl._load_single_config) == ["self", "default", "repo"]
    assert {"path", "provider", "config", "defaults_list"} <= set(ConfigResult.__dataclass_fields__)


def test_the_defaults_list_is_composed_in_one_method() -> None:
    """`Loader._compose_config_from_defaults_list` orders reference groups and fills in keys there."""
    assert parameters(ConfigLoaderImpl._compose_config_from_defaults_list) == ["self", "defaults", "repo"]


def test_jobs_are_loaded_through_load_configuration() -> None:
    """The preflight runs there."""
    expected = ["self", "config_name", "overrides", "run_mode", "from_shell", "validate_sweep_overrides"]
    assert parameters(ConfigLoaderImpl.load_configuration) == expected
    assert "self.load_configuration(" in inspect.getsource(ConfigLoaderImpl.load_sweep_config)


def test_hydra_can_be_driven_without_its_main() -> None:
    """`driver.launch` makes it with our loader."""
    assert parameters(Hydra.__init__) == ["self", "task_name", "config_loader"]
    assert parameters(Hydra.run)[:4] == ["self", "config_name", "task_function", "overrides"]
    assert parameters(Hydra.compose_config)[:4] == ["self", "config_name", "overrides", "run_mode"]


def test_a_sweep_can_be_driven_without_hydras_sweeper() -> None:
    """`sweeping.run_sweep` does what `Hydra.multirun` and `BasicSweeper.sweep` do, in another order."""
    multirun, sweep = inspect.getsource(Hydra.multirun), inspect.getsource(BasicSweeper.sweep)
    assert ("on_multirun_start(" in multirun, "on_multirun_end(" in multirun) == (True, True)
    assert parameters(BasicSweeper.split_arguments) == ["overrides", "max_batch_size"]
    assert 'OmegaConf.save(self.config, sweep_dir / "multirun.yaml")' in sweep
    assert parameters(Plugins.instantiate_launcher) == ["self", "hydra_context", "task_function", "config"]


def test_every_composition_begins_with_a_repository() -> None:
    """`Loader` gives all of them one, so that each YAML file is read once."""
    name = "_parse_overrides_and_create_caching_repo"
    assert parameters(getattr(ConfigLoaderImpl, name)) == ["self", "config_name", "overrides"]
    assert f"self.{name}(" in inspect.getsource(ConfigLoaderImpl._load_configuration_impl)
    assert "self.cache[cache_key] = ret" in inspect.getsource(CachingConfigRepository.load_config)


def test_hydras_own_quoting() -> None:
    """Quoted strings escape quotes and what precedes them."""
    assert QuotedString(text="it's", quote=Quote.single).with_quotes() == r"'it\'s'"
