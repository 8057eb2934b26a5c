"""Requirements of several obligations: their names, and how each gets a requirement of its own."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.obligations import obligations_of
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeUpdate
from tests.graph.build import graph_of

NAMES = [
    ("The battery must last 5 hours and must be replaceable by one person.", "Battery 5 hours"),
    ("The pump must deliver 5 l/min and must be quiet.", "Pump 5 l/min"),
    ("The lamp shall be dimmable and shall have a switch.", "Lamp dimmable"),
    ("Die Kabine muss 8 Personen tragen und muss barrierefrei sein.", "Kabine 8 Personen"),
    ("Das Ventil muss binnen 2 s schließen und soll leise sein.", "Ventil binnen 2 s"),
    ("La batterie doit durer 4 heures et doit être remplaçable.", "Batterie 4 heures"),
    ("La pompe doit fournir 5 l/min et doit être silencieuse.", "Pompe 5 l/min"),
]
ORDERS = [
    ("Make the battery needs two requirements.", "The battery must last 4 hours", "must be replaceable"),
    ("Turn battery needs into two requirements", "The battery must last 4 hours", "must be replaceable"),
    ("Split the battery needs into two requirements.", "The battery must last 4 hours", "shall be replaceable"),
    ("Teile Battery needs in zwei Anforderungen auf.", "Die Batterie muss 4 h halten", "soll tauschbar sein"),
    ("Fais de Battery needs deux exigences.", "La batterie doit durer 4 h", "doit être remplaçable"),
]


@pytest.mark.requirement("U-514")
@pytest.mark.parametrize(("text", "name"), NAMES)
def test_several_obligations_are_named_by_the_first(text: str, name: str) -> None:
    graph = graph_of()
    said = understand(text, Situation(graph, NodeIndex(graph)))
    assert isinstance(said, Change)
    assert [each.name for each in said.operations if isinstance(each, NodeCreate)] == [name]


@pytest.mark.requirement("U-514")
@pytest.mark.parametrize(("order", "first", "second"), ORDERS)
def test_each_obligation_gets_a_requirement_of_its_own(order: str, first: str, second: str) -> None:
    joined = {"Th": "and", "Di": "und", "La": "et"}[first[:2]]
    subject = " ".join(first.split()[:2])
    graph = graph_of(
        f"Battery needs:REQ [text={first} {joined} {second}.]", "Keep cool:FUNC", "Keep cool -satisfy-> Battery needs"
    )
    said = understand(order, Situation(graph, NodeIndex(graph)))
    assert isinstance(said, Change)
    kept = [each.set.attributes for each in said.operations if isinstance(each, NodeUpdate)]
    made = [each.attributes["text"] for each in said.operations if isinstance(each, NodeCreate)]
    assert (kept, made, said.proposes) == ([{"text": f"{first}."}], [f"{subject} {second}."], True)
    assert [each.edge_type for each in said.operations if isinstance(each, EdgeCreate)] == ["satisfy"]


@pytest.mark.requirement("U-514")
@pytest.mark.parametrize(
    "text", ["The gate must open and close.", "Das Tor muss sich öffnen.", "The pump runs and stops."]
)
def test_one_obligation_stays_one(text: str) -> None:
    assert obligations_of(text) == [text]
