"""Discussions: the decision record, to read and to take away, and what was used up."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from graphwright.actions.reads import costs_of
from graphwright.discussion.costs import Costs
from graphwright.discussion.discussion_state import Discussion, discussion_of
from graphwright.discussion.record import markdown
from graphwright.protocol.base import Command
from graphwright.protocol.ids import RunId, ThreadId
from graphwright.protocol.runs import WorkflowName
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, endpoint


class RecordQuery(Command, frozen=True, kw_only=True):
    """In which form."""

    format: Literal["json", "markdown"] = "json"


class CostsQuery(Command, frozen=True, kw_only=True):
    """Of which runs, the newest first."""

    workflow: WorkflowName | None = None
    thread_id: ThreadId | None = None
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


@endpoint("discussion.get", PROJECT + "/discussions/{run}", "read", answer=Discussion)
async def read_discussion(call: EndpointCall[RecordQuery, NoBody]) -> HttpAnswer:
    """A discussion with its decision record, as JSON or Markdown."""
    found = await discussion_of(call.project, RunId(call.path["run"]))
    if call.query.format == "markdown":
        return HttpAnswer(markdown(found.record), media="text/markdown; charset=utf-8")
    return HttpAnswer(found)


@endpoint("costs.get", PROJECT + "/costs", "read")
async def read_costs(call: EndpointCall[CostsQuery, NoBody]) -> Costs:
    """What runs used up, by run, person, day and language model."""
    query = call.query
    return await costs_of(
        call.project,
        workflow=query.workflow or None,
        thread_id=query.thread_id or None,
        newest=query.limit,
    )
