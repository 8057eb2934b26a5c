"""Links for people without an account: made, listed and ended by admins, and what somebody who has one sees."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from graphwright.errors import NotFound
from graphwright.protocol.base import Command, Record
from graphwright.protocol.ids import NodeId
from graphwright.server.endpoint import PROJECT, SMALL_BODY_BYTES, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint
from graphwright.server.peers import block_of
from graphwright.server.share_links import DAYS, MAX_NODES, IssuedShare, SharedKind, ShareLink, ended
from graphwright.server.shared_content import SharedRead, content, named

Id = Annotated[str, Meta(min_length=1, max_length=200)]


class ShareList(Record, frozen=True, kw_only=True):
    """The links of a project that still lead somewhere, oldest first."""

    shares: list[ShareLink]


class SharePost(Command, frozen=True, kw_only=True):
    """What the link is to show, and for how long."""

    kind: SharedKind
    about: Id
    """The name of a view of the diagram, such as `hierarchy`, or the id of a node or thread."""
    nodes: Annotated[list[NodeId], Meta(max_length=MAX_NODES)] | None = None
    """Of a view: show these alone; absent: all. An empty list is refused: nobody who sends one means all."""
    days: int = DAYS


class SharedPost(Command, frozen=True, kw_only=True):
    """What stands behind `#share=` in the address."""

    secret: Id


@endpoint("shares.get", PROJECT + "/shares", "admin")
async def list_shares(call: EndpointCall[NoQuery, NoBody]) -> ShareList:
    """The links of a project. None holds its secret."""
    return ShareList(shares=await call.server_state.shares.living(call.project.project_id))


@endpoint("shares.post", PROJECT + "/shares", "admin", status=201, audited=("kind", "about", "days"))
async def make_share(call: EndpointCall[NoQuery, SharePost]) -> IssuedShare:
    """Make a link to one view, element or conversation. Its secret is in this answer only."""
    wanted = call.body
    thing = await named(call.project, wanted.kind, wanted.about, wanted.nodes)
    return await call.server_state.shares.make(call.project.project_id, thing, days=wanted.days, person=call.person)


@endpoint("share.delete", PROJECT + "/shares/{share}", "admin", audited=())
async def end_share(call: EndpointCall[NoQuery, NoBody]) -> ShareList:
    """End a link: from now on it leads nowhere."""
    await call.server_state.shares.end(call.project.project_id, call.path["share"])
    return await list_shares(call)


@endpoint("shared.post", "/api/shared", "everybody", answer=SharedRead, most=SMALL_BODY_BYTES, counts_as_change=False)
async def read_shared(call: EndpointCall[NoQuery, SharedPost]) -> HttpAnswer:
    """What a link shows, to whoever has it."""
    call.server_state.looks.count(block_of(call.address))
    link = await call.server_state.shares.behind(call.body.secret)
    try:
        open_project = await call.workbench.open_project(link.project_id)
    except NotFound:
        raise ended() from None
    return HttpAnswer(await content(open_project.project, link), headers={"cache-control": "no-store"})
