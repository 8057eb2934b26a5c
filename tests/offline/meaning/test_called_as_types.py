"""Things of the model that are called as a type is (*chain*), and one of several parts by its noun in the singular."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of


def _after(*said: str, graph: Graph) -> Graph:
    for each in said:
        found = understand(each, Situation(graph, NodeIndex(graph), suggests=False))
        assert isinstance(found, Change), found
        after = copy_of(graph)
        after.apply(plan_of(after, found.operations).changes, after.revision + 1)
        graph = after
    return graph


def _answer(question: str, graph: Graph) -> str:
    found = understand(question, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, ReadOnlyAnswer), found
    return found.text


@pytest.mark.requirement("P-242")
@pytest.mark.parametrize(
    ("told", "question", "expected"),
    [
        ("The winch lowers the anchor and the boatswain greases the chain.", "What does the chain do?", "Grease chain"),
        ("Der Bootsmann fettet die Kette.", "Wer fettet die Kette?", "Bootsmann"),
        ("Le matelot graisse la chaîne.", "À quoi sert la chaîne ?", "Graisser la chaîne"),
    ],
)
def test_what_is_done_to_a_chain_is_asked_of_the_thing(told: str, question: str, expected: str):
    said = _answer(question, _after(told, graph=graph_of("Boat:SYS")))

    assert expected in said


@pytest.mark.requirement("P-242")
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("Chain", "What does the chain do?"),
        ("Kette", "Was macht die Kette?"),
        ("Chaîne", "Que fait la chaîne ?"),
        ("Komponente", "Wozu gehört die Komponente?"),
    ],
)
def test_an_element_of_that_name_wins(name: str, question: str):
    part = f"{name}:MOD" if name != "Komponente" else f"{name}:ACTOR"
    graph = graph_of("Boat:SYS", part, "Hoist anchor:UC", "Hoist:FCHAIN", "Hoist anchor -cp-> Hoist")

    assert f"{name} (" in _answer(question, graph) or f"{name}." in _answer(question, graph)


@pytest.mark.requirement("P-242")
@pytest.mark.parametrize(
    "question", ["Which chains are there?", "Welche Ketten gibt es?", "Quelles chaînes y a-t-il ?"]
)
def test_the_chains_of_a_model_are_still_asked_for(question: str):
    graph = graph_of("Boat:SYS", "Winch:MOD", "Hoist anchor:UC", "Hoisting:FCHAIN", "Hoist anchor -cp-> Hoisting")

    assert "Hoisting" in _answer(question, graph)


@pytest.mark.requirement("P-242")
@pytest.mark.parametrize(
    ("told", "chain"),
    [
        ("The sailor greases the chain.", "Grease chain sequence"),
        ("Der Bootsmann fettet die Kette.", "Ablauf Kette fetten"),
        ("Le matelot graisse la chaîne.", "Déroulement graisser la chaîne"),
        ("The sailor greases the winch.", "Grease winch chain"),
    ],
)
def test_no_chain_says_its_word_twice(told: str, chain: str):
    after = _after(told, graph=graph_of("Boat:SYS"))

    assert [each.name for each in after.of_type("FCHAIN")] == [chain]


@pytest.mark.requirement("P-243")
@pytest.mark.parametrize(
    ("told", "then", "carrier", "deed"),
    [
        (
            "The ferry consists of a hull and two steel cables.",
            "The cable pulls the hull.",
            "Steel cables",
            "Pull hull",
        ),
        ("The bus has two long benches.", "The bench carries the rider.", "Long benches", "Carry rider"),
        (
            "Die Mühle besteht aus einem Trichter und zwei großen Walzen.",
            "Die Walze quetscht das Korn.",
            "Großen Walzen",
            "Korn quetschen",
        ),
        (
            "Le pressoir est composé d'une cuve et de deux rouleaux.",
            "Le rouleau écrase le raisin.",
            "Rouleaux",
            "Écraser le raisin",
        ),
    ],
)
def test_one_of_several_parts_is_that_part(told: str, then: str, carrier: str, deed: str):
    graph = _after(told, graph=graph_of())
    after = _after(then, graph=graph)

    names = {each.node_id: each.name for each in after.nodes.values()}
    carried = [
        (names[each.source], names[each.target]) for each in after.edges.values() if each.edge_type == "allocate"
    ]
    assert (carrier, deed) in carried
    assert {each.node_id for each in after.of_type("MOD")} == {each.node_id for each in graph.of_type("MOD")}


@pytest.mark.requirement("P-243")
def test_a_noun_that_two_parts_have_is_neither():
    graph = graph_of("Ferry:SYS", "Steel cables:MOD", "Signal cables:MOD")

    found = understand("The cable pulls the hull.", Situation(graph, NodeIndex(graph), suggests=False))

    joined = found.text if isinstance(found, Change) else ""
    assert "Steel cables" not in joined
    assert "Signal cables" not in joined


@pytest.mark.requirement("P-247")
@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("Why is there a turnstile?", "Nothing in the model is called “turnstile”."),
        ("Warum gibt es das Drehkreuz?", "Nichts im Modell heißt „Drehkreuz“."),
        ("Pourquoi y a-t-il un tourniquet ?", "Le modèle n’a pas d’élément nommé « tourniquet »."),
    ],
)
def test_nobody_who_asks_why_is_told_no(question: str, denied: str):
    assert _answer(question, graph_of("Station:SYS", "Gate:MOD")).replace("\u00a0", " ") == denied


@pytest.mark.requirement("P-247")
@pytest.mark.parametrize(("question", "no"), [("Is there a turnstile?", "No."), ("Gibt es ein Drehkreuz?", "Nein.")])
def test_whoever_asks_whether_is_told_no(question: str, no: str):
    assert _answer(question, graph_of("Station:SYS", "Gate:MOD")).startswith(no)
