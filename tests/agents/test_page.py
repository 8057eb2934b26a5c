"""The page that a client shows, in a real browser with a client around it: it draws what was proposed, its buttons decide."""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.agents.desk import agent, edge, node, shop
from tests.mcp.speaking import Agent
from tests.server.place import Place

HOST = Path(__file__).with_name("host.html")
APPS: dict[str, Any] = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
EVIL = "<img src=x onerror=alert(1)>"


def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium on this machine (apt-get install chromium, or set CHROMIUM to its path)")
    return found


async def seen(folder: Path, page: str, shown: dict, press: str | None = None, answer: object = None) -> dict[str, Any]:
    """What the page shows and asks for when a client gives it a result, and somebody presses a button."""
    given = json.dumps({"html": page, "shown": shown, "press": press, "answer": answer}).replace("<", "\\u003c")
    file = folder / "host.html"
    file.write_text(HOST.read_text(encoding="utf-8").replace("/*GIVEN*/ null", given), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=5000", "--dump-dom", file.as_uri(),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    found = re.search(r'<pre id="seen">(.*?)</pre>', out.decode(), re.DOTALL)
    assert found is not None, out.decode()[:2_000]
    return json.loads(html.unescape(found[1]))


async def proposed(client: Agent) -> dict[str, Any]:
    changes = [node(EVIL, temp_id="pay"), edge("Order", "pay"), {"change": "delete_node", "node": "Check order"}]
    return await client.call("propose_changes", changes=changes, reason="r")


@pytest.mark.requirement("G-19")
async def test_a_person_sees_the_proposal_as_a_picture_and_accepts_it(place: Place, tmp_path: Path):
    await shop(place)
    client = await agent(place, **APPS)
    told = {tool["name"]: tool for tool in (await client.ask("tools/list"))["tools"]}
    uri = told["propose_changes"]["_meta"]["ui"]["resourceUri"]
    listed = {each["uri"] for each in (await client.ask("resources/list"))["resources"]}
    (content,) = (await client.ask("resources/read", uri=uri))["contents"]
    shown = await proposed(client)

    refusal = {"isError": True, "content": [], "structuredContent": {"error": {"message": "not now"}}}
    first = await seen(tmp_path, content["text"], shown, "accept", refusal)
    (pressed,) = [each["params"] for each in first["asked"] if each["method"] == "tools/call"]
    done = await client.ask("tools/call", **pressed)
    second = await seen(tmp_path, content["text"], shown, "accept", done)

    assert uri in listed
    assert content["mimeType"] == "text/html;profile=mcp-app"
    assert (first["title"].partition(" by ")[0], first["state"], first["said"]) == ("3 changes", "open", "not now")
    assert sorted(first["boxes"]) == [[EVIL, "added"], ["Check order", "deleted"], ["Order", "unchanged"]]
    assert first["lines"] == ["io (added)"]
    assert len(first["changes"]) == 3
    assert first["strangers"] == 1  # its own script; a name is never markup
    assert (second["state"], second["said"]) == ("accepted", "accepted: the model is at revision 2")


@pytest.mark.requirement("G-19")
async def test_a_set_that_was_refused_is_told_and_cannot_be_decided(place: Place, tmp_path: Path):
    await shop(place)
    client = await agent(place, **APPS)
    (content,) = (await client.ask("resources/read", uri="ui://graphwright/proposal"))["contents"]
    refused = await client.call("propose_changes", changes=[edge("a", "b")])

    told = await seen(tmp_path, content["text"], refused)

    assert told["title"] == "The change set was refused"
    assert len(told["changes"]) == 1
    assert [each["method"] for each in told["asked"]][:2] == ["ui/initialize", "ui/notifications/initialized"]
