"""Questions about requirements: what their texts leave open, with answers to choose from."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from graphwright.actions.reads import open_questions
from graphwright.inquiry.clarity import RequirementQuestions
from graphwright.protocol.base import Command, Count, Record
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, endpoint
from graphwright.server.routes.model import Limit

PAGE: Final = 100


class QuestionsQuery(Command, frozen=True, kw_only=True):
    """About which requirements."""

    about: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    """One, by its id, semantic id, short id or name; absent: all."""
    after: Count = 0
    limit: Limit = PAGE


class Questions(Record, frozen=True, kw_only=True):
    """What requirements leave open."""

    revision: Count
    requirements: list[RequirementQuestions]
    """Those with questions, in the order of the model."""
    total: Count


@endpoint("questions.get", PROJECT + "/questions", "read")
async def list_questions(call: EndpointCall[QuestionsQuery, NoBody]) -> Questions:
    """What requirements leave open, as questions with answers to choose from."""
    wanted, revision = call.query, call.project.graph.revision
    found = await open_questions(call.project, [] if wanted.about is None else [wanted.about])
    page = found[wanted.after : wanted.after + wanted.limit]
    return Questions(revision=revision, requirements=page, total=len(found))
