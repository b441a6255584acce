"""Launchers that run jobs elsewhere, waited for to the last job: what becomes of one says nothing of the others.

The plugins' own `launch` raises at the first job that its scheduler killed, and the results of all others are lost. For
Slurm and Ray the same calls are made here, and each job is waited for by itself; joblib, which gives up the whole pool,
is given what had not ended once more. `tests/engines/test_canary.py` names what broke when a plugin changes.
"""

import logging
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Literal

import attrs
from hydra.core.singleton import Singleton
from hydra.core.utils import JobReturn, configure_log, setup_globals
from omegaconf import open_dict

_SUBMITIT: Final = "hydra_plugins.hydra_submitit_launcher"
_RAY: Final = "hydra_plugins.hydra_ray_launcher.ray_launcher"
_JOBLIB: Final = "hydra_plugins.hydra_joblib_launcher"
_log: Final = logging.getLogger(__name__)


@attrs.frozen
class Lost:
    """A job that its scheduler gave no result for.

    Attributes:
        reason: as the scheduler says it, on one line.
    """

    reason: str


Return = JobReturn | Lost
Trace = Callable[[int], Literal["none", "begun", "ended"]]


def launch(launcher: Any, jobs: Sequence[Sequence[str]], first: int, trace: Trace) -> Sequence[Return]:
    """Run the jobs and wait for all of them.

    Args:
        launcher: Hydra's, set up.
        jobs: overrides of each.
        first: number of the first.
        trace: what the job of that number has left in its directory so far.

    Raises:
        KeyboardInterrupt: after Ctrl-C; jobs elsewhere were told to stop.
        Exception: whatever a launcher raises that could not launch at all.
    """
    module = type(launcher).__module__
    if module.startswith(_SUBMITIT):
        return _submit(launcher, jobs, first)
    if module.startswith(_RAY):
        return _on_ray(launcher, jobs, first)
    if module.startswith(_JOBLIB):
        return _in_pools(launcher, jobs, first, trace)
    returns: Sequence[Return] = launcher.launch(jobs, initial_job_idx=first)
    return returns


def _submit(launcher: Any, jobs: Sequence[Sequence[str]], first: int) -> list[Return]:
    submitit: Any = import_module("submitit")
    queue: Any = import_module(f"{_SUBMITIT}.config").BaseQueueConf
    parameters, cluster = dict(launcher.params), launcher._EXECUTOR  # noqa: SLF001
    given = {"folder": parameters.pop("submitit_folder")}
    if "max_num_timeout" in parameters:
        given[f"{cluster}_max_num_timeout"] = parameters.pop("max_num_timeout")
    executor = submitit.AutoExecutor(cluster=cluster, **given)
    _log.info("Submitting %d jobs to submitit's %s executor", len(jobs), cluster)
    common = set(queue.__dataclass_fields__)
    executor.update_parameters(
        **{name if name in common else f"{cluster}_{name}": value for name, value in parameters.items()}
    )
    state = Singleton.get_state()
    calls = [(list(job), "hydra.sweep.dir", number, str(number), state) for number, job in enumerate(jobs, first)]
    submitted = executor.map_array(launcher, *zip(*calls, strict=True))
    try:
        return [_waited(job) for job in submitted]
    except KeyboardInterrupt:
        for job in submitted:
            job.cancel(check=False)
        raise


def _waited(job: Any) -> Return:
    try:
        returned: JobReturn = job.results()[0]
    except Exception as error:  # noqa: BLE001  (the scheduler's word on one job)
        return Lost(f"submitit job {job.job_id} ended without a result: {_first_line(error)}")
    return returned


def _on_ray(launcher: Any, jobs: Sequence[Sequence[str]], first: int) -> list[Return]:
    ray: Any = import_module("ray")
    util: Any = import_module("hydra_plugins.hydra_ray_launcher._launcher_util")
    setup_globals()
    configure_log(launcher.config.hydra.hydra_logging, launcher.config.hydra.verbose)
    util.start_ray(launcher.ray_cfg.init)
    _log.info("Giving %d jobs to Ray", len(jobs))
    context, state, running = launcher.hydra_context, Singleton.get_state(), []
    for number, job in enumerate(jobs, first):
        config = context.config_loader.load_sweep_config(launcher.config, list(job))
        with open_dict(config):
            config.hydra.job.id, config.hydra.job.num = str(number), number
        running.append(util.launch_job_on_ray(context, launcher.ray_cfg.remote, config, launcher.task_function, state))
    try:
        return [_got(ray, reference) for reference in running]
    except KeyboardInterrupt:
        for reference in running:
            ray.cancel(reference)
        raise


def _got(ray: Any, reference: Any) -> Return:
    try:
        returned: JobReturn = ray.get(reference)
    except Exception as error:  # noqa: BLE001  (the scheduler's word on one job)
        return Lost(f"Ray gave no result: {type(error).__name__}: {_first_line(error)}")
    return returned


def _in_pools(launcher: Any, jobs: Sequence[Sequence[str]], first: int, trace: Trace) -> list[Return]:
    """All jobs in one pool; when it breaks, those that had not begun in the next.

    joblib does not say whose worker died. So jobs that were under way then run once more at the end, each in a pool of
    its own: who breaks that one has broken the first, or would have.
    """
    returns: list[Return] = [Lost("was not run")] * len(jobs)
    suspects: list[int] = []
    waiting = list(range(len(jobs)))
    while waiting:
        together = _run_on(waiting)
        waiting = [number for number in waiting if number not in together]
        if _broke(launcher, jobs, first, together, returns):
            traces = {number: trace(first + number) for number in together}
            if set(traces.values()) != {"none"}:  # else the next would fare no better
                suspects += [number for number in together if traces[number] == "begun"]
                waiting = sorted([*waiting, *(number for number in together if traces[number] == "none")])
    if suspects:
        which = ", ".join(str(first + number) for number in suspects)
        _log.warning("A worker died; what was under way runs once more, each job by itself: %s", which)
    for number in suspects:
        _broke(launcher, jobs, first, [number], returns)
    return returns


def _run_on(waiting: Sequence[int]) -> list[int]:
    """The first numbers of those that wait, as far as they follow each other."""
    return [number for at, number in enumerate(waiting) if number - waiting[0] == at]


def _broke(
    launcher: Any, jobs: Sequence[Sequence[str]], first: int, together: Sequence[int], returns: list[Return]
) -> bool:
    """Run jobs that follow each other in one pool, and note what they returned; whether the pool broke."""
    at = slice(together[0], together[-1] + 1)
    try:
        returns[at] = launcher.launch([jobs[number] for number in together], initial_job_idx=first + together[0])
    except Exception as error:  # noqa: BLE001  (a worker died, and joblib gave up all)
        reason = f"the pool of workers broke: {type(error).__name__}: {_first_line(error)}"
        returns[at] = [Lost(reason)] * len(together)
        return True
    return False


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0]
