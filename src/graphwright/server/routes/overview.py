"""How a project stands, in figures."""

from __future__ import annotations

from graphwright.actions.overview import Overview, overview
from graphwright.protocol.base import Command
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, endpoint
from graphwright.server.routes.baselines import Revision


class OverviewQuery(Command, frozen=True, kw_only=True):
    """Of which revision."""

    revision: Revision | None = None
    """A number or a baseline; unset = as the model stands."""


@endpoint("overview.get", PROJECT + "/overview", "read")
async def read_overview(call: EndpointCall[OverviewQuery, NoBody]) -> Overview:
    """Scores, gates, and how far the rules are kept."""
    return await overview(call.open_project, call.server_state.survey, call.query.revision)
