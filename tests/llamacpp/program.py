"""Asks a model file in a process of its own and prints what is left.

python -m tests.llamacpp.program FILE close|leave
"""

import asyncio
import gc
import json
import sys
import threading
import time
from pathlib import Path

from notarius.models.llamacpp import LlamaCppClient
from notarius.models.modelfile import LlamaCppSettings
from tests.meetings import ask, chunks_of

_FOLDER = Path("/proc/self")


def held() -> dict[str, int]:
    """Native threads and open sockets of this process."""
    files = [str(link.readlink()) for link in (_FOLDER / "fd").iterdir() if link.is_symlink()]
    return {
        "threads": len(list((_FOLDER / "task").iterdir())),
        "sockets": sum(name.startswith("socket:") for name in files),
        "python threads": threading.active_count(),
    }


async def use(client: LlamaCppClient, *, close: bool) -> dict[str, int]:
    """Ask one question whose time runs out, one that is answered, and one that is dropped by closing."""
    (chunk,) = chunks_of(1)
    try:
        async with asyncio.timeout(2):
            await client.generate(ask(chunk))
    except TimeoutError:
        sys.stderr.write("the first question took its time\n")
    under_way = asyncio.create_task(client.generate(ask(chunk)))
    await asyncio.sleep(0.5)
    during = held()
    under_way.cancel()
    if close:
        await client.aclose()
    return during


def main() -> None:
    """Two clients, one after the other."""
    gc.disable()  # nothing may hang on its coming by
    settings = LlamaCppSettings(Path(sys.argv[1]), "smollm2", context_tokens=512, threads=1, batch_tokens=32)
    report = []
    for _ in range(2):
        client = LlamaCppClient(settings)
        during = asyncio.run(use(client, close=sys.argv[2] == "close"))
        time.sleep(0.5)  # threads that have ended are counted for a moment
        report.append({"during": during, "after": held()})
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main()
