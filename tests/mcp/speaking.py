"""How a client of either era writes its messages."""

from __future__ import annotations

from typing import Any

import httpx2

from graphwright.mcp.wire import CAPABILITIES_KEY, LATEST, PREFIX, VERSION_KEY

ELICITATION: dict[str, Any] = {"elicitation": {}}
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


def meta(capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    """What travels beside every modern request."""
    return {
        VERSION_KEY: LATEST,
        PREFIX + "clientInfo": {"name": "test", "version": "1"},
        CAPABILITIES_KEY: capabilities or {},
    }


def asked(method: str, /, capabilities: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
    """A modern request."""
    said = {**params, "_meta": meta(capabilities) | params.get("_meta", {})}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": said}


def headers_of(message: dict[str, Any]) -> dict[str, str]:
    """The headers that repeat it."""
    params = message.get("params", {})
    name = params.get(NAMED.get(message["method"], "taskId"))
    named = {"mcp-name": name} if isinstance(name, str) else {}
    return {"mcp-protocol-version": LATEST, "mcp-method": message["method"], **named}


class Agent:
    """A client with a token, over HTTP."""

    def __init__(self, client: httpx2.AsyncClient, capabilities: dict[str, Any] | None = None) -> None:
        self.client = client
        self.capabilities = capabilities or {}
        self.calls = 0

    async def post(self, message: Any, **headers: str) -> httpx2.Response:
        """Send a message as it stands."""
        return await self.client.post("/mcp", json=message, headers=headers)

    async def ask(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a request."""
        said = await self.refused(method, **params)
        assert "result" in said, said
        return said["result"]

    async def refused(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The whole answer to a request."""
        message = asked(method, capabilities=self.capabilities, **params)
        answer = await self.post(message, **headers_of(message))
        return answer.json()

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """The result of a tool."""
        self.calls += 1
        return await self.ask("tools/call", name=tool, arguments=arguments)

    async def data(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """What a tool answers, as the object that it is."""
        import json

        return json.loads((await self.call(tool, **arguments))["content"][0]["text"])
