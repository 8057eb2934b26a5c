"""Other people's clients complete a story: the official one builds the order system, the inspector looks at it."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from graphwright.graph.check import check_all
from tests.mcp.judging import said_by_client, said_on_node
from tests.mcp.listening import listening
from tests.server.place import Place

GRAPHWRIGHT = Path(sys.executable).parent / "graphwright"
INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"


@pytest.mark.slow
@pytest.mark.requirement("G-22", "G-23")
async def test_an_agent_builds_the_order_system_through_mcp_alone(place: Place):
    async with listening(place, access="editor") as url:
        code, out = await said_by_client("order_system", "auto", url)

    assert code == 0, out
    told = json.loads(out)
    open_project = await place.workbench.open_project("shop")
    graph = open_project.project.graph
    assert (told["version"], told["decided"]) == ("2026-07-28", "accepted")
    assert told["calls"] <= 12
    assert [problem["code"] for problem in told["refused"]] == ["illegalPair"]
    assert [state["revision"] for state in told["states"]] == [0, 0, 1]
    assert (len(graph.nodes), graph.revision) == (10, 1)
    assert [finding for finding in check_all(graph) if finding.severity == "error"] == []
    assert "0 functions" in told["answer"] or "no function" in told["answer"].lower()


@pytest.mark.slow
@pytest.mark.requirement("G-10", "G-22")
async def test_the_same_agent_works_on_a_folder_over_standard_input(tmp_path: Path):
    data = str(tmp_path / "models")

    code, out = await said_by_client("order_system", "auto", "stdio", str(GRAPHWRIGHT), "mcp", "shop", "--data", data)

    assert code == 0, out
    told = json.loads(out)
    assert (told["decided"], told["states"][-1]["nodes"]["all"]) == ("accepted", 10)


@pytest.mark.slow
@pytest.mark.requirement("G-10", "G-22")
async def test_beside_a_server_that_owns_the_folder_the_same_command_speaks_with_it(tmp_path: Path):
    data = str(tmp_path / "models")
    command = [str(GRAPHWRIGHT), "serve", "--json", "--port", "0", "--data", data]
    server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert server.stdout is not None
        async with asyncio.timeout(30):
            await server.stdout.readline()
        made = await asyncio.create_subprocess_exec(
            str(GRAPHWRIGHT), "say", "shop", "hello", "--data", data, stdout=asyncio.subprocess.DEVNULL
        )
        await made.wait()
        code, out = await said_by_client(
            "order_system", "auto", "stdio", str(GRAPHWRIGHT), "mcp", "shop", "--data", data
        )
    finally:
        server.terminate()
        await server.wait()

    assert code == 0, out
    told = json.loads(out)
    assert (told["decided"], told["states"][-1]["nodes"]["all"]) == ("accepted", 10)


@pytest.mark.slow
@pytest.mark.requirement("G-10", "G-15", "G-22")
async def test_an_older_client_does_all_of_it_but_deciding(place: Place):
    async with listening(place, access="editor") as url:
        code, out = await said_by_client("order_system", "legacy", url)

    assert code == 0, out
    told = json.loads(out)
    assert told["version"] == "2025-11-25"
    assert told["decided"]["error"]["code"] == "accessDenied"
    assert told["states"][-1]["nodes"]["all"] == 0


@pytest.mark.slow
@pytest.mark.requirement("G-22")
async def test_the_inspector_lists_and_calls(place: Place):
    async with listening(place) as url:
        code, listed = await said_on_node(INSPECTOR, "--cli", url, "--transport", "http", "--method", "tools/list")
        called_code, called = await said_on_node(
            INSPECTOR, "--cli", url, "--transport", "http", "--method", "tools/call",
            "--tool-name", "read_graph_overview",
        )  # fmt: skip

    assert (code, called_code) == (0, 0), listed + called
    assert "propose_changes" in {tool["name"] for tool in json.loads(listed)["tools"]}
    assert json.loads(json.loads(called)["content"][0]["text"])["name"] == "shop"
