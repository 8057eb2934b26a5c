"""Pydantic AI + DBOS on SQLite: an agent of ten tool calls whose model and tools are steps of a durable workflow."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from dbos import DBOS, SetWorkflowID
from pydantic_ai import Agent
from pydantic_ai.durable_exec.dbos import DBOSDurability
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from benchmarks.peers import work
from benchmarks.peers.work import Line


def killed(where: str, folder: Path, _size: int) -> Iterator[Line]:
    """The workflow is begun once; after the kill `DBOS.launch` takes it up by itself."""
    effects = work.Effects(folder, where)
    provider = OpenAIProvider(base_url=os.environ["MODEL_ADDRESS"], api_key="none")
    model = OpenAIChatModel("scripted", provider=provider)
    DBOS(config={"name": "peers", "system_database_url": f"sqlite:///{folder / 'dbos.sqlite'}"})
    agent = Agent(model, name="ten", capabilities=[DBOSDurability()])

    @agent.tool_plain
    @DBOS.step()
    async def work_step(number: int) -> str:
        effects.of_step(number)
        return f"Step {number} is done."

    @DBOS.workflow()
    async def ten(question: str) -> str:
        return str((await agent.run(question)).output)

    async def driven() -> None:
        DBOS.launch()
        if (begun := folder / "begun").exists():
            handle = await DBOS.retrieve_workflow_async("peers")
        else:
            begun.touch()
            with SetWorkflowID("peers"):
                handle = await DBOS.start_workflow_async(ten, "Do the ten steps.")
        await handle.get_result()

    asyncio.run(driven())
    yield Line([], "an agent's ten tool calls")
    yield work.memory()


if __name__ == "__main__":
    work.run({"between": partial(killed, "between"), "within": partial(killed, "within")})
