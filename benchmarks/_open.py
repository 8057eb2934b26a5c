"""Opens the project `large` of a data folder as a command does, and prints what that took as one line of JSON.

A process of its own for `opening`: `python -m benchmarks._open FOLDER`. Everything is imported inside, to be timed.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from pathlib import Path


async def main(data: str) -> None:
    begin = time.perf_counter()
    from graphwright.app import open_workbench
    from graphwright.settings import Settings

    imported = time.perf_counter()
    async with open_workbench(Settings.read({}, {"data": data})) as workbench:
        opened = time.perf_counter()
        open_project = await workbench.open_project("large")
        loaded = time.perf_counter()
        nodes = len(open_project.project.graph.nodes)
    parts = {"imports": imported - begin, "folder": opened - imported, "project": loaded - opened}
    print(json.dumps({**parts, "all": loaded - begin, "peak": peak_mib(), "nodes": nodes}))


def peak_mib() -> float:
    """Of this process. What `getrusage` says begins, on Linux, with the peak of the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text("utf-8").partition("VmHWM:")[2].split()[0]) / 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
