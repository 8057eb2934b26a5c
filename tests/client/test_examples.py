"""The example bot does what it says, on the real server."""

from __future__ import annotations

import asyncio
import runpy

import pytest

from graphwright.protocol.operations import NodeCreate
from tests.client.place import house, submit


@pytest.mark.requirement("R-47")
async def test_the_bot_makes_a_test_for_every_requirement_and_none_twice(root):
    bot = runpy.run_path(str(root / "examples" / "bot.py"))
    place = await house()
    async with place.somebody() as ana, place.somebody() as robot:
        working = asyncio.create_task(bot["look_after"](robot))
        for name in ("Fast", "Safe"):
            await ana.send(submit(ana, NodeCreate(id="op-1", node_type="REQ", name=name, descr="x")))
        await ana.until(lambda replica: len(replica.edges) == 2)
        working.cancel()

    assert sorted(node.semantic_id for node in place.open_project.project.graph.nodes.values()) == [
        "CheckFast.TS.001",
        "CheckSafe.TS.002",
        "Fast.RQ.001",
        "Safe.RQ.002",
    ]
