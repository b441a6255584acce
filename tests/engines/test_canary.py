"""The private parts of the launchers' plugins that notarius leans on: when one of these fails, a plugin changed it."""

import inspect
from importlib import import_module

from tests.engines.running import require


def test_submitit_is_called_as_the_plugin_does() -> None:
    """`engines._submit` makes the same calls, and waits for each job by itself."""
    require("submitit")
    plugin = import_module("hydra_plugins.hydra_submitit_launcher.submitit_launcher").BaseSubmititLauncher
    launch = inspect.getsource(plugin.launch)
    for part in ("map_array(self, *zip(*job_params))", '{"max_num_timeout"}', "BaseQueueConf", "AutoExecutor("):
        assert part in launch
    expected = ["self", "sweep_overrides", "job_dir_key", "job_num", "job_id", "singleton_state"]
    assert list(inspect.signature(plugin.__call__).parameters) == expected


def test_ray_is_called_as_the_plugin_does() -> None:
    """`engines._on_ray` makes the same calls, and waits for each job by itself."""
    require("ray")
    util = import_module("hydra_plugins.hydra_ray_launcher._launcher_util")
    expected = ["hydra_context", "ray_remote", "sweep_config", "task_function", "singleton_state"]
    assert list(inspect.signature(util.launch_job_on_ray).parameters) == expected
    assert list(inspect.signature(util.start_ray).parameters) == ["init_cfg"]


def test_joblib_takes_a_part_of_the_jobs() -> None:
    """`engines._in_pools` launches again from a later job on."""
    require("joblib")
    launcher = import_module("hydra_plugins.hydra_joblib_launcher.joblib_launcher").JoblibLauncher
    assert list(inspect.signature(launcher.launch).parameters) == ["self", "job_overrides", "initial_job_idx"]
