"""Sentences name an imported element by the id that people know it by in the tool that it came from."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.llm.base import ModelRequest
from graphwright.offline.lookups import LookupQuestion, answer_with_tools
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeUpdate
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


def untitled() -> Graph:
    """Requirements of a table without titles: their names are the first words of what they say."""
    return graph_of(
        "While the system is in virtual mode, the…:REQ | While it is, the system shall dream. "
        "[foreign.id=R40; foreign.named=*|Requirement]",
        "Altitude shall be specified in meters:REQ | It shall. [foreign.id=R31; foreign.named=*|Requirement]",
    )


@pytest.mark.requirement("U-522")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Add a test for R31", ["Test R31"]),
        ("Add a test for R40", ["Test R40"]),
        ("Add a test for R40 and R31", ["Test R40", "Test R31"]),
        ("R40 and R31 need a test each", ["Test R40", "Test R31"]),
        ("R40 and R31 each need a test", ["Test R40", "Test R31"]),
        ("R40 und R31 brauchen je einen Test", ["Test R40", "Test R31"]),
        ("Füge einen Test für R40 hinzu", ["Test R40"]),
        ("Ajoute un test pour R40 et R31", ["Test R40", "Test R31"]),
        ("R31 a besoin d'un test", ["Test R31"]),
        ("R40 et R31 ont besoin d'un test chacun", ["Test R40", "Test R31"]),
    ],
)
def test_a_test_of_what_has_no_title_goes_by_the_id_that_people_know(text: str, names: list[str]) -> None:
    graph = untitled()
    change = understand(text, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))

    assert isinstance(change, Change)
    assert [each.name for each in change.operations if isinstance(each, NodeCreate)] == names


def stated() -> Graph:
    """Two requirements of which the other tool tells the status."""
    return graph_of(
        "Links:REQ | Links shall have roles. [foreign.id=ZEP-4; status=Active]",
        "Fields:REQ | Fields shall be shown in a 1:n manner. [foreign.id=ZEP-5; status=Draft]",
    )


@pytest.mark.requirement("U-522")
@pytest.mark.parametrize(
    "order",
    [
        "Set the status of ZEP-4 to Draft",
        "Change the status of ZEP-4 to draft",
        "The status of ZEP-4 is Draft.",
        "Setze den Status von ZEP-4 auf Draft",
        "Mets le statut de ZEP-4 à Draft",
    ],
)
def test_an_imported_attribute_is_set_as_others_write_it(order: str) -> None:
    graph = stated()
    change = understand(order, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))

    assert isinstance(change, Change)
    (update,) = change.operations
    assert isinstance(update, NodeUpdate)
    assert (graph.find(update.ref), update.set.attributes) == (graph.find("Links.RQ.001"), {"status": "Draft"})


@pytest.mark.requirement("U-522")
def test_the_number_of_an_id_corrects_no_text() -> None:
    graph = stated()
    change = understand("ZEP-1 and ZEP-2 are fine", Situation(graph, NodeIndex(graph), suggests=False))

    assert not getattr(change, "operations", [])


def pasted() -> Graph:
    """A requirement as a pasted block makes it: its sentence stands in `text`, and it has no description."""
    return graph_of("Cabin clearance:REQ | [foreign.id=PN-1; text=The gap shall not exceed 35 mm.]")


@pytest.mark.requirement("X-204")
@pytest.mark.parametrize("question", ["What does PN-1 say?", "Tell me about PN-1", "Was ist PN-1?", "Que dit PN-1 ?"])
def test_what_it_says_is_told_once_where_it_stands_in_text(question: str) -> None:
    graph = pasted()
    answer = understand(question, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))

    assert getattr(answer, "text", "").count("The gap shall not exceed 35 mm") == 1


@pytest.mark.requirement("X-204")
def test_what_is_looked_up_for_words_that_nothing_reads_holds_the_sentence() -> None:
    graph, index = pasted(), NodeIndex(pasted())
    unclear = understand("What says PN-1?", Situation(graph, index, findings_of=list, suggests=False))
    question = LookupQuestion("What says PN-1?", unclear, graph, index)

    told = answer_with_tools(ModelRequest(system=[], messages=[]), question).text

    assert "The gap shall not exceed 35 mm" in told


@pytest.mark.requirement("X-204")
def test_a_test_for_it_says_what_it_must_show() -> None:
    graph = pasted()
    change = understand("Add a test for PN-1.", Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))

    assert isinstance(change, Change)
    (made,) = [each for each in change.operations if isinstance(each, NodeCreate)]
    assert "The gap shall not exceed 35 mm" in made.descr


@pytest.mark.requirement("U-694")
@pytest.mark.parametrize(
    "question",
    [
        "What says ZEP-2?",
        "What does ZEP-2 say?",
        "What says Links?",
        "Was sagt ZEP-2?",
        "Was besagt ZEP-2?",
        "Was sagt Links",
        "Que dit ZEP-2 ?",
    ],
)
def test_what_a_requirement_says_is_its_sentence(question: str) -> None:
    answer = said(question)

    assert isinstance(answer, ReadOnlyAnswer)
    assert "Links shall have roles." in answer.text
    assert "configurable" not in answer.text
