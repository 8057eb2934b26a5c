"""Whose deed a verb behind a relative clause is, and what comes first of a deed and what is said of who does it."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of


def _after(said: str, *lines: str) -> Graph:
    graph = graph_of(*lines)
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    after = copy_of(graph)
    after.apply(plan_of(after, found.operations).changes, after.revision + 1)
    return after


def _ways(graph: Graph) -> set[tuple[str, str]]:
    return {
        (one.name, other.name)
        for flow in graph.of_type("FLOW")
        for one in graph.sources(flow.node_id, "io")
        for other in graph.targets(flow.node_id, "io")
    }


def _carried(graph: Graph) -> set[tuple[str, str]]:
    return {
        (graph.nodes[each.source].name, graph.nodes[each.target].name)
        for each in graph.edges.values()
        if each.edge_type == "allocate"
    }


@pytest.mark.requirement("P-244")
@pytest.mark.parametrize(
    ("said", "first", "then"),
    [
        ("The crane is moved by a gearbox, which is turned by the engine.", "Turn gearbox", "Move crane"),
        ("The gearbox, which is turned by the engine, moves the crane.", "Turn gearbox", "Move crane"),
        (
            "Die Säge wird von einem Getriebe bewegt, das vom Motor gedreht wird.",
            "Getriebe drehen",
            "Säge bewegen",
        ),
        (
            "La roue, qui est alimentée par le canal, entraîne la meule.",
            "Alimenter la roue",
            "Entraîner la meule",
        ),
    ],
)
def test_what_is_done_to_who_acts_comes_first(said: str, first: str, then: str):
    ways = _ways(_after(said))

    assert (first, then) in ways
    assert (then, first) not in ways


@pytest.mark.requirement("P-244")
def test_what_is_then_done_to_who_acted_comes_behind():
    ways = _ways(_after("The parcel is weighed by the clerk, who is then informed by the driver."))

    assert ("Weigh parcel", "Inform clerk") in ways


@pytest.mark.requirement("P-245")
@pytest.mark.parametrize(
    ("said", "carrier", "deed"),
    [
        ("The camera detects a fish that enters the trap and alarms the warden.", "Camera", "Alarm warden"),
        ("The sensor detects a horse that leaves the paddock and opens the sluice.", "Sensor", "Open sluice"),
        (
            "Die Kamera erkennt einen Ruderer, der die Linie überquert, und alarmiert den Wächter.",
            "Kamera",
            "Wächter alarmieren",
        ),
        (
            "La caméra détecte un poisson qui entre dans le piège et alerte le gardien.",
            "Caméra",
            "Alerter le gardien",
        ),
        ("La caméra détecte une personne qui dépasse la ligne et alerte le gardien.", "Caméra", "Alerter le gardien"),
    ],
)
def test_who_senses_something_does_what_follows(said: str, carrier: str, deed: str):
    after = _after(said, f"{carrier}:MOD")

    assert (carrier, deed) in _carried(after)


@pytest.mark.requirement("P-245")
def test_who_is_given_something_does_what_follows():
    after = _after("The clerk hands the letter to a runner who crosses the yard and rings the bell.")

    [runner] = [each for each in after.nodes.values() if each.name == "Runner"]
    chains = {each.name for each in after.sources(runner.node_id, "compose", "FCHAIN")}
    assert "Ring bell chain" in chains
