"""The tool of the review: what is still open in a model."""

from __future__ import annotations

from graphwright.plugin import ModelTool, SystemModel, ToolArguments


class OpenPoints(ToolArguments, frozen=True, kw_only=True):
    """List what reviewers still have to look at: nodes without a description, optionally of one type."""

    node_type: str | None = None


def open_points(model: SystemModel, arguments: OpenPoints) -> dict[str, list[str]]:
    """The nodes without a description, by their ids."""
    nodes = model.nodes if arguments.node_type is None else model.of_type(arguments.node_type)
    return {"open": [str(node.semantic_id) for node in nodes if not node.descr.strip()]}


OPEN_POINTS = ModelTool(arguments=OpenPoints, answer=open_points)
