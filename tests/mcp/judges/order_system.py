"""The official client builds the order system through MCP alone, and prints what it saw. Runs among the judges.

Arguments: how to reach the server (an address, or `stdio` and a command), and the mode of the client.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import ElicitResult

SET = [
    ("SYS", "OrderSystem", "Takes orders from customers and keeps them.", None),
    ("UC", "PlaceOrder", "A customer places an order.", "OrderSystem"),
    ("FCHAIN", "PlaceOrderChain", "What happens when a customer places an order.", "PlaceOrder"),
    ("ACTOR", "Customer", "Wants to buy something.", "PlaceOrderChain"),
    ("FUNC", "AcceptOrder", "Checks the request, stores the order and returns a confirmation.", "PlaceOrderChain"),
    ("FLOW", "OrderRequest", "What the customer wants to buy.", None),
    ("FLOW", "OrderConfirmation", "The number under which the order is stored.", None),
    ("REQ", "OrderStored", "The system shall store every complete order before it confirms it.", None),
    ("TEST", "TestOrderStored", "Places an order, stops the system and finds the order again.", None),
    ("MOD", "OrderModule", "The part that takes and keeps orders.", None),
]
EDGES = [
    ("Customer", "io", "OrderRequest"),
    ("OrderRequest", "io", "AcceptOrder"),
    ("AcceptOrder", "io", "OrderConfirmation"),
    ("OrderConfirmation", "io", "Customer"),
    ("PlaceOrder", "satisfy", "OrderStored"),
    ("AcceptOrder", "satisfy", "OrderStored"),
    ("OrderStored", "verify", "TestOrderStored"),
    ("OrderModule", "allocate", "AcceptOrder"),
]


def changes() -> list[dict[str, Any]]:
    """The whole model, with a slip in its last edge: a requirement does not allocate."""
    nodes = [
        {"change": "create_node", "node_type": kind, "name": name, "descr": descr, "temp_id": f"new-{name}"}
        | ({} if parent is None else {"parent": f"new-{parent}"})
        for kind, name, descr, parent in SET
    ]
    edges = [
        {"change": "create_edge", "edge_type": kind, "source": f"new-{a}", "target": f"new-{b}"} for a, kind, b in EDGES
    ]
    edges[-1]["source"] = "new-OrderStored"
    return [*nodes, *edges]


async def yes(_context: Any, _params: Any) -> ElicitResult:
    """The person at the client."""
    return ElicitResult(action="accept", content={"confirm": True})


async def main(mode: str, *how: str) -> None:
    server: Any = StdioServerParameters(command=how[1], args=list(how[2:])) if how[0] == "stdio" else how[0]
    calls, states = 0, []
    async with Client(server, mode=mode, elicitation_callback=yes) as client:
        version = client.protocol_version

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            nonlocal calls
            calls += 1
            result = await client.call_tool(tool, arguments)
            return json.loads(result.content[0].text)

        states.append(await call("read_graph_overview"))
        whole = changes()
        refused = await call("propose_changes", changes=whole, reason="The order system.")
        mended = {**whole[-1], "source": "new-OrderModule"}
        number = str(refused["problems"][0]["change"])
        proposed = await call("propose_changes", corrects=refused["kept_as"], corrections={number: mended})
        states.append(await call("read_graph_overview"))
        decided = await call("decide_proposal", proposal_id=proposed["proposal_id"], decision="accept")
        states.append(await call("read_graph_overview"))
        answer = await call("ask", text="Which functions have no requirement?")
    print(
        json.dumps(
            {
                "version": version,
                "calls": calls,
                "refused": refused["problems"],
                "decided": decided.get("outcome", decided),
                "states": states,
                "answer": answer["answer"],
            }
        )
    )


asyncio.run(main(*sys.argv[1:]))
