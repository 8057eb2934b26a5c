"""What every prompt of a discussion begins with, read once: the model, or what it holds about the topic; documents.

The same for every persona in every round, so a provider's cache holds it, and nobody argues about another model than
the others (WE-12). What is missing here is looked up with tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.context.dialogue import data_of
from graphwright.discussion.messages import words
from graphwright.languages import LANGUAGES
from graphwright.llm.base import PromptBlock
from graphwright.protocol.base import Record
from graphwright.protocol.ids import DocumentId
from graphwright.runs.scope import StepScope
from graphwright.turns.preparation import PromptGuide, TurnContext
from graphwright.turns.retrieval import SourceQuery, blocks_of, named
from graphwright.turns.workflow import WorkflowRequest
from graphwright.turns.workflow_ports import WorkflowPorts

_WHOLE_UP_TO: Final = 400
"""Nodes of a model that every persona is shown whole: about 16,000 tokens, sent once and cached."""
_FOUND: Final = 60
"""Nodes about the topic that are shown of a larger one."""
_PASSAGES: Final = 12
"""Of the documents that belong to the discussion; tools find the rest."""
_SEARCHED: Final = 2_000
"""Characters of a topic that are searched for: its question, not what was pasted below it."""


class OpenedDiscussion(Record, frozen=True, kw_only=True):
    """What every prompt of the discussion begins with."""

    turn_context: TurnContext
    stable: list[PromptBlock]
    data: str
    mark: str
    tools: bool
    """Recorded, so that a discussion goes on as it began, whatever is configured by then."""


async def opened(
    step: StepScope, ports: WorkflowPorts, request: WorkflowRequest, documents: Sequence[DocumentId]
) -> OpenedDiscussion:
    """Read it. `documents` are those that belong to the discussion."""
    prepared = await ports.preparation.prepare(step, request, _guide())
    query = SourceQuery(text=request.text[:_SEARCHED], nodes=_FOUND, passages=_PASSAGES, documents=[*documents])
    # What is shown whole needs no search, and of the documents only those count that belong to the discussion.
    nodes = None if prepared.mode == "full" else (await ports.retrieval.nodes(step, query)).graph_context
    # Voices that look nothing up themselves are given what all documents say of the topic.
    looks = bool(documents) or not ports.calls.is_language_model
    passages = (await ports.retrieval.passages(step, query)).top_documents if looks else []
    mark = ports.project.ids.new().replace("-", "")
    found = blocks_of(ports.project.graph, nodes, named(passages), mark=mark, language=prepared.turn_context.language)
    given = data_of(prepared.request.messages[-1].text)
    return OpenedDiscussion(
        turn_context=prepared.turn_context,
        stable=[block for block in prepared.request.system if block.label != "instructions"],
        data="\n\n".join(part for part in (given, found) if part),
        mark=mark,
        tools=ports.calls.is_language_model,
    )


def _guide() -> PromptGuide:
    return PromptGuide(instructions={each: words(each).rules for each in LANGUAGES}, whole_up_to=_WHOLE_UP_TO)
