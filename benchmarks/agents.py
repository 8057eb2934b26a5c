"""A call of an agent over MCP, beside the official SDK's bare server that answers the same bytes without looking.

Both are processes of their own and take turns. Ours recognises the token, asks for the rights, reads the graph and
counts the request; the bare server does none of it, and checks no more than the form of the call. It needs the judges.

Run: python -m benchmarks agents
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2

from benchmarks import _systems
from benchmarks._served import ROOT, owner_of, served
from benchmarks._table import Table
from benchmarks._turns import in_turn
from benchmarks.opening import import_all
from graphwright.mcp.wire import CAPABILITIES_KEY, LATEST, VERSION_KEY
from tests.fleet import free_port

JUDGE = ROOT / ".judges" / "bin" / "python"
BARE = ROOT / "tests" / "mcp" / "judges" / "bare_server.py"
PATIENCE_S = 20.0


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    probe = (
        subprocess.run([JUDGE, "-c", "import mcp.server"], check=False, capture_output=True) if JUDGE.exists() else None
    )
    if probe is None or probe.returncode != 0:
        print("agents: no official SDK among the judges (make judges); nothing is measured")
        return
    data, nodes = folder / "data", 20 if quick else 1_000
    _, made = asyncio.run(import_all(data, _systems.operations(nodes)))
    with served(data) as place, owner_of(place) as owner:
        token = owner.post("/api/tokens", json={"project": "large", "access": "viewer"}).raise_for_status().json()
        node = owner.get("/api/projects/large/search", params={"q": "ValidateOrder"}).json()["hits"][0]["node"]
        ours = httpx2.Client(base_url=place.origin, headers={"authorization": f"Bearer {token['token']}"}, timeout=60)
        for tool, arguments in {
            "read_node_detail": {"node": node["semanticId"]},
            "list_available_node_types": {},
        }.items():
            text = said(ours, tool, arguments)
            (folder / "text").write_text(text, encoding="utf-8")
            with bare(folder / "text") as other:
                least, taken = in_turn(
                    partial(said, other, "repeat", {}),
                    partial(said, ours, tool, arguments),
                    seconds=0.1 if quick else 10.0,
                )
            table = Table(f"{tool} over MCP in a project of {made:,} nodes, {len(text):,} characters", what="call")
            table.limit("the bare server of the official SDK, which repeats them", least)
            table.add("our server: token, rights, limits, the answer itself", taken, times=2.0)
            yield table
        ours.close()


def said(client: httpx2.Client, tool: str, arguments: dict[str, Any]) -> str:
    """What a tool answers to a client of today."""
    meta = {VERSION_KEY: LATEST, CAPABILITIES_KEY: {}}
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    headers = {"mcp-protocol-version": LATEST, "mcp-method": "tools/call", "mcp-name": tool}
    headers["accept"] = "application/json, text/event-stream"
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    answer = client.post("/mcp", json=message, headers=headers).raise_for_status()
    body = answer.text
    if answer.headers["content-type"].startswith("text/event-stream"):
        body = next(line[6:] for line in body.splitlines() if line.startswith("data: "))
    return str(json.loads(body)["result"]["content"][0]["text"])


@contextmanager
def bare(text: Path) -> Iterator[httpx2.Client]:
    """The official SDK with one tool that answers with a file."""
    port = free_port()
    with subprocess.Popen([JUDGE, BARE, text, str(port)], stderr=subprocess.DEVNULL) as server:
        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                stop = time.monotonic() + PATIENCE_S
                while time.monotonic() < stop:
                    try:
                        said(client, "repeat", {})
                        break
                    except httpx2.TransportError:
                        time.sleep(0.1)
                yield client
        finally:
            server.terminate()
