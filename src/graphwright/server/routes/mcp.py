"""The Model Context Protocol over HTTP: `/mcp`, one message each; who asks is told by the same tokens as everywhere.

A token opens its project; everybody else names one as `?project=`. An answer is one JSON object, or a stream of events
where something is said before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Final

from msgspec import Meta, Raw

from graphwright.actions.access import access_to, allow
from graphwright.agents.seat import AgentSeat
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.mcp.exchange import Said, exchanged
from graphwright.mcp.headers import VERSION_HEADER, check_headers
from graphwright.mcp.serving import McpServer
from graphwright.mcp.wire import HANDSHAKE, VERSION_KEY, McpError, error_message, read_message
from graphwright.protocol.base import Command, Record
from graphwright.protocol.sent_events import LIFE_SIGN_S, SENT_EVENTS, STILL_HERE
from graphwright.protocol.wire import encode
from graphwright.server.endpoint import EndpointCall, HttpAnswer, NoBody, NoQuery, Pieces, endpoint
from graphwright.workbench import OpenProject

MCP: Final = "mcp.post"
PATH: Final = "/mcp"
METADATA: Final = "/.well-known/oauth-protected-resource/mcp"


class McpQuery(Command, frozen=True, kw_only=True):
    """Which project; a token knows its own."""

    project: Annotated[str, Meta(max_length=100)] | None = None


class ResourceMetadata(Record, frozen=True, kw_only=True, rename="lower"):
    """What a client may know before it comes in (RFC 9728)."""

    resource: str
    bearer_methods_supported: list[str]
    resource_name: str


@endpoint(MCP, PATH, "person", answer=Raw, body=bytes, counts_as_change=False)
async def post_mcp(call: EndpointCall[McpQuery, bytes]) -> HttpAnswer:
    """One message of the Model Context Protocol, and its answer."""
    message = None
    version = call.headers.get(VERSION_HEADER)
    try:
        message = read_message(call.body)
        if VERSION_KEY in message.meta or version not in {None, *HANDSHAKE}:
            check_headers(message, call.headers)
        if message.id is None:
            return HttpAnswer(b"", status=202)
    except McpError as error:
        return HttpAnswer(error_message(None if message is None else message.id, error), status=error.status)
    seat = await _seat(call)
    server = McpServer(call.server_state.mcp.offer_of(seat), call.server_state.mcp.seal)
    saying = exchanged(server, message, version)
    first = await anext(saying)
    if first.status is not None:
        await saying.aclose()
        return HttpAnswer(first.message, status=first.status)
    try:
        call.server_state.streams.check(call.person.person_id)
    except LimitExceeded:
        await saying.aclose()
        raise
    headers = {"x-accel-buffering": "no"}
    return HttpAnswer(Pieces(_as_events(call, first, saying)), headers=headers, media=SENT_EVENTS)


@endpoint("mcpResource.get", METADATA, "everybody")
async def read_metadata(call: EndpointCall[NoQuery, NoBody]) -> ResourceMetadata:
    """How to come in at `/mcp`: with a token in the header `Authorization`."""
    return ResourceMetadata(
        resource=f"{call.origin}{PATH}", bearer_methods_supported=["header"], resource_name="Graphwright"
    )


def how_to_come_in(origin: str) -> str:
    """What a client without a credential is told: where it is said which one is wanted."""
    return f'Bearer resource_metadata="{origin}{METADATA}"'


async def _seat(call: EndpointCall[McpQuery, bytes]) -> AgentSeat:
    """The agent's place in its project. `InvalidCommand`, and `NotFound` for a project that is not the person's."""
    open_project = await _project(call)
    state, person_id = call.server_state, call.person.person_id
    return AgentSeat(
        workbench=call.workbench,
        open_project=open_project,
        caller=call.caller,
        refused_sets=state.mcp.refused_sets,
        address="" if call.over_socket else call.origin,
        before_write=lambda: None if call.over_socket else state.writes.count(person_id),
    )


async def _project(call: EndpointCall[McpQuery, bytes]) -> OpenProject:
    name = call.query.project or call.caller.project_id
    if name is None:
        raise InvalidCommand("say which project: /mcp?project=NAME; a token of a project needs no name")
    workbench = call.workbench
    row = await workbench.projects.row(name)
    access = None if row is None else await access_to(call.caller, row.project_id, workbench.store)
    allow(access, "read", project=name)
    return await workbench.open_project(name)


async def _as_events(
    call: EndpointCall[McpQuery, bytes], first: Said, saying: AsyncGenerator[Said]
) -> AsyncGenerator[bytes]:
    """Messages as server-sent events. Ends with the answer, or with the credential (R-05)."""
    each: Said | None = first
    coming: asyncio.Task[Said] | None = None
    try:
        with call.server_state.streams.opened(call.person.person_id):
            while True:
                if each is not None:
                    yield b"event: message\ndata: " + encode(each.message) + b"\n\n"
                    if each.status is not None:
                        return
                coming = coming or asyncio.ensure_future(anext(saying))
                done, _ = await asyncio.wait({coming}, timeout=LIFE_SIGN_S)
                if not await call.server_state.authenticator.is_still(call.caller):
                    return
                if not done:
                    each = None
                    yield STILL_HERE
                    continue
                each, coming = coming.result(), None
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await saying.aclose()
