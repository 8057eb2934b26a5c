"""AG-UI: front ends of other people start a run of a project, hear it as events, and answer what it asks."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from msgspec import Raw

from graphwright.chats.agui import AgentRunPost, answering, events_of, run_error
from graphwright.errors import AccessDenied
from graphwright.protocol.sent_events import SENT_EVENTS, STILL_HERE
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoQuery, endpoint
from graphwright.server.talking import begun, event, seat_of


@endpoint("agui.post", PROJECT + "/ag-ui", "ask", answer=Raw, media=SENT_EVENTS)
async def run_agent(call: EndpointCall[NoQuery, AgentRunPost]) -> HttpAnswer:
    """A run as events of AG-UI. Whoever hangs up stops it."""
    call.server_state.streams.check(call.person.person_id)
    return await begun(_events(call))


async def _events(call: EndpointCall[NoQuery, AgentRunPost]) -> AsyncGenerator[bytes]:
    seat = seat_of(call, call.open_project)
    with call.server_state.streams.opened(call.person.person_id):
        async with await answering(seat, call.body) as hearing:
            async for told in events_of(seat, hearing, call.body):
                if not await call.may_still():
                    yield event(run_error(AccessDenied("you may not follow this run any more")))
                    return
                yield STILL_HERE if told is None else event(told)
