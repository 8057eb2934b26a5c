from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.languages import LANGUAGES
from graphwright.offline.dialogue.suggestions import suggestions
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.suggesting import suggested
from graphwright.offline.understand import Situation, UnclearMessage, understand
from tests.offline.documented import example_model, model_of

LATER = """## Nodes
Stop on air|REQ|StopOnAir.RQ.001|It stops.
Stop pump|FUNC|StopPump.FN.001|Stops.
Nurse|ACTOR|Nurse.AC.001|Nurses.
"""


def empty() -> Graph:
    return Graph(default_ontology())


@pytest.mark.requirement("U-60")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("graph", [empty(), example_model()], ids=["empty", "order system"])
def test_every_suggested_sentence_is_understood_on_the_model_it_is_suggested_for(graph, language):
    found = suggested(graph, language, 6)

    assert found
    assert [
        each
        for each in found
        if isinstance(understand(each, Situation(graph, NodeIndex(graph), findings_of=list)), UnclearMessage)
    ] == []


@pytest.mark.requirement("U-60")
def test_what_is_missing_is_suggested_with_the_names_of_the_model_and_by_turns_with_questions():
    assert suggestions(model_of(LATER), "en", 4, lambda _: True) == [
        "Add a test for Stop on air.",
        "What is missing?",
        'The module "Control unit" carries Stop pump.',
        "What depends on Stop on air?",
    ]


@pytest.mark.requirement("U-60")
def test_what_would_not_be_understood_is_not_suggested():
    assert suggestions(model_of(LATER), "en", 3, lambda text: "?" in text) == [
        "What is missing?",
        "What depends on Stop on air?",
        "Which functions have no requirement?",
    ]
    assert suggestions(empty(), "de", 3, lambda _: False) == []
