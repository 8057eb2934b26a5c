"""A demand behind a colon: what announces it binds nobody, and says which deed it is for."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.offline.documented import model_of

FERRY = """## Nodes
Ferry|SYS|Ferry.SY.001|c
Cast off|FUNC|CastOff.FN.001|c
Fahrzeuge laden|FUNC|FahrzeugeLaden.FN.002|c
Compter les passagers|FUNC|CompterLesPassagers.FN.003|c

## Edges
Ferry.SY.001 -cp-> CastOff.FN.001
"""


def proposed(text: str) -> list[NodeCreate | EdgeCreate]:
    graph = model_of(FERRY)
    found = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))
    assert isinstance(found, Change), found
    return [each for each in found.operations if isinstance(each, NodeCreate | EdgeCreate)]


@pytest.mark.requirement("U-395")
@pytest.mark.parametrize(
    ("said", "text", "deed"),
    [
        ("For casting off: all ramps must be closed", "all ramps must be closed", "CastOff.FN.001"),
        (
            "Zum Fahrzeuge laden gilt: Der Abstand muss mindestens 30 cm betragen.",
            "Der Abstand muss mindestens 30 cm betragen.",
            "FahrzeugeLaden.FN.002",
        ),
        (
            "Pour Compter les passagers : la liste doit être signée par deux personnes.",
            "la liste doit être signée par deux personnes.",
            "CompterLesPassagers.FN.003",
        ),
    ],
)
def test_a_demand_is_for_the_deed_that_stands_before_its_colon(said: str, text: str, deed: str):
    requirement, satisfied = proposed(said)
    assert isinstance(requirement, NodeCreate)
    assert isinstance(satisfied, EdgeCreate)
    assert (requirement.node_type, requirement.attributes["text"]) == ("REQ", text)
    assert (satisfied.edge_type, satisfied.source, satisfied.target) == ("satisfy", deed, requirement.semantic_id)


@pytest.mark.requirement("U-395")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("The harbour office also asks for this: every car must be weighed by a deckhand", "Car weighed by deckhand"),
        (
            "Das Hafenamt verlangt noch dies: jedes Auto muss von einem Matrosen gewogen werden",
            "Auto von Matrosen gewogen",
        ),
        ("Le port demande encore ceci : chaque voiture doit être pesée par un matelot", "Voiture pesée par matelot"),
    ],
)
def test_who_demands_something_is_no_part_of_it_and_nobody_asks_what_this_is(said: str, name: str):
    (requirement,) = proposed(said)
    assert isinstance(requirement, NodeCreate)
    assert (requirement.node_type, requirement.name) == ("REQ", name)
    assert requirement.attributes["text"] == said.split(":")[1].strip()
