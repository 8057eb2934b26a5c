"""What is a message of MCP, and what the specification says to those that are none."""

from __future__ import annotations

import base64
import json

import pytest

from graphwright.mcp.headers import check_headers
from graphwright.mcp.offer import Offer
from graphwright.mcp.sealing import StateSeal
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import LATEST, McpError, read_message
from tests.mcp.speaking import asked, headers_of


async def nobody_hears(_message: object) -> None: ...


def server(offer: Offer | None = None, *, remembers: bool = False) -> McpServer:
    return McpServer(offer or Offer(), StateSeal(b"k" * 32, lambda: 0.0), remembers=remembers)


def read(message: object):
    return read_message(json.dumps(message))


@pytest.mark.requirement("G-11")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", -32700),
        ("{", -32700),
        ("\xff", -32700),
        ("[" * 100_000, -32700),
        ("[]", -32600),
        ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        ('{"id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1}', -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":1}}', -32600),
    ],
)
def test_what_is_no_message_is_refused_by_its_kind(text: str, code: int):
    with pytest.raises(McpError) as refused:
        read_message(text.encode("latin-1"))

    assert refused.value.code == code


@pytest.mark.requirement("G-11")
@pytest.mark.parametrize(
    ("spoiled", "code"),
    [
        ({"_meta": {}}, -32602),
        ({"_meta": {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}}, -32022),
        ({"_meta": {"io.modelcontextprotocol/protocolVersion": 7}}, -32022),
        ({"_meta": {"io.modelcontextprotocol/protocolVersion": LATEST}}, -32602),
    ],
)
async def test_a_request_of_today_says_its_version_and_what_its_client_can_do(spoiled: dict, code: int):
    message = read({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": spoiled})

    with pytest.raises(McpError) as refused:
        await server().answer(message, nobody_hears, LATEST)

    assert refused.value.code == code


@pytest.mark.requirement("G-11")
@pytest.mark.parametrize("method", ["initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such"])
async def test_methods_of_before_are_unknown_to_a_client_of_today(method: str):
    with pytest.raises(McpError) as refused:
        await server().answer(read(asked(method)), nobody_hears, LATEST)

    assert (refused.value.code, refused.value.status) == (-32601, 404)


@pytest.mark.requirement("G-11")
def test_headers_say_what_the_body_says():
    message = asked("tools/call", name="a")
    headers = headers_of(message)
    encoded = "=?base64?" + base64.b64encode(b"a").decode() + "?="

    check_headers(read(message), headers)
    check_headers(read(message), headers | {"mcp-name": encoded})
    for spoiled in (
        {"mcp-name": "b"},
        {"mcp-method": "tools/list"},
        {"mcp-protocol-version": "2025-11-25"},
        {"mcp-name": "=?base64?!?="},
    ):
        with pytest.raises(McpError) as refused:
            check_headers(read(message), headers | spoiled)
        assert refused.value.code == -32020
    for missing in headers:
        with pytest.raises(McpError):
            check_headers(read(message), {name: value for name, value in headers.items() if name != missing})


@pytest.mark.requirement("G-10")
async def test_an_older_client_gets_its_own_version_or_the_newest_of_its_kind():
    def introduced(version: object) -> dict:
        return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version}}

    versions = [
        (await server().answer(read(introduced(version)), nobody_hears))["protocolVersion"]
        for version in ("2025-03-26", "2025-06-18", "2025-11-25", "2024-01-01", LATEST, 7)
    ]

    assert versions == ["2025-03-26", "2025-06-18", "2025-11-25", "2025-11-25", "2025-11-25", "2025-11-25"]


@pytest.mark.requirement("G-11")
def test_what_was_sealed_opens_for_the_same_person_and_request_in_time_and_for_nothing_else():
    now = 0.0
    seal = StateSeal(b"k" * 32, lambda: now)
    text = seal.close({"proposal": "p"}, "ana", {"name": "decide"})

    assert seal.open(text, "ana", {"name": "decide"}) == {"proposal": "p"}
    for spoiled in (
        lambda: seal.open(text, "ben", {"name": "decide"}),
        lambda: seal.open(text, "ana", {"name": "other"}),
        lambda: seal.open(text[:-4] + "AAA=", "ana", {"name": "decide"}),
        lambda: seal.open("", "ana", {"name": "decide"}),
        lambda: seal.open("é", "ana", {"name": "decide"}),
        lambda: StateSeal(b"x" * 32, lambda: now).open(text, "ana", {"name": "decide"}),
    ):
        with pytest.raises(McpError):
            spoiled()
    now = 4_000.0
    with pytest.raises(McpError, match="too old"):
        seal.open(text, "ana", {"name": "decide"})
