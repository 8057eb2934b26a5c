"""Sentences name an imported element by the id that people know it by in the tool that it came from."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation
from graphwright.protocol.operations import EdgeCreate, NodeDelete, NodeUpdate
from tests.graph.build import graph_of

pytestmark = pytest.mark.requirement("X-180")


def imported() -> Graph:
    """Two requirements as StrictDoc knows them."""
    return graph_of(
        "Links:REQ | Links shall have roles. [foreign.id=ZEP-2; foreign.kind=REQUIREMENT; rationale=So they tell more]",
        "Custom fields:REQ | Types of requirements shall be configurable. [foreign.id=SDOC-SRS-12]",
    )


def said(text: str) -> object:
    graph = imported()
    return understand(text, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))


@pytest.mark.parametrize("order", ["Rename ZEP-2 to Roles", "Benenne ZEP-2 in Roles um", "Renomme ZEP-2 en Roles"])
def test_an_order_changes_the_element_of_that_id(order: str) -> None:
    change = said(order)

    assert isinstance(change, Change)
    (update,) = change.operations
    assert isinstance(update, NodeUpdate)
    assert (imported().find(update.ref), update.set.name) == (imported().find("Links.RQ.001"), "Roles")


def test_an_id_of_several_parts_is_one_word() -> None:
    change = said("Delete SDOC-SRS-12")

    assert isinstance(change, Change)
    assert [imported().find(each.ref) for each in change.operations if isinstance(each, NodeDelete)] == [
        imported().find("CustomFields.RQ.002")
    ]


def test_a_test_for_it_verifies_it() -> None:
    change = said("Add a test for ZEP-2")

    assert isinstance(change, Change)
    (edge,) = [each for each in change.operations if isinstance(each, EdgeCreate)]
    assert (imported().find(edge.source), edge.edge_type) == (imported().find("Links.RQ.001"), "verify")


@pytest.mark.parametrize("question", ["What does ZEP-2 say?", "What is ZEP-2 about?", "Was ist ZEP-2?"])
def test_a_question_is_answered_with_what_people_wrote_and_without_what_machines_keep(question: str) -> None:
    answer = said(question)

    assert isinstance(answer, ReadOnlyAnswer)
    assert "Links.RQ.001, ZEP-2" in answer.text
    assert "So they tell more" in answer.text
    assert "foreign" not in answer.text


def test_what_is_only_written_like_such_an_id_is_not_said_to_be_missing() -> None:
    answer = said("How many requirements speak of COVID-19?")

    assert "COVID-19” is not in the model" not in getattr(answer, "text", "")
