"""A bot in a project: it hears everything, and makes a test for every requirement that has none.

    TOKEN=$(graphwright token PROJECT --access editor) python examples/bot.py PROJECT

`graphwright serve` must run. Stop it with Ctrl+C; nothing it has done is lost.
"""

import asyncio
import os
import sys

from msgspec import Raw

from graphwright.client.connection import ClientConnection
from graphwright.client.doors import NetworkDoor
from graphwright.protocol.commands import ChangesSubmit
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from graphwright.protocol.wire import encode


async def look_after(shop: ClientConnection) -> None:
    """Add what is missing, then wait for the next change."""
    model = shop.replica
    while True:
        seen = model.sequence
        tested = {edge.source for edge in model.edges.values() if edge.edge_type == "verify"}
        for node in [node for node in model.nodes.values() if node.node_type == "REQ" and node.node_id not in tested]:
            test = NodeCreate(
                id="op-1", temp_id="t", node_type="TEST", name=f"Check{node.name}", descr="To be written."
            )
            link = EdgeCreate(id="op-2", edge_type="verify", source=node.node_id, target="t")
            changes = [Raw(encode(test)), Raw(encode(link))]
            revision = model.project.revision
            await shop.send(ChangesSubmit(command_id=shop.new_id(), base_revision=revision, operations=changes))
            print(f"made {test.name}", flush=True)
        await shop.until(lambda model, seen=seen: model.sequence > seen)


async def main(project: str) -> None:
    """Connect and stay."""
    address = os.environ.get("GRAPHWRIGHT_ADDRESS", "http://127.0.0.1:8426")
    async with NetworkDoor(address, os.environ["TOKEN"]) as door, ClientConnection(door, project) as shop:
        await look_after(shop)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
