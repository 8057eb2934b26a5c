"""Questions about a named revision behind another question: they ask what there was, and not what was spoken of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.llm.base import whole
from graphwright.offline.assistant import OfflineAssistant
from tests.offline.documented import example_model
from tests.offline.test_assistant import asking


@pytest.mark.requirement("U-650")
@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("How many requirements were there @PDR?", "2 requirements:"),
        ("How many tests were there at @PDR?", "1 test:"),
        ("Was there a test @PDR?", "Yes. 1 test:"),
        ("Wie viele Anforderungen gab es @PDR?", "2 Anforderungen:"),
        ("Wie viele Funktionen waren da zu @PDR?", "2 Funktionen:"),
        ("Combien d'exigences y avait-il @PDR ?", "2 exigences"),
        ("Combien de tests existaient @PDR ?", "1 test"),
    ],
)
async def test_how_many_there_were_is_not_asked_of_what_was_spoken_of_before(text: str, begins: str) -> None:
    graph = example_model()

    async def at(_revision: int) -> Graph:
        return graph

    request = replace(asking("What does ValidateOrder do?", "It is ValidateOrder.", text), revision=1)
    answer = await whole(OfflineAssistant(lambda: graph, graph_at=at), request)

    assert answer.text.startswith(begins)
