"""One import through the door of a project on disk, watched: a process of its own for `exchange`.

`python -m benchmarks._importing FILE FORMAT` prints seconds, bytes of the file, memory that the process grew by at most
and in the end, the longest wait of the event loop, and what the reading process took, all in one line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final, Self

from graphwright.actions.imports import import_model
from graphwright.app import open_workbench
from graphwright.cli import YOUNG_OBJECTS
from graphwright.interop.files import ForeignFile
from graphwright.settings import Settings

LOOK_S: Final = 0.005
TICK_S: Final = 0.001


class Watch:
    """Looks at the memory from a thread, and at the loop from within."""

    def __init__(self) -> None:
        self.base = memory()
        """With the file, which whoever imports has already."""
        self.peak = self.base
        self.held = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    async def __aenter__(self) -> Self:
        self._thread.start()
        self._ticking = asyncio.create_task(self._tick())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over.set()
        await self._ticking
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            self.peak = max(self.peak, memory())

    async def _tick(self) -> None:
        last = time.perf_counter()
        while not self._over.is_set():
            await asyncio.sleep(TICK_S)
            now = time.perf_counter()
            self.held = max(self.held, now - last - TICK_S)
            last = now


def memory() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def main(path: Path, data: bytes, format_name: str) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        async with open_workbench(Settings.read({}, {"data": folder})) as workbench:
            project = await workbench.open_or_new_project("bench")
            owner = await workbench.owner()
            gc.collect()
            async with Watch() as watch:
                begin = time.perf_counter()
                file = ForeignFile(data, path.name)
                await import_model(project, file, author=owner, format_name=format_name)
                seconds = time.perf_counter() - begin
                await project.committer.settled()
            kept = memory() - watch.base
    told = {
        "seconds": seconds,
        "bytes": len(data),
        "peak": max(watch.peak - watch.base, kept),  # the last glance may be older than the last growth
        "kept": kept,
        "held": watch.held,
        "reader": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
    source = Path(sys.argv[1])
    asyncio.run(main(source, source.read_bytes(), sys.argv[2]))
