"""The private parts of Hydra that notarius leans on: when one of these fails, Hydra changed it."""

import inspect

from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.hydra import Hydra
from hydra.core.override_parser.types import Quote, QuotedString
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
    """`driver.launch` makes it with our loader and calls run or multirun."""
    assert parameters(Hydra.__init__) == ["self", "task_name", "config_loader"]
    assert parameters(Hydra.run)[:4] == ["self", "config_name", "task_function", "overrides"]
    assert parameters(Hydra.multirun)[:4] == ["self", "config_name", "task_function", "overrides"]


def test_hydras_own_quoting() -> None:
    """Quoted strings escape quotes and what precedes them."""
    assert QuotedString(text="it's", quote=Quote.single).with_quotes() == r"'it\'s'"
