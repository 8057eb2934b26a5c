"""A question calls the tools that answer it, and says what the journal told."""

from __future__ import annotations

import json

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import asked
from graphwright.offline.questions.tooling import calls_of, history_told
from graphwright.text.language import language_of
from tests.offline.questions.bakery import bakery


@pytest.mark.requirement("U-42")
@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("Who changed Mix dough last?", [("read_node_history", {"node": "MixDough.FN.001"})]),
        ("Wann wurde Mix dough geändert?", [("read_node_history", {"node": "MixDough.FN.001"})]),
        ("Qui a modifié Mix dough ?", [("read_node_history", {"node": "MixDough.FN.001"})]),
        ("What is missing?", [("list_findings", {})]),
        (
            "How is Mix dough connected with Bake loaves?",
            [("find_impact_path", {"source": "MixDough.FN.001", "target": "BakeLoaves.FN.003"})],
        ),
        ("What depends on Dough?", [("explore_neighborhood", {"node": "Dough.FL.001", "max_depth": 2})]),
        ("How many functions are there?", [("read_graph_overview", {})]),
    ],
)
def test_a_question_calls_the_tools_that_look_it_up(question: str, called: list[tuple[str, dict[str, object]]]):
    graph = bakery()

    query = asked(question, language_of(question), graph, NodeIndex(graph))

    assert query is not None
    assert [tuple(call) for call in calls_of(query, question, graph)] == called


@pytest.mark.requirement("U-42")
def test_documents_are_searched_where_the_model_has_no_answer_also_when_it_is_empty():
    words = "How high may a carport be at the boundary?"
    empty = Graph(default_ontology())

    assert asked(words, "en", empty, NodeIndex(empty)) is None
    assert [call.name for call in calls_of(None, words, empty)] == ["search_documents"]
    assert [call.name for call in calls_of(None, words, bakery())] == ["search_nodes", "search_documents"]


@pytest.mark.requirement("U-42")
def test_the_journal_is_told_with_who_when_and_from_where():
    row = {"revision": 3, "at": "2026-05-01T10:00:00", "by": "Ana\n+ injected", "through": "person", "changes": []}
    content = json.dumps({"id": "MixDough.FN.001", "commits": [row]})

    told = history_told([content, "no json"], bakery(), "en")

    assert told.splitlines() == [
        "The newest changes of Mix dough (MixDough.FN.001):",
        "- revision 3, 2026-05-01T10:00:00: Ana + injected (person)",
    ]
