"""A Slurm that is none: `sbatch`, `srun`, `sacct` and `scancel` as small programs that run jobs on this machine.

What Slurm's own commands would do to a job is done here the same way as far as submitit can see: the batch script, the
array, the variables of the environment, the states. Two tasks run at a time.
"""

import os
import stat
import sys
import textwrap
from pathlib import Path

_PROGRAMS = {
    "sbatch": """
        state.mkdir(exist_ok=True)
        script = pathlib.Path(sys.argv[-1]).read_text()
        number = 100 + len(list(state.glob("*.script")))
        (state / f"{number}.script").write_text(script)
        array = re.search(r"^#SBATCH --array=0-(\\d+)", script, re.MULTILINE)
        names = [f"{number}_{at}" for at in range(int(array[1]) + 1)] if array else [str(number)]
        for name in names:
            (state / name).write_text("PENDING")
        subprocess.Popen(
            [sys.executable, __file__.replace("sbatch", "slurmd"), str(number), *names],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
        )
        print(f"Submitted batch job {number}")
    """,
    "slurmd": """
        from concurrent.futures import ThreadPoolExecutor
        number, names = sys.argv[1], sys.argv[2:]
        def run(name):
            if (state / name).read_text() == "CANCELLED":
                return
            main, _, task = name.partition("_")
            own = {"SLURM_JOB_ID": name.replace("_", "9"), "SLURM_ARRAY_JOB_ID": main, "SLURM_ARRAY_TASK_ID": task}
            own = own if task else {"SLURM_JOB_ID": main}
            with subprocess.Popen(["bash", str(state / f"{number}.script")], env={**os.environ, **own},
                                  start_new_session=True) as process:
                (state / f"{name}.pid").write_text(str(process.pid))
                (state / name).write_text("RUNNING")
                code = process.wait()
            if (state / name).read_text() != "CANCELLED":
                (state / name).write_text("FAILED" if code else "COMPLETED")
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(run, names))
    """,
    "srun": """
        at = next(at for at, word in enumerate(sys.argv) if word.startswith("/") and "python" in word)
        main, task = os.environ.get("SLURM_ARRAY_JOB_ID"), os.environ.get("SLURM_ARRAY_TASK_ID")
        name = f"{main}_{task}" if main else os.environ["SLURM_JOB_ID"]
        def stream(flag):
            place = sys.argv[sys.argv.index(flag) + 1]
            for sign, value in (("%A_%a", name), ("%j", name), ("%t", "0")):
                place = place.replace(sign, value)
            pathlib.Path(place).parent.mkdir(parents=True, exist_ok=True)
            return open(place, "a")
        own = {"SLURM_NTASKS": "1", "SLURM_JOB_NUM_NODES": "1", "SLURM_NODEID": "0", "SLURM_PROCID": "0",
               "SLURM_LOCALID": "0"}
        sys.exit(subprocess.call(sys.argv[at:], env={**os.environ, **own}, stdout=stream("--output"),
                                 stderr=stream("--error")))
    """,
    "sacct": """
        print("JobID|State|NodeList")
        for file in sorted(state.iterdir()):
            if not file.suffix:
                print(f"{file.name}|{file.read_text()}|here")
    """,
    "scancel": """
        for name in sys.argv[1:]:
            for file in [*state.glob(name), *state.glob(f"{name}_*")]:
                if not file.suffix and file.read_text() in ("PENDING", "RUNNING"):
                    running = file.read_text() == "RUNNING"
                    file.write_text("CANCELLED")
                    if running:
                        os.killpg(int((state / f"{file.name}.pid").read_text()), signal.SIGTERM)
    """,
}
_HEAD = """\
#!{python}
import os, pathlib, re, signal, subprocess, sys
state = pathlib.Path({state!r})
"""


def install(folder: Path) -> dict[str, str]:
    """Put the programs into a folder; gives the variables of an environment that finds them."""
    folder.mkdir(exist_ok=True)
    for name, code in _PROGRAMS.items():
        path = folder / name
        head = _HEAD.format(python=sys.executable, state=str(folder / "state"))
        path.write_text(head + textwrap.dedent(code), encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {"PATH": os.pathsep.join([str(folder), os.environ.get("PATH", "")])}
