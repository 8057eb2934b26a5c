"""What is offered behind an answer goes on with it, or nothing is."""

from __future__ import annotations

import json

import pytest

from graphwright.formats.suggestions import split_suggestions
from graphwright.graph.document import Graph
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock, ToolCall, ToolSpec, whole
from graphwright.offline.assistant import OfflineAssistant
from tests.offline.questions.bakery import bakery

RULE = "Children under 12 years may ride only with an adult."


async def offered(question: str, passage: str | None, graph: Graph) -> tuple[str, list[str]]:
    """What is said and offered when the documents hold this passage, or nothing."""
    rows = [] if passage is None else [{"passage": "doc1#1", "document": "Rules", "text": passage}]
    call = ToolCall(tool_call_id="one", name="search_documents", arguments="{}")
    request = ModelRequest(
        system=[PromptBlock(label="ontology", text="")],
        messages=[
            ChatMessage(role="user", text=question),
            ChatMessage(role="assistant", tool_calls=[call]),
            ChatMessage(role="tool", tool_call_id="one", text=json.dumps({"passages": rows})),
        ],
        tools=[ToolSpec(name="search_documents", description="", parameters={})],
    )
    text, sentences = split_suggestions((await whole(OfflineAssistant(lambda: graph), request)).text)
    return text, sentences


@pytest.mark.requirement("U-687")
async def test_behind_an_answer_from_documents_nothing_else_is_offered():
    text, sentences = await offered("May children under 12 years ride with an adult?", RULE, bakery())

    assert RULE in text
    assert sentences == []


@pytest.mark.requirement("U-687")
async def test_what_the_answer_names_may_be_gone_on_with():
    rule = "Mix dough for children under 12 years only with an adult."
    text, sentences = await offered("May children under 12 years ride with an adult?", rule, bakery())

    assert rule in text
    assert all("Mix dough" in sentence for sentence in sentences)


@pytest.mark.requirement("U-687")
async def test_where_nothing_was_found_sentences_that_work_are_offered():
    _, sentences = await offered("May children under 12 years ride with an adult?", None, bakery())

    assert len(sentences) == 3
