"""Nouns that words of order put in turn are steps, whatever form they have; each of several is all of them."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, FocusedElement
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.graph.build import graph_of
from tests.offline.meaning.test_changing import changed, told


def _functions(text: str) -> list[str]:
    """The functions of a sentence, in the order in which they were made."""
    meant = told(text, "Depot:SYS")
    return [node.name for node in meant.draft.graph.of_type("FUNC")]


@pytest.mark.requirement("U-322")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("First check-in, then security, then boarding.", ["Check-in", "Security", "Boarding"]),
        ("Triage then treatment then discharge", ["Triage", "Treatment", "Discharge"]),
        ("Gate process: check-in, then security, then boarding.", ["Check-in", "Security", "Boarding"]),
        ("After harvest comes washing, then sorting.", ["Harvest", "Washing", "Sorting"]),
        ("Erst Teig, dann Gare, dann Verkauf.", ["Teig", "Gare", "Verkauf"]),
        ("Nach der Ernte kommt das Waschen, dann das Sortieren.", ["Ernte", "Waschen", "Sortieren"]),
        ("D'abord l'enregistrement, puis la sécurité, puis l'embarquement.",
         ["Enregistrement", "Sécurité", "Embarquement"]),
        ("Après la récolte vient le lavage, puis le tri.", ["Récolte", "Lavage", "Tri"]),
    ],
)  # fmt: skip
def test_nouns_that_are_put_in_turn_are_steps(text: str, functions: list[str]) -> None:
    assert _functions(text) == functions


@pytest.mark.requirement("U-322")
@pytest.mark.parametrize(
    "text", ["First the guard, then the janitor, then the nurse.", "First we go home, then we eat.", "ok, then stop"]
)
def test_people_in_turn_and_told_clauses_are_no_steps(text: str) -> None:
    assert _functions(text) == []


@pytest.mark.requirement("U-322")
@pytest.mark.parametrize(
    ("text", "actor"),
    [
        ("The passenger goes through check-in, then security, then boarding.", "Passenger"),
        ("Le patient passe par l'accueil, puis la radio, puis la consultation.", "Patient"),
    ],
)
def test_who_goes_through_steps_takes_part_in_each(text: str, actor: str) -> None:
    graph = told(text, "Depot:SYS").draft.graph
    [node] = [each for each in graph.nodes.values() if each.name == actor]

    assert (node.node_type, len(list(graph.of_type("UC")))) == ("ACTOR", 3)


MODEL = ("Mill:SYS", "Grind:FUNC", "Pack:FUNC", "Old:FUNC")


@pytest.mark.requirement("U-323")
@pytest.mark.parametrize(
    "text",
    [
        "Add a test for each.",
        "add a test for each of them",
        "Lege für jede einen Test an.",
        "Lege für jede davon einen Test an.",
        "Ajoute un test pour chacune.",
        "For each, add a test.",
        "Für jede davon lege einen Test an.",
        "Pour chacune, ajoute un test.",
    ],
)
def test_each_is_all_that_was_spoken_of_in_the_last_turn(text: str) -> None:
    graph = graph_of(*MODEL)
    spoken = Focus((FocusedElement("Grind"), FocusedElement("Pack"), FocusedElement("Old", turns=1)))
    meant = means(read(text, focus=spoken), graph, NodeIndex(graph), focus=spoken)
    _, new = changed(meant)

    assert len([each for each in new if each.endswith(":TEST")]) == 2
    assert not any("Old" in each for each in new)


@pytest.mark.requirement("U-323")
def test_each_of_nothing_that_was_spoken_of_makes_nothing() -> None:
    assert changed(told("Pour chacune, ajoute un test.", *MODEL)) == (set(), set())


@pytest.mark.requirement("U-325")
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        (
            "A farmer brings the milk. The dairy weighs it and pays him. He signs the receipt.",
            {"Farmer": ["Bring milk", "Sign receipt"], "Dairy": ["Weigh milk", "Pay farmer"]},
        ),
        (
            "Ein Bauer bringt die Milch. Die Molkerei wiegt sie und bezahlt ihn. Er unterschreibt die Quittung.",
            {"Bauer": ["Milch bringen", "Quittung unterschreiben"], "Molkerei": ["Milch wiegen", "Bauer bezahlen"]},
        ),
    ],
)
def test_he_and_him_are_who_they_can_be_over_several_sentences(text: str, deeds: dict[str, list[str]]) -> None:
    graph = told(text, "Depot:SYS").draft.graph
    chains = {node.name: [graph.nodes[each.source] for each in graph.incoming(node.node_id, "compose")]
              for node in graph.of_type("ACTOR")}  # fmt: skip
    found = {
        name: [graph.nodes[each.source].name for chain in of for each in graph.incoming(chain.node_id, "compose")]
        for name, of in chains.items()
    }

    assert found == deeds


@pytest.mark.requirement("U-325")
def test_where_something_goes_that_nobody_knows_is_asked() -> None:
    meant = told("The widget sends the gizmo to the frobnicator.", "Depot:SYS")

    assert [(each.code, each.text) for each in meant.doubts] == [("supposedPart", "Widget"), ("whatIs", "Frobnicator")]
    assert changed(meant) == (set(), set())
