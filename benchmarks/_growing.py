"""A real server with a run of 10,000 steps under way that takes another step whenever it is told to.

A process of its own for `browser`: `python -m benchmarks._growing FOLDER STEPS`. It prints the link that lets its owner
in; each line on its standard input is one more step.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

import uvloop

from benchmarks._long import SPENT, Answer, Size, filled
from graphwright.app import open_workbench
from graphwright.runs.scope import RunScope, StepScope
from graphwright.server.assets import built_assets
from graphwright.server.serve import serve
from graphwright.settings import Settings

PROJECT: Final = "tree"


class Growing:
    """The workflow."""

    def __init__(self, wanted: asyncio.Queue[bytes]) -> None:
        self._wanted = wanted
        self.is_large = asyncio.Event()

    async def run(self, run: RunScope, size: Size) -> Answer:
        await filled(run, size.steps)
        self.is_large.set()
        number = size.steps
        while await run.step("turn", self.one_more, number, key=str(number), label=f"step {number}"):
            number += 1
        return Answer(number=number)

    async def one_more(self, step: StepScope, number: int) -> bool:
        """Ends when the next line is there: then a step has finished and another one has begun."""
        step.usage(SPENT)
        return await self._wanted.get() != b""


async def main(folder: str, steps: int) -> None:
    wanted: asyncio.Queue[bytes] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    settings = Settings.read({}, {"data": folder, "port": "0"})
    async with open_workbench(settings) as workbench:
        open_project = await workbench.open_or_new_project(PROJECT)
        growing = Growing(wanted)
        open_project.engine.register("grow", growing.run, version=1)
        author = await workbench.owner()
        run_id = await open_project.engine.start(
            "grow", Size(steps=steps), author=author, question="How large can a tree be?"
        )
        begun = asyncio.create_task(growing.is_large.wait())
        ended = asyncio.create_task(open_project.engine.settled(run_id))
        await asyncio.wait({begun, ended}, return_when=asyncio.FIRST_COMPLETED)
        assert begun.done(), ended.result()
        stop = asyncio.Event()

        def ready(_address: str, link: str | None) -> None:
            print(link, flush=True)

        serving = asyncio.create_task(
            serve(workbench, built_assets(), host=settings.host, port=0, stop=stop, ready=ready)
        )
        while line := await reader.readline():
            wanted.put_nowait(line)
        wanted.put_nowait(b"")
        await ended
        stop.set()
        await serving


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))
