"""Saved views: listed, saved, changed and deleted."""

from __future__ import annotations

from graphwright.protocol.base import Record
from graphwright.protocol.commands import ViewSave, ViewUpdate
from graphwright.protocol.ids import CommandId, SavedViewId
from graphwright.protocol.saved_views import SavedView
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint


class SavedViewList(Record, frozen=True, kw_only=True):
    """The shared views, and those of whoever asks."""

    views: list[SavedView]


@endpoint("views.get", PROJECT + "/views", "read")
async def list_views(call: EndpointCall[NoQuery, NoBody]) -> SavedViewList:
    """The saved views of a project."""
    return SavedViewList(views=await call.open_project.saved_views.listed_for(call.caller.person))


@endpoint("view.delete", PROJECT + "/views/{view}", "ask", answer=SavedView)
async def delete_view(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Delete a saved view."""
    command_id = CommandId(call.workbench.ids.new())
    view_id = SavedViewId(call.path["view"])
    return await call.carry_out(ViewUpdate(command_id=command_id, saved_view_id=view_id, is_deleted=True))


command_endpoint(ViewSave, name="views.post", path="views", summary="Save a view", answer=SavedView, status=201)
command_endpoint(
    ViewUpdate,
    name="view.patch",
    path="views/{view}",
    summary="Rename, renew or share a saved view, delete it or have it back",
    answer=SavedView,
    ids={"view": "saved_view_id"},
)
