"""What exists is called by its head alone, joined by an arrow, or named beside what is to go; a slip is still asked."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeUpdate
from tests.graph.build import graph_of


def mill() -> Graph:
    """Parts whose names end (French: begin) with what people call them, and three deeds."""
    return graph_of(
        "Grain cleaner:MOD", "Roller stand:MOD", "Mehlsichter:MOD", "Trémie d'entrée:MOD", "Miller:ACTOR",
        "Clean grain:FUNC", "Grind grain:FUNC", "Sift flour:FUNC", "Heat limit:REQ",
        "Roller stand -allocate-> Grind grain",
    )  # fmt: skip


def changed(order: str) -> list[str]:
    """What becomes of the mill, as short lines."""
    graph = mill()
    found = understand(order, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    names = {str(node.semantic_id): node.name for node in graph.nodes.values()}
    lines: list[str] = []
    for each in found.operations:
        match each:
            case NodeCreate(node_type=node_type, name=name):
                lines.append(f"+ {node_type} {name}")
            case NodeDelete(ref=ref):
                lines.append(f"- {names[ref]}")
            case NodeUpdate(ref=ref, set=fields):
                lines.append(f"{names[ref]} = {fields.name}")
            case EdgeCreate(source=source, target=target):
                lines.append(f"{names.get(source, '*')} > {names.get(target, '*')}")
            case _:
                lines.append(type(each).__name__)
    return lines


@pytest.mark.requirement("U-260")
@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("Please rename the cleaner to Separator.", ["Grain cleaner = Separator"]),
        ("Benenne den Sichter in Plansichter um.", ["Mehlsichter = Plansichter"]),
        ("Renomme la trémie en Convoyeur.", ["Trémie d'entrée = Convoyeur"]),
        ("Please drop the cleaner, the stand stays.", ["- Grain cleaner"]),
        ("Sichter bitte raus, der Miller bleibt.", ["- Mehlsichter"]),
        ("Enlève la trémie, le cleaner reste.", ["- Trémie d'entrée"]),
    ],
)
def test_the_head_alone_names_the_only_part_that_has_it_and_what_stays_changes_nothing(order: str, lines: list[str]):
    assert changed(order) == lines


@pytest.mark.requirement("U-261")
@pytest.mark.parametrize(
    "order",
    [
        "Clean grain -> Grind grain",
        "Grind grain only starts after Clean grain is done.",
        "Grind grain fängt erst an, wenn Clean grain fertig ist.",
        "Grind grain ne commence qu'après Clean grain.",
        "Connect Clean grain to Grind grain.",
    ],
)
def test_what_comes_first_hands_its_result_on_however_it_is_said(order: str):
    [made, first, second] = changed(order)

    assert made.startswith(("+ FLOW Clean grain", "+ FLOW Ergebnis Clean grain", "+ FLOW Résultat"))
    assert (first, second) == ("Clean grain > *", "* > Grind grain")


@pytest.mark.requirement("U-261")
@pytest.mark.parametrize(
    "order",
    [
        "Can Miller be called Chief miller?",
        "Kann Miller auch Chief miller heißen?",
        "Miller peut s'appeler Chief miller ?",
    ],
)
def test_a_question_for_another_name_is_a_proposal(order: str):
    graph = mill()
    found = understand(order, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change)
    assert (changed(order), found.proposes) == (["Miller = Chief miller"], True)


@pytest.mark.requirement("U-261")
def test_a_verb_that_is_said_once_orders_for_both_halves():
    assert changed("Allocate Clean grain to the cleaner and Sift flour to the Mehlsichter.") == [
        "Grain cleaner > Clean grain",
        "Mehlsichter > Sift flour",
    ]


@pytest.mark.requirement("U-261")
def test_a_reason_before_an_order_names_what_the_order_is_about():
    order = "Clean grain and Sift flour turn out to be the same thing - merge Sift flour into Clean grain."

    assert changed(order)[-1] == "- Sift flour"


@pytest.mark.requirement("U-262")
@pytest.mark.parametrize(
    "text",
    [
        "Via the portal, suppliers upload invoices.",
        "Über das Portal laden Lieferanten Rechnungen hoch.",
        "Via le portail, les fournisseurs déposent leurs factures.",
    ],
)
def test_software_that_a_sentence_begins_with_is_the_system_where_there_is_none(text: str):
    graph = Graph(default_ontology())
    found = understand(text, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change)
    made = [each for each in found.operations if isinstance(each, NodeCreate)]
    assert [each.node_type for each in made if each.name in {"Portal", "Portail"}] == ["SYS"]


@pytest.mark.requirement("U-261")
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("The oven waits until the dough mixer has finished.", "Finish dough mixer result"),
        ("Der Ofen wartet, bis der Mischer mischt.", "Ergebnis Mischer mischen"),
    ],
)
def test_who_waits_comes_after_what_is_waited_for(text: str, result: str):
    graph = Graph(default_ontology())
    found = understand(text, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change)
    flows = [each.name for each in found.operations if isinstance(each, NodeCreate) and each.node_type == "FLOW"]
    assert flows == [result]
