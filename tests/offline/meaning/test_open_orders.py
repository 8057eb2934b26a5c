"""Orders that leave open what is meant: a part of a compound, a new name that is only a type."""

from __future__ import annotations

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation
from graphwright.protocol.operations import EdgeCreate
from tests.graph.build import graph_of


def asked(order: str, graph: Graph) -> list[tuple[str, tuple[str, ...]]]:
    """What is asked back, by what it is about, with the answers to choose from."""
    found = understand(order, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, OpenQuestion), found
    return [(each.doubt.text, each.doubt.alternatives) for each in found.lines if each.doubt is not None]


@pytest.mark.requirement("U-143")
@pytest.mark.parametrize("order", ["Lösch den Filter.", "Delete the filter.", "Benenne den Filter in Sieb um."])
def test_the_last_part_of_several_names_is_asked_about(order: str):
    graph = graph_of("Sandfilter:MOD", "Kohlefilter:MOD", "Pumpe:MOD")
    ids = {node.name: str(node.semantic_id) for node in graph.nodes.values()}

    [(text, alternatives)] = asked(order, graph)

    assert text.lower() == "filter"
    assert set(alternatives) == {ids["Sandfilter"], ids["Kohlefilter"]}


@pytest.mark.requirement("U-143")
@pytest.mark.parametrize(
    "order",
    ["Replace the crane by a module.", "Ersetze crane durch ein Modul.", "Remplace crane par un module."],
)
def test_a_type_is_no_new_name(order: str):
    assert asked(order, graph_of("Crane:MOD")) == [("Crane", ())]


@pytest.mark.requirement("U-143")
@pytest.mark.parametrize(
    ("order", "pronoun"),
    [("Benenn ihn in Sieb um.", "ihn"), ("Rename it to Sieve.", "it"), ("Renomme cela en Tamis.", "cela")],
)
def test_a_pronoun_that_means_nothing_yet_is_asked_about(order: str, pronoun: str):
    [(text, alternatives)] = asked(order, graph_of("Sandfilter:MOD", "Kohlefilter:MOD"))

    assert (text, alternatives) == (pronoun, ())


@pytest.mark.requirement("U-144")
@pytest.mark.parametrize("order", ["No, the guard does that.", "Nein, das macht der Guard."])
def test_who_is_named_instead_takes_over_the_deed_that_was_spoken_of(order: str):
    """The guard was made by the same message as the deed, so it is no answer to who did it before."""
    graph = graph_of(
        "Guard:ACTOR", "Visitor:ACTOR", "OpenGate:UC", "OpenGateChain:FCHAIN", "OpenGate2:FUNC", "Request:FLOW",
        "OpenGate -compose-> OpenGateChain", "OpenGateChain -compose-> Visitor", "OpenGateChain -compose-> OpenGate2",
        "Visitor -io-> Request", "Request -io-> OpenGate2",
    )  # fmt: skip
    focus = Focus(
        elements=tuple(
            FocusedElement(name=name, type=kind)
            for name, kind in (("Guard", "ACTOR"), ("Visitor", "ACTOR"), ("OpenGate", "UC"))
        )
    )

    found = understand(order, Situation(graph, NodeIndex(graph), focus, suggests=False))

    assert isinstance(found, Change)
    made = [each for each in found.operations if isinstance(each, EdgeCreate)]
    assert [
        (each.edge_type, str(each.source).partition(".")[0], str(each.target).partition(".")[0]) for each in made
    ] == [("compose", "OpenGateChain", "Guard")]


@pytest.mark.requirement("U-143")
@pytest.mark.parametrize(
    ("order", "names", "word"),
    [
        ("Delete the press, it went to the museum.", ("Manual press:MOD", "Hydraulic press:MOD", "Press bale:FUNC"), "press"),
        ("Rename the gate to Barrier.", ("North gate:MOD", "South gate:MOD", "Gate car:FUNC"), "gate"),
        ("Streiche die Pumpe, sie wurde verschrottet.", ("Saugpumpe:MOD", "Druckpumpe:MOD"), "Pumpe"),
        ("Lösch den Arzt, der arbeitet nicht mehr hier.", ("Oberarzt:ACTOR", "Assistenzarzt:ACTOR"), "Arzt"),
        ("Supprime le chef, il est parti.", ("Chef de gare:ACTOR", "Chef de train:ACTOR"), "chef"),
        ("Enlève le filtre de la cuve.", ("Filtre fin:MOD", "Filtre gros:MOD", "Cuve:SYS"), "filtre"),
    ],
)  # fmt: skip
def test_a_word_that_stands_for_two_is_asked_about_whatever_is_told_beside_it(
    order: str, names: tuple[str, ...], word: str
):
    """Neither is taken, and the deed that begins like the word is not meant."""
    graph = graph_of(*names)
    two = {str(node.semantic_id) for node in list(graph.nodes.values())[:2]}

    [(text, alternatives)] = asked(order, graph)

    assert (text, set(alternatives)) == (word, two)
