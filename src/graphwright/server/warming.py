"""Loads what the first message would otherwise wait for, once somebody asks the server for anything but its pages.

The modules of the offline assistant, which reads the words of its languages when it is asked first
(`offline/first_words.py`); the readers and writers of files; the vocabulary of the token counter, the embedder, the
lines and the index of every project that is opened, and what a language model can do that nobody knows. Nobody waits
for it, and what fails here fails again, and is told, when it is needed. A server that nobody asks holds none of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Final

from graphwright.context.tokens import tokenizer
from graphwright.ports import in_thread
from graphwright.server.logs import log
from graphwright.workbench import OpenProject, Workbench

_ASSISTANT: Final = "graphwright.offline.assistant"
_FORMATS: Final = "graphwright.interop.registry"


@asynccontextmanager
async def warming(workbench: Workbench, asked: asyncio.Event | None = None) -> AsyncGenerator[None]:
    """Warm up in the background, at once or when the server is `asked`, and every project that is opened from then on.

    Ends with the server.
    """
    tasks: set[asyncio.Task[None]] = set()

    def begin(what: str, work: Callable[[], Awaitable[object]]) -> None:
        task = asyncio.create_task(_unless_it_fails(what, work))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def opened(open_project: OpenProject) -> None:
        begin("the lines and the index of a project", lambda: _texts(workbench, open_project))

    async def vocabulary() -> None:
        if workbench.catalogue.names:  # the offline assistant estimates
            await in_thread(tokenizer)
        for open_project in workbench.open_projects:
            opened(open_project)
        workbench.on_open_project.append(opened)

    async def everything() -> None:
        if asked is not None:
            await asked.wait()
        if "offline" in workbench.settings.models:
            begin("the offline assistant", lambda: in_thread(lambda: import_module(_ASSISTANT)))
        begin("the readers and writers", lambda: in_thread(lambda: import_module(_FORMATS)))
        begin("the vocabulary", vocabulary)
        begin("the embedder", workbench.warm_embedder)
        begin("the probes of language models", workbench.catalogue.probe_unknown)

    begin("what the first message needs", everything)
    try:
        yield
    finally:
        if opened in workbench.on_open_project:
            workbench.on_open_project.remove(opened)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _unless_it_fails(what: str, work: Callable[[], Awaitable[object]]) -> None:
    try:
        await work()
    except Exception:  # noqa: BLE001  whoever needs it is told
        log.warning("%s could not be loaded before the first message", what, exc_info=True)


async def _texts(workbench: Workbench, open_project: OpenProject) -> None:
    for _ in open_project.captures.warm():
        await workbench.clock.sleep(0)
    await open_project.retriever.fill()
