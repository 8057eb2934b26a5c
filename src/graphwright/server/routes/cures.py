"""Merge, retype and relink, each at an address of its own."""

from __future__ import annotations

from graphwright.actions.cures import CureResult
from graphwright.protocol.commands import EdgeRelink, NodeRetype, NodesMerge
from graphwright.server.command_endpoint import command_endpoint

command_endpoint(
    NodesMerge,
    name="merge.post",
    path="merges",
    summary="Merge nodes into one of them, or tell what that would move",
    answer=CureResult,
)
command_endpoint(
    NodeRetype,
    name="retype.post",
    path="nodes/{node}/retype",
    summary="Make a node one of another type, or tell what that would move",
    answer=CureResult,
    ids={"node": "node"},
)
command_endpoint(
    EdgeRelink,
    name="relink.post",
    path="relinks",
    summary="Let an edge lead to another node, or tell what that would move",
    answer=CureResult,
)
