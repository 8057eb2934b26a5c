"""What requirements are called that are made from a sentence, and to what they are joined."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of

KILN = (
    "Burner:MOD <Burner.MD.001>", "Brenner:MOD <Brenner.MD.002>", "Brûleur:MOD <Bruleur.MD.003>",
    "Heat kiln:FUNC <Heat.FN.001>", "Fuel limit:REQ <Fuel.RQ.001>", "Abgaswert:REQ <Abgas.RQ.002>",
    "Débit de gaz:REQ <Debit.RQ.003>",
)  # fmt: skip


def _meant(text: str, *lines: str) -> Meant:
    graph = graph_of(*lines)
    return means(read(text), graph, NodeIndex(graph))


def _edges(text: str) -> list[tuple[str, str, str]]:
    operations = _meant(text, *KILN).draft.operations
    return [(str(each.source), each.edge_type, str(each.target)) for each in operations if isinstance(each, EdgeCreate)]


@pytest.mark.requirement("U-570")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The fan must deliver at least 2 bar.", "Fan pressure"),
        ("The fan shall reach 9 bar within 3 s.", "Fan pressure"),
        ("A bake cycle must take at most 40 minutes.", "Bake cycle duration"),
        ("The dust level at noon must not exceed 5 g.", "Dust level at noon"),
        ("The kiln door must open within 4 seconds.", "Kiln door opening time"),
        ("The robot must load a tray in 20 seconds.", "Tray loading time"),
        ("The line must fill 90 bottles per hour.", "Bottles per hour"),
        ("The till must accept coins.", "Till accepts coins"),
        ("The label shall be readable in the dark.", "Label readable in dark"),
        ("Each tray must be weighed by a baker.", "Tray weighed by baker"),
        ("Der Lüfter muss mindestens 2 bar liefern.", "Druck Lüfter"),
        ("Die Presse muss mindestens 2 bar liefern.", "Druck der Presse"),
        ("Ein Backgang darf höchstens 40 Minuten dauern.", "Dauer Backgang"),
        ("Der Staubwert darf nachts 5 g nicht überschreiten.", "Staubwert nachts"),
        ("Die Kasse muss Münzen annehmen.", "Kasse Münzen annehmen"),
        ("La presse doit fournir au moins 2 bar.", "Pression de la presse"),
        ("Un cycle de cuisson doit durer au plus 40 minutes.", "Durée du cycle de cuisson"),
        ("La caisse doit accepter les pièces.", "Caisse accepte les pièces"),
        ("L'étiquette doit être lisible au soleil.", "Étiquette lisible au soleil"),
    ],
)
def test_a_requirement_is_named_by_what_is_demanded_of_what(text: str, name: str) -> None:
    operations = _meant(text).draft.operations

    assert [f"{each.node_type} {each.name}" for each in operations if isinstance(each, NodeCreate)] == [f"REQ {name}"]


@pytest.mark.requirement("U-571")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The burner must stop within 3 s.", "Burner.MD.001"),
        ("The pressure of the burner must not exceed 3 bar.", "Burner.MD.001"),
        ("Der Brenner muss in 3 Sekunden zünden.", "Brenner.MD.002"),
        ("Le brûleur doit fournir au moins 3 kW.", "Bruleur.MD.003"),
    ],
)
def test_a_requirement_is_joined_to_the_part_of_which_it_demands_something(text: str, part: str) -> None:
    assert [each[1:] for each in _edges(text)] == [("relation", part)]


@pytest.mark.requirement("U-572")
@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The requirement Fuel limit applies to the burner.", ("Fuel.RQ.001", "relation", "Burner.MD.001")),
        ("Fuel limit concerns the burner.", ("Fuel.RQ.001", "relation", "Burner.MD.001")),
        ("Fuel limit applies to the function Heat kiln.", ("Heat.FN.001", "satisfy", "Fuel.RQ.001")),
        ("Die Anforderung Abgaswert gilt für den Brenner.", ("Abgas.RQ.002", "relation", "Brenner.MD.002")),
        ("L'exigence Débit de gaz s'applique au brûleur.", ("Debit.RQ.003", "relation", "Bruleur.MD.003")),
    ],
)
def test_what_a_requirement_applies_to_is_joined_to_it(text: str, edge: tuple[str, str, str]) -> None:
    assert _edges(text) == [edge]


@pytest.mark.requirement("U-572")
def test_a_part_that_is_for_another_is_no_requirement() -> None:
    assert ("Burner.MD.001", "relation", "Brenner.MD.002") not in _edges("The burner is for the Brenner.")


@pytest.mark.requirement("P-248")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The sledges must not exceed 2 metres per second.", "Sledges speed"),
        ("The cable car shall not exceed 40 km/h.", "Cable car speed"),
        ("The speed of the sledge must not exceed 2 metres per second.", "Speed of the sledge"),
        ("The flow rate of the spring must not exceed 20 litres per minute.", "Flow rate of the spring"),
        ("Die Schlitten dürfen 2 Meter pro Sekunde nicht überschreiten.", "Geschwindigkeit der Schlitten"),
        ("Die Geschwindigkeit der Gondel darf 2 Meter pro Sekunde nicht überschreiten.", "Geschwindigkeit der Gondel"),
        ("Les traîneaux ne doivent pas dépasser 2 mètres par seconde.", "Vitesse des traîneaux"),
        ("Le débit de la source ne doit pas dépasser 20 litres par minute.", "Débit de la source"),
    ],
)
def test_a_rate_is_named_by_its_quantity(text: str, name: str) -> None:
    operations = _meant(text).draft.operations

    assert [f"{each.node_type} {each.name}" for each in operations if isinstance(each, NodeCreate)] == [f"REQ {name}"]
