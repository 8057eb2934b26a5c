"""What every prompt of a discussion begins with, read once: the model, or what it holds about the topic; documents.

The same for every persona in every round, so a provider's cache holds it, and nobody argues about another model than
the others (WE-12). What is missing here is looked up with tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.context.capture import Captures
from graphwright.context.dialogue import data_of
from graphwright.context.passages import named, passages_block
from graphwright.context.retrieve import RetrieveOptions, Retriever
from graphwright.context.retrieved_block import found_block
from graphwright.discussion.messages import words
from graphwright.documents.library import Library
from graphwright.languages import LANGUAGES
from graphwright.llm.base import PromptBlock
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.ids import DocumentId
from graphwright.runs.scope import StepScope
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import Preparation, PromptGuide, TurnContext
from graphwright.turns.workflow_request import WorkflowRequest

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


class DiscussionOpening:
    """Opens the discussions of one project."""

    def __init__(
        self, project: Project, calls: ModelCalls, *, retriever: Retriever, library: Library, captures: Captures
    ) -> None:
        self._project = project
        self._calls = calls
        self._retriever = retriever
        self._library = library
        self._preparation = Preparation(
            project, assistant=calls.name, is_language_model=calls.is_language_model, captures=captures
        )

    async def opened(self, step: StepScope, request: WorkflowRequest, documents: Sequence[str]) -> OpenedDiscussion:
        """Read it. `documents` are ids of those that belong to the discussion."""
        prepared = await self._preparation.prepare(step, request, _guide())
        topic, mark = request.text[:_SEARCHED], self._project.ids.new().replace("-", "")
        parts = [data_of(prepared.request.messages[-1].text)]
        if prepared.mode != "full":
            parts.append(await self._found(topic, prepared.turn_context, mark))
        if documents:
            parts.append(await self._passages(topic, documents, mark))
        return OpenedDiscussion(
            turn_context=prepared.turn_context,
            stable=[block for block in prepared.request.system if block.label != "instructions"],
            data="\n\n".join(part for part in parts if part),
            mark=mark,
            tools=self._calls.is_language_model,
        )

    async def _found(self, topic: str, turn_context: TurnContext, mark: str) -> str:
        """What a large model holds about the topic; a small one is there whole."""
        retrieved = await self._retriever.retrieve(topic, RetrieveOptions(limit=_FOUND))
        return found_block(
            self._project.graph,
            [node.node_id for node in retrieved.nodes] if retrieved.found else [],
            retrieved.edge_ids,
            mark=mark,
            language=turn_context.language,
        )

    async def _passages(self, topic: str, documents: Sequence[str], mark: str) -> str:
        """What these documents say about the topic."""
        ids = [DocumentId(each) for each in documents]
        hits = await self._library.search(topic, _PASSAGES, document_ids=ids)
        return passages_block(hits, named(hits, after=0), mark=mark) if hits else ""


def _guide() -> PromptGuide:
    return PromptGuide(instructions={each: words(each).rules for each in LANGUAGES}, whole_up_to=_WHOLE_UP_TO)
